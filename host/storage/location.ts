import { rmSync } from 'node:fs'
import type { Backend } from './backend.js'
import { type Dump, dumpBackend, loadRecords, type OnProgress } from './dump.js'
import { beginFile, finishFile } from './new-file.js'
import { schemaKey, unfinishedSchema } from './schema.js'
import { SqliteBackend } from './sqlite/backend.js'
import { stampBackUp } from './sqlite/stamp.js'

/** The place where a deployment stores its records: what the commands backup, restore, export and import work on. */
export interface StoreLocation {
  /** All records. Throws when there is no store. */
  dump(): Promise<Dump>
  /** Writes all records into a new SQLite file and returns its size in bytes. */
  backUp(file: string, onProgress: OnProgress): Promise<number>
  /**
   * Replaces all records. Throws when there is a store and `mayReplace` is false, or when a host uses it. Whenever this is
   * interrupted, the store is the former one, or the new one, or hosts refuse it as incomplete.
   */
  replace(dump: NewRecords, mayReplace: boolean, onProgress: OnProgress): Promise<ReplacedStore>
  close(): Promise<void>
}

/** What a store is replaced by. */
export type NewRecords = Pick<Dump, 'schema' | 'records'>

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

/** Where all records of a store are read from. */
export type DumpSource = Pick<Backend, 'get' | 'scan'>

/** A store on a server that a command has opened. */
export interface OpenServer {
  readonly backend: Backend
  /** The name of the server in messages. */
  readonly name: string
  /** Whether the server holds nothing of a store, not even what records are written into. */
  readonly isNew: boolean
  /** Where all records are read from; the backend unless the server can show one moment. */
  readonly source?: DumpSource
  /** Throws while a host uses the store. */
  requireUnused(): Promise<void>
}

/** How the location of a store in a backend is made. */
interface LocationOptions {
  /** Throws while a host uses the store. */
  readonly requireUnused?: () => Promise<void>
  /** What shows all records at one moment; with the backend itself, a dump is not a snapshot while hosts write. */
  readonly source?: DumpSource
}

/** The location of a store in any backend. */
export function backendLocation(
  backend: Backend,
  name: string,
  { requireUnused = async () => undefined, source = backend }: LocationOptions = {}
): StoreLocation {
  return {
    dump: () => dumpBackend(source),
    async backUp(file, onProgress) {
      const madeAt = Date.now()
      const dump = await dumpBackend(source)
      const partial = beginFile(file)
      try {
        const copy = await SqliteBackend.open({ path: partial, now: Date.now, report: () => undefined })
        try {
          await loadRecords(copy, dump, onProgress)
        } finally {
          await copy.close()
        }
        stampBackUp(partial, madeAt)
        return finishFile(partial, file)
      } catch (error) {
        rmSync(partial, { force: true })
        throw error
      }
    },
    async replace(dump, mayReplace, onProgress) {
      await requireUnused()
      if (!mayReplace) for await (const page of backend.scan('')) if (page.length > 0) throw storeExists(name)
      const former = await backend.get(schemaKey)
      await backend.set(schemaKey, String(unfinishedSchema))
      try {
        // A host that started meanwhile has either seen the mark or is seen here.
        await requireUnused()
      } catch (error) {
        if (former === undefined) await backend.delete(schemaKey)
        else await backend.set(schemaKey, former)
        throw error
      }
      for await (const page of backend.scan(''))
        await Promise.all(page.map(({ key }) => (key === schemaKey ? undefined : backend.delete(key))))
      return { records: await loadRecords(backend, dump, onProgress), former: undefined }
    },
    close: () => backend.close()
  }
}

/** The error for a store that exists and may not be replaced. */
export function storeExists(name: string): Error {
  return new Error(`There is a store already: ${name}. Choose an empty place, or replace it with --replace.`)
}
