process.env.PLUGIN_ISOLATION = 'thread'
await import('../execution/job-keys.test.js')
