import t from 'tap'
import { newKey } from '../../host/dist/accounts/keys/check-key.js'
import { demoKey } from '../../host/dist/accounts/keys/demo-key.js'
import { password } from '../fixtures/dashboard-client.js'
import { start } from '../fixtures/start-host.js'
import { attacked, dashboard, notes, production, products } from './attacker.js'

const email = 'ada@example.org'
const isRefused = { status: 400, body: { code: 'invalid_input' } }

t.test('a change of a key cannot make it the key of another account', async t => {
  const { ada, eve, eveKey, call, refused } = await attacked(t)
  for (const member of ['account', 'keyId', 'createdAt', 'lastFour', 'revokedAt', 'replacedBy', '__proto__'])
    await refused(member, () => eve('PATCH', `/keys/${eveKey.id}`, `{"${member}":"${ada.id}"}`), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: `#/${member}`, code: 'unknown_member' }] }
    })
  const { body } = await call('POST', notes, { action: 'latest' }, eveKey.headers)
  t.strictSame(body.detail.notes, [], 'the key still reads the notes of its own account')
})

t.test('a job runs with the scopes of the key that scheduled it, whatever the product claims', async t => {
  const { ada, call, keyOf, host, backend } = await attacked(t)
  const { headers } = await keyOf(ada, ['spy:execute'])
  const body = { action: 'plan', id: 'one', product: 'notes', name: 'add', input: { text: 'stolen' } }
  for (const through of ['jobs', 'update'])
    t.equal((await call('POST', `${products}/spy/execute`, { ...body, through }, headers)).status, 200)
  await host.runDueJobs()
  const stored = JSON.stringify(await backend.list('data:', { limit: 1_000, reverse: false }))
  t.match(stored, 'insufficient_scope')
  t.notMatch(stored, 'stolen')
})

t.test('a scope names one product, not those whose slugs begin or end alike', async t => {
  const { ada, call, keyOf, refused } = await attacked(t)
  const { headers } = await keyOf(ada, ['notes:config', 'connection:config'])
  const insufficient = { status: 403, body: { code: 'insufficient_scope' } }
  await refused('config is not execute', () => call('POST', notes, { action: 'latest' }, headers), insufficient)
  for (const scope of ['note:execute', 'notes-x:execute', 'x-notes:execute', 'notes:', ':execute', 'notes:*', '*:*'])
    await refused(scope, () => ada('POST', '/keys', { name: 'a key', scopes: [scope] }), isRefused)
  for (const scope of [
    'notes:execute\n',
    'NOTES:execute',
    'notes:execute ',
    'notes:execute,*:execute',
    'notes:EXECUTE'
  ])
    await refused(scope, () => ada('POST', '/keys', { name: 'a key', scopes: [scope] }), isRefused)
})

t.test('a key for a config reads the usage of no other product', async t => {
  const { ada, call, keyOf } = await attacked(t)
  const { headers } = await keyOf(ada, ['connection:config'])
  const usage = `${products}/usage`
  t.match(await call('GET', `${usage}?product=notes`, undefined, headers), { status: 403 })
  t.match(await call('GET', `${usage}?product=notes&product=connection`, undefined, headers), { status: 403 })
  t.match(await call('GET', `${usage}?product=connection&product=notes`, undefined, headers), isRefused)
  const { body } = await call('GET', usage, undefined, headers)
  t.notMatch(JSON.stringify(body), 'notes')
})

t.test('a key that was replaced cannot be made to live longer or to do more', async t => {
  const { eve, refused, keyOf, clock, call } = await attacked(t)
  const { id, headers } = await keyOf(eve, ['notes:execute'])
  t.equal((await eve('POST', `/keys/${id}/rotate`, { overlapSeconds: 60 })).status, 201)
  const change = (body: object) => () => eve('PATCH', `/keys/${id}`, body)
  await refused('no end', change({ expiresAt: null }), isRefused)
  await refused('a later end', change({ expiresAt: '2030-01-01T00:00:00Z' }), isRefused)
  await refused('more scopes', change({ scopes: ['*:execute'] }), isRefused)
  clock.advance(61_000)
  t.match(await call('POST', notes, { action: 'latest' }, headers), { status: 401, body: { code: 'expired_key' } })
})

