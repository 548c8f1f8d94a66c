import type { Storage } from '@product-host/sdk'
import { SettingsError } from '../base/environment.js'
import type { Backend } from './backend.js'

/** Brings the records of one schema version to the next. It may be interrupted and run again. */
export type Migration = (backend: Backend) => Promise<void>

/** How a store is migrated. */
export interface MigrationOptions {
  /** The name of the store in messages. */
  readonly name?: string
  /** The migrations of this host by default. */
  readonly steps?: readonly Migration[]
  /** Copies the store before anything is changed; is told its schema version. */
  readonly backUp?: (version: number) => Promise<void>
}

/** The first migrates version 1 to version 2, and so on; there is no version later than 1 yet. */
const migrations: readonly Migration[] = []

/** The schema version that this host writes. */
export const newestSchema = migrations.length + 1

/** The subject and the key of the record that holds the schema version. */
export const schemaRecord = { subject: 'store', key: 'schema' } as const
/** The full key of that record. */
export const schemaKey = `host:{${schemaRecord.subject}}:${schemaRecord.key}`

/**
 * The schema version of a store while its records are replaced. It is later than the version of any host, so that no host
 * serves from a store whose replacement was interrupted, whatever its own version is.
 */
export const unfinishedSchema = Number.MAX_SAFE_INTEGER

/**
 * Writes the schema version into a new store and migrates an older one, after `backUp` has copied it. Throws when the store is
 * newer than this host or incomplete.
 */
export async function migrate(
  backend: Backend,
  own: Storage,
  { name, steps = migrations, backUp }: MigrationOptions = {}
): Promise<void> {
  const newest = steps.length + 1
  const found = await own.get<number>(schemaRecord.key)
  if (found === undefined) await requireEmpty(backend, name)
  const version = found ?? newest
  requireKnown(version, newest, name)
  if (version < newest) await backUp?.(version)
  for (const step of steps.slice(version - 1)) await step(backend)
  if (found !== newest) await own.set(schemaRecord.key, newest)
}

/** Throws when a backend without a schema version holds records: every host writes the version before it writes anything else. */
export async function requireEmpty(backend: Backend, store = 'The store'): Promise<void> {
  for await (const page of backend.scan('')) {
    // Another host may have begun the same store meanwhile.
    if (page.length === 0 || (await backend.get(schemaKey)) !== undefined) return
    throw incomplete(store, 'it holds records and no schema version')
  }
}

/** Throws when a schema version is newer than this host, or that of a store which is being replaced. */
export function requireKnown(version: number, newest = newestSchema, store = 'The store'): void {
  requireFinished(version, store)
  if (version > newest)
    throw new SettingsError(
      `${store} has schema version ${version}; this host knows versions up to ${newest}. Start a host that is as new as the store.`
    )
}

/** Throws when the schema version is that of a store which is being replaced. */
export function requireFinished(version: number, store = 'The store'): void {
  if (version === unfinishedSchema)
    throw incomplete(store, 'a restore or an import into it is running, or was interrupted')
}

function incomplete(store: string, why: string): SettingsError {
  return new SettingsError(
    `${store} is incomplete: ${why}. Run "product-host restore" or "product-host import" again, with --replace.`
  )
}
