process.env.PLUGIN_ISOLATION = 'thread'
await import('../config/config.test.js')
