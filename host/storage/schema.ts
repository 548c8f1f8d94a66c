import type { Storage } from '@product-host/sdk'
import type { Backend } from './backend.js'

/** Brings the records of one schema version to the next. It may be broken off and run again, so it must bear that. */
export type Migration = (backend: Backend) => Promise<void>

/** The first leads from version 1 to version 2, and so on; version 1 is today's. */
const migrations: readonly Migration[] = []

/**
 * Writes the schema version into a new store and brings an older one up to date. Throws, in a sentence, when the store is
 * newer than this host.
 */
export async function migrate(backend: Backend, own: Storage, steps: readonly Migration[] = migrations): Promise<void> {
  const newest = steps.length + 1
  const found = await own.get<number>('schema')
  const version = found ?? newest
  if (version > newest)
    throw new Error(
      `The store has schema version ${version}; this host knows versions up to ${newest}. Start a host that is as new as the store.`
    )
  for (const step of steps.slice(version - 1)) await step(backend)
  if (found !== newest) await own.set('schema', newest)
}
