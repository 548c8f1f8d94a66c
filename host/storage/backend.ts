import type { ListedRecord, Records } from '@product-host/sdk/runtime'

/**
 * Where a store keeps its records. Keys are full keys of the store; what has expired is seen by no reading and by no
 * comparison. A commit names keys of one corner, and a list's prefix begins with a corner's address, for both need what
 * belongs together in one place; single records may have any key. Keyv's face is made over this (`keyv.ts`), so that every
 * backend has the same. All methods reject with `StoreUnavailable` while the backend is away, and serve again when it is back.
 */
export interface Backend extends Records {
  /** All records whose keys start with the prefix, a page at a time, in an order of the backend's own, with their expiry. */
  walk(prefix: string): AsyncIterable<readonly ListedRecord[]>
  /** Finishes the writes that wait, then lets go of files and threads. */
  close(): Promise<void>
}
