import type { JobChange } from './jobs.js'

/** How a record is written. */
export interface SetOptions {
  /** Milliseconds until the record is gone; it stays for good when left out. */
  readonly ttlMs?: number
}

/** One change of one record, as an `update` returns it. */
export type Write =
  | { readonly key: string; readonly value: unknown; readonly ttlMs?: number }
  | { readonly key: string; readonly delete: true }

/** What the `change` of an `update` decides: records to write, jobs to schedule or cancel with them, and what `update` returns. */
export interface Change<Result> {
  /** Records to write or to delete. */
  readonly writes?: readonly Write[]
  /** Jobs to schedule or to cancel. */
  readonly jobs?: readonly JobChange[]
  /** What `update` returns. */
  readonly result: Result
}

/** Reads one of the keys that the `update` named; undefined when there is no such record. */
export type Read = <T>(key: string) => T | undefined

/** Where a scan of the keys starts and ends. */
export interface ListOptions {
  /** Only keys after this one, in the direction of the scan. */
  readonly after?: string
  /** The most entries that are returned, 1 to 1,000; 100 when left out. */
  readonly limit?: number
  /** Last key first. */
  readonly reverse?: boolean
}

/** One record with its key. */
export interface Entry<T = unknown> {
  readonly key: string
  readonly value: T
}

/**
 * The records of one product for one account: JSON values of at most 1 MiB under keys of at most 1,200 bytes of UTF-8.
 * No other account and no other product can reach them. When the promise of a write resolves, the write is stored; on the
 * embedded store, it is on disk. Every method throws while the store is unreachable: the host then answers the caller with
 * 503, and nothing is written.
 */
export interface Storage {
  /** The record, or undefined; an expired record is never seen. */
  get<T = unknown>(key: string): Promise<T | undefined>
  /** Writes one record over whatever was there. */
  set(key: string, value: unknown, options?: SetOptions): Promise<void>
  /** True when there was a record to delete. */
  delete(key: string): Promise<boolean>
  /**
   * Reads the named keys, gives them to `change`, and writes what it returns: all or nothing, atomic across processes.
   * `change` is synchronous, has no effect of its own, and is called again when another process was faster. It must not
   * alter what `read` gives it. An exception in `change` leaves the records as they were and reaches the caller.
   */
  update<Result>(keys: readonly string[], change: (read: Read) => Change<Result>): Promise<Result>
  /** The records whose keys start with the prefix, in the byte order of their keys. */
  list<T = unknown>(prefix: string, options?: ListOptions): Promise<readonly Entry<T>[]>
}
