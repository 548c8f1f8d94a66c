import type { Retention } from '../base/retention.js'
import type { LimitStore } from '../limits/limits.js'
import { redisLimits } from '../limits/redis.js'
import { RedisBackend } from '../storage/redis/backend.js'
import { RedisConnection } from '../storage/redis/connection.js'
import { redisBackUp } from '../storage/redis/location.js'
import { schemaKey } from '../storage/schema.js'
import { Store } from '../storage/store.js'

/** How a store in Redis is opened. */
interface SharedRedisOptions {
  /** The folder into which a store of an older version is backed up before it is migrated. */
  readonly folder?: string
  readonly retention?: Retention
  /** Is told the name of a Redis without a store; what it throws keeps the store from being created. */
  readonly onNew?: (name: string) => void
}

/** Opens a store and limits in Redis. Rejects with `StoreUnavailable`, which names the Redis, when it cannot be reached. */
export async function openSharedRedis(
  url: string,
  report: (error: Error) => void,
  { folder = '.data', retention, onNew = () => undefined }: SharedRedisOptions = {}
): Promise<SharedState> {
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  try {
    if ((await backend.get(schemaKey)) === undefined) onNew(connection.name)
  } catch (error) {
    await backend.close()
    throw error
  }
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
