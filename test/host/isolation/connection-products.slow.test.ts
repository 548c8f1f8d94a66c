process.env.PLUGIN_ISOLATION = 'thread'
await import('../egress/connection-products.test.js')
