import { join } from 'node:path'
import { SqliteBackend } from './sqlite.js'
import { Store } from './store.js'

/** Opens the embedded store in a folder. Rejects with `StoreUnavailable`, which names the file and what to do. */
export async function openStore(folder: string, report: (error: Error) => void): Promise<Store> {
  return Store.open(await SqliteBackend.open({ path: join(folder, 'store.sqlite'), now: Date.now, report }))
}
