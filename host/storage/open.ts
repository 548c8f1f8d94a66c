import { join } from 'node:path'
import { SqliteBackend } from './sqlite.js'
import { keptBefore } from './sqlite-copy.js'
import { Store } from './store.js'

/** Opens the embedded store in a folder. Rejects with `StoreUnavailable`, which names the file and what to do. */
export async function openStore(folder: string, report: (error: Error) => void): Promise<Store> {
  const path = join(folder, 'store.sqlite')
  return Store.open(await SqliteBackend.open({ path, now: Date.now, report }), { backUp: keptBefore(path) })
}
