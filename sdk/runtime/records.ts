import type { JobChange } from '../jobs.js'

/** A record as it lies in a store: JSON text, and a version that differs after every write. */
export interface StoredRecord {
  readonly text: string
  readonly version: string
}

/** A record as a list gives it. */
export interface ListedRecord {
  readonly key: string
  readonly text: string
  /** When it is gone, in milliseconds; left out for one that stays. */
  readonly expiresAt?: number
}

/** One write of a commit; a record without text is deleted. */
export interface StoredWrite {
  readonly key: string
  readonly text?: string
  readonly ttlMs?: number
}

/** What a commit expects to find; no version means that there must be no such record. */
export interface Expected {
  readonly key: string
  readonly version?: string
}

/** A page of a walk through the keys. */
export interface Page {
  readonly after?: string
  readonly limit: number
  readonly reverse: boolean
}

/** What lies below a product's storage: text under keys, read with versions and committed against them. */
export interface Records {
  get(key: string): Promise<string | undefined>
  set(key: string, text: string, ttlMs?: number): Promise<void>
  delete(key: string): Promise<boolean>
  /** The records under the keys, in the order of the keys, all of one moment. */
  read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]>
  /** Writes all or nothing; false when a record no longer has the expected version, and then nothing was written. */
  commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean>
  /** Records by prefix in the byte order of their keys. */
  list(prefix: string, page: Page): Promise<readonly ListedRecord[]>
}

/** Records of one corner: what is committed may have jobs beside it. */
export interface CornerRecords extends Omit<Records, 'commit'> {
  commit(expected: readonly Expected[], writes: readonly StoredWrite[], jobs: readonly JobChange[]): Promise<boolean>
}
