import type { Clock } from '@product-host/sdk'
import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'
import { isKey, newKey } from '../../../../host/dist/accounts/keys/check-key.js'
import { DemoKeyChecker, demoAccount, demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { KeyRecords } from '../../../../host/dist/accounts/keys/key-records.js'
import { Keys } from '../../../../host/dist/accounts/keys/keys.js'
import { commonScopes } from '../../../../host/dist/base/scopes.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'

t.test('a key has its form and its checksum', async t => {
  for (let count = 0; count < 100; count++) t.match(newKey(), /^phk_[0-9A-Za-z]{36}$/)
  t.ok(isKey(newKey()))
  t.ok(isKey(demoKey))
  const key = newKey()
  for (let place = 4; place < key.length; place++) {
    const other = key[place] === 'a' ? 'b' : 'a'
    t.notOk(isKey(key.slice(0, place) + other + key.slice(place + 1)))
  }
  for (const text of ['', 'phk_', key.slice(1), `${key}0`, key.toUpperCase(), ` ${key}`]) t.notOk(isKey(text))
})

t.test('neither the key nor anything it could be made from is kept', async t => {
  const backend = memoryBackend(Date.now)
  const keys = new Keys(await Store.open(backend), makeClock(Date.now, Math.random))
  const { key } = await keys.create('someone', 'a key')
  const kept = await backend.list('', { limit: 1000, reverse: false })
  t.ok(kept.length > 0)
  t.notMatch(JSON.stringify(kept), key.slice(4, 20))
})

t.test('an expiry counts from its very millisecond', async t => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  const clock = makeClock(() => now, Math.random)
  const keys = new Keys(await Store.open(memoryBackend(() => now)), clock)
  const { key } = await keys.create('someone', 'a key', '2026-01-02T00:00:00.000Z')
  now = Date.parse('2026-01-01T23:59:59.999Z')
  t.match(await keys.checker.check(`Bearer ${key}`), { account: 'someone' })
  now += 1
  await t.rejects(keys.checker.check(`Bearer ${key}`), { name: 'Problem', code: 'expired_key' })
})

t.test('every account that has keys is found once, however many it has', async t => {
  const keys = new Keys(await Store.open(memoryBackend(Date.now)), makeClock(Date.now, Math.random))
  const found = async () => {
    const accounts: string[] = []
    for await (const account of keys.accounts()) accounts.push(account)
    return accounts
  }
  t.strictSame(await found(), [])
  for (const account of ['acme', 'acme_2', 'acme', 'acme-2', 'ac', 'acme2']) await keys.create(account, 'a key')
  t.strictSame(await found(), ['ac', 'acme-2', 'acme2', 'acme', 'acme_2'])
})

t.test('only its own account can revoke a key', async t => {
  const keys = new Keys(await Store.open(memoryBackend(Date.now)), makeClock(Date.now, Math.random))
  const { key, record } = await keys.create('someone', 'a key')
  t.equal(await keys.revoke('another', record.keyId), undefined)
  t.match(await keys.checker.check(`Bearer ${key}`), { account: 'someone' })
  t.ok(await keys.revoke('someone', record.keyId))
  await t.rejects(keys.checker.check(`Bearer ${key}`), { code: 'revoked_key' })
})

t.test('what two lists of scopes have in common allows what both allow', t => {
  const examples: readonly (readonly [readonly string[], readonly string[], readonly string[]])[] = [
    [['*:execute'], ['*:execute', '*:config'], ['*:execute']],
    [['*:execute'], ['core:execute', 'core:config'], ['core:execute']],
    [['core:execute', 'notes:execute'], ['*:config', 'notes:execute'], ['notes:execute']],
    [
      ['*:execute', 'core:config'],
      ['core:execute', '*:config'],
      ['core:config', 'core:execute']
    ],
    [['core:execute'], ['notes:execute'], []],
    [[], ['*:execute'], []]
  ]
  for (const [one, other, common] of examples) {
    t.strictSame(commonScopes(one, other).toSorted(), common)
    t.strictSame(commonScopes(other, one).toSorted(), common)
  }
  t.end()
})

t.test('the key of today is the last replacement, or the key that was revoked', async t => {
  const keys = new Keys(await Store.open(memoryBackend(Date.now)), makeClock(Date.now, Math.random))
  const idOf = async (id: string) => (await keys.latest('someone', id))?.keyId
  const first = (await keys.create('someone', 'a key')).record.keyId
  const second = (await keys.rotate('someone', first, 60_000))?.record.keyId ?? ''
  const third = (await keys.rotate('someone', second, 60_000))?.record.keyId ?? ''
  t.strictSame([await idOf(first), await idOf(second), await idOf(third)], [third, third, third])
  t.equal(await idOf('key_none'), undefined)
  t.equal(await keys.latest('another', first), undefined)
  await keys.revoke('someone', second)
  t.match(await keys.latest('someone', first), { keyId: second, revokedAt: String })
})

const day = 24 * 60 * 60 * 1000
const codes = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map(result => (result.status === 'fulfilled' ? 'made' : String(result.reason.code)))
const count = (all: readonly string[], one: string) => all.filter(each => each === one).length

