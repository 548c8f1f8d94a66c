import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readSettings } from '../settings.js'
import { openShared } from '../shared.js'
import type { Store } from '../storage/store.js'

/** How a command opens the store. */
export interface StoreUse {
  /** Whether the command makes sense where there is no store yet; an empty one is made then. */
  readonly mayBeNew?: boolean
}

/** Does something with the deployment's store, and closes it. */
export async function withStore<Result>(
  environment: NodeJS.ProcessEnv,
  work: (store: Store) => Promise<Result>,
  { mayBeNew = false }: StoreUse = {}
): Promise<Result> {
  const settings = readSettings(environment)
  if (settings.redisUrl === undefined && !mayBeNew) requireStore(settings.dataFolder)
  const { store } = await openShared(settings, error => process.stderr.write(`${error.message}\n`))
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Throws where a folder holds no embedded store: to look into a new one is of no use to anybody. */
export function requireStore(dataFolder: string): void {
  if (existsSync(join(dataFolder, 'store.sqlite'))) return
  throw new Error(`There is no store in ${resolve(dataFolder)}; set DATA_DIR to the folder in which the host keeps it.`)
}
