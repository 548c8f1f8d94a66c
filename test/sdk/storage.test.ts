import type { Storage } from '@product-host/sdk'
import {
  KeyedMutex,
  MemoryRecords,
  Namespace,
  type NamespaceRecords,
  newMutex,
  newUpdateQueue,
  parseRecord,
  RecordForm,
  recordValue,
  ScopedRecords,
  UnreadableRecord,
  UpdateQueues,
  VersionedStorage
} from '@product-host/sdk/runtime'
import t from 'tap'
import { migrationErrors, storedRecord } from '../../sdk/dist/runtime/storage/product-storage.js'

/** Records in memory, one namespace of them, and the jobs that its updates asked for; time is what the test says. */
function start() {
  const time = { now: 1_000 }
  const records = new MemoryRecords(() => time.now)
  const asked: unknown[] = []
  const scoped = (prefix: string) =>
    new ScopedRecords(records, prefix, async jobs => {
      asked.push(...jobs)
      return { expected: [{ key: 'guard' }], writes: [{ key: 'job', text: '"stored"' }] }
    })
  return { time, records, asked, scoped, storage: new Namespace(scoped('mine:'), newUpdateQueue()) }
}

t.test('an order that was listed once holds what is written, replaced and deleted afterwards', async t => {
  const { time, storage } = start()
  const keys = async () => (await storage.list('')).map(({ key, value }) => `${key}=${value}`)
  for (const key of ['b', 'd']) await storage.set(key, 1)
  t.strictSame(await keys(), ['b=1', 'd=1'])
  await storage.set('c', 1)
  await storage.set('b', 2)
  await storage.set('a', 1, { ttlMs: 5 })
  await storage.delete('d')
  await storage.delete('none')
  t.strictSame(await keys(), ['a=1', 'b=2', 'c=1'])
  time.now += 5
  t.equal(await storage.get('a'), undefined)
  t.strictSame(await keys(), ['b=2', 'c=1'])
  await storage.delete('aa')
  await storage.delete('c')
  await storage.set('c', 3)
  t.strictSame(await keys(), ['b=2', 'c=3'])
})

t.test('a record that was found expired stays gone when the clock is set back', async t => {
  const { time, storage } = start()
  for (const key of ['read', 'listed']) await storage.set(key, 1, { ttlMs: 10 })
  time.now += 10
  t.equal(await storage.get('read'), undefined)
  t.strictSame(await storage.list('listed'), [])
  time.now -= 10
  t.equal(await storage.get('read'), undefined)
  t.equal(await storage.get('listed'), undefined)
})

t.test('a key is of 1 to 1200 bytes, wherever it is given', async t => {
  const { storage } = start()
  const longest = 'ü'.repeat(600)
  await storage.set(longest, 1)
  t.equal(await storage.get(longest), 1)
  t.equal(await storage.delete(longest), true)
  for (const key of ['', `${longest}x`, 'a\0b', '\ud800']) {
    const refused = { name: 'RangeError' }
    await t.rejects(storage.get(key), refused)
    await t.rejects(storage.set(key, 1), refused)
    await t.rejects(storage.delete(key), refused)
    await t.rejects(
      storage.update([key], () => ({ result: 0 })),
      refused
    )
    await t.rejects(
      storage.update([], () => ({ writes: [{ key, value: 1 }], result: 0 })),
      refused
    )
    await t.rejects(
      storage.update([], () => ({ writes: [{ key, delete: true }], result: 0 })),
      refused
    )
  }
})

t.test('a value is JSON of a mebibyte at most, in bytes', async t => {
  const { storage } = start()
  const largest = 'ü'.repeat(2 ** 19 - 1)
  const update = (value: unknown) => storage.update([], () => ({ writes: [{ key: 'a', value }], result: undefined }))
  await storage.set('a', largest)
  await update(largest)
  t.equal(await storage.get('a'), largest)
  for (const write of [update, (value: unknown) => storage.set('a', value)]) {
    await t.rejects(write(`${largest}x`), { name: 'RangeError' })
    await t.rejects(write(undefined), { name: 'TypeError' })
  }
})

