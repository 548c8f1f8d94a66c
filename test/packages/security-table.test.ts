import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../fixtures/root.js'

const fewestRows = 40
/** A test as the table names it: its file in backticks, a colon, its whole name. */
const namedTest = /^`(test\/[\w/.-]+\.test\.ts)`: (.+)$/
const namedFile = /`((?:host|sdk)\/[\w/.-]+\.ts)`/g
const declaredTest = /\bt\.test\(\s*(['"`])(.*?)\1/g

interface Row {
  readonly threat: string
  readonly control: string
  readonly test: string
}

/** The rows of the only table of `SECURITY.md`. */
async function table(): Promise<readonly Row[]> {
  const text = await readFile(join(root, '.github/SECURITY.md'), 'utf8')
  const [, ruler, ...rows] = text.split('\n').filter(line => line.startsWith('|'))
  t.match(ruler, /^[| -]+$/)
  return rows.map(line => {
    const cells = line.split('|').map(cell => cell.trim())
    const [, , threat = '', control = '', test = ''] = cells
    t.equal(cells.length, 6, `${threat} has four cells`)
    return { threat, control, test }
  })
}

t.test('the threat table has at least forty rows, each about another threat', async t => {
  const rows = await table()
  t.ok(rows.length >= fewestRows, `${rows.length} rows`)
  t.equal(new Set(rows.map(({ threat }) => threat)).size, rows.length)
})

t.test('every control of the threat table names files that are there', async t => {
  for (const { threat, control } of await table()) {
    const files = [...control.matchAll(namedFile)].map(([, file = '']) => file)
    t.ok(files.length > 0, `${threat}: a file is named`)
    for (const file of files) t.ok(existsSync(join(root, file)), `${threat}: ${file}`)
  }
})

t.test('every test that the threat table names is there', async t => {
  for (const { threat, test } of await table()) {
    const [, file, name] = namedTest.exec(test) ?? []
    t.ok(file !== undefined && existsSync(join(root, file)), `${threat}: ${test}`)
    const source = await readFile(join(root, file ?? ''), 'utf8')
    const names = [...source.matchAll(declaredTest)].map(([, , declared]) => declared)
    t.ok(names.includes(name), `${threat}: ${test}`)
  }
})
