process.env.PLUGIN_ISOLATION = 'thread'
await import('../webhooks/account-webhooks.test.js')
