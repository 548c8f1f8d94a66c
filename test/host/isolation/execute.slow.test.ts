process.env.PLUGIN_ISOLATION = 'thread'
await import('../http/execute.test.js')
