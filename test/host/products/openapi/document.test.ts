import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { DisabledAccounts } from '../../../../host/dist/accounts/keys/check-key.js'
import { Keys } from '../../../../host/dist/accounts/keys/keys.js'
import { realClock } from '../../../../host/dist/base/clock.js'
import { problems, StoreUnavailable } from '../../../../host/dist/base/problems.js'
import { Entitlements } from '../../../../host/dist/billing/entitlements.js'
import { type BillingSnapshot, noCard } from '../../../../host/dist/billing/plan.js'
import { Hold } from '../../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { described, key, plugins, provoked } from '../../../fixtures/described-host.js'
import { Interface } from '../../../fixtures/openapi-validator.js'
import { begun } from '../../../fixtures/products/controlled.js'
import {
  carefulPlugin,
  hookedPlugin,
  memoryStore,
  movableClock,
  notesPlugin,
  standStill,
  start
} from '../../../fixtures/start-host.js'
import { receiver } from '../../../fixtures/webhook-receiver.js'

const largestBody = 256 * 1024

const notes = '/api/v1/products/notes'
const controlled = '/api/v1/products/controlled'
const connection = '/api/v1/products/connection'
const failing = '/api/v1/products/failing'

/** Codes that only the dashboard and the operator's page give, or the log alone. */
const elsewhere = [
  'session_required',
  'invalid_credentials',
  'second_factor_required',
  'invalid_code',
  'recent_sign_in_required',
  'second_factor_active',
  'second_factor_inactive',
  'cross_site_request',
  'invalid_link',
  'email_taken',
  'key_ended',
  'already_confirmed',
  'record_in_use',
  'too_many_keys',
  'client_gone',
  'mail_not_configured',
  'plan_running',
  'billing_not_configured',
  'billing_unavailable',
  'invalid_signature',
  'operator_required',
  'operator_factor_required'
].filter(code => code in problems)
/** Refusals that nothing here provokes: of slow senders, and of hosts with more to do than they can. */
const unprovoked = ['request_timeout', 'overloaded']

t.test('the document says what it is, is computed once and is known by its tag', async t => {
  const { send, call, description } = await described(t)
  const { document } = description
  t.match(document, {
    openapi: /^3\.1\./,
    info: { version: '1.0.0' },
    servers: [{ url: /^http:\/\/127\.0\.0\.1:[1-9]\d*$/ }]
  })
  const { headers } = await send('GET', '/openapi.json', '200 ok')
  await send('GET', '/openapi.json', '304 ok', undefined, { 'If-None-Match': headers.get('etag') ?? '' })
  await send('POST', '/openapi.json', '405 method_not_allowed')
  const link = (await call('GET', `${notes}/execute`)).headers.get('link') ?? ''
  t.equal(link, '<../../../../openapi.json>; rel="service-desc"; type="application/json"')
  const target = new URL('../../../../openapi.json', `https://products.example/host${notes}/execute`)
  t.equal(target.pathname, '/host/openapi.json')
})

t.test('an answer that is not as the document says is found out', async t => {
  const { send, description } = await described(t)
  const path = `${notes}/execute`
  const good = await send('POST', path, '200 ok', { action: 'add', text: 'milk' })
  const bad = await send('POST', path, '400 missing_action', {})
  const without = (headers: Headers, name: string) => new Headers([...headers].filter(([each]) => each !== name))
  const withOne = (headers: Headers, name: string, value: string) => new Headers([...headers, [name, value]])
  const member = (text: string, members: object) => JSON.stringify({ ...JSON.parse(text), ...members })
  for (const [reply, fault] of [
    [{ ...good, status: 201 }, /has no answer 201/],
    [{ ...good, headers: without(good.headers, 'ratelimit') }, /RateLimit is missing/],
    [{ ...good, headers: withOne(good.headers, 'ETag', '"1"') }, /ETag is not described/],
    [{ ...good, text: member(good.text, { latencyMs: 'long' }) }, /latencyMs must be number/],
    [{ ...bad, text: member(bad.text, { secret: 1 }) }, /secret is not described/],
    [{ ...bad, text: member(bad.text, { code: 'missing_key' }) }, /code must be equal/],
    [{ ...bad, headers: withOne(without(bad.headers, 'content-type'), 'content-type', 'text/html') }, /text\/html/]
  ] as const)
    t.match(description.faults('POST', path, reply).join(), fault)
})