t.test('a key that is read while it is revoked opens nothing afterwards', async t => {
  const { ada, call, backend, keyOf } = await attacked(t)
  const { id, headers } = await keyOf(ada)
  const { get } = backend
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  backend.get = async name => {
    const text = await get.call(backend, name)
    if (!name.startsWith('host:{keys}:')) return text
    backend.get = get
    arrived.resolve()
    await held.promise
    return text
  }
  const reading = call('POST', notes, { action: 'latest' }, headers)
  await arrived.promise
  t.equal((await ada('DELETE', `/keys/${id}`)).status, 204)
  held.resolve()
  await reading
  t.match(await call('POST', notes, { action: 'latest' }, headers), { status: 401, body: { code: 'revoked_key' } })
})

t.test('a key is accepted in the Authorization header alone, as a bearer token', async t => {
  const { call, adaKey, refused } = await attacked(t)
  const { key } = adaKey
  const send =
    (headers: Record<string, string>, path = notes, body: object = { action: 'latest' }) =>
    () =>
      call('POST', path, body, headers)
  const missing = { status: 401, body: { code: 'missing_key' } }
  const invalid = { status: 401, body: { code: 'invalid_key' } }
  for (const name of ['key', 'api_key', 'access_token', 'authorization'])
    await refused(`?${name}`, send({}, `${notes}?${name}=${key}`), missing)
  await refused('a member of the body', send({}, notes, { action: 'latest', access_token: key }), missing)
  for (const name of ['X-API-Key', 'Proxy-Authorization', 'X-Authorization'])
    await refused(name, send({ [name]: `Bearer ${key}` }), missing)
  await refused('a cookie', send({ Cookie: `session=${key}; Authorization=Bearer ${key}` }), missing)
  for (const form of [
    key,
    `Basic ${btoa(`${key}:`)}`,
    `Bearer ${key}, Bearer ${key}`,
    `Bearer "${key}"`,
    `Bearer\u00a0${key}`
  ])
    await refused(form.slice(0, 8), send({ Authorization: form }), invalid)
})

t.test('keys that are guessed are counted on every route that takes one, the revocation of a key included', async t => {
  const { call, refused } = await attacked(t)
  const guess = () => call('POST', `${products}/keys/self/revoke`, undefined, { Authorization: `Bearer ${newKey()}` })
  for (let count = 0; count < 30; count++) t.equal((await guess()).status, 401)
  await refused('one more', guess, { status: 429, body: { code: 'rate_limited' } })
})

t.test('a bearer key opens no route of the dashboard, and a session none of the API', async t => {
  const { call, ada, adaKey, refused } = await attacked(t)
  const required = { status: 401, body: { code: 'session_required' } }
  for (const path of ['/accounts/me', '/keys', '/sessions', '/export', '/data/notes', '/billing', '/products/usage'])
    await refused(path, () => call('GET', dashboard + path, undefined, adaKey.headers), required)
  await refused('a new key', () => call('POST', `${dashboard}/keys`, { name: 'mine' }, adaKey.headers), required)
  const Cookie = ada.cookie()
  const missing = { status: 401, body: { code: 'missing_key' } }
  await refused('execute', () => call('POST', notes, { action: 'add', text: 'x' }, { Cookie }), missing)
  await refused('config', () => call('PUT', `${products}/connection/config`, { enabled: false }, { Cookie }), missing)
})

t.test('the demo key opens nothing outside the demo, and nothing that came through a proxy', async t => {
  const headers = { Authorization: `Bearer ${demoKey}` }
  const demo = await start(t)
  for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'Forwarded', 'Via', 'CF-Connecting-IP', 'True-Client-IP'])
    t.match(await demo.call('POST', notes, { action: 'add', text: 'x' }, { ...headers, [name]: '203.0.113.1' }), {
      status: 421,
      body: { code: 'misdirected_request' }
    })
  t.strictSame((await demo.call('POST', notes, { action: 'latest' }, headers)).body.detail.notes, [])
  const { call } = await start(t, { environment: production })
  t.match(await call('POST', notes, { action: 'latest' }, headers), { status: 401, body: { code: 'invalid_key' } })
})

t.test('an erased account leaves no key and no session that opens anything', async t => {
  const { ada, adaKey, call } = await attacked(t)
  const Cookie = ada.cookie()
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.match(await call('GET', `${dashboard}/accounts/me`, undefined, { Cookie }), { status: 401 })
  t.match(await call('POST', notes, { action: 'latest' }, adaKey.headers), { status: 401 })
  t.match(await ada('POST', '/sessions', { email, password }), { status: 401, body: { code: 'invalid_credentials' } })
})
