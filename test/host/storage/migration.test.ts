import '../../fixtures/teardown-order.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Entry, Storage } from '@product-host/sdk'
import { RecordForm, recordValue, VersionedStorage } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { StoreUnavailable } from '../../../host/dist/base/problems.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { openStore } from '../../../host/dist/storage/sqlite/open.js'
import { Store } from '../../../host/dist/storage/store.js'
import { form, keys } from './dying-migrator.js'

interface Name {
  readonly first: string
  readonly last: string
}

/** Names were texts, then lists, and are objects today; greetings never changed. */
const names = new RecordForm({
  migrate: [
    {
      from: 2,
      to: 3,
      change: (record: [string, string], key) => (isName(key) ? { first: record[0], last: record[1] } : record)
    },
    { from: 1, to: 2, change: (record: string, key) => (isName(key) ? record.split(' ') : record) }
  ]
})
const lists = new RecordForm({
  migrate: { from: 1, to: 2, change: (record: string, key) => (isName(key) ? record.split(' ') : record) }
})

function isName(key: string): boolean {
  return key.startsWith('name:')
}

/** What a product with records of this form sees of an account's namespace. */
function namespaceOf(store: Store, slug: string, form: RecordForm): Storage {
  return new VersionedStorage(store.namespace('account', slug), form)
}

async function namespaces(): Promise<{ first: Storage; second: Storage; third: Storage }> {
  const store = await Store.open(memoryBackend(Date.now))
  const namespace = (form: RecordForm) => namespaceOf(store, 'names', form)
  return { first: namespace(new RecordForm({})), second: namespace(lists), third: namespace(names) }
}

t.test('records of every older version are read as today’s, and the others are as they were', async t => {
  const { first, second, third } = await namespaces()
  await first.set('name:1', 'Ada Lovelace')
  await first.set('greeting', 'Hello')
  await second.set('name:2', ['Alan', 'Turing'])
  await third.set('name:3', { first: 'Grace', last: 'Hopper' })
  t.strictSame(await third.get('name:1'), { first: 'Ada', last: 'Lovelace' })
  t.strictSame(await third.get('name:2'), { first: 'Alan', last: 'Turing' })
  t.strictSame(await third.get('name:3'), { first: 'Grace', last: 'Hopper' })
  t.equal(await third.get('greeting'), 'Hello')
  t.equal(await third.get('name:4'), undefined)
})

t.test('a list shows today’s form, in the same order and in pages of the same size', async t => {
  const { first, third } = await namespaces()
  for (let index = 0; index < 5; index++) await first.set(`name:${index}`, `First${index} Last${index}`)
  await third.set('name:2', { first: 'Grace', last: 'Hopper' })
  const page = (options: object) => third.list<Name>('name:', options)
  const shown = (entries: readonly Entry<Name>[]) => entries.map(({ key, value }) => `${key} ${value.last}`)
  t.strictSame(shown(await page({ limit: 3 })), ['name:0 Last0', 'name:1 Last1', 'name:2 Hopper'])
  t.strictSame(shown(await page({ limit: 3, after: 'name:2' })), ['name:3 Last3', 'name:4 Last4'])
  t.strictSame(shown(await page({ limit: 1, reverse: true })), ['name:4 Last4'])
})

t.test('an update gets today’s form and stores it, and what it does not write stays as it was', async t => {
  const store = await Store.open(memoryBackend(Date.now))
  const third = namespaceOf(store, 'names', names)
  await store.namespace('account', 'names').set('name:1', 'Ada Lovelace')
  await store.namespace('account', 'names').set('name:2', 'Alan Turing')
  await third.update(['name:1', 'name:2'], read => ({
    writes: [{ key: 'name:1', value: { ...read<Name>('name:1'), last: read<Name>('name:2')?.last } }],
    result: undefined
  }))
  t.strictSame(await third.get('name:1'), { first: 'Ada', last: 'Turing' })
  const raw = store.namespaceRecords('account', 'names')
  t.equal(await raw.get('name:1'), '{"@record":3,"value":{"first":"Ada","last":"Turing"}}')
  t.equal(await raw.get('name:2'), '"Alan Turing"')
  t.strictSame(recordValue(JSON.parse((await raw.get('name:1')) ?? '')), { first: 'Ada', last: 'Turing' })
})