t.test('every refusal is described, or belongs to the dashboard', async t => {
  const { description } = await described(t)
  const examples = Object.values(description.document.components.responses).flatMap(({ content }) =>
    Object.keys(content?.['application/problem+json']?.examples ?? {})
  )
  t.same([...new Set([...examples, ...elsewhere])].sort(), Object.keys(problems).sort())
})

t.test('valid answers are what the document says', async t => {
  const { send } = await described(t)
  const { headers } = await send('GET', `${notes}/execute`, '200 ok')
  await send('GET', `${notes}/execute`, '304 ok', undefined, { 'If-None-Match': headers.get('etag') ?? '' })
  await send('GET', '/api/v1/products', '200 ok')
  await send('GET', '/livez', '200 ok')
  await send('GET', '/readyz', '200 ok')
  await send('GET', '/metrics', '200 ok')
  const once = { 'Idempotency-Key': 'once' }
  await send('POST', `${notes}/execute`, '200 ok', { action: 'add', text: 'milk', more: 1 }, once)
  await send('POST', `${notes}/execute`, '200 ok', { action: 'add', text: 'milk', more: 1 }, once)
  await send('POST', `${notes}/execute`, '200 ok', { action: 'add', text: 'dull' })
  await send('POST', `${controlled}/execute`, '200 ok', { action: 'old', id: 'deprecated' })
  await send('GET', `${connection}/config`, '200 ok')
  await send('PUT', `${connection}/config?dryRun=true`, '200 ok', { settings: { colour: 'red' } })
  await send('PUT', `${connection}/config`, '200 ok', {
    enabled: true,
    settings: { colour: 'red', 'x.secret': 'seen' }
  })
  await send('GET', `${connection}/config/revisions`, '200 ok')
  await send('GET', '/api/v1/products/usage', '200 ok')
  await send('GET', '/api/v1/products/usage?format=csv', '200 ok')
})

