import { redisLimits } from '../limits/redis.js'
import { RedisBackend } from '../storage/redis/backend.js'
import { RedisConnection } from '../storage/redis/connection.js'
import { openServerState, type ServerStateOptions, type SharedState } from './server-state.js'

/** Opens a store and limits in Redis. Rejects with `StoreUnavailable`, which names the Redis, when it cannot be reached. */
export async function openSharedRedis(
  url: string,
  report: (error: Error) => void,
  options: ServerStateOptions = {}
): Promise<SharedState> {
  const connection = await RedisConnection.open({ url, report })
  const backend = await RedisBackend.open({ connection, now: Date.now, report })
  return openServerState({ backend, name: connection.name, kind: 'redis', limits: redisLimits(connection) }, options)
}
