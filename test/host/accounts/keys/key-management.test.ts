import { makeClock } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { demoKey } from '../../../../host/dist/accounts/keys/demo-key.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { signedUp } from '../../../fixtures/dashboard-client.js'
import { connectionPlugin, notesPlugin, start } from '../../../fixtures/start-host.js'

const plugins = { ...connectionPlugin, ...notesPlugin }
const minute = 60_000
const day = 24 * 60 * minute

/** Somebody who is signed in, at a host whose clock the test moves. */
async function owner(t: Test) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const backend = memoryBackend(() => time.now)
  const host = await start(t, { plugins, store: await Store.open(backend), clock })
  const ada = await signedUp(host.call)
  const make = async (body: object = { name: 'a key' }) => (await ada('POST', '/keys', body)).body
  const use = (key: string, product = 'notes', door = 'execute') =>
    host.call(
      door === 'execute' ? 'POST' : 'GET',
      `/api/v1/products/${product}/${door}`,
      door === 'execute' ? { action: product === 'notes' ? 'latest' : 'show' } : undefined,
      { Authorization: `Bearer ${key}` }
    )
  const listed = async () => (await ada('GET', '/keys')).body.keys
  return { ...host, time, backend, ada, make, use, listed }
}

t.test('a key is made, seen once, and listed without itself', async t => {
  const { ada, use, listed } = await owner(t)
  const { status, body } = await ada('POST', '/keys', { name: 'laptop', expiresAt: '2026-02-01T02:00:00+02:00' })
  t.equal(status, 201)
  const { key, ...rest } = body
  t.match(key, /^phk_[0-9A-Za-z]{36}$/)
  t.match(rest, {
    id: /^key_[0-9A-Z]{26}$/,
    name: 'laptop',
    lastFour: key.slice(-4),
    scopes: ['*:execute', '*:config'],
    status: 'good',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-02-01T00:00:00.000Z',
    lastUsedAt: null
  })
  t.strictSame(await listed(), [rest])
  t.equal((await use(key)).status, 200)
})

t.test('what a key cannot be is refused with its place', async t => {
  const { ada, make } = await owner(t)
  for (const [body, fault] of [
    [{}, { pointer: '#/name', code: 'required' }],
    [{ name: '' }, { pointer: '#/name', code: 'min_length' }],
    [{ name: ' \t ' }, { pointer: '#/name', code: 'blank' }],
    [
      { name: 'a', scopes: [] },
      { pointer: '#/scopes', code: 'min_items' }
    ],
    [
      { name: 'a', scopes: ['notes:delete'] },
      { pointer: '#/scopes/0', code: 'pattern' }
    ],
    [
      { name: 'a', scopes: ['*:config', 'none:execute'] },
      { pointer: '#/scopes/1', code: 'unknown_product' }
    ],
    [{ name: 'a', expiresAt: 'soon' }, { pointer: '#/expiresAt' }],
    [
      { name: 'a', expiresAt: '2026-01-01T00:00:00Z' },
      { pointer: '#/expiresAt', code: 'past' }
    ]
  ] as const)
    t.match(await ada('POST', '/keys', body), { status: 400, body: { code: 'invalid_input', errors: [fault] } })
  const { id } = await make()
  t.match(await ada('PATCH', `/keys/${id}`, { scopes: ['none:execute'] }), { status: 400 })
  t.match(await ada('POST', `/keys/${id}/rotate`, { overlapSeconds: -1 }), { status: 400 })
})

t.test('a key is good for its scopes and nothing else', async t => {
  const { ada, make, use } = await owner(t)
  const { id, key } = await make({ name: 'narrow', scopes: ['notes:execute', 'connection:config'] })
  t.equal((await use(key, 'notes')).status, 200)
  t.equal((await use(key, 'connection', 'config')).status, 200)
  t.match(await use(key, 'connection'), {
    status: 403,
    body: { code: 'insufficient_scope', detail: /connection:execute/ }
  })
  t.match(await ada('PATCH', `/keys/${id}`, { scopes: ['*:execute'] }), {
    status: 200,
    body: { scopes: ['*:execute'] }
  })
  t.equal((await use(key, 'connection')).status, 200)
  t.match(await use(key, 'connection', 'config'), { status: 403, body: { code: 'insufficient_scope' } })
})