t.test('refusals of keys and addresses', async t => {
  const store = await memoryStore()
  const keys = new Keys(store, realClock())
  const { send, raw } = await described(t, { store })
  const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })
  const expired = await keys.create('someone', 'old', '2020-01-01T00:00:00.000Z')
  const narrow = await keys.create('someone', 'narrow', undefined, ['notes:execute'])
  const leaked = await keys.create('someone', 'leaked')
  const last = await keys.create('someone', 'last')
  await keys.revoke('someone', last.record.keyId)
  await send('POST', `${notes}/execute`, '401 missing_key', {}, { Authorization: undefined })
  await send('POST', `${notes}/execute`, '401 invalid_key', {}, bearer('none'))
  await send('POST', `${notes}/execute`, '401 expired_key', {}, bearer(expired.key))
  await send('POST', `${controlled}/execute`, '403 insufficient_scope', {}, bearer(narrow.key))
  await send('GET', `${controlled}/config`, '403 insufficient_scope', undefined, bearer(narrow.key))
  const small = await keys.create('demo', 'small', undefined, undefined, { day: { warnAt: 1, stopAt: 1 } })
  await send('POST', `${notes}/execute`, '200 ok', { action: 'latest' }, bearer(small.key))
  await send('POST', `${notes}/execute`, '429 call_budget_spent', { action: 'latest' }, bearer(small.key))
  await send('GET', '/api/v1/products/usage', '200 ok', undefined, bearer(small.key))
  await send('POST', '/api/v1/products/keys/self/revoke', '200 ok', undefined, bearer(leaked.key))
  await send('POST', '/api/v1/products/keys/self/revoke', '401 revoked_key', undefined, bearer(last.key))
  await send('POST', '/api/v1/products/keys/self/revoke', '403 insufficient_scope')
  await send('GET', '/nowhere', '404 not_found')
  await send('PATCH', `${notes}/execute`, '405 method_not_allowed')
  await raw('not http\r\n\r\n', '400 malformed_request')
  await raw('GET /livez HTTP/1.1\r\nHost: elsewhere.example\r\nConnection: close\r\n\r\n', '421 misdirected_request')
  await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`, '431 headers_too_large')
  for (let count = 0; count < 27; count++) await send('POST', `${notes}/execute`, '401 invalid_key', {}, bearer('none'))
  await send('POST', `${notes}/execute`, '429 rate_limited', {}, bearer('none'))
  await send('POST', '/api/v1/products/keys/self/revoke', '429 rate_limited', undefined, bearer('none'))
})

t.test('refusals of bodies, headers and configs', async t => {
  const { send } = await described(t)
  const run = (expected: string, body: unknown, headers: Record<string, string> = {}) =>
    send('POST', `${notes}/execute`, expected, body, headers)
  await run('400 malformed_json', '{')
  await run('400 missing_action', {})
  await run('400 unknown_action', { action: 'none' })
  await run('400 invalid_input', { action: 'add' })
  await run('400 invalid_header', { action: 'add', text: 'milk' }, { 'Idempotency-Key': '""' })
  await run('412 contract_changed', {}, { 'Product-Contract': 'sha256-0' })
  await run('413 payload_too_large', 'x'.repeat(largestBody + 1))
  await run('415 unsupported_media_type', '{}', { 'Content-Type': 'text/plain' })
  await run('200 ok', { action: 'add', text: 'milk' }, { 'Idempotency-Key': 'used' })
  await run('422 idempotency_key_reused', { action: 'latest' }, { 'Idempotency-Key': 'used' })
  await send('PUT', `${connection}/config`, '400 invalid_config', { settings: { colour: 'far too long to be' } })
  await send('PUT', `${connection}/config`, '400 invalid_input', [])
  await send('PUT', `${connection}/config`, '412 revision_conflict', {}, { 'If-Match': '"7"' })
  await send('GET', '/api/v1/products/usage?from=tomorrow', '400 invalid_input')
  await send('PUT', `${controlled}/config`, '200 ok', { enabled: false })
  await send('POST', `${controlled}/execute`, '403 product_disabled', { action: 'count', id: 'one' })
})

t.test('refusals of products, rates and a host that fails', async t => {
  const backend = memoryBackend(Date.now)
  const store = await Store.open(backend)
  const time = standStill(t)
  const { send, stop } = await described(t, {
    store,
    deployment: { rate: { key: [10, 10], account: [100, 10], atOnce: 2 } }
  })
  await send('POST', `${failing}/execute`, '502 product_error', { action: 'fail', how: 'throw' })
  await send('POST', `${failing}/execute`, '502 invalid_output', { action: 'fail', how: 'shape' })
  await send('POST', `${failing}/execute`, '502 response_too_large', { action: 'fail', how: 'large' })
  await send('POST', `${failing}/execute`, '504 product_timeout', { action: 'fail', how: 'hang' })
  for (let count = 0; count < 6; count++) await send('GET', '/api/v1/products/usage', '200 ok')
  await send('POST', `${notes}/execute`, '429 rate_limited', { action: 'latest' })
  time.advance(10_000)

  const { get, read, commit, list, set } = backend
  const failWith = (error: Error) => {
    const fail = async () => {
      throw error
    }
    Object.assign(backend, { get: fail, read: fail, commit: fail, list: fail, set: fail })
  }
  failWith(new StoreUnavailable('away', 2))
  await send('POST', `${notes}/execute`, '503 store_unavailable', { action: 'latest' })
  await send('GET', '/readyz', '503 store_unavailable')
  failWith(new Error('a fault'))
  await send('GET', `${connection}/config`, '500 internal_error')
  Object.assign(backend, { get, read, commit, list, set })

  const held = send(
    'POST',
    `${controlled}/execute`,
    '503 shutting_down',
    { action: 'pass', id: 'openapi', how: 'wait' },
    { 'Idempotency-Key': 'held' }
  )
  await begun.reached('openapi')
  await send(
    'POST',
    `${controlled}/execute`,
    '409 idempotency_in_progress',
    { action: 'pass', id: 'openapi', how: 'wait' },
    { 'Idempotency-Key': 'held' }
  )
  const second = send('POST', `${controlled}/execute`, '503 shutting_down', {
    action: 'pass',
    id: 'openapi2',
    how: 'wait'
  })
  await begun.reached('openapi2')
  await send('POST', `${controlled}/execute`, '429 too_many_concurrent', { action: 'latest' })
  await stop()
  await Promise.all([held, second])
})

t.test('a plan to confirm, and the refusals of confirmations', async t => {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const { send } = await described(t, { clock, plugins: { ...plugins, ...carefulPlugin } })
  const careful = '/api/v1/products/careful'
  await send('GET', `${careful}/execute`, '200 ok')
  const asked = await send('POST', `${careful}/execute`, '200 ok', { action: 'wipe', topic: 'old', waitMs: 1_000 })
  const { token } = JSON.parse(asked.text).detail.error.details
  const confirm = (expected: string, confirmation: string) =>
    send('POST', `${careful}/execute`, expected, { action: 'wipe', confirmation })
  await confirm('400 invalid_confirmation', 'unknown')
  const running = confirm('200 ok', token)
  const count = () => send('POST', `${careful}/execute`, '200 ok', { action: 'count', topic: 'old' })
  while (JSON.parse((await count()).text).detail.runs === 0) await delay(10)
  await confirm('409 confirmation_in_progress', token)
  clock.advance(60_000)
  await confirm('409 outcome_unknown', token)
  await running
})

t.test('runs, their pages and their end', async t => {
  const { send } = await described(t)
  const runs = '/api/v1/products/runs'
  const later = { Prefer: 'respond-async' }
  const body = { action: 'pass', id: 'openapi run', how: 'wait' }
  const accepted = await send('POST', `${controlled}/execute`, '202 ok', body, later)
  const path = JSON.parse(accepted.text).links.self
  await begun.reached('openapi run')
  await send('GET', path, '200 ok')
  await send('GET', `${path}?wait=x`, '400 invalid_input')
  await send('POST', `${path}/cancel`, '200 ok')
  const { headers } = await send('GET', `${path}?wait=20`, '200 ok')
  await send('GET', path, '304 ok', undefined, { 'If-None-Match': headers.get('etag') ?? '' })
  const failing = await send('POST', `${controlled}/execute`, '202 ok', { action: 'hang', id: 'openapi' }, later)
  await send('GET', `${JSON.parse(failing.text).links.self}?wait=20`, '200 ok')
  await send(
    'POST',
    `${controlled}/execute`,
    '200 ok',
    { action: 'count', id: 'a' },
    { Prefer: 'respond-async, wait=20' }
  )
  const [ended] = JSON.parse((await send('GET', `${runs}?status=succeeded`, '200 ok')).text).runs
  await send('POST', `${runs}/${ended.id}/replay`, '409 run_not_failed')
  await send('GET', runs, '200 ok')
  await send('GET', `${runs}?status=cancelled&product=controlled&limit=1`, '200 ok')
  await send('GET', `${runs}?status=none`, '400 invalid_input')
  await send('GET', `${runs}/run_none`, '404 not_found')
  await send('POST', `${runs}/run_none/cancel`, '404 not_found')
  await send('GET', `${path}/events`, '200 ok')
  await send('GET', `${path}/events`, '400 invalid_header', undefined, { 'Last-Event-ID': 'x' })
  await send('POST', `${path}/replay`, '409 outcome_unknown')
  const repeated = await send('POST', `${path}/replay?mayRepeat=true`, '202 ok')
  await send('POST', `${runs}/cancel`, '200 ok', { ids: [JSON.parse(repeated.text).id, 'run_none'] })
  await send('POST', `${runs}/cancel`, '400 invalid_input', {})
  const named = { product: 'controlled', action: 'count', input: { id: 'a' } }
  const follower = { ...named, on: 'succeeded', input: { id: { $result: '/summary' } } }
  const followed = await send('POST', runs, '202 ok', { ...named, follower: { ...follower, follower } })
  const { followedBy } = JSON.parse(
    (await send('GET', `${JSON.parse(followed.text).links.self}?wait=20`, '200 ok')).text
  )
  t.match(followedBy, /^run_/)
  await send('POST', runs, '400 invalid_input', { ...named, follower: { ...follower, on: 'never' } })
  await send('POST', runs, '400 unknown_action', { ...named, action: 'none' })
  await send('POST', runs, '404 unknown_product', { ...named, product: 'none' })
})

t.test('schedules, from the first to the last', async t => {
  const backend = memoryBackend(Date.now)
  const { send } = await described(t, { store: await Store.open(backend) })
  const schedules = '/api/v1/products/schedules'
  const body = { name: 'One', cron: '0 8 * * *', product: 'controlled', action: 'count', input: { id: 'a' } }
  const path = JSON.parse((await send('POST', schedules, '201 ok', body)).text).links.self
  await send('POST', schedules, '400 invalid_input', { ...body, cron: 'x' })
  await send('POST', schedules, '404 unknown_product', { ...body, product: 'none' })
  await send('POST', schedules, '400 unknown_action', { ...body, action: 'none' })
  await send('GET', schedules, '200 ok')
  await send('GET', `${schedules}?product=controlled`, '200 ok')
  await send('GET', path, '200 ok')
  await send('PATCH', path, '200 ok', { timezone: 'Europe/Berlin', overlap: 'queue', missed: 'all' })
  await send('PATCH', path, '400 invalid_input', { overlap: 'none' })
  const run = JSON.parse((await send('POST', `${path}/run`, '202 ok')).text).links.self
  await send('GET', `${run}?wait=20`, '200 ok')
  await send('POST', `${path}/resume`, '200 ok')
  await send('GET', `${path}/firings?limit=1`, '200 ok')
  await send('GET', `${path}/firings?after=x`, '400 invalid_input')
  for (const { key, text } of await backend.list('host:{schedules/', { limit: 10, reverse: false }))
    if (key.includes(':schedule:'))
      await backend.set(key, JSON.stringify({ ...JSON.parse(text), sealed: 'of another key' }))
  await send('POST', `${path}/run`, '409 input_unreadable')
  await send('PATCH', path, '409 input_unreadable', { name: 'Two' })
  await send('DELETE', path, '204 ok')
  await send('GET', path, '404 not_found')
})

t.test('what is sent to the address of an endpoint is a callback of the operation that makes it', async t => {
  const target = await receiver(t)
  await target.open()
  const deployment = { egress: { allow: ['127.0.0.0/8'], ports: [target.port] } }
  const { send, keys, host, description } = await described(t, { deployment })
  const webhooks = '/api/v1/products/webhooks'
  const { key: allowed } = await keys.create('ada', 'a key', undefined, ['account:webhooks', '*:execute'])
  const as = { Authorization: `Bearer ${allowed}` }
  const made = await send('POST', webhooks, '201 ok', { url: `http://127.0.0.1:${target.port}/` }, as)
  await send('POST', `${JSON.parse(made.text).links.self}/test`, '202 ok', undefined, as)
  await send('POST', `${notes}/execute`, '202 ok', { action: 'latest' }, { ...as, Prefer: 'respond-async' })
  for (let looks = 0; looks < 3; looks++) await host.runDueJobs()
  await target.until(2, 10_000)
  t.strictSame(target.received.map(({ body }) => JSON.parse(body).type).sort(), ['run.succeeded', 'webhook.test'])
  for (const message of target.received)
    t.strictSame(description.callbackFaults(webhooks, '{$request.body#/url}', message), [])
})