t.test('a time to live is above 0 and finite, and holds in a set and in an update', async t => {
  const { time, storage } = start()
  const update = (ttlMs: number) =>
    storage.update([], () => ({ writes: [{ key: 'updated', value: 1, ttlMs }], result: 0 }))
  for (const ttlMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    await t.rejects(storage.set('set', 1, { ttlMs }), { name: 'RangeError' })
    await t.rejects(update(ttlMs), { name: 'RangeError' })
  }
  await storage.set('set', 1, { ttlMs: 20 })
  await update(20)
  time.now += 19
  t.equal((await storage.list('')).length, 2)
  time.now += 1
  t.strictSame([await storage.get('set'), await storage.get('updated')], [undefined, undefined])
})

t.test(
  'a list has 100 entries where nothing is said, 1 to 1000 where it is, from the first or from the last',
  async t => {
    const { storage } = start()
    const keys = Array.from({ length: 1001 }, (_, index) => `k${String(index).padStart(4, '0')}`)
    await storage.update([], () => ({ writes: keys.map(key => ({ key, value: key })), result: 0 }))
    const listed = async (options?: object) => (await storage.list('k', options)).map(({ key }) => key)
    t.strictSame(await listed(), keys.slice(0, 100))
    t.strictSame(await listed({ limit: 1 }), ['k0000'])
    t.strictSame(await listed({ limit: 1000 }), keys.slice(0, 1000))
    t.strictSame(await listed({ limit: 2, reverse: true }), ['k1000', 'k0999'])
    t.strictSame(await listed({ limit: 2, after: 'k0001' }), ['k0002', 'k0003'])
    t.strictSame(await listed({ limit: 2, after: 'k0002', reverse: true }), ['k0001', 'k0000'])
    for (const options of [{ limit: 0 }, { limit: 1001 }, { limit: 1.5 }, { after: '\ud800' }])
      await t.rejects(storage.list('k', options), { name: 'RangeError' })
    await t.rejects(storage.list('\ud800'), { name: 'RangeError' })
  }
)

t.test('namespaces of one store see their own records alone, under keys without the prefix', async t => {
  const { records, scoped, storage } = start()
  const other = new Namespace(scoped('other:'), newUpdateQueue())
  await storage.set('a', 'mine')
  await other.set('a', 'other')
  await other.update(['a'], read => ({ writes: [{ key: 'b', value: read('a') }], result: 0 }))
  t.strictSame(await storage.list(''), [{ key: 'a', value: 'mine' }])
  t.strictSame(await other.list(''), [
    { key: 'a', value: 'other' },
    { key: 'b', value: 'other' }
  ])
  t.strictSame(await other.list('', { after: 'a' }), [{ key: 'b', value: 'other' }])
  t.equal(await other.delete('a'), true)
  t.equal(await other.delete('a'), false)
  t.equal(await storage.get('a'), 'mine')
  t.equal(await records.get('mine:a'), '"mine"')
})

t.test('an update reads the keys that it names, and no other', async t => {
  const { storage } = start()
  await storage.set('a', 1)
  await storage.set('b', 2)
  const read = await storage.update(['a', 'none', 'a', 'b'], read => ({
    result: [read('b'), read('a'), read('none')]
  }))
  t.strictSame(read, [2, 1, undefined])
  await t.rejects(
    storage.update(['a'], read => ({ result: read('b') })),
    /"b"/
  )
})

t.test('an update begins again when a record that it named was written, made or deleted meanwhile', async t => {
  for (const meddle of [
    (records: MemoryRecords) => records.set('mine:a', '5'),
    (records: MemoryRecords) => records.delete('mine:a'),
    (records: MemoryRecords) => records.set('mine:none', '5')
  ]) {
    const { records, storage } = start()
    await storage.set('a', 1)
    const seen: unknown[] = []
    const result = await storage.update(['a', 'none'], read => {
      seen.push([read('a'), read('none')])
      if (seen.length === 1) void meddle(records)
      return { writes: [{ key: 'written', value: seen.length }], result: seen.length }
    })
    t.equal(result, 2)
    t.equal(seen.length, 2)
    t.strictSame(seen[0], [1, undefined])
    t.notSame(seen[1], seen[0])
    t.equal(await storage.get('written'), 2)
  }
})

