import { redisLimits } from './limits/redis.js'
import type { Shared } from './shared.js'
import { RedisBackend } from './storage/redis.js'
import { RedisConnection } from './storage/redis-connection.js'
import { keptBeforeIn } from './storage/redis-place.js'
import { Store } from './storage/store.js'

/**
 * Opens a store in Redis, and what is counted there. A store of an older version is kept in the folder before it is brought up
 * to date. Rejects with `StoreUnavailable`, which names the Redis, when it is away.
 */
export async function openRedis(url: string, report: (error: Error) => void, folder = '.data'): Promise<Shared> {
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  const store = await Store.open(backend, { backUp: keptBeforeIn(folder, backend, connection.name) })
  return { store, limits: redisLimits(connection) }
}
