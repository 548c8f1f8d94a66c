process.env.PLUGIN_ISOLATION = 'thread'
await import('../mcp/tools.test.js')