t.test('jobs are stored by the commit of the update that asks for them, or not at all', async t => {
  const { records, asked, storage } = start()
  const schedule = { id: 'one', at: 5, action: 'run', input: {} }
  t.equal(await storage.update(['a'], () => ({ jobs: [{ schedule }], result: 'asked' })), 'asked')
  t.strictSame(asked, [{ schedule }])
  t.equal(await records.get('job'), '"stored"')
  await records.delete('job')
  await records.set('guard', '1')
  let calls = 0
  await storage.update(['a'], () => {
    if (++calls === 2) void records.delete('guard')
    return { writes: [{ key: 'a', value: calls }], jobs: [{ cancel: 'one' }], result: 0 }
  })
  t.equal(calls, 2, 'what the job expects is compared too')
  t.equal(await storage.get('a'), 2)
})

t.test('updates through one mutex come in the order of their calls, whether those before fail or not', async t => {
  for (const mutex of [newMutex(), new KeyedMutex().of('key')]) {
    const log: number[] = []
    const gate = Promise.withResolvers<void>()
    const first = mutex(async () => {
      await gate.promise
      log.push(1)
      throw new Error('no')
    })
    const second = mutex(async () => log.push(2))
    const third = mutex(async () => log.push(3))
    await new Promise(setImmediate)
    t.strictSame(log, [])
    gate.resolve()
    await t.rejects(first, { message: 'no' })
    await Promise.all([second, third])
    t.strictSame(log, [1, 2, 3])
  }
})

t.test('a key has its mutex until its last work ends; another key waits for nobody', async t => {
  const mutexes = new KeyedMutex()
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const works = gates.map(({ promise }) => mutexes.of('a')(() => promise))
  await mutexes.of('b')(async () => undefined)
  t.equal(mutexes.size, 1)
  gates[0]?.resolve()
  await works[0]
  t.equal(mutexes.size, 1, 'the second work goes on')
  gates[1]?.resolve()
  await works[1]
  t.equal(mutexes.size, 0)
})

/** Records whose calls are noted, and wait where the gate says so. */
function noted(records: NamespaceRecords) {
  const calls: string[] = []
  const gate = { read: async () => {}, commit: async () => {} }
  const noting: NamespaceRecords = {
    get: key => records.get(key),
    set: (...parameters) => records.set(...parameters),
    delete: key => records.delete(key),
    list: (...parameters) => records.list(...parameters),
    async read(keys) {
      calls.push(`read ${keys.join()}`)
      await gate.read()
      return records.read(keys)
    },
    async commit(expected, writes, jobs) {
      calls.push(`commit ${writes.map(({ key, text }) => `${key}=${text}`).join()}`)
      await gate.commit()
      return records.commit(expected, writes, jobs)
    }
  }
  return { noting, calls, gate }
}

const add = (storage: Storage, key: string, by: number) =>
  storage.update([key], read => {
    const sum = (read<number>(key) ?? 0) + by
    return { writes: [{ key, value: sum }], result: sum }
  })