t.test('webhooks, from the endpoint to its deliveries', async t => {
  const { send, keys, host } = await described(t, { deployment: { egress: { allow: ['127.0.0.0/8'], ports: [1] } } })
  const webhooks = '/api/v1/products/webhooks'
  const { key: allowed } = await keys.create('ada', 'a key', undefined, ['account:webhooks'])
  const as = { Authorization: `Bearer ${allowed}` }
  const url = 'http://127.0.0.1:1/'
  const made = await send('POST', webhooks, '201 ok', { url, description: 'Ours' }, as)
  const path = JSON.parse(made.text).links.self
  await send('POST', webhooks, '400 invalid_input', { url: 'ftp://127.0.0.1/' }, as)
  await send('POST', webhooks, '403 insufficient_scope', { url })
  await send('GET', webhooks, '200 ok', undefined, as)
  await send('GET', `${webhooks}?page=2`, '400 invalid_input', undefined, as)
  await send('GET', path, '200 ok', undefined, as)
  await send('PATCH', path, '200 ok', { events: ['run.*'] }, as)
  await send('PATCH', path, '400 invalid_input', { events: [] }, as)
  await send('POST', `${path}/secret`, '200 ok', undefined, as)
  await send('POST', `${path}/test`, '202 ok', undefined, as)
  await host.runDueJobs()
  const log = await send('GET', `${path}/deliveries?limit=1`, '200 ok', undefined, as)
  await send('GET', `${path}/deliveries?after=x`, '400 invalid_input', undefined, as)
  const [{ eventId }] = JSON.parse(log.text).deliveries
  await send('POST', `${path}/deliveries/${eventId}/replay`, '202 ok', undefined, as)
  await send('POST', `${path}/deliveries/none/replay`, '404 not_found', undefined, as)
  await send('POST', `${path}/replay`, '202 ok', { since: '2026-01-01T00:00:00Z' }, as)
  await send('POST', `${path}/replay`, '400 invalid_input', { since: 'today' }, as)
  await send('PATCH', path, '200 ok', { enabled: false }, as)
  await send('POST', `${path}/replay`, '409 webhook_paused', { since: '2026-01-01T00:00:00Z' }, as)
  await send('DELETE', path, '204 ok', undefined, as)
  await send('GET', path, '404 not_found', undefined, as)
})

