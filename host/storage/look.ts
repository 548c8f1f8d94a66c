import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StoreUnavailable } from './errors.js'
import { newestSchema, schemaPlace } from './schema.js'
import { SqliteReader } from './sqlite-reader.js'

/** What an embedded store is, without opening it for writing: its schema version, or none where it is still to be made. */
export interface StoreLook {
  /** The whole path of its file. */
  readonly name: string
  readonly schema: number | undefined
}

/** Looks at the file of an embedded store. Throws, in a sentence, where a host could not serve from it. */
export function lookAtStore(path: string): StoreLook {
  const whole = resolve(path)
  if (!existsSync(whole)) {
    requireWritable(nearestFolder(dirname(whole)), 'the store would be made below it')
    return { name: whole, schema: undefined }
  }
  for (const place of [dirname(whole), whole]) requireWritable(place, 'the store writes there')
  const schema = schemaOf(whole)
  if (schema > newestSchema)
    throw new Error(
      `The store ${whole} has schema version ${schema}; this host knows versions up to ${newestSchema}. Start a host that is as new as the store.`
    )
  return { name: whole, schema }
}

/** The schema version of a store's file. Throws, in a sentence, for a file that is no store. */
export function schemaOf(path: string): number {
  const reader = new SqliteReader({ path, inode: statSync(path, { bigint: true }).ino })
  try {
    const text = reader.get(`host:{${schemaPlace.subject}}:${schemaPlace.key}`, Date.now())
    if (text === undefined)
      throw new Error(`The file ${path} is an SQLite file, but it says no schema version of a store.`)
    return Number(text)
  } catch (error) {
    if (error instanceof Error && /no such table/.test(error.message))
      throw new Error(`The file ${path} is an SQLite file of something else than a store.`)
    throw error
  } finally {
    reader.close()
  }
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder))
}

function requireWritable(place: string, why: string): void {
  try {
    accessSync(place, constants.R_OK | constants.W_OK)
  } catch {
    throw new StoreUnavailable(
      `${place} cannot be read and written by this user, and ${why}: change its rights or DATA_DIR.`
    )
  }
}
