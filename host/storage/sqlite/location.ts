import { linkSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { exists, requireReadable } from '../../base/files.js'
import { StoreUnavailable } from '../../base/problems.js'
import { loadRecords, type OnProgress } from '../dump.js'
import { type NewRecords, type ReplacedStore, type StoreLocation, storeExists } from '../location.js'
import { sync } from '../new-file.js'
import { SqliteBackend } from './backend.js'
import { sqliteError } from './errors.js'
import { storeFile } from './open.js'
import { copySnapshot, dumpSnapshot } from './snapshot.js'

/** Suffixes of the files that SQLite keeps beside a database that is open. */
const companions = ['-wal', '-shm']

/** The embedded store in a data folder. Hosts may write to it while it is read; none may use it while it is replaced. */
export function sqliteLocation(folder: string): StoreLocation {
  const path = resolve(storeFile(folder))
  const required = () => {
    if (!exists(path)) throw new Error(`There is no store in ${resolve(folder)}; set DATA_DIR to its folder.`)
    requireReadable(path)
    return path
  }
  return {
    dump: async () => dumpSnapshot(required()),
    backUp: async file => copySnapshot(required(), file),
    async replace(dump, mayReplace, onProgress) {
      if (exists(path) && !mayReplace) throw storeExists(path)
      return replaceFile(path, dump, onProgress)
    },
    close: async () => undefined
  }
}

/**
 * Writes the records into a new file and puts it in place of the old one, which is renamed. The new file is complete and on disk
 * before it is renamed in one step, so that one of the two is there whenever this is interrupted. Throws while a host uses the old
 * one.
 */
async function replaceFile(path: string, dump: NewRecords, onProgress: OnProgress): Promise<ReplacedStore> {
  createFolder(dirname(path))
  if (exists(path)) requireUnused(path)
  const replacement = `${path}.new`
  for (const suffix of ['', ...companions]) rmSync(replacement + suffix, { force: true })
  const backend = await SqliteBackend.open({ path: replacement, now: Date.now, report: () => undefined })
  let written: number
  try {
    written = await loadRecords(backend, dump, onProgress)
  } finally {
    await backend.close()
  }
  if (exists(`${replacement}-wal`)) throw new Error(`The file ${replacement} was not closed; nothing was replaced.`)
  sync(replacement)
  const former = exists(path) ? renameFormer(path) : undefined
  renameSync(replacement, path)
  sync(dirname(path))
  return { records: written, former }
}

/** Links the old file to a second name, so that the first stays until the new file takes it. */
function renameFormer(path: string): string {
  requireUnused(path)
  const former = `${path}.${new Date().toISOString().replace(/[:.]/g, '-')}`
  linkSync(path, former)
  for (const suffix of companions) if (exists(path + suffix)) renameSync(path + suffix, former + suffix)
  return former
}

/** Throws while another process has the file open; checkpoints it otherwise. A damaged file counts as unused. */
function requireUnused(path: string): void {
  const error = checkpoint(path)
  if (!(error instanceof StoreUnavailable)) return
  if (/is locked/.test(error.message))
    throw new Error(`The store ${path} is in use: stop every host that uses it, and then do this again.`)
  if (!/is damaged|is not a store/.test(error.message)) throw error
}

/** Leaves WAL mode, which needs the file for itself and writes the log into it; returns the error if that fails. */
function checkpoint(path: string): unknown {
  const database = new DatabaseSync(path, { timeout: 500 })
  try {
    database.exec('PRAGMA journal_mode = DELETE')
    return undefined
  } catch (error) {
    return sqliteError(error, path)
  } finally {
    database.close()
  }
}

function createFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw sqliteError(error, folder)
  }
}