t.test('updates that wait are read and written together, each with what those before it write', async t => {
  const { scoped } = start()
  const { noting, calls } = noted(scoped('mine:'))
  const queues = new UpdateQueues()
  const storage = () => new Namespace(noting, queues.of('mine'))
  const log: number[] = []
  const sums = await Promise.all([
    add(storage(), 'a', 1),
    add(storage(), 'a', 2),
    add(storage(), 'b', 3).then(sum => log.push(sum)),
    storage().update(['a', 'none'], read => ({ writes: [{ key: 'a', delete: true }], result: read('a') })),
    storage().update(['a'], read => ({ result: read('a') ?? 'gone' })),
    add(storage(), 'a', 10)
  ])
  t.strictSame(sums, [1, 3, 1, 3, 'gone', 10])
  t.strictSame(log, [3])
  t.strictSame(calls, ['read a', 'commit a=1', 'read a,b,none', 'commit a=10,b=3'])
  t.strictSame(await storage().list(''), [
    { key: 'a', value: 10 },
    { key: 'b', value: 3 }
  ])
  t.equal(queues.size, 0)
})

t.test('at most sixteen updates go together, in the order of their calls', async t => {
  const { scoped } = start()
  const { noting, calls } = noted(scoped('mine:'))
  const storage = new Namespace(noting, newUpdateQueue())
  const sums = await Promise.all(Array.from({ length: 34 }, () => add(storage, 'a', 1)))
  t.strictSame(
    sums,
    Array.from({ length: 34 }, (_, index) => index + 1)
  )
  t.strictSame(
    calls.filter(call => call.startsWith('commit')),
    ['commit a=1', 'commit a=17', 'commit a=33', 'commit a=34']
  )
})

t.test('a change that throws fails alone; with what it wrote nobody goes on', async t => {
  const { scoped } = start()
  const { noting, calls } = noted(scoped('mine:'))
  const storage = new Namespace(noting, newUpdateQueue())
  const refused = storage.update(['b'], () => {
    throw new Error('refused')
  })
  const first = add(storage, 'a', 1)
  const unsound = storage.update(['a'], () => ({
    writes: [
      { key: 'a', value: 100 },
      { key: 'a', value: undefined }
    ],
    result: 0
  }))
  const last = add(storage, 'a', 1)
  await t.rejects(refused, { message: 'refused' })
  await t.rejects(unsound, { name: 'TypeError' })
  t.strictSame([await first, await last, await storage.get('a')], [1, 2, 2])
  t.strictSame(calls, ['read b', 'read a', 'commit a=2'])
})

t.test(
  'nothing of updates that went together is told before it is stored, and a failed commit fails them all',
  async t => {
    const { scoped } = start()
    const { noting, gate } = noted(scoped('mine:'))
    const storage = new Namespace(noting, newUpdateQueue())
    const first = add(storage, 'a', 1)
    const isThere = storage.update(['a'], read => {
      if (read('a') === 2) throw new Error('a is there')
      return { result: 'absent' }
    })
    const outcomes = [first, add(storage, 'a', 1), storage.update(['a'], read => ({ result: read('a') })), isThere]
    gate.commit = async () => {
      if ((await storage.get('a')) === 1) throw new Error('The store is away.')
    }
    t.strictSame(
      (await Promise.allSettled(outcomes)).map(each =>
        each.status === 'fulfilled' ? each.value : each.reason.message
      ),
      [1, 'The store is away.', 'The store is away.', 'The store is away.']
    )
    gate.commit = async () => {}
    t.equal(await add(storage, 'a', 1), 2, 'the queue goes on')
  }
)

t.test('all updates that went together begin again when one of their records was written meanwhile', async t => {
  const { records, scoped } = start()
  const { noting, calls, gate } = noted(scoped('mine:'))
  const storage = new Namespace(noting, newUpdateQueue())
  let commits = 0
  gate.commit = async () => {
    if (++commits === 2) await records.set('mine:b', '100')
  }
  t.strictSame(await Promise.all([add(storage, 'z', 1), add(storage, 'a', 1), add(storage, 'b', 1)]), [1, 1, 101])
  t.strictSame(calls.slice(2), ['read a,b', 'commit a=1,b=1', 'read a,b', 'commit a=1,b=101'])
})

