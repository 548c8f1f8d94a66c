import { RecordForm, VersionedStorage } from '@product-host/sdk/runtime'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'

/** The second version of a record that was a number. */
export const form = new RecordForm({ migrate: { from: 1, to: 2, change: (count: number) => ({ count }) } })

/** Keys of the records that the process goes through, two at a time. */
export const keys = Array.from({ length: 400 }, (_, index) => `count:${String(index).padStart(3, '0')}`)

/** Raises all counts in pairs, and tells of each pair that is done; run to be killed. */
async function raise(folder: string): Promise<void> {
  const store = await openStore(folder, error => process.stderr.write(error.message))
  const storage = new VersionedStorage(store.namespace('account', 'counts'), form)
  for (let index = 0; index < keys.length; index += 2) {
    const pair = keys.slice(index, index + 2)
    await storage.update(pair, read => ({
      writes: pair.map(key => ({ key, value: { count: (read<{ count: number }>(key)?.count ?? 0) + 1 } })),
      result: undefined
    }))
    process.stdout.write(`${index}\n`)
  }
}

const [, , folder] = process.argv
if (process.argv[1] === import.meta.filename && folder) await raise(folder)
