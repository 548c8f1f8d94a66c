import { KeyedMutex, RecordForm, UnreadableRecord, VersionedStorage } from '@product-host/sdk/runtime'
import t from 'tap'
import { usualRetention } from '../../../host/dist/base/retention.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { migrate, newestSchema, schemaKey, unfinishedSchema } from '../../../host/dist/storage/schema.js'
import { Store } from '../../../host/dist/storage/store.js'

t.test('a new store carries the schema version, and a newer one is refused in a sentence', async t => {
  const backend = memoryBackend(() => 0)
  const store = await Store.open(backend)
  t.equal(await store.own('store').get('schema'), 1)
  await store.own('store').set('schema', 2)
  await t.rejects(Store.open(backend), {
    message:
      'The store has schema version 2; this host knows versions up to 1. Start a host that is as new as the store.'
  })
})

t.test('an older store is brought up to date, one step after the other, and only once', async t => {
  const backend = memoryBackend(() => 0)
  const own = (await Store.open(backend)).own('store')
  const steps = [1, 2].map(step => async () => own.set(`step-${step}`, await own.get('schema')))
  const called: number[] = []
  const counted = steps.map((step, index) => async () => {
    called.push(index)
    await step()
  })
  const kept: number[] = []
  const backUp = async (version: number) => void kept.push(version, called.length)
  await migrate(backend, own, { steps: counted, backUp })
  await migrate(backend, own, { steps: counted, backUp })
  t.strictSame(called, [0, 1])
  t.strictSame(kept, [1, 0])
  t.equal(await own.get('schema'), 3)
})

t.test('a new store needs no migration', async t => {
  const backend = memoryBackend(() => 0)
  const own = (await Store.open(memoryBackend(() => 0))).own('store')
  await own.delete('schema')
  await migrate(backend, own, { steps: [() => Promise.reject(new Error('A new store was migrated.'))] })
  t.equal(await own.get('schema'), 2)
})

t.test('work of one key waits for the work before, work of another does not, and an idle key is dropped', async t => {
  const mutexes = new KeyedMutex()
  const log: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = mutexes.of('a')(async () => {
    await gate.promise
    log.push('first at a')
  })
  const second = mutexes.of('a')(async () => log.push('second at a'))
  await mutexes.of('b')(async () => log.push('first at b'))
  t.equal(mutexes.size, 1)
  gate.resolve()
  await Promise.all([first, second])
  t.strictSame(log, ['first at b', 'first at a', 'second at a'])
  await t.rejects(
    mutexes.of('a')(async () => Promise.reject(new Error('no'))),
    { message: 'no' }
  )
  t.equal(mutexes.size, 0)
})

t.test('an account is erased from all namespaces, a subject with what lies below it, and nobody else', async t => {
  const store = await Store.open(memoryBackend(() => 0))
  const namespaces = [
    ['ada', 'notes'],
    ['ada', 'core'],
    ['adam', 'notes']
  ] as const
  for (const [account, slug] of namespaces) await store.namespace(account, slug).set('a', 1)
  for (const subject of ['usage/ada', 'usage/ada/core', 'usage/adam']) await store.own(subject).set('a', 1)
  await store.eraseAccount('ada')
  await store.eraseOwn('usage/ada')
  const left = async (records: { get(key: string): Promise<unknown> }) => (await records.get('a')) === 1
  t.strictSame(await Promise.all(namespaces.map(([account, slug]) => left(store.namespace(account, slug)))), [
    false,
    false,
    true
  ])
  t.strictSame(
    await Promise.all(['usage/ada', 'usage/ada/core', 'usage/adam'].map(subject => left(store.own(subject)))),
    [false, false, true]
  )
})

t.test(
  'what products store for an account is found under their slugs, and that of a like-named account is not',
  async t => {
    const backend = memoryBackend(() => 0)
    const store = await Store.open(backend)
    await store.namespace('ada', 'notes').set('a}:b', { '@record': 1, value: 'odd' })
    await new VersionedStorage(store.namespace('ada', 'core'), new RecordForm(migrated)).set('c', 'new')
    await store.namespace('adam', 'notes').set('d', 1)
    await backend.set('data:{ada/notes}:e', '{')
    const found: unknown[] = []
    for await (const { slug, key, value } of store.accountRecords('ada'))
      found.push([slug, key, value instanceof UnreadableRecord ? 'unreadable' : value])
    t.strictSame(found, [
      ['core', 'c', 'new'],
      ['notes', 'a}:b', 'odd'],
      ['notes', 'e', 'unreadable']
    ])
  }
)

