import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { quickTests } from './tests.js'

// Runs the quick tests of the folder that it is given, one after the other, in this process.
for (const file of quickTests(process.argv[2] ?? '.')) {
  t.comment(relative(process.cwd(), file))
  await import(pathToFileURL(file).href)
}
