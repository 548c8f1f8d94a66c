process.env.PLUGIN_ISOLATION = 'thread'
await import('../http/refusals.test.js')
