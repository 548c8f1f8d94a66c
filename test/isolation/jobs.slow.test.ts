process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/jobs.test.js')
