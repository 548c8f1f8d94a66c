import { StoreRefusal, StoreUnavailable } from '../../base/problems.js'
import { lockHolder } from './lock-holder.js'

/** The primary result code for a lock that another process holds. */
const busy = 5

/** SQLite's primary result codes (sqlite.org/rescode.html) that are caused by the machine and not by the program. */
const causes: Readonly<Record<number, { readonly message: string; readonly retryAfterSeconds: number }>> = {
  1: {
    message: 'holds no records: its write-ahead log was truncated or removed; restore it from a back-up',
    retryAfterSeconds: 60
  },
  [busy]: { message: 'is locked by another process', retryAfterSeconds: 1 },
  6: { message: 'is locked by another connection', retryAfterSeconds: 1 },
  7: { message: 'cannot be used: out of memory', retryAfterSeconds: 5 },
  8: { message: 'is read-only: make the file and its folder writable', retryAfterSeconds: 10 },
  10: { message: 'cannot be used: disk I/O error; see the system log', retryAfterSeconds: 10 },
  11: { message: 'is damaged: restore it from a back-up', retryAfterSeconds: 60 },
  13: { message: 'cannot be written: the disk is full; free some space', retryAfterSeconds: 10 },
  14: {
    message: 'cannot be opened: check the permissions of the file and its folder, and whether the disk accepts writes',
    retryAfterSeconds: 10
  },
  15: { message: 'cannot be locked: its folder must be on a local disk', retryAfterSeconds: 1 },
  26: {
    message: 'is not a store: restore it from a back-up, or move it away to start with an empty one',
    retryAfterSeconds: 60
  }
}

/**
 * An error of SQLite or the file system: `StoreUnavailable` if the machine caused it, `StoreRefusal` for another reply of SQLite, and
 * otherwise the error itself.
 */
export function sqliteError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error
  if ('errcode' in error && typeof error.errcode === 'number') {
    const code = error.errcode & 0xff
    const cause = code === 1 && !/no such table/.test(error.message) ? undefined : causes[code]
    return cause
      ? new StoreUnavailable(
          `The store's file ${path} ${cause.message}${code === busy ? lockHolder(path) : ''} (SQLite ${error.errcode}: ${error.message}).`,
          cause.retryAfterSeconds
        )
      : new StoreRefusal(`The store's file ${path} refused a request (SQLite ${error.errcode}: ${error.message}).`)
  }
  if ('syscall' in error)
    return new StoreUnavailable(
      `The store's file ${path} cannot be created or opened: check the permissions of its folder, and whether the disk accepts writes (${error.message}).`,
      10
    )
  return error
}