const migrated = { migrate: { from: 1, to: 2, change: (value: unknown) => value } }

t.test('the host’s own records below a subject are found by the rest of its name', async t => {
  const store = await Store.open(memoryBackend(() => 0))
  for (const subject of ['usage', 'usage/ada', 'usage/ada/core', 'usages/ada'])
    await store.own(subject).set('k}:', subject)
  const found: unknown[] = []
  for await (const record of store.ownBelow('usage')) found.push(record)
  t.strictSame(found, [
    { below: 'ada/core', key: 'k}:', value: 'usage/ada/core' },
    { below: 'ada', key: 'k}:', value: 'usage/ada' }
  ])
})

t.test('of one product an account is erased there alone, however many records it has', async t => {
  const store = await Store.open(memoryBackend(() => 0))
  const keys = Array.from({ length: 1_500 }, (_, index) => `k${index}`)
  for (const [account, slug] of [
    ['ada', 'core'],
    ['ada', 'core-x'],
    ['adam', 'core']
  ] as const)
    await store
      .namespace(account, slug)
      .update([], () => ({ writes: keys.map(key => ({ key, value: 1 })), result: undefined }))
  await store.eraseNamespace('ada', 'core')
  const left = async (account: string, slug: string) =>
    (await store.namespace(account, slug).list('', { limit: 1_000 })).length
  t.equal(await left('ada', 'core'), 0)
  t.equal(await left('ada', 'core-x'), 1_000)
  t.equal(await left('adam', 'core'), 1_000)
})

t.test('updates of a subject wait for each other, and those of a part for those of that part alone', async t => {
  const backend = memoryBackend(() => 0)
  const store = await Store.open(backend)
  const gate = Promise.withResolvers<void>()
  const read = backend.read.bind(backend)
  let isHeld = true
  backend.read = async keys => {
    if (isHeld && keys.some(key => key.endsWith('held'))) await gate.promise
    return read(keys)
  }
  const log: string[] = []
  const update = (name: string, part?: string, key = name) =>
    store.own('subject', part).update([key], () => {
      log.push(name)
      return { writes: [{ key, value: 1 }], result: undefined }
    })
  const works = [update('held', 'one'), update('same part', 'one')]
  await update('other part', 'two')
  await store.own('another').update([], () => ({ result: undefined }))
  t.strictSame(log, ['other part'])
  isHeld = false
  gate.resolve()
  await Promise.all(works)
  t.strictSame(log, ['other part', 'held', 'same part'])
})

t.test('a store that does not return what was written, or takes no record, is unavailable', async t => {
  const backend = memoryBackend(() => 0)
  const store = await Store.open(backend)
  await store.probe()
  const { get, set } = backend
  backend.get = async () => undefined
  await t.rejects(store.probe(), { name: 'StoreUnavailable' })
  backend.get = get
  await store.probe()
  backend.set = () => Promise.reject(new Error('away'))
  await t.rejects(store.probe(), { message: 'away' })
  backend.set = set
  await store.probe()
})

t.test('probes at the same time are one, and the record of a probe is stored for a minute', async t => {
  let now = 0
  const backend = memoryBackend(() => now)
  const store = await Store.open(backend)
  let writes = 0
  const set = backend.set.bind(backend)
  backend.set = (...written) => {
    writes++
    return set(...written)
  }
  await Promise.all([store.probe(), store.probe(), store.probe()])
  t.equal(writes, 1)
  await store.probe()
  t.equal(writes, 2)
  now = 59_999
  t.equal(await store.own('store').get('probe'), true)
  now = 60_000
  t.equal(await store.own('store').get('probe'), undefined)
})

t.test('every operation is measured, and a failed one counted', async t => {
  const backend = memoryBackend(() => 0)
  const store = await Store.open(backend)
  const seen: string[] = []
  store.observe(operation => ({
    duration: { observe: seconds => seen.push(seconds >= 0 && seconds < 60 ? operation : 'odd') },
    failures: { inc: () => seen.push(`${operation} failed`) }
  }))
  const own = store.own('subject')
  await own.set('a', 1)
  await own.get('a')
  await own.list('')
  await own.update(['a'], () => ({ writes: [{ key: 'a', value: 2 }], result: undefined }))
  await own.delete('a')
  t.strictSame(seen.splice(0), ['set', 'get', 'list', 'read', 'commit', 'delete'])
  backend.list = () => Promise.reject(new Error('away'))
  await t.rejects(own.list(''), { message: 'away' })
  t.strictSame(seen, ['list failed', 'list'])
})

