import { KeyedMutex } from '@product-host/sdk/runtime'
import t from 'tap'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { migrate } from '../../../host/dist/storage/schema.js'
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
