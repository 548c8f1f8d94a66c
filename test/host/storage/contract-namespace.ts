import type { JobChange, Storage } from '@product-host/sdk'
import type { Test } from 'tap'
import { Store } from '../../../host/dist/storage/store.js'
import type { OpenFresh } from './contract.js'

const increase = (storage: Storage, ...keys: readonly string[]) =>
  storage.update(keys, read => ({
    writes: keys.map(key => ({ key, value: (read<number>(key) ?? 0) + 1 })),
    result: undefined
  }))

/** What a product sees of the store. */
export function namespaceContract(t: Test, open: OpenFresh): void {
  t.test('values of every JSON kind come back as they were', async t => {
    const storage = (await open(t)).store.namespace('account', 'slug')
    for (const value of [
      null,
      false,
      0,
      -1.5,
      '',
      'é 漢 \u{1f600} "\u2028\\',
      [],
      [{ a: [null] }],
      {},
      { ключ: { b: 1 } }
    ]) {
      await storage.set('key', value)
      t.strictSame(await storage.get('key'), value)
    }
  })

  t.test('keys and values may be as large as is said, and no larger', async t => {
    const storage = (await open(t)).store.namespace('account', 'slug')
    const [longest, largest] = ['ü'.repeat(600), 'x'.repeat(1024 * 1024 - 2)]
    await storage.set(longest, largest)
    t.equal(await storage.get(longest), largest)
    await t.rejects(storage.set(`${longest}x`, 1), { name: 'RangeError' })
    await t.rejects(storage.set('key', `${largest}x`), { name: 'RangeError' })
    for (const key of ['', 'a\0b', '\ud800']) await t.rejects(storage.get(key), { name: 'RangeError' })
    await t.rejects(storage.set('key', undefined), { name: 'TypeError' })
    await t.rejects(storage.set('key', 1, { ttlMs: 0 }), { name: 'RangeError' })
    await t.rejects(storage.list('', { limit: 1001 }), { name: 'RangeError' })
  })

  t.test('an update over several keys writes all of them', async t => {
    const storage = (await open(t)).store.namespace('account', 'slug')
    await storage.set('gone', 1)
    const sum = await storage.update(['gone', 'total'], read => ({
      writes: [
        { key: 'gone', delete: true },
        { key: 'entry', value: { amount: 2 } },
        { key: 'total', value: (read<number>('gone') ?? 0) + 2 }
      ],
      result: 'added'
    }))
    t.equal(sum, 'added')
    t.strictSame(await storage.list('', {}), [
      { key: 'entry', value: { amount: 2 } },
      { key: 'total', value: 3 }
    ])
  })

  t.test('an exception in change leaves the records as they were and reaches the caller', async t => {
    const storage = (await open(t)).store.namespace('account', 'slug')
    await storage.set('key', 1)
    const update = storage.update(['key'], () => {
      throw new Error('no')
    })
    await t.rejects(update, { message: 'no' })
    await t.rejects(
      storage.update(['key'], read => ({ result: read('other') })),
      /not among the keys/
    )
    await t.rejects(
      storage.update(['key'], () => ({
        writes: [
          { key: 'key', value: 2 },
          { key: 'other', value: undefined }
        ],
        result: 0
      })),
      { name: 'TypeError' }
    )
    t.strictSame(await storage.list(''), [{ key: 'key', value: 1 }])
  })

  t.test(
    'concurrent updates of one key, by callers that share a queue and by callers that do not, are exact',
    async t => {
      const { store, backend } = await open(t)
      const other = await Store.open(backend)
      const namespaces = [
        store.namespace('account', 'slug'),
        store.namespace('account', 'slug'),
        other.namespace('account', 'slug')
      ]
      await Promise.all(
        Array.from({ length: 300 }, (_, index) =>
          increase(namespaces[index % 3] ?? store.own('none'), 'count', `of-${index % 3}`)
        )
      )
      t.strictSame(await store.namespace('account', 'slug').list(''), [
        { key: 'count', value: 300 },
        { key: 'of-0', value: 100 },
        { key: 'of-1', value: 100 },
        { key: 'of-2', value: 100 }
      ])
    }
  )

  t.test('a change is called again when a record it read was written in between', async t => {
    const { store, backend } = await open(t)
    const storage = store.namespace('account', 'slug')
    await storage.set('key', 1)
    let calls = 0
    const writes: Promise<void>[] = []
    const seen = await storage.update(['key'], read => {
      if (++calls === 1) writes.push(backend.set('data:{account/slug}:key', '10'))
      const value = read<number>('key') ?? 0
      return { writes: [{ key: 'key', value: value + 1 }], result: value }
    })
    await Promise.all(writes)
    t.strictSame([calls, seen, await storage.get('key')], [2, 10, 11])
  })

  t.test('updates that wait for each other come in the order of their calls', async t => {
    const storage = (await open(t)).store.namespace('account', 'slug')
    const add = (item: number) =>
      storage.update(['log'], read => ({
        writes: [{ key: 'log', value: [...(read<number[]>('log') ?? []), item] }],
        result: 0
      }))
    await Promise.all([1, 2, 3, 4, 5].map(add))
    t.strictSame(await storage.get('log'), [1, 2, 3, 4, 5])
  })

  t.test('an update sees no expired record, and what it writes can expire', async t => {
    const { store, clock } = await open(t)
    const storage = store.namespace('account', 'slug')
    const claim = () =>
      storage.update(['claim'], read => {
        if (read('claim')) return { result: false }
        return { writes: [{ key: 'claim', value: true, ttlMs: 1000 }], result: true }
      })
    t.strictSame([await claim(), await claim()], [true, false])
    clock.advance(1000)
    t.strictSame([await claim(), await claim()], [true, false])
  })

  t.test('namespaces and the host do not see each other', async t => {
    const { store } = await open(t)
    const namespaces = {
      'a of one': store.namespace('a', 'one'),
      'a of two': store.namespace('a', 'two'),
      'b of one': store.namespace('b', 'one'),
      'the host': store.own('a')
    }
    for (const [name, storage] of Object.entries(namespaces)) await storage.set('key', name)
    for (const [name, storage] of Object.entries(namespaces)) {
      t.equal(await storage.get('key'), name)
      t.strictSame(await storage.list(''), [{ key: 'key', value: name }])
    }
    t.equal(await namespaces['a of one'].delete('key'), true)
    t.equal(await namespaces['a of two'].get('key'), 'a of two')
  })

  t.test('names that could reach into another namespace are refused', async t => {
    const { store } = await open(t)
    for (const name of ['', 'a/b', 'a{', 'a}', 'a:']) {
      t.throws(() => store.namespace(name, 'slug'), { name: 'RangeError' })
      t.throws(() => store.namespace('account', name), { name: 'RangeError' })
    }
    for (const subject of ['', 'a{', 'a}']) t.throws(() => store.own(subject), { name: 'RangeError' })
  })

  t.test('a job is written, replaced and cancelled with the records of its update', async t => {
    const { store, backend } = await open(t)
    const storage = store.namespace('account', 'slug')
    const jobs = async () => (await backend.list('host:{jobs}:', { limit: 10, reverse: false })).map(({ key }) => key)
    const schedule = (at: number) => ({ schedule: { id: 'one', at, action: 'run', input: {} } })
    const change = (value: number, ...changes: JobChange[]) =>
      storage.update(['key'], () => ({ writes: [{ key: 'key', value }], jobs: changes, result: undefined }))

    await change(1, schedule(5_000))
    t.equal(await storage.get('key'), 1)
    t.strictSame(await jobs(), [
      'host:{jobs}:due:000000000005000:job:account/slug/one',
      'host:{jobs}:job:account/slug/one'
    ])
    await change(2, schedule(7_000), schedule(6_000))
    t.strictSame(await jobs(), [
      'host:{jobs}:due:000000000006000:job:account/slug/one',
      'host:{jobs}:job:account/slug/one'
    ])
    await change(3, { cancel: 'one' }, { cancel: 'none' })
    t.strictSame(await jobs(), [])
    t.equal(await storage.get('key'), 3)
    await t.rejects(change(4, { schedule: { id: '', at: 0, action: 'run', input: {} } }), { name: 'RangeError' })
    t.equal(await storage.get('key'), 3)
    await t.rejects(
      store.own('subject').update([], () => ({ jobs: [{ cancel: 'one' }], result: 0 })),
      /take no jobs/
    )
  })

  t.test('a list stops at its limit and shows no expired record', async t => {
    const { store, clock } = await open(t)
    const storage = store.namespace('account', 'slug')
    for (let index = 0; index < 5; index++) await storage.set(`k${index}`, index, index === 2 ? { ttlMs: 10 } : {})
    clock.advance(10)
    t.strictSame(await storage.list('k', { after: 'k0', limit: 2 }), [
      { key: 'k1', value: 1 },
      { key: 'k3', value: 3 }
    ])
    t.strictSame(await storage.list('k', { after: 'k3', limit: 1, reverse: true }), [{ key: 'k1', value: 1 }])
  })

  t.test('a probe passes while the store serves, and calls at the same time share it', async t => {
    const { store } = await open(t)
    await Promise.all([store.probe(), store.probe()])
    await store.probe()
    t.pass('the store serves')
  })
}
