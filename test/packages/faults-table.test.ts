import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../fixtures/root.js'

/** A test as the table names it, or a scenario and one of its figures. */
const named = /^`(test\/[\w/.-]+\.ts)`: (.+)$/
const declared = /(?:\bt\.test|\bfigure)\(\s*(['"`])(.*?)\1/g

t.test('every test and figure that the table of fault scenarios names is there', async t => {
  const text = await readFile(join(root, 'test/faults/README.md'), 'utf8')
  const [, section = ''] = text.split('\n## What is guarded by which test\n')
  const [, , ...rows] = (section.split('\n## ')[0] ?? '').split('\n').filter(line => line.startsWith('|'))
  t.ok(rows.length >= 50, `${rows.length} rows`)
  for (const row of rows) {
    const [, , what = '', test = ''] = row.split('|').map(cell => cell.trim())
    const [, file = '', name = ''] = named.exec(test) ?? []
    const source = await readFile(join(root, file), 'utf8')
    t.ok(
      [...source.matchAll(declared)].some(([, , found]) => found === name),
      `${what}: ${test}`
    )
  }
})
