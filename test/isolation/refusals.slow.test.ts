process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/refusals.test.js')
