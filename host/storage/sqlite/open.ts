import { join, resolve } from 'node:path'
import type { Retention } from '../../base/retention.js'
import { Store } from '../store.js'
import { SqliteBackend } from './backend.js'

/** The file of the embedded store in a data folder. */
export function storeFile(folder: string): string {
  return join(folder, 'store.sqlite')
}

/** Opens the embedded store in a data folder. Rejects with `StoreUnavailable`, which names the file and what to do. */
export async function openStore(folder: string, report: (error: Error) => void, retention?: Retention): Promise<Store> {
  const path = storeFile(folder)
  const backend = await SqliteBackend.open({ path, now: Date.now, report })
  return Store.open(backend, {
    ...(retention && { retention }),
    name: `The store ${resolve(path)}`,
    backUp: async version => (await import('./snapshot.js')).backUpBeforeMigration(path, version)
  })
}
