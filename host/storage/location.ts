import { rmSync } from 'node:fs'
import type { ListedRecord } from '@product-host/sdk/runtime'
import type { Backend } from './backend.js'
import { type Dump, dumpBackend, loadRecords, type OnProgress } from './dump.js'
import { beginFile, finishFile } from './new-file.js'
import { SqliteBackend } from './sqlite/backend.js'

/** The place where a deployment stores its records: what the commands backup, restore, export and import work on. */
export interface StoreLocation {
  /** All records. Throws when there is no store. */
  dump(): Promise<Dump>
  /** Writes all records into a new SQLite file and returns its size in bytes. */
  backUp(file: string, onProgress: OnProgress): Promise<number>
  /** Replaces all records. Throws when there is a store and `mayReplace` is false, or when a host uses it. */
  replace(records: AsyncIterable<ListedRecord>, mayReplace: boolean, onProgress: OnProgress): Promise<ReplacedStore>
  close(): Promise<void>
}

/** The result of replacing a store. */
export interface ReplacedStore {
  /** The number of records written. */
  readonly records: number
  /** The file of the store that was there before, where it was renamed. */
  readonly former: string | undefined
}

/** The description of a store that was not opened for writing: its name, and its schema version if it exists. */
export interface StoreInfo {
  readonly name: string
  readonly schema: number | undefined
}

/** The location of a store in any backend. A dump is not a snapshot while hosts write to it. */
export function backendLocation(backend: Backend, name: string): StoreLocation {
  return {
    dump: () => dumpBackend(backend),
    async backUp(file, onProgress) {
      const { records } = await dumpBackend(backend)
      const partial = beginFile(file)
      try {
        const copy = await SqliteBackend.open({ path: partial, now: Date.now, report: () => undefined })
        try {
          await loadRecords(copy, records, onProgress)
        } finally {
          await copy.close()
        }
        return finishFile(partial, file)
      } catch (error) {
        rmSync(partial, { force: true })
        throw error
      }
    },
    async replace(records, mayReplace, onProgress) {
      for await (const page of backend.scan('')) {
        if (!mayReplace) throw storeExists(name)
        await Promise.all(page.map(({ key }) => backend.delete(key)))
      }
      return { records: await loadRecords(backend, records, onProgress), former: undefined }
    },
    close: () => backend.close()
  }
}

/** The error for a store that exists and may not be replaced. */
export function storeExists(name: string): Error {
  return new Error(`There is a store already: ${name}. Choose an empty place, or replace it with --replace.`)
}
