import { StoreUnavailable } from './errors.js'

/** SQLite's primary result codes (sqlite.org/rescode.html) that are the machine's fault and not the program's. */
const faults: Readonly<Record<number, { readonly says: string; readonly retryAfterSeconds: number }>> = {
  5: { says: 'is locked by another process', retryAfterSeconds: 1 },
  6: { says: 'is locked by another connection', retryAfterSeconds: 1 },
  7: { says: 'got no memory', retryAfterSeconds: 5 },
  8: { says: 'is read-only: make the file and its folder writable', retryAfterSeconds: 10 },
  10: { says: 'met an error of the disk: look at the system log', retryAfterSeconds: 10 },
  11: { says: 'is damaged: restore it from a back-up', retryAfterSeconds: 60 },
  13: { says: 'found the disk full: free some space', retryAfterSeconds: 10 },
  14: {
    says: 'cannot be opened: look at the rights of the file and its folder, and whether the disk takes writes',
    retryAfterSeconds: 10
  },
  15: { says: 'met a locking error: its folder must be on a local disk', retryAfterSeconds: 1 },
  26: {
    says: 'is not a store: restore it from a back-up, or move it away to begin with an empty one',
    retryAfterSeconds: 60
  }
}

/** What SQLite or the file system threw, as `StoreUnavailable` where the machine is to blame, and as it is where not. */
export function storeFault(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error
  if ('errcode' in error && typeof error.errcode === 'number') {
    const fault = faults[error.errcode & 0xff]
    return fault
      ? new StoreUnavailable(
          `The store's file ${path} ${fault.says} (SQLite ${error.errcode}: ${error.message}).`,
          fault.retryAfterSeconds
        )
      : error
  }
  if ('syscall' in error)
    return new StoreUnavailable(
      `The store's file ${path} cannot be made or reached: look at the rights of its folder, and whether the disk takes writes (${error.message}).`,
      10
    )
  return error
}
