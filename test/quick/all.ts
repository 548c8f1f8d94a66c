import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { quickTests } from './tests.js'

// Runs the quick tests, those of a folder in one process: what they share is loaded once, which halves the time that they take.

const tests = dirname(dirname(fileURLToPath(import.meta.url)))
const plugins = join(dirname(tests), 'plugins')
const groups = [
  ...foldersIn(tests).map(name => ({ name: `test/${name}`, folder: join(tests, name) })),
  ...foldersIn(plugins).map(name => ({ name: `plugins/${name}`, folder: join(plugins, name, 'dist-test') }))
].map(group => ({ ...group, files: quickTests(group.folder).length }))

function foldersIn(place: string): readonly string[] {
  const entries = readdirSync(place, { withFileTypes: true })
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => name)
}

t.jobs = availableParallelism()
// The largest come first, so that none of them runs alone at the end.
for (const { name, folder, files } of groups.sort((one, other) => other.files - one.files))
  if (files > 0) t.spawn(process.execPath, [join(tests, 'quick/folder.js'), folder], { buffered: true }, name)
