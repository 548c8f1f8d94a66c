process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/job-keys.test.js')
