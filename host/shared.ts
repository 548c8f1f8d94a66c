import type { LimitStore } from './limits/limit-store.js'
import { memoryLimits } from './limits/memory.js'
import { redisLimits } from './limits/redis.js'
import type { Settings } from './settings.js'
import { openStore } from './storage/open.js'
import { RedisBackend } from './storage/redis.js'
import { RedisConnection } from './storage/redis-connection.js'
import { Store } from './storage/store.js'

/** What the processes of a deployment share. */
export interface Shared {
  readonly store: Store
  readonly limits: LimitStore
}

/** Opens a store in Redis, and what is counted there. Rejects with `StoreUnavailable`, which names the Redis, when it is away. */
export async function openRedis(url: string, report: (error: Error) => void): Promise<Shared> {
  const connection = await RedisConnection.open({ url, report })
  const store = await Store.open(await RedisBackend.open({ connection, now: Date.now, report }))
  return { store, limits: redisLimits(connection) }
}

/** Opens what the settings name: Redis where they do, and else the embedded store, beside which each process counts for itself. */
export async function openShared(
  { redisUrl, dataFolder }: Pick<Settings, 'redisUrl' | 'dataFolder'>,
  report: (error: Error) => void
): Promise<Shared> {
  if (redisUrl !== undefined) return openRedis(redisUrl, report)
  return { store: await openStore(dataFolder, report), limits: memoryLimits }
}
