import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ListedRecord } from '@product-host/sdk/runtime'
import { prefixEnd } from '../backend.js'
import type { Dump } from '../dump.js'
import { beginFile, finishFile } from '../new-file.js'
import { requireFinished } from '../schema.js'
import { afterAllText, toListedRecord } from './backend.js'
import { sqliteError } from './errors.js'
import { schemaOf } from './inspect.js'
import { checkedStamp, stampBackUp } from './stamp.js'

/**
 * All records of a store's file at one moment, however much is written to it meanwhile. Throws for a file that is not a store or,
 * with `isChecked`, that fails SQLite's integrity check or has not the checksum of the back-up that it is.
 */
export function dumpSnapshot(path: string, isChecked = false): Dump {
  const file = resolve(path)
  const schema = schemaOf(file)
  requireFinished(schema, `The file ${file}`)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.exec('BEGIN')
    if (isChecked) requireIntegrity(database, file)
    const stamp = isChecked ? checkedStamp(database, file) : undefined
    const now = Date.now()
    const count = database.prepare(`SELECT count(*) AS count ${live}`).get(now)?.count
    return { schema, count: Number(count), records: recordsOf(database, file, now), ...stamp }
  } catch (error) {
    database.close()
    throw sqliteError(error, file)
  }
}

/** The records of a store's file whose keys start with the prefix, all of one moment, but for those that have expired by a time. */
export async function* snapshotBelow(
  path: string,
  prefix: string,
  expiredAt = Date.now()
): AsyncGenerator<ListedRecord, void> {
  const database = new DatabaseSync(resolve(path), { readOnly: true })
  yield* recordsOf(database, resolve(path), expiredAt, prefix)
}

/**
 * Copies a store's file as it is at one moment, while hosts write to it, and returns the copy's size in bytes. The copy passes the
 * integrity check and is on disk, readable by this user alone, before it gets its name: a file of that name is always complete.
 */
export function copySnapshot(from: string, to: string): number {
  const partial = beginFile(to)
  try {
    const madeAt = Date.now()
    const source = new DatabaseSync(resolve(from), { readOnly: true, timeout: 5_000 })
    try {
      // The copy of a file of an earlier version gives space back too; to a file that does, the pragma would write.
      if (source.prepare('PRAGMA auto_vacuum').get()?.auto_vacuum === 0) source.exec('PRAGMA auto_vacuum = INCREMENTAL')
      source.prepare('VACUUM INTO ?').run(partial)
    } finally {
      source.close()
    }
    stampBackUp(partial, madeAt)
    const copy = new DatabaseSync(partial, { readOnly: true })
    try {
      requireIntegrity(copy, partial)
    } finally {
      copy.close()
    }
    return finishFile(partial, to)
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true })
    throw sqliteError(error, partial)
  }
}

/** Copies a store's file before a migration, to a file beside it whose name says the schema version. */
export function backUpBeforeMigration(path: string, version: number): void {
  const time = new Date().toISOString().replace(/[:.]/g, '-')
  copySnapshot(path, `${path}.schema-${version}.${time}`)
}

const live = 'FROM record WHERE expires IS NULL OR expires > ?'

async function* recordsOf(
  database: DatabaseSync,
  file: string,
  now: number,
  prefix = ''
): AsyncGenerator<ListedRecord, void> {
  try {
    const rows = database
      .prepare(
        `SELECT key, text, expires FROM record WHERE key >= ? AND key < ? AND (expires IS NULL OR expires > ?) ORDER BY key`
      )
      .iterate(prefix, prefixEnd(prefix) ?? afterAllText, now)
    for (const row of rows) yield toListedRecord(row)
  } catch (error) {
    throw sqliteError(error, file)
  } finally {
    database.close()
  }
}

function requireIntegrity(database: DatabaseSync, file: string): void {
  const [first] = database.prepare('PRAGMA integrity_check(1)').all()
  if (first?.integrity_check !== 'ok')
    throw new Error(`The file ${file} is damaged: ${String(first?.integrity_check)}. Use another back-up.`)
}