t.test('a key is renamed, given an end, and relieved of it', async t => {
  const { ada, make, listed } = await owner(t)
  const { id } = await make()
  t.match(await ada('PATCH', `/keys/${id}`, { name: 'another', expiresAt: '2026-03-01T00:00:00Z' }), {
    status: 200,
    body: { name: 'another', expiresAt: '2026-03-01T00:00:00.000Z' }
  })
  t.match(await ada('PATCH', `/keys/${id}`, { expiresAt: null }), { status: 200, body: { expiresAt: null } })
  t.match(await listed(), [{ name: 'another', expiresAt: null }])
})

t.test('a key is rotated with an overlap, once', async t => {
  const { ada, make, use, listed, time } = await owner(t)
  const old = await make({ name: 'laptop', scopes: ['notes:execute'] })
  const both = await Promise.all([1, 2].map(() => ada('POST', `/keys/${old.id}/rotate`, { overlapSeconds: 600 })))
  t.strictSame(both.map(({ status }) => status).sort(), [201, 409])
  t.match(both.find(({ status }) => status === 409)?.body, { code: 'key_ended' })
  const next = both.find(({ status }) => status === 201)?.body
  t.match(next, { name: 'laptop', scopes: ['notes:execute'], expiresAt: null })
  t.match(await listed(), [{ id: next.id }, { id: old.id, replacedBy: next.id }])
  time.now += 10 * minute - 1
  t.equal((await use(old.key)).status, 200)
  t.equal((await use(next.key)).status, 200)
  time.now += 1
  t.match(await use(old.key), { status: 401, body: { code: 'expired_key' } })
  t.equal((await use(next.key)).status, 200)
  t.match(await ada('PATCH', `/keys/${old.id}`, { expiresAt: null }), { status: 409, body: { code: 'key_ended' } })
})

t.test('the overlap of a rotation does not prolong a key that was to end before', async t => {
  const { ada, make, listed } = await owner(t)
  const { id } = await make({ name: 'a', expiresAt: '2026-01-01T00:05:00Z' })
  await ada('POST', `/keys/${id}/rotate`, {})
  t.match(await listed(), [{ expiresAt: '2026-01-01T00:05:00.000Z' }, { expiresAt: '2026-01-01T00:05:00.000Z' }])
})

t.test('a revoked key is refused at once, stays in the list for 30 days, and is forgotten then', async t => {
  const { ada, make, use, listed, time, backend, keys } = await owner(t)
  const { id, key } = await make()
  await use(key)
  t.equal((await ada('DELETE', `/keys/${id}`)).status, 204)
  t.match(await use(key), { status: 401, body: { code: 'revoked_key' } })
  t.match(await listed(), [{ id, status: 'revoked', revokedAt: '2026-01-01T00:00:00.000Z' }])
  t.match(await ada('POST', `/keys/${id}/rotate`, {}), { status: 409 })
  time.now += 30 * day
  await t.rejects(keys.checker.check(`Bearer ${key}`), { code: 'invalid_key' })
  t.notMatch(JSON.stringify(await backend.list('host:{keys}:', { limit: 100, reverse: false })), 'digest')
})

t.test('the last use is noted, at most once a minute', async t => {
  const { make, use, listed, time, backend } = await owner(t)
  const { key } = await make()
  const writes: string[] = []
  const { commit } = backend
  backend.commit = (expected, changes) => {
    writes.push(...changes.map(each => each.key).filter(each => each.includes('used:')))
    return commit.call(backend, expected, changes)
  }
  for (let count = 0; count < 5; count++) await use(key)
  time.now += minute - 1
  await use(key)
  t.match(await listed(), [{ lastUsedAt: '2026-01-01T00:00:00.000Z' }])
  t.equal(writes.length, 1)
  time.now += 1
  await use(key)
  t.match(await listed(), [{ lastUsedAt: '2026-01-01T00:01:00.000Z' }])
  t.equal(writes.length, 2)
})

