process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/http.test.js')
