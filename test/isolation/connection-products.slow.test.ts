process.env.PLUGIN_ISOLATION = 'worker'
await import('../host/connection-products.test.js')
