import type { Storage } from '@product-host/sdk'
import type { Backend } from './backend.js'

/** Brings the records of one schema version to the next. It may be interrupted and run again. */
export type Migration = (backend: Backend) => Promise<void>

/** The first migrates version 1 to version 2, and so on; there is no version later than 1 yet. */
const migrations: readonly Migration[] = []

/** The schema version that this host writes. */
export const newestSchema = migrations.length + 1

/** The subject and the key of the record that holds the schema version. */
export const schemaRecord = { subject: 'store', key: 'schema' } as const
/** The full key of that record. */
export const schemaKey = `host:{${schemaRecord.subject}}:${schemaRecord.key}`

/**
 * Writes the schema version into a new store and migrates an older one, after `backUp` has copied it. Throws when the store is
 * newer than this host.
 */
export async function migrate(
  backend: Backend,
  own: Storage,
  steps: readonly Migration[] = migrations,
  backUp: ((version: number) => Promise<void>) | undefined = undefined
): Promise<void> {
  const newest = steps.length + 1
  const found = await own.get<number>(schemaRecord.key)
  const version = found ?? newest
  requireKnown(version, newest)
  if (version < newest) await backUp?.(version)
  for (const step of steps.slice(version - 1)) await step(backend)
  if (found !== newest) await own.set(schemaRecord.key, newest)
}

/** Throws when a schema version is newer than this host. */
export function requireKnown(version: number, newest = newestSchema, store = 'The store'): void {
  if (version > newest)
    throw new Error(
      `${store} has schema version ${version}; this host knows versions up to ${newest}. Start a host that is as new as the store.`
    )
}
