import { existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ListedRecord } from '@product-host/sdk/runtime'
import type { Backend } from './backend.js'
import { SqliteBackend } from './sqlite.js'
import { beginFile, copyStore, finishFile } from './sqlite-copy.js'
import { type Replaced, replaceStore } from './sqlite-replace.js'
import { snapshotOf } from './sqlite-snapshot.js'
import { fill, type Whole, wholeOf } from './whole.js'

/** Is told how many records were moved so far. */
export type Tick = (records: number) => void

/** Where a deployment keeps all its records, for who moves them as a whole. */
export interface Place {
  /** Everything. Throws, in a sentence, where there is no store. */
  whole(): Promise<Whole>
  /** Writes everything into a store's file, and gives its size in bytes. */
  backUp(file: string, tick: Tick): Promise<number>
  /** Puts records in the place of what is there. Throws, in a sentence, where something is there that may not be replaced. */
  replace(records: AsyncIterable<ListedRecord>, mayReplace: boolean, tick: Tick): Promise<Replaced>
  close(): Promise<void>
}

/** The embedded store of a folder, which hosts may be writing to; to replace it, none may use it. */
export function embeddedPlace(folder: string): Place {
  const path = resolve(join(folder, 'store.sqlite'))
  const required = () => {
    if (!existsSync(path)) throw new Error(`There is no store in ${resolve(folder)}; DATA_DIR says where to look.`)
    return path
  }
  return {
    whole: async () => snapshotOf(required()),
    backUp: async file => copyStore(required(), file),
    async replace(records, mayReplace, tick) {
      if (existsSync(path) && !mayReplace) throw occupied(path)
      return replaceStore(path, records, tick)
    },
    close: async () => undefined
  }
}

/** A store behind a backend that several machines share; while hosts write to it, what is taken from it is not of one moment. */
export function backendPlace(backend: Backend, name: string): Place {
  return {
    whole: () => wholeOf(backend),
    async backUp(file, tick) {
      const { records } = await wholeOf(backend)
      const partial = beginFile(file)
      try {
        const copy = await SqliteBackend.open({ path: partial, now: Date.now, report: () => undefined })
        try {
          await fill(copy, records, tick)
        } finally {
          await copy.close()
        }
        return finishFile(partial, file)
      } catch (error) {
        rmSync(partial, { force: true })
        throw error
      }
    },
    async replace(records, mayReplace, tick) {
      for await (const page of backend.walk('')) {
        if (!mayReplace) throw occupied(name)
        await Promise.all(page.map(({ key }) => backend.delete(key)))
      }
      return { records: await fill(backend, records, tick), former: undefined }
    },
    close: () => backend.close()
  }
}

function occupied(name: string): Error {
  return new Error(`There is a store already: ${name}. Choose an empty place, or replace it with --replace.`)
}