t.test('an update that changes jobs is stored alone and through its own call', async t => {
  const { scoped, asked } = start()
  const [own, other] = [noted(scoped('mine:')), noted(scoped('mine:'))]
  const queues = new UpdateQueues()
  const [storage, scheduling] = [own, other].map(({ noting }) => new Namespace(noting, queues.of('mine'))) as [
    Namespace,
    Namespace
  ]
  const schedule = (id: string) =>
    scheduling.update(['a'], read => ({
      writes: [{ key: 'a', value: `${read('a')} ${id}` }],
      jobs: [{ schedule: { id, at: 5, action: 'run', input: {} } }],
      result: id
    }))
  await Promise.all([
    storage.set('a', 0),
    add(storage, 'b', 1),
    add(storage, 'a', 1),
    schedule('one'),
    schedule('two'),
    add(storage, 'b', 1)
  ])
  t.equal(await storage.get('a'), '1 one two')
  t.equal(await storage.get('b'), 2)
  t.strictSame(
    asked.map(job => (job as { schedule: { id: string } }).schedule.id),
    ['one', 'two']
  )
  t.strictSame(
    other.calls.filter(call => call.startsWith('commit')),
    ['commit a="1 one"', 'commit a="1 one two"']
  )
  t.ok(own.calls.every(call => !call.includes('one')))
})

t.test('an update that cannot be read with others is read alone', async t => {
  const { scoped } = start()
  const { noting, gate } = noted(scoped('mine:'))
  const gone = noted(scoped('mine:'))
  gone.gate.read = async () => {
    throw new Error('The call is over.')
  }
  const queues = new UpdateQueues()
  const storage = new Namespace(noting, queues.of('mine'))
  const ended = new Namespace(gone.noting, queues.of('mine'))
  const outcomes = [add(storage, 'a', 1), add(ended, 'a', 1), add(storage, 'a', 1)]
  t.strictSame(
    (await Promise.allSettled(outcomes)).map(each => (each.status === 'fulfilled' ? each.value : each.reason.message)),
    [1, 'The call is over.', 2]
  )
  gate.read = async () => {
    throw new Error('The store is away.')
  }
  for (const outcome of await Promise.allSettled([add(storage, 'a', 1), add(storage, 'a', 1), add(storage, 'a', 1)]))
    t.match(outcome, { status: 'rejected', reason: { message: 'The store is away.' } })
})

t.test('a namespace whose updates wait holds up no other', async t => {
  const { scoped } = start()
  const { noting, gate } = noted(scoped('mine:'))
  const queues = new UpdateQueues()
  const opened = Promise.withResolvers<void>()
  gate.read = () => opened.promise
  const waiting = add(new Namespace(noting, queues.of('mine')), 'a', 1)
  t.equal(await add(new Namespace(scoped('other:'), queues.of('other')), 'a', 1), 1)
  t.equal(queues.size, 1)
  opened.resolve()
  t.equal(await waiting, 1)
  t.equal(queues.size, 0)
})

t.test('a record that is no JSON is the fault of the store, by its key', async t => {
  const { records, storage } = start()
  await records.set('mine:a', '{')
  const unreadable = { name: 'UnreadableRecord', key: 'a' }
  await t.rejects(storage.get('a'), unreadable)
  await t.rejects(storage.list('a'), unreadable)
  await t.rejects(
    storage.update(['a'], read => ({ result: read('a') })),
    unreadable
  )
  t.throws(() => parseRecord('a', 'nul'), UnreadableRecord)
  t.equal(parseRecord('a', 'null'), null)
})

const split = { from: 1, to: 2, change: (record: string, key: string) => [key, record] }
const last = { from: 2, to: 4, change: (record: readonly string[]) => ({ record }) }

