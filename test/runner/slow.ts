import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import t from 'tap'
import { slowTests } from './files.js'
import { spawnTests } from './spawn-tests.js'

// Runs the slow tests, or those that are named, each file in a process of its own.

// One more than there are processors: some tests wait for time to pass.
t.jobs = availableParallelism() + 1
// Each file has a time of its own; all of them together have none.
t.setTimeout(0)
const [, , ...named] = process.argv
for (const file of named.length > 0 ? named : slowTests()) spawnTests(t, [file], relative(process.cwd(), file))
