import { Keyv } from 'keyv'
import type { Test } from 'tap'
import { KeyvAdapter } from '../../../host/dist/storage/keyv.js'
import type { OpenFresh } from './contract.js'

/** What Keyv's own suite asks of an adapter. */
export function keyvContract(t: Test, open: OpenFresh): void {
  const openKeyv = async (t: Test) => {
    const { backend } = await open(t)
    return (namespace: string) => new Keyv({ store: new KeyvAdapter(backend), namespace, throwOnErrors: true })
  }

  t.test('set, get, has and delete of one key', async t => {
    const keyv = (await openKeyv(t))('n')
    t.equal(await keyv.get('foo'), undefined)
    t.equal(await keyv.delete('foo'), false)
    t.equal(await keyv.set('foo', 'bar'), true)
    t.equal(await keyv.get('foo'), 'bar')
    t.equal(await keyv.has('foo'), true)
    t.equal(await keyv.has('fizz'), false)
    t.equal(await keyv.delete('foo'), true)
    t.equal(await keyv.get('foo'), undefined)
  })

  t.test('get, set, has and delete of many keys', async t => {
    const keyv = (await openKeyv(t))('n')
    t.strictSame(await keyv.get(['a', 'b']), [undefined, undefined])
    t.equal(await keyv.delete(['a', 'b']), false)
    t.strictSame(
      await keyv.setMany([
        { key: 'a', value: 1 },
        { key: 'c', value: 3 }
      ]),
      [true, true]
    )
    t.strictSame(await keyv.getMany(['a', 'b', 'c']), [1, undefined, 3])
    t.strictSame(await keyv.hasMany(['a', 'b', 'c']), [true, false, true])
    t.equal(await keyv.deleteMany(['a', 'b']), true)
    t.strictSame(await keyv.getMany(['a', 'b', 'c']), [undefined, undefined, 3])
  })

  t.test('values of every kind come back as they were', async t => {
    const keyv = (await openKeyv(t))('n')
    const values = [
      false,
      true,
      null,
      0,
      -0.5,
      1e300,
      '',
      'bar',
      '"',
      "'",
      "''",
      '\\',
      '\u0000',
      [],
      [1, [2]],
      {},
      { a: { b: null } }
    ]
    for (const value of [...values, 'é ü 漢 \u{1f600} \u2028', Buffer.from('bar'), { buff: Buffer.from('buzz') }]) {
      await keyv.set('foo', value)
      t.strictSame(await keyv.get('foo'), value)
    }
    await keyv.set('foo', undefined)
    t.equal(await keyv.get('foo'), undefined)
    await t.rejects(keyv.set('foo', Symbol('value')), /symbol cannot be serialized/)
  })

  t.test('keys may hold quotes, percent signs and any other letter', async t => {
    const keyv = (await openKeyv(t))('n')
    for (const key of ["'", '"', '%', '_', '\\', 'a b', 'é', '\u{1f600}', '{a/b}:c']) {
      await keyv.set(key, key)
      t.equal(await keyv.get(key), key)
    }
  })

  t.test('namespaces do not see, delete or clear each other', async t => {
    const keyv = await openKeyv(t)
    const [first, second] = [keyv('a_b'), keyv('aXb')]
    await first.set('foo', 1)
    await second.set('foo', 2)
    t.strictSame([await first.get('foo'), await second.get('foo')], [1, 2])
    t.equal(await first.delete('foo'), true)
    t.equal(await second.get('foo'), 2)
    await first.set('bar', 1)
    t.equal(await first.clear(), undefined)
    t.equal(await first.get('bar'), undefined)
    t.equal(await second.get('foo'), 2)
  })

  t.test('clear deletes everything, also more than one page', async t => {
    const { records, store } = await open(t)
    const writes = Array.from({ length: 1234 }, (_, index) => ({ key: `k${index}`, text: '0' }))
    await records.commit([], writes)
    await store.keyv.clear()
    t.strictSame(await records.list('', { limit: 10, reverse: false }), [])
    t.equal(await store.keyv.get('host:{store}:schema'), undefined)
  })

  t.test('the iterator covers one namespace, also more than one page', async t => {
    const keyv = await openKeyv(t)
    const [first, second] = [keyv('keyv1'), keyv('keyv2')]
    const entries = Array.from({ length: 1001 }, (_, index) => ({ key: String(10_000 + index), value: index }))
    await first.setMany(entries)
    await second.set('10000', 'other')
    const found: unknown[] = []
    for await (const [key, value] of first.iterator?.(undefined) ?? []) found.push({ key, value })
    t.strictSame(found, entries)
  })

  t.test('the iterator of the whole store has full keys', async t => {
    const { store } = await open(t)
    await store.namespace('account', 'slug').set('a:b', { c: 1 })
    const found = new Map<string, string>()
    for await (const [key, text] of store.keyv.iterator?.(undefined) ?? []) found.set(key, text)
    t.equal(found.get('data:{account/slug}:a:b'), '{"c":1}')
    t.equal(found.get('host:{store}:schema'), '1')
    t.equal(found.size, 2)
  })

  t.test('expired records are invisible to every method', async t => {
    const { store, clock } = await open(t)
    await store.keyv.set('a', '1', 1000)
    await store.keyv.set('b', '2')
    t.equal(await store.keyv.get('a'), '1')
    clock.advance(1000)
    t.equal(await store.keyv.get('a'), undefined)
    t.equal(await store.keyv.has('a'), false)
    t.strictSame(await store.keyv.getMany(['a', 'b']), [undefined, '2'])
    const found: string[] = []
    for await (const [key] of store.keyv.iterator?.(undefined) ?? []) found.push(key)
    t.notOk(found.includes('a'))
  })

  t.test('to read what has expired does not delete what was written since', async t => {
    const { store, clock } = await open(t)
    await store.keyv.set('a', '1', 1000)
    clock.advance(1000)
    await Promise.all([store.keyv.get('a'), store.keyv.getMany(['a']), store.keyv.set('a', '2')])
    t.equal(await store.keyv.get('a'), '2')
  })

  t.test('values that are not text are refused', async t => {
    const { store } = await open(t)
    const keyv: Keyv<unknown> = store.keyv
    await t.rejects(keyv.set('a', { b: 1 }), { name: 'TypeError' })
  })
}