t.test('records of every older version are read as today’s, and what is written is of today’s version', async t => {
  const { records, storage } = start()
  const form = new RecordForm({ migrate: [last, split] })
  const versioned: Storage = new VersionedStorage(storage, form)
  t.equal(form.version, 4)
  await storage.set('a', 'old')
  await new VersionedStorage(storage, new RecordForm({ migrate: split })).set('b', ['b', 'middle'])
  const a = { record: ['a', 'old'] }
  const b = { record: ['b', 'middle'] }
  t.strictSame(await versioned.get('a'), a)
  t.strictSame(await versioned.get('b'), b)
  t.equal(await versioned.get('none'), undefined)
  t.strictSame(await versioned.list('', { limit: 1, reverse: true }), [{ key: 'b', value: b }])
  t.strictSame(await versioned.list('a'), [{ key: 'a', value: a }])
  await versioned.update(['a', 'b', 'none'], read => ({
    writes: [
      { key: 'a', value: [read('a'), read('b'), read('none') ?? 'none'], ttlMs: 10 },
      { key: 'b', delete: true }
    ],
    result: 0
  }))
  t.strictSame(JSON.parse((await records.get('mine:a')) ?? ''), { '@record': 4, value: [a, b, 'none'] })
  t.equal(await records.get('mine:b'), undefined)
  t.equal((await records.list('mine:a', { limit: 1, reverse: false }))[0]?.expiresAt, 1_010)
  await versioned.set('c', 'new', { ttlMs: 20 })
  t.strictSame(JSON.parse((await records.get('mine:c')) ?? ''), { '@record': 4, value: 'new' })
  t.equal((await records.list('mine:c', { limit: 1, reverse: false }))[0]?.expiresAt, 1_020)
  t.equal(await versioned.get('c'), 'new')
  t.equal(await versioned.delete('c'), true)
  t.equal(await versioned.delete('c'), false)
  t.equal(await versioned.update(['a'], read => ({ result: Array.isArray(read('a')) })), true)
})

t.test('a record of a later version, or of one that no step begins at, is unreadable', async t => {
  const form = new RecordForm({ migrate: [{ from: 2, to: 3, change: record => record }] })
  t.equal(form.decode('a', storedRecord(3, 'x')), 'x')
  t.equal(form.decode('a', storedRecord(2, 'x')), 'x')
  t.throws(() => form.decode('a', storedRecord(4, 'x')), {
    name: 'UnreadableRecord',
    key: 'a',
    message: /version 4/,
    isNewer: true
  })
  t.throws(() => form.decode('a', storedRecord(1, 'x')), { name: 'UnreadableRecord', key: 'a', message: /version 1/ })
})

t.test('a record whose migrations have a down is stored in every form, and each version reads its own', async t => {
  const { records, storage } = start()
  const join = { from: 2, to: 4, change: last.change, down: ({ record }: { record: unknown }) => record }
  const first = new VersionedStorage(storage, new RecordForm({}))
  const second = new VersionedStorage(storage, new RecordForm({ migrate: split }))
  const form = new RecordForm({
    migrate: [{ ...split, down: ([, record]: readonly string[]) => record }, join]
  })
  t.match(form, { version: 4, readableFrom: 1 })
  const third = new VersionedStorage(storage, form)
  await third.set('a', { record: ['a', 'old'] })
  t.strictSame(JSON.parse((await records.get('mine:a')) ?? ''), {
    '@record': 4,
    value: { record: ['a', 'old'] },
    older: { 1: 'old', 2: ['a', 'old'] }
  })
  t.equal(await first.get('a'), 'old')
  t.strictSame(await second.list('a'), [{ key: 'a', value: ['a', 'old'] }])
  t.strictSame(await third.get('a'), { record: ['a', 'old'] })
  await first.update(['a'], read => ({ writes: [{ key: 'a', value: `${read('a')}er` }], result: 0 }))
  t.strictSame(await third.get('a'), { record: ['a', 'older'] })
  t.strictSame(recordValue(form.encode('a', { record: ['a', 'x'] })), { record: ['a', 'x'] })
})

t.test('a down before a migration without one is not used', async t => {
  const form = new RecordForm({ migrate: [{ ...split, down: () => t.fail('it is called') }, last] })
  t.match(form, { version: 4, readableFrom: 4 })
  t.strictSame(form.encode('a', 'x'), storedRecord(4, 'x'))
})

