import type { Storage } from '@product-host/sdk'
import type { Backend } from './backend.js'

/** Brings the records of one schema version to the next. It may be broken off and run again, so it must bear that. */
export type Migration = (backend: Backend) => Promise<void>

/** The first leads from version 1 to version 2, and so on; version 1 is today's. */
const migrations: readonly Migration[] = []

/** The schema version that this host writes. */
export const newestSchema = migrations.length + 1

/** The subject and the key under which a store keeps its version. */
export const schemaPlace = { subject: 'store', key: 'schema' } as const

/**
 * Writes the schema version into a new store and brings an older one up to date, after `backUp` has kept what is
 * there. Throws, in a sentence, when the store is newer than this host.
 */
export async function migrate(
  backend: Backend,
  own: Storage,
  steps: readonly Migration[] = migrations,
  backUp: ((version: number) => Promise<void>) | undefined = undefined
): Promise<void> {
  const newest = steps.length + 1
  const found = await own.get<number>(schemaPlace.key)
  const version = found ?? newest
  if (version > newest)
    throw new Error(
      `The store has schema version ${version}; this host knows versions up to ${newest}. Start a host that is as new as the store.`
    )
  if (version < newest) await backUp?.(version)
  for (const step of steps.slice(version - 1)) await step(backend)
  if (found !== newest) await own.set(schemaPlace.key, newest)
}
