import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { exists, requireReadable } from '../../base/files.js'
import { StoreUnavailable } from '../../base/problems.js'
import type { StoreInfo } from '../location.js'
import { requireKnown, schemaKey } from '../schema.js'
import { sqliteError } from './errors.js'

/** Inspects the file of an embedded store without writing to it. Throws when a host could not serve from it. */
export function inspectSqlite(path: string): StoreInfo {
  const name = resolve(path)
  if (!exists(name)) {
    const folder = nearestFolder(dirname(name))
    if (!statSync(folder).isDirectory())
      throw new StoreUnavailable(`${folder} is not a folder, and the store would be created in it: change DATA_DIR.`)
    requireWritable(folder, 'the store would be created in it')
    return { name, schema: undefined }
  }
  requireReadable(name)
  for (const path of [dirname(name), name]) requireWritable(path, 'the store writes to it')
  const schema = schemaOf(name)
  requireKnown(schema, undefined, `The store ${name}`)
  return { name, schema }
}

/** Whether the file exists and is a store, as far as can be said: a file that cannot be read now may be one. */
export function mayBeStore(path: string): boolean {
  if (!exists(path)) return false
  try {
    return schemaOf(path) > 0
  } catch (error) {
    return error instanceof StoreUnavailable
  }
}

/** The schema version of a store's file. Throws when the file is not a store. */
export function schemaOf(path: string): number {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { readOnly: true, timeout: 100 })
    const row = database.prepare('SELECT text FROM record WHERE key = ?').get(schemaKey)
    if (!row) throw new Error(`The file ${path} is an SQLite file without the schema version of a store.`)
    return Number(row.text)
  } catch (error) {
    if (error instanceof Error && /no such table/.test(error.message))
      throw new Error(`The file ${path} is an SQLite file, but not a store.`)
    throw sqliteError(error, path)
  } finally {
    database?.close()
  }
}

function nearestFolder(folder: string): string {
  return exists(folder) ? folder : nearestFolder(dirname(folder))
}

function requireWritable(path: string, why: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch {
    throw new StoreUnavailable(
      `${path} is not readable and writable by this user, and ${why}: change its permissions or DATA_DIR.`
    )
  }
}