t.test('a down gets the record as JSON, and what it gives is JSON', async t => {
  const formOf = (down: (record: unknown, key: string) => unknown) =>
    new RecordForm({ migrate: { from: 1, to: 2, change: record => record, down } })
  const told: unknown[] = []
  const value = { at: new Date(0), none: undefined }
  formOf((record, key) => told.push(record, key)).encode('a', value)
  t.strictSame(told, [{ at: '1970-01-01T00:00:00.000Z' }, 'a'])
  t.throws(() => formOf(() => undefined).encode('a', 1), {
    message: 'The down of its migration from 1 to 2 gives no form of "a".'
  })
})

t.test('each form of a record may have 1 MiB', async t => {
  const { storage } = start()
  const form = (down: (record: string) => string) =>
    new VersionedStorage(storage, new RecordForm({ migrate: { from: 1, to: 2, change: record => record, down } }))
  const largest = 'x'.repeat(1024 * 1024 - 2)
  await form(record => record).set('a', largest)
  t.equal(await form(record => record).get('a'), largest)
  await t.rejects(form(() => 'short').set('a', `${largest}x`), { name: 'RangeError' })
  await t.rejects(form(record => `${record}x`).set('a', largest), { name: 'RangeError' })
})

t.test('a record of version 1 is stored as it is, unless it looks like a versioned one', async t => {
  const form = new RecordForm({})
  t.equal(form.version, 1)
  for (const value of [null, 0, 'x', [1], { '@record': 'x' }]) {
    t.strictSame(form.encode('a', value), value)
    t.strictSame(form.decode('a', value), value)
    t.strictSame(recordValue(value), value)
  }
  const alike = { '@record': 7, value: 'mine' }
  t.strictSame(form.encode('a', alike), { '@record': 1, value: alike })
  t.strictSame(form.decode('a', form.encode('a', alike)), alike)
  t.strictSame(recordValue(form.encode('a', alike)), alike)
  for (const value of [undefined, () => 1, Symbol('a')])
    t.equal(new RecordForm({ migrate: split }).encode('a', value), value)
})

t.test('a job runs an action that the product has', async t => {
  const { asked, storage } = start()
  const form = new RecordForm({ actions: { run: {} as never } })
  const versioned = new VersionedStorage(storage, form)
  const schedule = (action: string) =>
    versioned.update(['a'], () => ({
      jobs: [{ schedule: { id: 'one', at: 0, action, input: {} } }],
      result: 0
    }))
  await t.rejects(schedule('other'), /"other"/)
  await t.rejects(schedule('toString'), /"toString"/)
  t.strictSame(asked, [])
  await schedule('run')
  t.match(asked, [{ schedule: { action: 'run' } }])
  form.requireJobs([{ cancel: 'other' }])
  new RecordForm({}).requireJobs([{ schedule: { id: 'one', at: 0, action: 'other', input: {} } }])
})

t.test(
  'migrations lead from one version to a later one, without a gap, in whatever order they are declared',
  async t => {
    const change = (record: unknown) => record
    const faults = (...migrate: object[]) => [...migrationErrors({ migrate: migrate as never })].length
    t.strictSame([...migrationErrors({})], [])
    t.equal(faults({ from: 1, to: 2, change }), 0)
    t.equal(faults({ from: 3, to: 5, change }, { from: 1, to: 3, change }), 0)
    for (const [from, to] of [
      [0, 1],
      [2, 2],
      [2, 1],
      [1, 1.5],
      [1.5, 2]
    ])
      t.equal(faults({ from, to, change }), 1, `${from} to ${to}`)
    t.equal(faults({ from: 1, to: 2 }), 1)
    t.equal(faults({ from: 1, to: 2, change, down: change }), 0)
    t.equal(faults({ from: 1, to: 2, change, down: 'no' }), 1)
    t.equal(faults({ from: 1, to: 2, change }, { from: 3, to: 4, change }), 1)
    t.equal(faults({ from: 1, to: 3, change }, { from: 2, to: 4, change }), 1)
  }
)