t.test('hooks, and the calls of one', async t => {
  const { send, keys } = await described(t, { plugins: { ...plugins, ...hookedPlugin } })
  const made = await keys.create('acme', 'maker', undefined, ['hooked:execute', 'account:webhooks'])
  const maker = { Authorization: `Bearer ${made.key}` }
  const hooks = '/api/v1/products/hooks'
  const body = { name: 'One', product: 'hooked', hook: 'any', signature: { kind: 'basic', secret: 'ada:12345678' } }
  const act = (method: string, path: string, expected: string, sent?: unknown) =>
    send(method, path, expected, sent, maker)
  await send('GET', hooks, '403 insufficient_scope')
  const { links, url } = JSON.parse((await act('POST', hooks, '201 ok', body)).text)
  await act('POST', hooks, '400 invalid_input', { ...body, hook: 'none' })
  await act('POST', hooks, '404 unknown_product', { ...body, product: 'none' })
  await act('GET', hooks, '200 ok')
  await act('GET', `${hooks}?product=hooked`, '200 ok')
  await act('GET', links.self, '200 ok')
  await act('PATCH', links.self, '200 ok', { redirect: 'https://example.com/', input: { folder: 'a' } })
  await act('PATCH', links.self, '400 invalid_input', { redirect: 'http://example.com/' })
  await act('POST', `${links.self}/resume`, '200 ok')
  await send('GET', '/api/v1/products/hooked/execute', '200 ok')
  const path = new URL(url).pathname
  const basic = { Authorization: `Basic ${Buffer.from('ada:12345678').toString('base64')}` }
  await send('POST', path, '202 ok', { text: 'a' }, basic)
  await send('GET', `${path}?text=a`, '202 ok', undefined, basic)
  await send('POST', path, '401 invalid_hook_signature', { text: 'a' })
  await send('POST', path, '400 malformed_json', 'x', basic)
  await send('POST', path, '415 unsupported_media_type', 'x', { ...basic, 'Content-Type': 'text/plain' })
  await send('POST', path, '413 payload_too_large', 'x'.repeat(largestBody + 1), basic)
  await act('POST', `${links.self}/rotate`, '200 ok', { overlapSeconds: 60 })
  await act('PATCH', links.self, '200 ok', { enabled: false })
  await send('POST', path, '403 hook_disabled', { text: 'a' }, basic)
  await act('DELETE', links.self, '204 ok')
  await act('GET', links.self, '404 not_found')
  await send('POST', path, '404 not_found', { text: 'a' }, basic)
})

