import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { quickTests } from './groups.js'

// Runs the quick tests, those of a group in one process: what they share is loaded once, which halves the time that they take.

/** Groups that take long for their number of files. */
const long = new Set([
  'plugins/core',
  'test/host/accounts',
  'test/host/execution',
  'test/host/storage',
  'test/security'
])

// One more than there are processors: some tests wait for time to pass.
t.jobs = availableParallelism() + 1
// The long and the largest come first, so that none of them runs alone at the end.
const rank = (name: string, files: readonly string[]) => (long.has(name) ? 100 : 0) + files.length
const groups = [...quickTests()].sort((one, other) => rank(...other) - rank(...one))
// tap adds a loader to the options of each process, which records every module for the coverage and costs 3 s of CPU time. The quick
// tests have no coverage, so that their processes start without it.
const options = (process.env.NODE_OPTIONS ?? '').replace(/"--import=[^"]*processinfo[^"]*"/, '').trim()
for (const [name] of groups)
  t.spawn(
    'env',
    [`NODE_OPTIONS=${options}`, process.execPath, join(import.meta.dirname, 'group.js'), name],
    { buffered: true },
    name
  )
