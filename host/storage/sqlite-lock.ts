import type { StatementSync } from 'node:sqlite'

/** SQLite's result code for a lock that another connection holds. */
const busy = 5
/** Nobody ever notifies this; to wait for it is to sleep. */
const never = new Int32Array(new SharedArrayBuffer(4))

/**
 * Begins a transaction, and waits its turn where another process is in one: for so many milliseconds at most. It asks again
 * every millisecond or two, for SQLite's own waiting takes ever longer pauses, and lets a busy process starve the others.
 */
export function takeLock(begin: StatementSync, busyMs: number): void {
  const deadline = performance.now() + busyMs
  while (!isBegun(begin, deadline)) Atomics.wait(never, 0, 0, 0.5 + Math.random())
}

function isBegun(begin: StatementSync, deadline: number): boolean {
  try {
    begin.run()
    return true
  } catch (error) {
    if (isBusy(error) && performance.now() < deadline) return false
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === busy
  )
}
