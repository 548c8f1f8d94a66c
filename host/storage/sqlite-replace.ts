import { existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ListedRecord } from '@product-host/sdk/runtime'
import { StoreUnavailable } from './errors.js'
import { SqliteBackend } from './sqlite.js'
import { sync } from './sqlite-copy.js'
import { storeFault } from './sqlite-faults.js'
import { fill } from './whole.js'

/** What SQLite keeps beside a file that is in use. */
const besides = ['-wal', '-shm']

/** What became of a store. */
export interface Replaced {
  readonly records: number
  /** Where the store that was there before lies now. */
  readonly former: string | undefined
}

/**
 * Makes a store's file of the records, in the place of the one that may be there, which is kept beside it. The new file is
 * whole and on disk before it takes the place in one step, so that whenever this is broken off, one of the two is there.
 * Throws, in a sentence, while a host uses the old one.
 */
export async function replaceStore(
  path: string,
  records: AsyncIterable<ListedRecord>,
  tick: (written: number) => void
): Promise<Replaced> {
  const place = resolve(path)
  makeFolder(dirname(place))
  if (existsSync(place)) requireUnused(place)
  const made = `${place}.new`
  for (const end of ['', ...besides]) rmSync(made + end, { force: true })
  const backend = await SqliteBackend.open({ path: made, now: Date.now, report: () => undefined })
  let written: number
  try {
    written = await fill(backend, records, tick)
  } finally {
    await backend.close()
  }
  if (existsSync(`${made}-wal`)) throw new Error(`The file ${made} was not closed; nothing was replaced.`)
  sync(made)
  const former = existsSync(place) ? setAside(place) : undefined
  renameSync(made, place)
  sync(dirname(place))
  return { records: written, former }
}

/** Gives the old file another name beside its own, which it keeps until the new one takes it. */
function setAside(place: string): string {
  requireUnused(place)
  const former = `${place}.${new Date().toISOString().replace(/[:.]/g, '-')}`
  linkSync(place, former)
  for (const end of besides) if (existsSync(place + end)) renameSync(place + end, former + end)
  return former
}

/** Throws while another process has the file open; what SQLite keeps beside it goes into it. A damaged file is nobody's. */
function requireUnused(place: string): void {
  const fault = faultOfUse(place)
  if (!(fault instanceof StoreUnavailable)) return
  if (/is locked/.test(fault.message))
    throw new Error(`The store ${place} is in use: stop every host that uses it, and then do this again.`)
  if (!/is damaged|is not a store/.test(fault.message)) throw fault
}

function faultOfUse(place: string): unknown {
  const database = new DatabaseSync(place, { timeout: 500 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    return undefined
  } catch (error) {
    return storeFault(error, place)
  } finally {
    database.close()
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw storeFault(error, folder)
  }
}
