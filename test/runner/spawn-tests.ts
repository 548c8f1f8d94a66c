import type { Test } from 'tap'

// tap adds a loader to the options of each process, which records every module for the coverage and costs 3 s of CPU time. Without
// coverage the processes start without it.
const options = (process.env.NODE_OPTIONS ?? '').replace(/"--import=[^"]*processinfo[^"]*"/, '').trim()

/** How long a process may take, in milliseconds. */
const timeout = 600_000

/** Runs tests in a process of their own, whose output is one test of this one. */
export function spawnTests(t: Test, command: readonly string[], name: string): void {
  t.spawn('env', [`NODE_OPTIONS=${options}`, process.execPath, ...command], { buffered: true, timeout }, name)
}