t.test('whoever has a key can end it', async t => {
  const { call, make, use, listed } = await owner(t)
  const { id, key } = await make({ name: 'a', scopes: ['connection:config'] })
  const revoke = (bearer: string) =>
    call('POST', '/api/v1/products/keys/self/revoke', undefined, { Authorization: `Bearer ${bearer}` })
  t.match(await revoke(key), { status: 200, body: { id, revoked: true } })
  t.match(await use(key), { status: 401, body: { code: 'revoked_key' } })
  t.match(await revoke(key), { status: 401, body: { code: 'revoked_key' } })
  t.match(await listed(), [{ id, status: 'revoked' }])
  t.match(await revoke(demoKey), { status: 403, body: { code: 'insufficient_scope' } })
})

t.test('what is nobody’s to send is refused with its place, and changes nothing', async t => {
  const { call, ada, make, use, listed } = await owner(t)
  const { id, key } = await make()
  const eve = await signedUp(call, 'eve@example.org')
  const before = await listed()
  for (const [name, value] of Object.entries({
    account: eve.id,
    revokedAt: null,
    keyId: 'key_1',
    createdAt: '',
    lastFour: ''
  }))
    t.match(await ada('PATCH', `/keys/${id}`, { name: 'mine', [name]: value }), {
      status: 400,
      body: {
        code: 'invalid_input',
        errors: [
          {
            pointer: `#/${name}`,
            code: 'unknown_member',
            fix: 'Leave it out: send only name, scopes, expiresAt, budget.'
          }
        ]
      }
    })
  for (const name of ['__proto__', 'constructor', 'prototype'])
    t.match(await ada('PATCH', `/keys/${id}`, `{"name":"mine","${name}":{"account":"${eve.id}"}}`), {
      status: 400,
      body: { errors: [{ pointer: `#/${name}`, code: 'unknown_member' }] }
    })
  t.strictSame(await listed(), before)
  t.strictSame((await eve('GET', '/keys')).body.keys, [])
  t.equal((await use(key)).status, 200)
})

t.test('a request that takes no body refuses one, and does nothing', async t => {
  const { call, ada, make, use } = await owner(t)
  const { id, key } = await make()
  const refused = { status: 400, body: { errors: [{ pointer: '#/id', code: 'unknown_member' }] } }
  t.match(await ada('DELETE', `/keys/${id}`, { id }), refused)
  t.match(await ada('DELETE', '/keys', { id }), refused)
  const self = '/api/v1/products/keys/self/revoke'
  const bearer = { Authorization: `Bearer ${key}` }
  t.match(await call('POST', self, { id: 'key_1' }, bearer), refused)
  t.match(await call('POST', self, 'id=1', { ...bearer, 'Content-Type': 'text/plain' }), { status: 415 })
  t.equal((await use(key)).status, 200)
  t.match(await call('POST', self, {}, bearer), { status: 200, body: { id, revoked: true } })
})

t.test('a replaced key can end earlier and have fewer scopes, and never more', async t => {
  const { ada, make, time } = await owner(t)
  const { id } = await make({ name: 'a', scopes: ['*:execute', 'connection:config'] })
  await ada('POST', `/keys/${id}/rotate`, { overlapSeconds: 3_600 })
  const change = (body: object) => ada('PATCH', `/keys/${id}`, body)
  for (const expiresAt of [null, '2026-01-01T01:00:00.001Z', '2027-01-01T00:00:00Z'])
    t.match(await change({ expiresAt }), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: '#/expiresAt', code: 'later_end' }] }
    })
  t.match(await change({ scopes: ['notes:execute', '*:config'] }), {
    status: 400,
    body: { errors: [{ pointer: '#/scopes/1', code: 'more_scopes' }] }
  })
  t.match(await change({ name: 'old', scopes: ['notes:execute'], expiresAt: '2026-01-01T00:30:00Z' }), {
    status: 200,
    body: { name: 'old', scopes: ['notes:execute'], expiresAt: '2026-01-01T00:30:00.000Z' }
  })
  t.match(await change({ scopes: ['*:execute'] }), { status: 400 })
  time.now += 30 * minute
  t.match(await change({ name: 'late' }), { status: 409, body: { code: 'key_ended' } })
})

