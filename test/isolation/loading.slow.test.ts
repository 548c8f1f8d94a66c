process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/loading.test.js')
