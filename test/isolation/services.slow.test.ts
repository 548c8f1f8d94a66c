process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/services.test.js')
