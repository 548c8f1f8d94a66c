import type { LimitStore } from './limits/limit-store.js'
import { memoryLimits } from './limits/memory.js'
import { redisLimits } from './limits/redis.js'
import type { Settings } from './settings.js'
import { openStore } from './storage/open.js'
import { RedisBackend } from './storage/redis.js'
import { RedisConnection } from './storage/redis-connection.js'
import { keptBeforeIn } from './storage/redis-place.js'
import { Store } from './storage/store.js'

/** What the processes of a deployment share. */
export interface Shared {
  readonly store: Store
  readonly limits: LimitStore
}

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

/** Opens what the settings name: Redis where they do, and else the embedded store, beside which each process counts for itself. */
export async function openShared(
  { redisUrl, dataFolder }: Pick<Settings, 'redisUrl' | 'dataFolder'>,
  report: (error: Error) => void
): Promise<Shared> {
  if (redisUrl !== undefined) return openRedis(redisUrl, report, dataFolder)
  return { store: await openStore(dataFolder, report), limits: memoryLimits }
}
