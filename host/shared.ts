import type { LimitStore } from './limits/limit-store.js'
import { memoryLimits } from './limits/memory.js'
import type { Settings } from './settings.js'
import { openStore } from './storage/open.js'
import type { Store } from './storage/store.js'

/** What the processes of a deployment share. */
export interface Shared {
  readonly store: Store
  readonly limits: LimitStore
}

/**
 * Opens what the settings name: Redis where they do, and else the embedded store, beside which each process counts for itself.
 * The client of Redis, some 420 modules, is loaded only where it is used.
 */
export async function openShared(
  { redisUrl, dataFolder }: Pick<Settings, 'redisUrl' | 'dataFolder'>,
  report: (error: Error) => void
): Promise<Shared> {
  if (redisUrl === undefined) return { store: await openStore(dataFolder, report), limits: memoryLimits }
  const { openRedis } = await import('./shared-redis.js')
  return openRedis(redisUrl, report, dataFolder)
}
