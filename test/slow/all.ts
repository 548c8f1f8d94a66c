import { globSync } from 'node:fs'
import t from 'tap'

// Runs the slow tests, or the compiled files that it is given, each in a process of its own, two at a time, and prints TAP. The time that
// a file may take is tap's own variable TAP_TIMEOUT, in seconds.

const [, , ...given] = process.argv
t.jobs = 2
// tap adds a loader to the options of each process and of those that it starts, which records every module for the coverage and doubles
// the CPU time of a command of the host. The slow tests have no coverage, so that their processes start without it.
const options = (process.env.NODE_OPTIONS ?? '').replace(/"--import=[^"]*processinfo[^"]*"/, '').trim()
const files = given.length > 0 ? given : globSync('{dist-test,plugins/*/dist-test}/**/*.slow.test.js').sort()
for (const file of files) t.spawn('env', [`NODE_OPTIONS=${options}`, process.execPath, file], { buffered: true }, file)
