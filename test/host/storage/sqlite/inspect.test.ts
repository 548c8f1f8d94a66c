import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { inspectSqlite, mayBeStore, schemaOf } from '../../../../host/dist/storage/sqlite/inspect.js'
import { openStore } from '../../../../host/dist/storage/sqlite/open.js'

/** The file of a store that was closed. */
async function closedStore(t: Test) {
  const folder = t.testdir()
  await (await openStore(folder, error => t.fail(error.message))).close()
  return join(folder, 'store.sqlite')
}

/** A database of SQLite with some statements. */
function database(t: Test, statements: string) {
  const path = join(t.testdir(), 'other.sqlite')
  const other = new DatabaseSync(path)
  other.exec(statements)
  other.close()
  return path
}

t.test('a store is named with its schema version', async t => {
  const path = await closedStore(t)
  t.strictSame(inspectSqlite(path), { name: path, schema: 1 })
  t.equal(schemaOf(path), 1)
  t.equal(mayBeStore(path), true)
})

t.test('a store that is not there yet has a folder that it can be created in', t => {
  const folder = t.testdir({ file: '' })
  const path = join(folder, 'a', 'b', 'store.sqlite')
  t.strictSame(inspectSqlite(path), { name: path, schema: undefined })
  t.equal(mayBeStore(path), false)
  t.notOk(existsSync(join(folder, 'a')))
  t.throws(() => inspectSqlite(join(folder, 'file', 'store.sqlite')), {
    name: 'StoreUnavailable',
    message: /file is not a folder, and the store would be created in it: change DATA_DIR/
  })
  t.end()
})

t.test('another database is no store', t => {
  const other = database(t, 'CREATE TABLE note (text TEXT)')
  t.throws(() => schemaOf(other), { message: `The file ${other} is an SQLite file, but not a store.` })
  t.equal(mayBeStore(other), false)
  t.end()
})

t.test('a table of records without a schema version is no store', t => {
  const without = database(t, 'CREATE TABLE record (key TEXT, text TEXT)')
  t.throws(() => schemaOf(without), { message: /without the schema version of a store/ })
  t.equal(mayBeStore(without), false)
  t.end()
})

t.test('what cannot be read now may be a store, and is refused by name', t => {
  const folder = t.testdir({ 'rubbish.sqlite': 'rubbish '.repeat(100) })
  const rubbish = join(folder, 'rubbish.sqlite')
  t.throws(() => inspectSqlite(rubbish), { name: 'StoreUnavailable', message: /rubbish\.sqlite is not a store/ })
  t.equal(mayBeStore(rubbish), true)
  mkdirSync(join(folder, 'folder'))
  t.throws(() => inspectSqlite(join(folder, 'folder')))
  t.end()
})

t.test('a store of a later version is refused', t => {
  const later = database(
    t,
    "CREATE TABLE record (key TEXT, text TEXT); INSERT INTO record VALUES ('host:{store}:schema', '9999')"
  )
  t.throws(() => inspectSqlite(later), { message: /9999/ })
  t.equal(mayBeStore(later), true)
  t.end()
})
