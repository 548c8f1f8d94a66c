import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SqliteBackend } from '../../host/dist/storage/sqlite/backend.js'
import type { Ending } from '../fixtures/host-process.js'

/** Opens a store on the real clock; what no caller waits for goes to the standard error output. */
export function openStore(path: string, busyMs = 5_000): Promise<SqliteBackend> {
  return SqliteBackend.open({
    path,
    busyMs,
    now: Date.now,
    report: error => process.stderr.write(`${error.message}\n`)
  })
}

/** A folder that is gone when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'product-host-faults-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Prints a figure, and makes the script fail when it is not as it must be. */
export function figure(name: string, value: string | number, isRight = true): void {
  console.log(`${isRight ? ' ' : '!'} ${name}: ${value}`)
  if (!isRight) process.exitCode = 1
}

/** Ends a scenario that this machine cannot run. */
export function skip(reason: string): never {
  console.log(`  skipped: ${reason}`)
  process.exit(2)
}

/** Does the work of a script, and ends what it began, in the order opposite to its beginning. */
export async function ending(work: (t: Ending) => Promise<void>): Promise<void> {
  const ends: (() => unknown)[] = []
  try {
    await work({ teardown: end => ends.push(end) })
  } finally {
    for (const end of ends.reverse()) await end()
  }
}