/** The keys of one store, as several processes see them. */
async function processes(many: number) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock: Clock = makeClock(() => time.now, Math.random)
  const backend = memoryBackend(() => time.now)
  const stores = await Promise.all(Array.from({ length: many }, () => Store.open(backend)))
  const names = async () => {
    const found: string[] = []
    for await (const page of backend.scan('host:{keys}:')) found.push(...page.map(({ key }) => key))
    return found
  }
  return { time, clock, backend, stores, names, keys: stores.map(store => new Keys(store, clock)) }
}

t.test('of many keys made at once by two processes, 500 are made, and all of them are listed', async t => {
  const { keys } = await processes(2)
  const results = await Promise.allSettled(
    Array.from({ length: 560 }, (_, each) => keys[each % 2]?.create('someone', `key ${each}`))
  )
  t.equal(count(codes(results), 'made'), 500)
  t.equal(count(codes(results), 'too_many_keys'), 60)
  t.equal((await keys[0]?.list('someone'))?.length, 500)
  t.ok(await keys[1]?.create('another', 'a key'))
})

t.test('an account with 500 keys that revokes all of them can create 500 others at once', async t => {
  const { keys } = await processes(1)
  const [own] = keys
  if (!own) return
  for (let each = 0; each < 499; each++) await own.create('someone', 'a key')
  const { record: last } = await own.create('someone', 'a key')
  await t.rejects(own.create('someone', 'a key'), { code: 'too_many_keys' })
  await t.rejects(own.rotate('someone', last.keyId, 1), { code: 'too_many_keys' })
  t.ok(await own.rotate('someone', last.keyId, 0), 'a key that ends at once makes room for the one in its place')
  t.equal(await own.revokeAll('someone'), 500)
  for (let each = 0; each < 500; each++) await own.create('someone', 'a key')
  await t.rejects(own.create('someone', 'a key'), { code: 'too_many_keys' })
  t.equal((await own.list('someone')).length, 1000, 'the newest ended ones are still listed')
})

t.test('the newest 500 ended keys are listed for 30 days; those that ended before them are removed', async t => {
  const { time, keys, names } = await processes(2)
  const [own, other] = keys
  if (!own || !other) return
  const { key, record: first } = await own.create('someone', 'first')
  await own.noteUse(first, 0)
  await own.revoke('someone', first.keyId)
  const hasTrace = async () => (await names()).some(name => name.includes(first.keyId))
  time.now += 1
  for (let each = 0; each < 499; each++) await own.create('someone', 'a key', '2026-01-02T00:00:00.000Z')
  const { record: second } = await own.create('someone', 'a key')
  time.now += day
  t.ok(await hasTrace(), '500 keys have ended')
  await own.revoke('someone', second.keyId)
  t.notOk(await hasTrace(), 'nothing is left of the key that ended first, nor of its use')
  await t.rejects(other.checker.check(`Bearer ${key}`), { code: 'invalid_key' })
  t.equal((await own.list('someone')).length, 500)

  for (let each = 0; each < 500; each++) await own.create('someone', 'a key', '2026-01-03T00:00:00.000Z')
  time.now += day
  t.equal((await own.list('someone')).length, 1000)
  await own.create('someone', 'one more')
  t.equal((await own.list('someone')).length, 501, 'a key that is made ends the list of the oldest')
  t.equal((await names()).filter(name => name.includes('digest:')).length, 501)
  time.now += 30 * day
  t.equal((await own.list('someone')).length, 1)
})

t.test('a use is recorded again once the one before is as old as was said', async t => {
  const { time, keys } = await processes(1)
  const [own] = keys
  if (!own) return
  const { record } = await own.create('someone', 'a key')
  const usedAt = async () => (await own.list('someone'))[0]?.lastUsedAt
  await own.noteUse(record, 1_000)
  const first = await usedAt()
  time.now += 999
  await own.noteUse(record, 1_000)
  t.strictSame(await usedAt(), first)
  time.now += 1
  await own.noteUse(record, 1_000)
  t.not(await usedAt(), first)
})

t.test('the demo key is that of the demo account; every other one is checked', async t => {
  const { keys } = await processes(1)
  const [own] = keys
  if (!own) return
  const demo = new DemoKeyChecker(own.checker)
  t.strictSame(await demo.check(`Bearer ${demoKey}`), { account: demoAccount, keyId: 'key_demo' })
  const { key, record } = await own.create('someone', 'a key')
  t.match(await demo.check(`Bearer ${key}`), { account: 'someone', keyId: record.keyId })
  await t.rejects(demo.check(`Bearer ${newKey()}`), { code: 'invalid_key' })
  await t.rejects(own.checker.check(`Bearer ${demoKey}`), { code: 'invalid_key' })
})

