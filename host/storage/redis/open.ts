import type { OpenServer } from '../location.js'
import { RedisBackend } from './backend.js'
import { clientName, RedisConnection } from './connection.js'

/** Opens a store in Redis for a command. */
export async function openRedis(url: string, report: (error: Error) => void): Promise<OpenServer> {
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  return {
    backend,
    name: connection.name,
    isNew: false,
    async requireUnused() {
      const clients = await connection.use(({ client }) => client.clientList())
      if (clients.filter(({ name }) => name === clientName).length > 1)
        throw new Error(`${connection.name} is in use: stop every host that uses it, and then do this again.`)
    }
  }
}
