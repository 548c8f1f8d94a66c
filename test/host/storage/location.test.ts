import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type { ListedRecord } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import type { Backend } from '../../../host/dist/storage/backend.js'
import { readJsonl, toJsonl } from '../../../host/dist/storage/dump.js'
import { backendLocation } from '../../../host/dist/storage/location.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { SqliteBackend } from '../../../host/dist/storage/sqlite/backend.js'
import { sqliteLocation } from '../../../host/dist/storage/sqlite/location.js'
import { backUpBeforeMigration, copySnapshot, dumpSnapshot } from '../../../host/dist/storage/sqlite/snapshot.js'
import { Store } from '../../../host/dist/storage/store.js'
import { dataFolder } from '../../fixtures/host-process.js'

const quiet = () => undefined
const odd = { quote: '"\\', lines: 'a\r\nb\u2028c\u2029d', far: '\u{1f600}', none: null, nested: [{ a: [1.5, true] }] }

/** A store in a file, open as a host has it. */
async function embedded(t: Test) {
  const folder = await dataFolder(t)
  const backend = await SqliteBackend.open({ path: join(folder, 'store.sqlite'), now: Date.now, report: quiet })
  t.teardown(() => backend.close())
  return { folder, path: join(folder, 'store.sqlite'), backend, store: await Store.open(backend) }
}

async function all(records: AsyncIterable<ListedRecord>): Promise<ReadonlyMap<string, ListedRecord>> {
  const found = new Map<string, ListedRecord>()
  for await (const record of records) found.set(record.key, record)
  return found
}

async function contents(backend: Backend): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for await (const page of backend.scan('')) for (const { key, text } of page) found.set(key, text)
  return found
}

t.test('a snapshot is of one moment, whatever is written while it is read', async t => {
  const { path, backend } = await embedded(t)
  const set = (value: string) =>
    backend.commit(
      [],
      ['a', 'b', 'c'].map(key => ({ key, text: value }))
    )
  await set('1')
  const { records, count, schema } = dumpSnapshot(path)
  t.equal(schema, 1)
  t.equal(count, 4)
  const seen: string[] = []
  for await (const { key, text } of records) {
    if (key.length === 1) seen.push(text)
    await set('2')
  }
  t.strictSame(seen, ['1', '1', '1'])
  t.equal((await all(dumpSnapshot(path).records)).get('c')?.text, '2')
})

t.test('a copy of a file that is being written has every update whole', async t => {
  const { folder, path, backend } = await embedded(t)
  const writes = Array.from({ length: 2_000 }, (_, number) =>
    backend.commit(
      [],
      ['left', 'right'].map(key => ({ key: `${key}:${number % 50}`, text: String(number) }))
    )
  )
  await writes[0]
  const copy = join(folder, 'copy.sqlite')
  t.equal(copySnapshot(path, copy), statSync(copy).size)
  await Promise.all(writes)
  const found = await all(dumpSnapshot(copy, true).records)
  for (let number = 0; number < 50; number++)
    t.equal(found.get(`left:${number}`)?.text, found.get(`right:${number}`)?.text)
  t.equal(statSync(copy).mode & 0o777, 0o600)
  t.throws(() => copySnapshot(path, copy), { message: /copy\.sqlite exists already; choose another name\.$/ })
  t.throws(() => copySnapshot(path, join(folder, 'none', 'copy.sqlite')), {
    message: /The folder .*none does not exist/
  })
  t.strictSame(
    readdirSync(folder).filter(name => name.includes('partial')),
    []
  )
})

t.test('what is exported and imported is the same, with what expires and when', async t => {
  const { folder, path, store } = await embedded(t)
  const notes = store.namespace('ada', 'notes')
  await notes.set('odd', odd)
  await notes.set('short-lived', 1, { ttlMs: 3_600_000 })
  await notes.set('gone', 1, { ttlMs: 1 })
  while ((await notes.get('gone')) !== undefined) await turn()
  const file = join(folder, 'export.jsonl')
  let text = ''
  for await (const line of toJsonl(dumpSnapshot(path), '2026-01-01T00:00:00.000Z')) text += `${line}\n`
  await writeFile(file, text)
  const dump = await readJsonl(file)
  t.strictSame([dump.schema, dump.count], [1, 3])

  const target = await dataFolder(t)
  const replaced = await sqliteLocation(target).replace(dump, false, quiet)
  t.strictSame(replaced, { records: 3, former: undefined })
  t.strictSame(readdirSync(target), ['store.sqlite'])
  const before = await all(dumpSnapshot(path).records)
  t.strictSame([...(await all((await sqliteLocation(folder).dump()).records))], [...before])
  const after = await all(dumpSnapshot(join(target, 'store.sqlite'), true).records)
  t.strictSame([...after.values()].map(textOf), [...before.values()].map(textOf))
  const expiry = ({ get }: typeof after) => get.call(after, 'data:{ada/notes}:short-lived')?.expiresAt ?? 0
  t.ok(Math.abs(expiry(after) - (before.get('data:{ada/notes}:short-lived')?.expiresAt ?? 0)) < 60_000)
  const opened = await Store.open(
    await SqliteBackend.open({ path: join(target, 'store.sqlite'), now: Date.now, report: quiet })
  )
  t.strictSame(await opened.namespace('ada', 'notes').get('odd'), odd)
  await opened.close()
})

