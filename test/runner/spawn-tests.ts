import type { Test } from 'tap'

// tap adds a loader to the options of each process, which records every module for the coverage and costs 3 s of CPU time. Without
// coverage the processes start without it.
const options = (process.env.NODE_OPTIONS ?? '').replace(/"--import=[^"]*processinfo[^"]*"/, '').trim()

/** How long a process may take, in seconds. */
const timeoutSeconds = 600

/** Runs tests in a process of their own, whose output is one test of this one. */
export function spawnTests(t: Test, command: readonly string[], name: string): void {
  // The process has its own timer, which names the test that hangs; this one ends what does not end by itself.
  const timeout = (timeoutSeconds + 30) * 1000
  const variables = [`NODE_OPTIONS=${options}`, `TAP_TIMEOUT=${timeoutSeconds}`]
  t.spawn('env', [...variables, process.execPath, ...command], { buffered: true, timeout }, name)
}
