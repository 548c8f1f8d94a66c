import { join } from 'node:path'
import type { Settings } from '../settings.js'
import { RedisBackend } from './redis.js'
import { RedisConnection } from './redis-connection.js'
import { SqliteBackend } from './sqlite.js'
import { Store } from './store.js'

/** Opens the embedded store in a folder. Rejects with `StoreUnavailable`, which names the file and what to do. */
export async function openStore(folder: string, report: (error: Error) => void): Promise<Store> {
  return Store.open(await SqliteBackend.open({ path: join(folder, 'store.sqlite'), now: Date.now, report }))
}

/** Opens a store in Redis. Rejects with `StoreUnavailable`, which names the Redis, when it is away. */
export async function openRedisStore(url: string, report: (error: Error) => void): Promise<Store> {
  const connection = await RedisConnection.open({ url, report })
  return Store.open(await RedisBackend.open({ connection, now: Date.now, report }))
}

/** Opens the store that the settings name: in Redis where they do, and else the embedded one. */
export async function openDeploymentStore(
  { redisUrl, dataFolder }: Pick<Settings, 'redisUrl' | 'dataFolder'>,
  report: (error: Error) => void
): Promise<Store> {
  return redisUrl === undefined ? openStore(dataFolder, report) : openRedisStore(redisUrl, report)
}
