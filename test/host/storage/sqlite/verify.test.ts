import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { SqliteBackend } from '../../../../host/dist/storage/sqlite/backend.js'
import { copySnapshot, dumpSnapshot } from '../../../../host/dist/storage/sqlite/snapshot.js'
import { verifyBackUp } from '../../../../host/dist/storage/sqlite/verify.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { dataFolder } from '../../../fixtures/host-process.js'

const quiet = () => undefined

/** A back-up of a store with records of several kinds, two of which end. */
async function backedUp(t: Test): Promise<string> {
  const folder = await dataFolder(t)
  const path = join(folder, 'store.sqlite')
  const store = await Store.open(await SqliteBackend.open({ path, now: Date.now, report: quiet }))
  for (const account of ['ada', 'bo']) await store.namespace(account, 'notes').set('note:1', { text: 'é\u{1f600}' })
  await store.own('accounts').set('ada', { email: 'ada@example.com' })
  await store.own('sessions').set('long', true, { ttlMs: 3_600_000 })
  await store.own('sessions').set('short', true, { ttlMs: 1 })
  const file = join(folder, 'backup')
  copySnapshot(path, file)
  await store.close()
  return file
}

/** Changes a back-up as a faulty disk does: SQLite's own check finds nothing. */
function change(file: string, statement: string): void {
  const database = new DatabaseSync(file)
  database.exec(statement)
  database.close()
}

/** The folder in which it makes temporary files. */
const temporary = t.testdir()

/** Verifies a back-up; tests of other files, which share the process, have their temporary files where they belong. */
async function verify(file: string): ReturnType<typeof verifyBackUp> {
  const { TMPDIR } = process.env
  process.env.TMPDIR = temporary
  try {
    return await verifyBackUp(file, dumpSnapshot(file, true), quiet)
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

const left = () => readdirSync(temporary).filter(name => name.startsWith('product-host-verify-'))

t.test('a whole back-up has every record and expiry in the store that is made from it', async t => {
  const before = Date.now()
  const file = await backedUp(t)
  await new Promise(resolve => setTimeout(resolve, 5))
  const { madeAt = 0 } = dumpSnapshot(file, true)
  t.ok(madeAt >= before && madeAt <= Date.now())
  t.strictSame(await verify(file), {
    kinds: { accounts: 1, 'product notes': 2, sessions: 1, store: 1 },
    records: 5,
    expired: 1
  })
  t.strictSame(left(), [])
})

t.test('a back-up with a record that was changed, added or lost is refused', async t => {
  for (const statement of [
    "UPDATE record SET text = replace(text, 'ada@', 'eve@')",
    "UPDATE record SET expires = expires + 1 WHERE key LIKE '%long'",
    "DELETE FROM record WHERE key LIKE 'data:{ada/%'",
    "INSERT INTO record SELECT 'more', text, version, expires FROM record LIMIT 1"
  ]) {
    const file = await backedUp(t)
    change(file, statement)
    t.throws(() => dumpSnapshot(file, true), { message: /its records do not have its checksum/ }, statement)
  }
})

t.test('a back-up of an earlier version has no moment, and is compared all the same', async t => {
  const file = await backedUp(t)
  change(file, 'DROP TABLE backup')
  t.equal(dumpSnapshot(file, true).madeAt, undefined)
  t.match(await verify(file), { kinds: { 'product notes': 2 } })
})

t.test('a record that does not come back as it was is named', async t => {
  const file = await backedUp(t)
  const dump = dumpSnapshot(file, true)
  async function* without(part: string, text?: string) {
    for await (const record of dumpSnapshot(file).records)
      if (!record.key.includes(part)) yield record
      else if (text !== undefined) yield { ...record, text }
  }
  await t.rejects(verifyBackUp(file, { ...dump, records: without('{ada/') }, quiet), {
    message: /the record data:\{ada\/notes\}:note:1 is missing in the store that was made from it/
  })
  await t.rejects(verifyBackUp(file, { ...dump, records: without('{ada/', '1') }, quiet), {
    message: /the record data:\{ada\/notes\}:note:1 differs in/
  })
  async function* withMore() {
    yield* dumpSnapshot(file).records
    yield { key: 'zzz', text: '1' }
  }
  await t.rejects(verifyBackUp(file, { ...dump, records: withMore() }, quiet), {
    message: /the record zzz is not in the back-up, but in the store/
  })
  t.strictSame(left(), [])
})
