import type { Retention } from '../base/retention.js'
import type { LimitStore } from '../limits/limits.js'
import { redisLimits } from '../limits/redis.js'
import { RedisBackend } from '../storage/redis/backend.js'
import { RedisConnection } from '../storage/redis/connection.js'
import { redisBackUp } from '../storage/redis/location.js'
import { Store } from '../storage/store.js'

/**
 * Opens a store and limits in Redis. A store of an older version is backed up into the folder before it is migrated. Rejects
 * with `StoreUnavailable`, which names the Redis, when it cannot be reached.
 */
export async function openSharedRedis(
  url: string,
  report: (error: Error) => void,
  folder = '.data',
  retention?: Retention
): Promise<SharedState> {
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  const store = await Store.open(backend, {
    ...(retention && { retention }),
    name: `The store ${connection.name}`,
    backUp: redisBackUp(folder, backend, connection.name)
  })
  return { store, limits: redisLimits(connection) }
}

/** What the processes of a deployment share. */
export interface SharedState {
  readonly store: Store
  readonly limits: LimitStore
}
