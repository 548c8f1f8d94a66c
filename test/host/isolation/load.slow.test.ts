process.env.PLUGIN_ISOLATION = 'thread'
await import('../products/load.test.js')