t.test('outcomes, lost and settled', async t => {
  const { send } = await described(t)
  const outcomes = '/api/v1/products/outcomes'
  const named = { 'Idempotency-Key': 'openapi lost' }
  const lose = (expected: string) =>
    send('POST', `${controlled}/execute`, expected, { action: 'hang', id: 'openapi lost' }, named)
  const settle = (expected: string, body: object) => send('POST', `${outcomes}/settle`, expected, body, named)
  await send('GET', outcomes, '404 not_found', undefined, named)
  await lose('504 product_timeout')
  await lose('409 outcome_unknown')
  await send('GET', outcomes, '200 ok', undefined, named)
  await send('GET', `${outcomes}?product=controlled`, '200 ok')
  await send('GET', `${outcomes}?page=2`, '400 invalid_input')
  await settle('400 invalid_input', { product: 'controlled' })
  await settle('404 not_found', { product: 'notes', outcome: 'done' })
  await settle('200 ok', { product: 'controlled', outcome: 'done', note: 'Seen.' })
  await settle('409 outcome_settled', { product: 'controlled', outcome: 'done' })
  await lose('409 outcome_settled')
  await send('GET', outcomes, '200 ok', undefined, named)
})

t.test('refusals of accounts without a plan or a card', async t => {
  const store = await memoryStore()
  const clock = realClock()
  const entries = { '@test/connection': { requires: ['payment_card'] } }
  const { send, keys } = await described(t, { store, clock, entries, deployment: { billing: 'stripe' } })
  const entitlements = new Entitlements(store, clock)
  const disabled = new DisabledAccounts(store, clock)
  const bearer = async (account: string, trialEndsAt?: number) => {
    const facts: BillingSnapshot | undefined = trialEndsAt
      ? { plan: { status: 'trialing', trialEndsAt }, card: noCard }
      : undefined
    if (facts) await entitlements.record(account, { id: 'facts', at: clock.now(), facts })
    return { Authorization: `Bearer ${(await keys.create(account, 'a key')).key}` }
  }
  const none = await bearer('none')
  await send('POST', `${notes}/execute`, '402 trial_required', {}, none)
  await send('GET', `${notes}/access`, '200 ok', undefined, none)
  await send('POST', `${notes}/execute`, '402 trial_expired', {}, await bearer('over', clock.now() - 1))
  const trying = await bearer('trying', clock.now() + 60_000)
  await send('POST', `${notes}/execute`, '200 ok', { action: 'latest' }, trying)
  await send('POST', `${connection}/execute`, '403 waitlisted', {}, trying)
  await send('GET', `${connection}/access`, '200 ok', undefined, trying)
  await disabled.disable('disabled', 'a reason')
  await send('GET', '/api/v1/products/usage', '403 account_disabled', undefined, await bearer('disabled'))
})