t.test('keys are listed page by page, the newest first', async t => {
  const { ada, make, time } = await owner(t)
  const made: string[] = []
  for (let count = 0; count < 5; count++) {
    time.now += 1
    made.unshift((await make({ name: `key ${count}` })).id)
  }
  const page = async (query: string) => {
    const { keys, next } = (await ada('GET', `/keys?${query}`)).body
    return { ids: keys.map(({ id }: { id: string }) => id), next }
  }
  t.strictSame(await page('limit=2'), { ids: made.slice(0, 2), next: made[1] })
  t.strictSame(await page(`limit=2&after=${made[1]}`), { ids: made.slice(2, 4), next: made[3] })
  t.strictSame(await page(`limit=2&after=${made[3]}`), { ids: made.slice(4), next: null })
  t.strictSame(await page(''), { ids: made, next: null })
  for (const limit of ['0', '501', 'all', '1.5'])
    t.match(await ada('GET', `/keys?limit=${limit}`), { status: 400, body: { errors: [{ pointer: '#/limit' }] } })
})

t.test('all keys of an account are revoked at once, and those of nobody else', async t => {
  const { call, ada, make, use, time } = await owner(t)
  const [first, second, gone, ended] = [await make(), await make(), await make(), await make()]
  await ada('DELETE', `/keys/${gone.id}`)
  await ada('PATCH', `/keys/${ended.id}`, { expiresAt: '2026-01-01T00:00:01Z' })
  const next = (await ada('POST', `/keys/${first.id}/rotate`, {})).body
  const eve = await signedUp(call, 'eve@example.org')
  const other = (await eve('POST', '/keys', { name: 'a key' })).body
  for (const { key } of [first, second, next, other]) t.equal((await use(key)).status, 200)
  time.now += 1_000
  t.match(await ada('DELETE', '/keys'), { status: 200, body: { revoked: 3 } })
  for (const { key } of [first, second, next]) t.match(await use(key), { status: 401, body: { code: 'revoked_key' } })
  t.equal((await use(other.key)).status, 200)
  t.match(await ada('DELETE', '/keys'), { status: 200, body: { revoked: 0 } })
  t.equal((await ada('DELETE', `/keys/${first.id}`)).status, 204)
  const { events } = (await ada('GET', '/accounts/me/events')).body
  t.strictSame(
    events.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.includes('revoked')),
    ['all_keys_revoked', 'key_revoked'],
    'what was revoked before is no event'
  )
  t.match((await ada('GET', '/keys')).body.keys, [{ status: 'revoked' }, { status: 'expired' }])
})

t.test('an account keeps 500 keys at most', async t => {
  const { ada, keys } = await owner(t)
  for (let count = 0; count < 499; count++) await keys.create(ada.id, `key ${count}`)
  t.equal((await ada('POST', '/keys', { name: 'the last' })).status, 201)
  t.match(await ada('POST', '/keys', { name: 'one more' }), { status: 409, body: { code: 'too_many_keys' } })
  const [{ id }] = (await ada('GET', '/keys?limit=1')).body.keys
  t.match(await ada('POST', `/keys/${id}/rotate`, {}), { status: 409, body: { code: 'too_many_keys' } })
})

t.test('nobody else sees, changes or ends a key', async t => {
  const { call, make, use } = await owner(t)
  const { id, key } = await make()
  const grace = await signedUp(call, 'grace@example.org')
  t.strictSame((await grace('GET', '/keys')).body.keys, [])
  for (const [method, path, body] of [
    ['PATCH', `/keys/${id}`, { name: 'mine' }],
    ['POST', `/keys/${id}/rotate`, {}],
    ['DELETE', `/keys/${id}`, undefined]
  ] as const)
    t.match(await grace(method, path, body), { status: 404, body: { code: 'not_found' } })
  t.equal((await use(key)).status, 200)
})
