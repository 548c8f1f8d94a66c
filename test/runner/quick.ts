import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { partsOf, quickTests } from './files.js'
import { spawnTests } from './spawn-tests.js'

// Runs the quick tests, those of several folders in one process: what they share is loaded and optimized once, which halves the time
// that they take.

// One more than there are processors: some tests wait for time to pass.
t.jobs = availableParallelism() + 1
const parts = 2 * t.jobs
for (const [index, folders] of partsOf(quickTests(), parts).entries())
  spawnTests(t, [join(import.meta.dirname, 'group.js'), `${index + 1}/${parts}`], folders.join(', '))
