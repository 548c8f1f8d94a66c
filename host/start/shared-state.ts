import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Retention } from '../base/retention.js'
import { keyFileIn } from '../config/cipher.js'
import { memoryLimits } from '../limits/limits.js'
import { type Settings, SettingsError } from '../settings.js'
import { mayBeStore } from '../storage/sqlite/inspect.js'
import { openStore, storeFile } from '../storage/sqlite/open.js'
import type { SharedState } from './shared-redis.js'

/** How the store is opened. */
export interface OpenOptions {
  /** True: an empty store may be created where a key says that there was one. */
  readonly mayReplaceStore?: boolean
  /** How long records are stored; as usual by default. */
  readonly retention?: Retention
}

/**
 * Opens Redis where the settings name one, and otherwise the embedded store, with limits counted in this process alone.
 * The client of Redis, some 420 modules, is loaded only where it is used.
 */
export async function openSharedState(
  { redisUrl, dataFolder }: Pick<Settings, 'redisUrl' | 'dataFolder'>,
  report: (error: Error) => void,
  { mayReplaceStore = false, retention }: OpenOptions = {}
): Promise<SharedState> {
  if (redisUrl === undefined) {
    if (!mayReplaceStore) requireStoreOfKey(dataFolder)
    return { store: await openStore(dataFolder, report, retention), limits: memoryLimits }
  }
  const { openSharedRedis } = await import('./shared-redis.js')
  return openSharedRedis(redisUrl, report, dataFolder, retention)
}

/**
 * Throws a `SettingsError` where the folder holds an encryption key but no store: the key is created after the store, so the
 * store was deleted or moved, or lost its write-ahead log before the first checkpoint.
 */
export function requireStoreOfKey(dataFolder: string): void {
  const key = keyFileIn(dataFolder)
  if (!existsSync(key) || mayBeStore(storeFile(dataFolder))) return
  throw new SettingsError(
    `The folder ${resolve(dataFolder)} holds encryption.key but no store: restore the store from a back-up, or start with --new-store to begin with an empty one.`
  )
}
