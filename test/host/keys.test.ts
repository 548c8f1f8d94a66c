import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'
import { demoKey } from '../../host/dist/accounts/demo-key.js'
import { isKey, newKey } from '../../host/dist/accounts/key-format.js'
import { Keys } from '../../host/dist/accounts/keys.js'
import { commonScopes } from '../../host/dist/accounts/scopes.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'

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
  t.match(await keys.identify(`Bearer ${key}`), { account: 'someone' })
  now += 1
  await t.rejects(keys.identify(`Bearer ${key}`), { name: 'Problem', code: 'expired_key' })
})

t.test('only its own account can revoke a key', async t => {
  const keys = new Keys(await Store.open(memoryBackend(Date.now)), makeClock(Date.now, Math.random))
  const { key, record } = await keys.create('someone', 'a key')
  t.notOk(await keys.revoke('another', record.keyId))
  t.match(await keys.identify(`Bearer ${key}`), { account: 'someone' })
  t.ok(await keys.revoke('someone', record.keyId))
  await t.rejects(keys.identify(`Bearer ${key}`), { code: 'revoked_key' })
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
  const idOf = async (id: string) => (await keys.today('someone', id))?.keyId
  const first = (await keys.create('someone', 'a key')).record.keyId
  const second = (await keys.rotate('someone', first, 60_000))?.record.keyId ?? ''
  const third = (await keys.rotate('someone', second, 60_000))?.record.keyId ?? ''
  t.strictSame([await idOf(first), await idOf(second), await idOf(third)], [third, third, third])
  t.equal(await idOf('key_none'), undefined)
  t.equal(await keys.today('another', first), undefined)
  await keys.revoke('someone', second)
  t.match(await keys.today('someone', first), { keyId: second, revokedAt: String })
})
