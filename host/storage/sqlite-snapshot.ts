import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ListedRecord } from '@product-host/sdk/runtime'
import { schemaOf } from './look.js'
import { storeFault } from './sqlite-faults.js'
import { listed } from './sqlite-reader.js'
import type { Whole } from './whole.js'

/**
 * All that a store's file has at one moment, however much is written to it meanwhile. Throws, in a sentence, for a file that
 * is no store or, where it is asked for, not sound throughout.
 */
export function snapshotOf(path: string, isChecked = false): Whole {
  const file = resolve(path)
  const schema = schemaOf(file)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.exec('BEGIN')
    if (isChecked) requireSound(database, file)
    const now = Date.now()
    const count = database.prepare(`SELECT count(*) AS count ${live}`).get(now)?.count
    return { schema, count: Number(count), records: recordsOf(database, file, now) }
  } catch (error) {
    database.close()
    throw storeFault(error, file)
  }
}

const live = 'FROM record WHERE expires IS NULL OR expires > ?'

async function* recordsOf(database: DatabaseSync, file: string, now: number): AsyncGenerator<ListedRecord, void> {
  try {
    const rows = database.prepare(`SELECT key, text, expires ${live} ORDER BY key`).iterate(now)
    for (const row of rows) yield listed(row)
  } catch (error) {
    throw storeFault(error, file)
  } finally {
    database.close()
  }
}

/** Throws, in a sentence, when the pages of a file do not fit together. */
export function requireSound(database: DatabaseSync, file: string): void {
  const [first] = database.prepare('PRAGMA integrity_check(1)').all()
  if (first?.integrity_check !== 'ok')
    throw new Error(`The file ${file} is damaged: ${String(first?.integrity_check)}. Take another back-up.`)
}