async function* readable(records: readonly ListedRecord[]): AsyncGenerator<ListedRecord, void> {
  yield* records
}

function textOf({ key, text }: ListedRecord): readonly string[] {
  return [key, text]
}

t.test('an export that is not whole, or none, is refused before anything is written', async t => {
  const { folder, path, store } = await embedded(t)
  await store.namespace('ada', 'notes').set('odd', odd)
  const lines: string[] = []
  for await (const line of toJsonl(dumpSnapshot(path), 'now')) lines.push(line)
  const file = join(folder, 'export.jsonl')
  const refused = async (content: readonly string[], message: RegExp) => {
    await writeFile(file, content.join('\n'))
    await t.rejects(readJsonl(file), { message })
  }
  await refused([], /is empty/)
  await refused(lines.slice(0, -1), /is incomplete: it ends after 2 records, without its last line/)
  await refused([...lines.slice(0, 2), ...lines.slice(-1)], /ends after 1 records, and its last line says 2/)
  await refused([lines[0] ?? '', '{"key":"a"}'], /^Line 2 of .*export\.jsonl is not a record of an export; nothing was/)
  await refused([lines[0] ?? '', (lines[1] ?? '').slice(0, 30)], /^Line 2 of /)
  await refused([...lines, lines[1] ?? ''], /^Line 5 of .* follows the last line/)
  await refused(['{"format":"another"}'], /is not an export of a store/)
  await refused(
    [(lines[0] ?? '').replace('"version":1', '"version":9')],
    /has format version 9; this host reads version 1/
  )
  await t.rejects(readJsonl(join(folder, 'none')), { message: /none cannot be read: ENOENT/ })
})

t.test('a store that is in use, or there, is not replaced by mistake', async t => {
  const { folder, path, backend } = await embedded(t)
  const location = sqliteLocation(folder)
  const other = () => ({ schema: 1, records: readable([{ key: 'other', text: '1' }]) })
  await t.rejects(location.replace(other(), false, quiet), { message: /There is a store already: .*--replace/ })
  await t.rejects(location.replace(other(), true, quiet), { message: /is in use: stop every host that uses it/ })
  await backend.set('a', '1')
  t.equal(await backend.get('a'), '1')
  await backend.close()
  writeFileSync(`${path}.new`, 'left by a process that was killed')
  const { former = '' } = await location.replace(other(), true, quiet)
  t.strictSame([...(await all(dumpSnapshot(path).records)).keys()], ['host:{store}:schema', 'other'])
  t.equal((await all(dumpSnapshot(former).records)).get('a')?.text, '1')
})

t.test('where no store is, nothing is dumped or backed up', async t => {
  const folder = await dataFolder(t)
  const location = sqliteLocation(folder)
  const none = { message: /^There is no store in .*; set DATA_DIR to its folder\.$/ }
  await t.rejects(location.dump(), none)
  await t.rejects(
    location.backUp(join(folder, 'backup.sqlite'), () => undefined),
    none
  )
  t.strictSame(readdirSync(folder), [])
})

t.test('a damaged store can be replaced, and is kept', async t => {
  const { folder, path, backend } = await embedded(t)
  const copy = join(folder, 'copy.sqlite')
  copySnapshot(path, copy)
  await backend.close()
  await writeFile(path, 'nothing but rubbish, and more of it')
  const { former = '' } = await sqliteLocation(folder).replace(dumpSnapshot(copy), true, quiet)
  t.equal(await readFile(former, 'utf8'), 'nothing but rubbish, and more of it')
  t.equal(dumpSnapshot(path, true).schema, 1)
})

t.test('what is no store is no back-up, and says so', async t => {
  const { folder, path } = await embedded(t)
  const copy = join(folder, 'copy.sqlite')
  copySnapshot(path, copy)
  await appendFile(copy, 'x'.repeat(4096))
  const whole = await readFile(copy)
  await writeFile(copy, Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(4096, 7), whole.subarray(8192)]))
  t.throws(() => dumpSnapshot(copy, true), { message: /is damaged|malformed/ })
  await writeFile(copy, 'rubbish rubbish rubbish')
  t.throws(() => dumpSnapshot(copy, true), { message: /is not a store/ })
})

