import { resolve } from 'node:path'
import { exists, requireReadable } from '../base/files.js'
import type { Retention } from '../base/retention.js'
import { keyFileIn } from '../config/cipher.js'
import { memoryLimits } from '../limits/limits.js'
import { type Settings, SettingsError } from '../settings.js'
import { serverStore } from '../storage/server-stores.js'
import { mayBeStore } from '../storage/sqlite/inspect.js'
import { openStore, storeFile } from '../storage/sqlite/open.js'
import type { ServerStateOptions, SharedState } from './server-state.js'

/** How the store is opened. */
export interface OpenOptions {
  /** True: an empty store may be created in production, and where a key says that there was one. */
  readonly mayReplaceStore?: boolean
  /** How long records are stored; as usual by default. */
  readonly retention?: Retention
}

/** The settings that decide which store is opened. */
type StoreSettings = Pick<Settings, 'redisUrl' | 'databaseUrl' | 'dataFolder' | 'isProduction'>

/**
 * Opens the store in Redis or in PostgreSQL where the settings name one, and otherwise the embedded store, with limits counted in this
 * process alone. The client of Redis, some 420 modules, and that of PostgreSQL are loaded only where they are used.
 */
export async function openSharedState(
  settings: StoreSettings,
  report: (error: Error) => void,
  { mayReplaceStore = false, retention }: OpenOptions = {}
): Promise<SharedState> {
  const { dataFolder } = settings
  const server = serverStore(settings)
  if (!server) {
    if (!mayReplaceStore) requireStore(settings)
    return { store: await openStore(dataFolder, report, retention), limits: memoryLimits }
  }
  const { setting, url } = server
  const options: ServerStateOptions = {
    folder: dataFolder,
    ...(retention && { retention }),
    onNew: name => {
      if (!mayReplaceStore) requireNewStore(settings, name, setting)
    }
  }
  if (setting === 'REDIS_URL') return (await import('./shared-redis.js')).openSharedRedis(url, report, options)
  return (await import('./shared-postgres.js')).openSharedPostgres(url, report, options)
}

/**
 * Throws a `SettingsError` where the embedded store is missing and may not be created unasked: in production, and where the folder
 * holds an encryption key. The key is created after the store, so the store was deleted or moved, or lost its write-ahead log before
 * the first checkpoint.
 */
export function requireStore(settings: Pick<StoreSettings, 'dataFolder' | 'isProduction'>): void {
  const { dataFolder, isProduction } = settings
  const file = storeFile(dataFolder)
  if (exists(file)) requireReadable(file)
  const hasKey = exists(keyFileIn(dataFolder))
  if ((!hasKey && !isProduction) || mayBeStore(file)) return
  if (hasKey)
    throw new SettingsError(
      `The folder ${resolve(dataFolder)} holds encryption.key but no store: restore the store from a back-up, ` +
        'or start with --new-store to begin with an empty one.'
    )
  requireNewStore(settings, resolve(dataFolder), 'DATA_DIR')
}

/** Throws a `SettingsError` in production, where an empty store is created only when it is asked for. */
export function requireNewStore(
  { isProduction }: Pick<StoreSettings, 'isProduction'>,
  place: string,
  setting: string
): void {
  if (isProduction)
    throw new SettingsError(
      `There is no store in ${place}. If there should be one, correct ${setting}, mount its volume, or restore ` +
        'a back-up. For a new deployment, start once with --new-store.'
    )
}
