process.env.PLUGIN_ISOLATION = 'thread'
await import('../execution/services.test.js')