t.test('the time of an operation is in seconds', async t => {
  const backend = memoryBackend(() => 0)
  const store = await Store.open(backend)
  const { now } = performance
  t.teardown(() => {
    performance.now = now
  })
  let time = 1_000
  performance.now = () => time
  const list = backend.list.bind(backend)
  backend.list = async (...parameters) => {
    time += 2_500
    return list(...parameters)
  }
  const seen: number[] = []
  store.observe(() => ({
    duration: { observe: seconds => void seen.push(seconds) },
    failures: { inc: () => undefined }
  }))
  await store.own('subject').list('')
  t.strictSame(seen, [2.5])
})

t.test('no name of an account, a product or a subject reaches the records of another', async t => {
  const store = await Store.open(memoryBackend(() => 0))
  for (const name of ['', 'a/b', 'a{b', 'a}b', 'a:b', 'ada/notes}:x']) {
    t.throws(() => store.namespace(name, 'notes'), RangeError, name)
    t.throws(() => store.namespace('ada', name), RangeError, name)
    t.throws(() => store.namespaceRecords(name, 'notes'), RangeError, name)
    await t.rejects(store.eraseNamespace('ada', name), RangeError, name)
    await t.rejects(store.eraseAccount(name), RangeError, name)
  }
  for (const name of ['', 'a{b', 'a}b']) {
    t.throws(() => store.own(name), RangeError, name)
    await t.rejects(store.eraseOwn(name), RangeError, name)
  }
  await store.namespace('ada.é-1', 'notes').set('a/{b}:c', 1)
  t.equal(await store.namespace('ada.é-1', 'notes').get('a/{b}:c'), 1)
})

t.test('a record that the store does not take is not taken for written', async t => {
  const store = await Store.open(memoryBackend(() => 0))
  store.keyv.set = async () => false
  await t.rejects(store.own('subject').set('a', 1), { name: 'StoreUnavailable' })
})

t.test('a backend that a store refuses is closed', async t => {
  const backend = memoryBackend(() => 0)
  await backend.set(schemaKey, String(newestSchema + 1))
  let closed = 0
  backend.close = async () => void closed++
  await t.rejects(Store.open(backend), { name: 'SettingsError' })
  t.equal(closed, 1)
  await backend.set(schemaKey, String(newestSchema))
  const store = await Store.open(backend)
  t.equal(closed, 1)
  await store.close()
  t.equal(closed, 2)
})

t.test('records without a schema version, or of a replacement that did not end, are an incomplete store', async t => {
  const backend = memoryBackend(() => 0)
  await backend.set('data:{ada/notes}:a', '1')
  await t.rejects(Store.open(backend), { name: 'SettingsError', message: /incomplete/ })
  t.equal(await backend.get(schemaKey), undefined)
  await backend.set(schemaKey, String(unfinishedSchema))
  await t.rejects(Store.open(backend, { name: 'This one' }), { message: /^This one is incomplete/ })
  await backend.set(schemaKey, String(newestSchema))
  await Store.open(backend)
})

t.test(
  'a store is migrated from its own version on, once it is copied; where that fails nothing is changed',
  async t => {
    const backend = memoryBackend(() => 0)
    const own = (await Store.open(backend)).own('store')
    const called: number[] = []
    const steps = [1, 2, 3].map(step => async () => void called.push(step))
    await own.set('schema', 2)
    await t.rejects(migrate(backend, own, { steps, backUp: () => Promise.reject(new Error('disk full')) }), /disk full/)
    t.strictSame([called, await own.get('schema')], [[], 2])
    const versions: number[] = []
    await migrate(backend, own, { steps, backUp: async version => void versions.push(version) })
    t.strictSame([called, versions, await own.get('schema')], [[2, 3], [2], 4])
    await own.set('schema', 5)
    await t.rejects(migrate(backend, own, { steps }), /schema version 5; .* up to 4/)
  }
)

t.test('how long a kind is stored is what the store was opened with', async t => {
  const usual = await Store.open(memoryBackend(() => 0))
  t.equal(usual.storedMs('passwordResetMinutes'), 30 * 60_000)
  const retention = { ...usualRetention, passwordResetMinutes: 5 }
  t.equal(
    (
      await Store.open(
        memoryBackend(() => 0),
        { retention }
      )
    ).storedMs('passwordResetMinutes'),
    5 * 60_000
  )
})