t.test('updates of one old record, from several processes at once, all count', async t => {
  const folder = t.testdir()
  const opened = [await open(t, folder), await open(t, folder)]
  await opened[0]?.namespace('account', 'counts').set('count', 0)
  const raise = (store: Store) =>
    namespaceOf(store, 'counts', form).update(['count'], read => ({
      writes: [{ key: 'count', value: { count: (read<{ count: number }>('count')?.count ?? 0) + 1 } }],
      result: undefined
    }))
  await Promise.all(opened.flatMap(store => Array.from({ length: 20 }, () => raise(store))))
  t.strictSame(await namespaceOf(opened[1] ?? (await open(t, folder)), 'counts', form).get('count'), { count: 40 })
})

async function open(t: Test, folder: string): Promise<Store> {
  const store = await openStore(folder, error => t.fail(error.message))
  t.teardown(() => store.close())
  return store
}

t.test('an update that the store refuses leaves the old record as it was', async t => {
  let isAway = false
  const backend = memoryBackend(Date.now)
  const commit = backend.commit.bind(backend)
  backend.commit = async (expected, writes) => {
    if (isAway) throw new StoreUnavailable('The store is away.')
    return commit(expected, writes)
  }
  const store = await Store.open(backend)
  const third = namespaceOf(store, 'names', names)
  await store.namespace('account', 'names').set('name:1', 'Ada Lovelace')
  const rename = () =>
    third.update(['name:1'], read => ({
      writes: [{ key: 'name:1', value: { ...read<Name>('name:1'), first: 'Augusta' } }],
      result: undefined
    }))
  isAway = true
  await t.rejects(rename(), { name: 'StoreUnavailable' })
  t.equal(await store.namespaceRecords('account', 'names').get('name:1'), '"Ada Lovelace"')
  t.strictSame(await third.get('name:1'), { first: 'Ada', last: 'Lovelace' })
  isAway = false
  await rename()
  t.strictSame(await third.get('name:1'), { first: 'Augusta', last: 'Lovelace' })
})

t.test('a process that is killed among old records loses none, and no pair is half done', async t => {
  const folder = t.testdir()
  const before = await openStore(folder, error => t.fail(error.message))
  await Promise.all(keys.map(key => before.namespace('account', 'counts').set(key, 10)))
  await before.close()

  const child = spawn(process.execPath, [join(import.meta.dirname, 'dying-migrator.js'), folder], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let done = ''
  child.stdout.on('data', data => {
    done += data
    if (done.includes('100\n')) child.kill('SIGKILL')
  })
  await once(child, 'close')
  const told = done.trim().split('\n').length

  const after = await open(t, folder)
  const entries = await namespaceOf(after, 'counts', form).list<{ count: number }>('count:', { limit: 1000 })
  const counts = entries.map(({ value }) => value.count)
  t.equal(counts.length, keys.length)
  const raised = counts.filter(count => count === 11).length
  t.ok(raised >= 2 * told && raised < keys.length, `${raised} raised, ${told} pairs told of`)
  t.strictSame(
    counts,
    keys.map((_, index) => (index < raised ? 11 : 10))
  )
  t.equal(raised % 2, 0)
})

t.test('a record of a later version, or of one that no step begins at, is an error and not a wrong value', async t => {
  const { first, second, third } = await namespaces()
  await third.set('name:1', { first: 'Grace', last: 'Hopper' })
  const later = /The record "name:1" is of version 3, and this product knows version [12]\./
  await t.rejects(first.get('name:1'), later)
  await t.rejects(second.get('name:1'), later)
  await t.rejects(second.list('name:'), later)
  await t.rejects(
    second.update(['name:1'], read => ({ result: read('name:1') })),
    later
  )
  const store = await Store.open(memoryBackend(Date.now))
  const late = new RecordForm({ migrate: { from: 5, to: 6, change: record => record } })
  await store.namespace('account', 'names').set('name:1', 'Ada')
  await t.rejects(namespaceOf(store, 'names', late).get('name:1'), /is of version 1, and no migration starts there/)
})

t.test('a value that looks like a versioned record is kept as it is', async t => {
  const { first } = await namespaces()
  const value = { '@record': 7, value: 'mine' }
  await first.set('key', value)
  t.strictSame(await first.get('key'), value)
  t.strictSame((await first.list('key'))[0]?.value, value)
})

t.test('what is no JSON is refused in every version', async t => {
  const { first, third } = await namespaces()
  for (const storage of [first, third]) {
    await t.rejects(storage.set('key', undefined), { name: 'TypeError' })
    await t.rejects(
      storage.set('key', () => 1),
      { name: 'TypeError' }
    )
  }
})
