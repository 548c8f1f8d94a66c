process.env.PLUGIN_ISOLATION = 'process'
await import('./blocked-threads.slow.test.js')
