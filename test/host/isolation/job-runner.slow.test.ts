process.env.PLUGIN_ISOLATION = 'thread'
await import('../execution/job-runner.test.js')