t.test('refusals of requests for metrics', async t => {
  const { send } = await described(t, { environment: { METRICS_TOKEN: 'a token of the operator' } })
  await send('GET', '/metrics', '401 missing_key', undefined, { Authorization: undefined })
  await send('GET', '/metrics', '401 invalid_key')
  await send('GET', '/metrics', '200 ok', undefined, { Authorization: 'Bearer a token of the operator' })
})

t.test('the refusal while a required plugin is not served', async t => {
  const broken = { ...notesPlugin, '@test/broken': 'throw new Error("no")' }
  const { send } = await described(t, { plugins: broken, entries: { '@test/broken': { required: true } } })
  await send('GET', '/readyz', '503 product_unavailable')
})

t.test('the refusal of a run while the store is held', async t => {
  const store = await Store.open(memoryBackend(Date.now))
  await new Hold(store, console).begin({ since: '2026-01-01T00:00:00.000Z', by: 'hold' })
  const { send } = await described(t, { store })
  const body = { action: 'add', text: 'milk' }
  await send('POST', `${notes}/execute`, '503 held', body, { Prefer: 'respond-async' })
  await send('GET', '/readyz', '200 ok')
})

t.test('refusals of addresses whose product is not served or has no config any more', async t => {
  const before = await Interface.of((await start(t, { plugins })).url)
  const { url } = await start(t, { plugins: notesPlugin })
  for (const [path, listed, expected] of [
    [`${controlled}/execute`, `${controlled}/execute`, 'unknown_product'],
    [`${controlled}/config`, `${controlled}/config`, 'unknown_product'],
    [`${notes}/config`, `${controlled}/config`, 'config_not_supported']
  ] as const) {
    const response = await fetch(url + path, { headers: { ...key, Connection: 'close' } })
    const text = await response.text()
    t.equal(JSON.parse(text).code, expected)
    provoked.add(expected)
    t.strictSame(before.faults('GET', listed, { status: response.status, headers: response.headers, text }), [])
  }
})

t.test('every refusal was provoked', async t => {
  const rest = Object.keys(problems).filter(code => !provoked.has(code))
  t.same(rest.sort(), [...elsewhere, ...unprovoked].sort())
})
