process.env.PLUGIN_ISOLATION = 'process'
await import('./isolation.slow.test.js')
