process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/config.test.js')