t.test('in a store that has no list of keys yet, the keys that are there count', async t => {
  const { stores, keys } = await processes(1)
  const [[own], [store]] = [keys, stores]
  if (!own || !store) return
  for (let each = 0; each < 499; each++) await own.create('someone', 'a key')
  await store.own('keys').delete('counted:someone')
  const results = await Promise.allSettled([1, 2, 3].map(() => own.create('someone', 'a key')))
  t.strictSame(codes(results).sort(), ['made', 'too_many_keys', 'too_many_keys'])
})

t.test('the list of an earlier version, which has no digests, holds; its keys are removed without a trace', async t => {
  const { time, stores, keys, names } = await processes(1)
  const [[own], [store]] = [keys, stores]
  if (!own || !store) return
  const { record } = await own.create('someone', 'a key')
  await own.revoke('someone', record.keyId)
  const until = time.now + 30 * day
  await store.own('keys').set('counted:someone', [{ keyId: record.keyId, until }])
  time.now += 1
  for (let each = 0; each < 500; each++) await own.create('someone', 'a key')
  t.equal(await own.revokeAll('someone'), 500)
  t.equal((await own.list('someone')).length, 500)
  const left = await names()
  t.equal(left.filter(name => name.includes('digest:')).length, 500)
  t.notOk(left.some(name => name.includes(record.keyId)))
})

t.test(
  'a rotated key leads to its replacement when its record is gone, for 400 days and until its erasure',
  async t => {
    const { time, keys, names } = await processes(1)
    const [own] = keys
    if (!own) return
    const first = (await own.create('someone', 'a key')).record.keyId
    const second = (await own.rotate('someone', first, 0))?.record.keyId ?? ''
    const third = (await own.rotate('someone', second, 0))?.record.keyId ?? ''
    time.now += 399 * day
    t.match(await own.latest('someone', first), { keyId: third })
    t.equal(await own.latest('another', first), undefined)
    time.now += 2 * day
    t.equal(await own.latest('someone', first), undefined)
    await own.rotate('someone', third, 0)
    await own.removeAll('someone')
    t.strictSame(await names(), [])
  }
)

t.test('a rotated key that is revoked in its overlap leads nowhere', async t => {
  const { time, keys } = await processes(1)
  const [own] = keys
  if (!own) return
  const first = (await own.create('someone', 'a key')).record.keyId
  await own.rotate('someone', first, day)
  t.equal(await own.revoke('someone', first), true)
  t.equal(await own.revoke('someone', first), false, 'it was revoked before')
  t.equal(await own.revoke('someone', 'key_none'), undefined)
  time.now += 60 * day
  t.equal(await own.latest('someone', first), undefined)
})

t.test('a key that is made while all are revoked is revoked too, or was made after them', async t => {
  const { keys, backend } = await processes(2)
  const [here, there] = keys
  if (!here || !there) return
  const first = await here.create('someone', 'first')
  const { commit } = backend
  const meanwhile: Promise<{ key: string } | undefined>[] = []
  backend.commit = async (expected, writes) => {
    backend.commit = commit
    meanwhile.push(there.rotate('someone', first.record.keyId, 60_000))
    await meanwhile[0]
    return commit.call(backend, expected, writes)
  }
  t.equal(await here.revokeAll('someone'), 2)
  const second = await meanwhile[0]
  for (const { key } of [first, second ?? { key: '' }])
    await t.rejects(here.checker.check(`Bearer ${key}`), { code: 'revoked_key' })
})

t.test('a key that is read while it is revoked is not accepted after it', async t => {
  const { keys, backend } = await processes(1)
  const [own] = keys
  if (!own) return
  const { key, record } = await own.create('someone', 'a key')
  const { get } = backend
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  backend.get = async name => {
    const text = await get.call(backend, name)
    if (!name.includes('digest:')) return text
    backend.get = get
    begun.resolve()
    await held.promise
    return text
  }
  const reading = own.checker.check(`Bearer ${key}`)
  await begun.promise
  await own.revoke('someone', record.keyId)
  held.resolve()
  t.match(await reading, { account: 'someone' }, 'the request that was under way goes on')
  await t.rejects(own.checker.check(`Bearer ${key}`), { code: 'revoked_key' })
})

t.test('no change of a key moves it to another account, or makes it another key', async t => {
  const { stores, clock, keys, backend } = await processes(1)
  const [[own], [store]] = [keys, stores]
  if (!own || !store) return
  const { record } = await own.create('someone', 'a key')
  const records = new KeyRecords(store, clock)
  const before = await backend.list('', { limit: 1000, reverse: false })
  for (const other of [{ account: 'another' }, { keyId: 'key_1' }, { createdAt: '2020-01-01' }, { lastFour: '0000' }]) {
    const changed = { ...record, ...other }
    await t.rejects(
      records.change('someone', record.keyId, () => ({ record: changed, result: true })),
      /tried to change/
    )
    await t.rejects(
      records.changeAll('someone', () => changed),
      /tried to change/
    )
  }
  const beside = { digest: 'a', record: { ...record, account: 'another', keyId: 'key_1' } }
  await t.rejects(
    records.change('someone', record.keyId, () => ({ record, beside, result: true })),
    /same account/
  )
  t.strictSame(await backend.list('', { limit: 1000, reverse: false }), before)
})
