import { createServer } from 'node:net'

/**
 * What runs in a sandbox before its program: listens there, in the sandbox's own network, and hands the listener to the host, which takes its
 * connections from outside. It ends when the host has it. No other file is visible there.
 */
const [, , port] = process.argv
const server = createServer().listen({ host: '127.0.0.1', port: Number(port) }, () =>
  process.send?.('listening', server)
)
process.once('disconnect', () => process.exit())
