import { relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { quickTests } from './groups.js'

// Runs the quick tests of the group that it is given, one file after the other, in this process.
const [, , group = ''] = process.argv
const files = quickTests().get(group)
if (!files) throw new Error(`There is no group ${group}; there are ${[...quickTests().keys()].join(', ')}.`)
for (const file of files) {
  t.comment(relative(process.cwd(), file))
  await import(pathToFileURL(file).href)
}
