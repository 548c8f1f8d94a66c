import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { quickTests } from './groups.js'

// Runs the quick tests, those of a group in one process: what they share is loaded once, which halves the time that they take.

// One more than there are processors: some tests wait for time to pass.
t.jobs = availableParallelism() + 1
// The largest come first, so that none of them runs alone at the end.
for (const [name] of [...quickTests()].sort(([, one], [, other]) => other.length - one.length))
  t.spawn(process.execPath, [join(import.meta.dirname, 'group.js'), name], { buffered: true }, name)