t.test('a store behind another backend is backed up into a file, and restored from one', async t => {
  const from = memoryBackend(Date.now)
  const store = await Store.open(from)
  for (let number = 0; number < 1_200; number++) await store.namespace('ada', 'notes').set(`note:${number}`, odd)
  const folder = await dataFolder(t)
  const file = join(folder, 'backup.sqlite')
  const ticks: number[] = []
  const location = backendLocation(from, 'memory')
  t.equal(await location.backUp(file, done => ticks.push(done)), statSync(file).size)
  t.strictSame(ticks, [500, 1_000, 1_200, 1_201])
  t.notOk(existsSync(`${file}.partial`))

  const to = memoryBackend(Date.now)
  t.strictSame(await backendLocation(to, 'memory').replace(dumpSnapshot(file, true), false, quiet), {
    records: 1_201,
    former: undefined
  })
  t.strictSame(await contents(to), await contents(from))
  await to.set('more', '1')
  const again = backendLocation(to, 'memory')
  await t.rejects(again.replace(dumpSnapshot(file), false, quiet), {
    message: /There is a store already: memory/
  })
  await again.replace(dumpSnapshot(file), true, quiet)
  t.strictSame(await contents(to), await contents(from))
})

t.test('a store whose replacement was interrupted is refused until it is replaced', async t => {
  async function* cut(): AsyncGenerator<ListedRecord, void> {
    for (let number = 0; number < 700; number++) yield { key: `note:${number}`, text: '1' }
    throw new Error('interrupted')
  }
  const half = { schema: 1, records: cut() }
  const whole = () => ({ schema: 1, records: readable([{ key: 'whole', text: '1' }]) })
  const incomplete = { name: 'SettingsError', message: /^The store is incomplete: a restore or an import into it is/ }

  const backend = memoryBackend(Date.now)
  await (await Store.open(backend)).own('subject').set('a', 1)
  const location = backendLocation(backend, 'memory')
  await t.rejects(location.replace(half, true, quiet), { message: 'interrupted' })
  await t.rejects(Store.open(backend), incomplete)
  await t.rejects(location.dump(), incomplete)
  await t.rejects(location.replace(whole(), false, quiet), { message: /--replace/ })
  await location.replace(whole(), true, quiet)
  t.strictSame([...(await contents(backend)).keys()].toSorted(), ['host:{store}:schema', 'whole'])
  await Store.open(backend)

  const { folder, path, backend: file } = await embedded(t)
  await file.set('former', '1')
  await file.close()
  await t.rejects(sqliteLocation(folder).replace({ ...half, records: cut() }, true, quiet), { message: 'interrupted' })
  t.equal((await all(dumpSnapshot(path).records)).get('former')?.text, '1', 'the former store is whole')
  t.throws(() => dumpSnapshot(`${path}.new`), { message: /store\.sqlite\.new is incomplete: / })
})

t.test('a host that starts while the replacement begins keeps its store', async t => {
  const backend = memoryBackend(Date.now)
  await (await Store.open(backend)).own('subject').set('a', 1)
  const before = await contents(backend)
  let hosts = 0
  const requireUnused = async () => {
    if (hosts++ > 0) throw new Error('is in use')
  }
  const location = backendLocation(backend, 'memory', { requireUnused })
  await t.rejects(location.replace({ schema: 1, records: readable([]) }, true, quiet), { message: 'is in use' })
  t.strictSame(await contents(backend), before)
})

t.test('records without a schema version are no store', async t => {
  const backend = memoryBackend(Date.now)
  await backend.set('note:1', '1')
  await t.rejects(Store.open(backend), { message: /^The store is incomplete: it holds records and no schema version/ })
})

t.test('an older store is copied before it is brought up to date', async t => {
  const { folder, path, backend, store } = await embedded(t)
  await store.own('subject').set('a', 'before')
  const steps = [() => store.own('subject').set('a', 'after')]
  const upgraded = await Store.open(backend, { steps, backUp: async version => backUpBeforeMigration(path, version) })
  t.equal(await upgraded.own('subject').get('a'), 'after')
  const [name = ''] = readdirSync(folder).filter(name => name.startsWith('store.sqlite.schema-1.'))
  const kept = dumpSnapshot(join(folder, name), true)
  t.equal(kept.schema, 1)
  t.equal((await all(kept.records)).get('host:{subject}:a')?.text, '"before"')
  t.equal(dumpSnapshot(path).schema, 2)
})
