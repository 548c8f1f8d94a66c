import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { rotateSecrets } from '../../../host/dist/config/secret-rotation.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { EndpointStore } from '../../../host/dist/webhooks/endpoint-store.js'
import { password, signedUp } from '../../fixtures/dashboard-client.js'
import {
  controlledPlugin,
  failingPlugin,
  type HostOptions,
  movableClock,
  notesPlugin,
  start
} from '../../fixtures/start-host.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const products = '/api/v1/products'
const webhooks = `${products}/webhooks`
const scopes = ['*:execute', 'account:webhooks']

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver on this machine, which answers with a status, or never. */
async function receiver(t: Test) {
  const state: { status: number | 'never' } = { status: 204 }
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    received.push({ headers: request.headers, body })
    if (state.status !== 'never') response.writeHead(state.status).end('an answer')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { state, received, port, hook: `http://127.0.0.1:${port}/hook` }
}

/** A receiver, and hosts on one store whose clock stands still until the test moves it. */
async function world(
  t: Test,
  {
    deployment,
    plugins = { ...controlledPlugin, ...notesPlugin },
    ...options
  }: Omit<HostOptions, 'clock' | 'store'> = {}
) {
  const target = await receiver(t)
  const clock = movableClock('2026-01-05T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const egress = { allow: ['127.0.0.0/8'], ports: [target.port] }
  const begin = (its = plugins) =>
    start(t, {
      plugins: its,
      deployment: { billing: 'none', egress, ...deployment },
      store,
      clock,
      ...options
    })
  const first = await begin()
  const bearer = async (account: string, ...given: readonly string[]) => {
    const created = await first.keys.create(account, 'a key', undefined, given)
    return { Authorization: `Bearer ${created.key}` }
  }
  const key = await bearer('ada', ...scopes)
  const send = (method: string, path: string, body?: object, who: Record<string, string> = key) =>
    first.call(method, path, body, who)
  const make = async (members: object = {}, who = key) =>
    (await send('POST', webhooks, { url: target.hook, ...members }, who)).body
  /** Starts a run and lets it end, and sends what is due. */
  const run = async (action = 'latest', input: object = {}, who = key) => {
    const accepted = await first.call(
      'POST',
      `${products}/notes/execute`,
      { action, ...input },
      { ...who, Prefer: 'respond-async' }
    )
    await first.host.runDueJobs()
    return accepted.body.id
  }
  const deliveries = async (id: string, query = '', who = key) =>
    (await send('GET', `${webhooks}/${id}/deliveries${query}`, undefined, who)).body
  const advance = async (ms: number) => {
    clock.advance(ms)
    await first.host.runDueJobs()
  }
  const ids = () => target.received.map(({ headers }) => headers['webhook-id'])
  return { ...target, ...first, clock, backend, key, begin, bearer, send, make, run, deliveries, advance, ids }
}

/** The event that a message holds, if its signature is right at the time of a clock. */
function verified({ headers, body }: Received, secret: string): Record<string, unknown> {
  const stamped = Number(headers['webhook-timestamp']) * second
  const { now } = Date
  Date.now = () => stamped
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>
  } finally {
    Date.now = now
  }
}

t.test('an account is told of the end of its runs by signed messages that hold ids alone', async t => {
  const { make, run, received, send, deliveries, hook } = await world(t)
  const made = await make({ description: 'Ours' })
  t.match(made, { id: /^whe_/, url: hook, events: ['*'], description: 'Ours', enabled: true, secret: /^whsec_/ })
  const { secret, ...shown } = made
  t.strictSame((await send('GET', made.links.self)).body, shown, 'the secret is shown once')
  t.strictSame((await send('GET', webhooks)).body, { endpoints: [shown] })

  const good = await run('add', { text: 'a private note' })
  const bad = await run('add', { text: 7 })
  t.equal(bad, undefined, 'a refused request is no run')
  const [message, ...others] = received
  t.strictSame(others, [])
  t.ok(message)
  if (!message) return
  t.strictSame(verified(message, secret), {
    type: 'run.succeeded',
    timestamp: '2026-01-05T12:00:00.000Z',
    data: { runId: good, productId: 'notes', action: 'add' }
  })
  t.match(message.headers, { 'content-type': 'application/json', 'webhook-id': /^evt_[0-9a-f]{32}$/ })
  const list = await deliveries(made.id)
  t.strictSame(list.next, null)
  t.match(list.deliveries, [
    { eventId: message.headers['webhook-id'], type: 'run.succeeded', status: 'delivered', httpStatus: 204, attempt: 1 }
  ])
})

t.test('an endpoint gets the events that it asks for', async t => {
  const { make, run, received, send, hook } = await world(t)
  await make({ events: ['run.failed'] })
  await make({ url: `${hook}?runs`, events: ['run.*'] })
  await make({ url: `${hook}?keys`, events: ['key.expiring'] })
  await run()
  t.equal(received.length, 1)
  for (const events of [['run'], ['webhook.test'], ['*.failed'], [], ['*', '*'], 'run.failed'])
    t.match(await send('POST', webhooks, { url: hook, events }), { status: 400, body: { code: 'invalid_input' } })
})

t.test('one event has one id over all its attempts, also on another host', async t => {
  const { make, run, state, ids, clock, advance, deliveries, begin, stop, send } = await world(t)
  const { id } = await make()
  state.status = 500
  await run()
  await advance(10 * second)
  state.status = 404
  await advance(10 * minute)
  t.match((await deliveries(id)).deliveries, [
    { attempt: 3, status: 'failed', httpStatus: 404, error: 'http_404', response: 'an answer' },
    { attempt: 2, status: 'failed', httpStatus: 500, error: 'http_500' },
    { attempt: 1, status: 'failed', httpStatus: 500 }
  ])
  const page = await deliveries(id, '?limit=2')
  t.equal(page.deliveries.length, 2)
  t.match(await deliveries(id, `?limit=2&after=${page.next}`), { deliveries: [{ attempt: 1 }], next: null })
  t.match((await send('GET', `${webhooks}/${id}`)).body, { failingSince: '2026-01-05T12:00:00.000Z' })
  await stop()
  const next = await begin()
  state.status = 200
  clock.advance(hour)
  await next.host.runDueJobs()
  t.equal(ids().length, 4)
  t.equal(new Set(ids()).size, 1)
})

t.test('what ends a run stores what is told of it', async t => {
  const { make, call, host, received, begin, stop, state, key } = await world(t)
  await make()
  state.status = 'never'
  const asynchronous = { ...key, Prefer: 'respond-async' }
  const { id } = (await call('POST', `${products}/notes/execute`, { action: 'latest' }, asynchronous)).body
  const running = host.runDueJobs()
  while (received.length === 0) await delay(10)
  await stop()
  await running
  state.status = 200
  const next = await begin()
  await next.host.runDueJobs()
  t.strictSame(
    received.map(({ headers }) => headers['webhook-id']),
    [received[0]?.headers['webhook-id'], received[0]?.headers['webhook-id']]
  )
  t.match((await next.call('GET', `${products}/runs/${id}`, undefined, key)).body, { status: 'succeeded' })
})

t.test('a new secret signs at once, and the one before for a day', async t => {
  const { make, run, send, received, clock } = await world(t)
  const { id, secret, url } = await make()
  const renewed = (await send('POST', `${webhooks}/${id}/secret`)).body
  t.match(renewed, { id, url, secret: /^whsec_/, previousSecretUntil: '2026-01-06T12:00:00.000Z' })
  t.not(renewed.secret, secret)
  await run()
  const [both] = received
  t.equal(both?.headers['webhook-signature']?.toString().split(' ').length, 2)
  for (const each of [secret, renewed.secret]) t.ok(both && verified(both, each))
  clock.advance(day - 1)
  await run()
  const [, still] = received
  t.ok(still && verified(still, secret))
  clock.advance(1)
  await run()
  const [, , later] = received
  t.ok(later && verified(later, renewed.secret))
  t.throws(() => later && verified(later, secret))
})

t.test('another address has another secret; other changes keep it', async t => {
  const { make, run, send, received, hook } = await world(t)
  const { id, secret } = await make()
  const renamed = await send('PATCH', `${webhooks}/${id}`, {
    description: 'Other',
    events: ['run.succeeded'],
    url: hook
  })
  t.match(renamed, { status: 200, body: { description: 'Other', events: ['run.succeeded'] } })
  t.notOk('secret' in renamed.body)
  const moved = (await send('PATCH', `${webhooks}/${id}`, { url: `${hook}?moved`, description: '' })).body
  t.match(moved, { url: `${hook}?moved`, secret: /^whsec_/ })
  t.notOk('description' in moved)
  await run()
  const [message] = received
  t.ok(message && verified(message, moved.secret))
  t.throws(() => message && verified(message, secret))
})

t.test('a test is sent also to a disabled endpoint, once', async t => {
  const { make, send, received, state, advance, host, deliveries } = await world(t)
  const { id, secret } = await make({ enabled: false, events: ['run.failed'] })
  state.status = 500
  const asked = await send('POST', `${webhooks}/${id}/test`)
  t.equal(asked.status, 202)
  await host.runDueJobs()
  await advance(hour)
  const [message, ...others] = received
  t.strictSame(others, [])
  t.ok(message)
  if (!message) return
  t.match(verified(message, secret), { type: 'webhook.test', data: { endpointId: id } })
  t.match((await deliveries(id)).deliveries, [{ eventId: asked.body.eventId, type: 'webhook.test', status: 'failed' }])
})

t.test(
  'events are sent again, one or all since a time, also those that came while the endpoint was disabled',
  async t => {
    const { make, run, send, ids, clock, host } = await world(t)
    const { id } = await make()
    await run()
    clock.advance(minute)
    await send('PATCH', `${webhooks}/${id}`, { enabled: false })
    await run()
    clock.advance(minute)
    const since = '2026-01-05T12:01:00.000Z'
    t.equal(ids().length, 1)
    t.match(await send('POST', `${webhooks}/${id}/replay`, { since }), {
      status: 409,
      body: { code: 'webhook_paused' }
    })
    const one = `${webhooks}/${id}/deliveries/${ids()[0]}/replay`
    t.match(await send('POST', one), { status: 409, body: { code: 'webhook_paused' } })
    await send('PATCH', `${webhooks}/${id}`, { enabled: true })
    t.strictSame((await send('POST', `${webhooks}/${id}/replay`, { since })).body, { replayed: 1, next: null })
    await host.runDueJobs()
    t.equal(new Set(ids()).size, 2)
    t.strictSame(await send('POST', one).then(({ status, body }) => ({ status, body })), {
      status: 202,
      body: { eventId: ids()[0] }
    })
    await host.runDueJobs()
    t.strictSame(ids()[2], ids()[0])
    const all = { since: '2026-01-05T12:00:00Z' }
    t.strictSame((await send('POST', `${webhooks}/${id}/replay`, all)).body, { replayed: 2, next: null })
    const other = await make({ url: 'http://127.0.0.2/', events: ['key.expiring'] })
    t.equal(other.code, 'invalid_input', 'a port that is not open')
    for (const event of [`evt_${'0'.repeat(32)}`, 'x', String(ids()[0]).toUpperCase()])
      t.match(await send('POST', `${webhooks}/${id}/deliveries/${event}/replay`), { status: 404 })
  }
)

t.test('an endpoint that fails for days is paused with a notice, and begins again when it is enabled', async t => {
  const { make, run, send, state, advance, ids, clock, host, hook } = await world(t, {
    deployment: { rate: { webhookFailingDays: 2 } }
  })
  const { id } = await make()
  state.status = 500
  await run()
  const lookAt = async () => (await send('GET', `${webhooks}/${id}`)).body
  clock.advance(2 * day - 1)
  await host.runDueJobs()
  t.notOk('paused' in (await lookAt()))
  await advance(day)
  t.match(await lookAt(), { paused: { code: 'failing', since: /^2026-01-08/ } })
  const before = ids().length
  await run()
  t.equal(ids().length, before)
  const renamed = await send('PATCH', `${webhooks}/${id}`, { description: 'Other', url: hook })
  t.match(renamed, { status: 200, body: { paused: { code: 'failing' } } }, 'another change does not end the pause')
  state.status = 200
  const enabled = (await send('PATCH', `${webhooks}/${id}`, { enabled: true })).body
  t.notOk('paused' in enabled || 'failingSince' in enabled)
  await run()
  t.equal(ids().length, before + 1)
})

t.test('a receiver that is gone gets nothing more until the endpoint is enabled or has another address', async t => {
  const { make, run, send, state, ids, hook } = await world(t)
  const { id } = await make()
  state.status = 410
  await run()
  t.match((await send('GET', `${webhooks}/${id}`)).body, { paused: { code: 'gone' } })
  await run()
  t.equal(ids().length, 1)
  state.status = 200
  await send('PATCH', `${webhooks}/${id}`, { enabled: true })
  await run()
  t.equal(ids().length, 2)
  state.status = 410
  await run()
  t.match((await send('GET', `${webhooks}/${id}`)).body, { paused: { code: 'gone' } })
  state.status = 200
  const moved = (await send('PATCH', `${webhooks}/${id}`, { url: `${hook}?moved` })).body
  t.notOk('paused' in moved)
  await run()
  t.equal(ids().length, 4)
})

t.test('an endpoint is paused when the key that decided on it ends, or has no longer the scope', async t => {
  const { call, make, run, send, received, host } = await world(t)
  const browser = await signedUp(call, 'ada@example.org')
  const keyWith = async (...given: readonly string[]) => {
    const { id, key } = (await browser('POST', '/keys', { name: 'a key', scopes: given })).body
    return { id, who: { Authorization: `Bearer ${key}` } }
  }
  const [one, other, runs] = [
    await keyWith('account:webhooks'),
    await keyWith(...scopes),
    await keyWith('notes:execute')
  ]
  const endpoints = [(await make({}, one.who)).links.self, (await make({}, other.who)).links.self]
  await run('latest', {}, runs.who)
  t.equal(received.length, 2)
  t.equal((await browser('DELETE', `/keys/${one.id}`)).status, 204)
  t.equal((await browser('PATCH', `/keys/${other.id}`, { scopes: ['*:execute'] })).status, 200)
  await run('latest', {}, runs.who)
  t.equal(received.length, 2)
  const codes = (await browser('GET', '/products/webhooks')).body.endpoints.map(
    ({ paused }: { paused?: { code: string } }) => paused?.code
  )
  t.strictSame(codes, ['revoked_key', 'insufficient_scope'])
  const notices = (await browser('GET', '/accounts/me/events')).body.events.filter(
    ({ kind }: { kind: string }) => kind === 'webhook_endpoint_paused'
  )
  t.strictSame(new Set(notices.map(({ keyId }: { keyId: string }) => keyId)), new Set([one.id, other.id]))
  const path = endpoints[0].replace('/api/v1', '')
  t.match((await browser('PATCH', path, { enabled: true })).body, { enabled: true, keyId: 'session' })
  await run('latest', {}, runs.who)
  t.equal(received.length, 3)
  t.equal((await send('GET', endpoints[0])).status, 404, 'another account')
  await host.runDueJobs()
})

t.test('a new password pauses the endpoints of sessions', async t => {
  const { call, hook, received, host } = await world(t)
  const browser = await signedUp(call, 'ada@example.org')
  const path = '/products/webhooks'
  const { id } = (await browser('POST', path, { url: hook })).body
  const run = async () => {
    await browser('POST', '/products/notes/execute', { action: 'latest' }, { Prefer: 'respond-async' })
    await host.runDueJobs()
  }
  await run()
  t.equal(received.length, 1)
  await browser('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })
  const [listed] = (await browser('GET', path)).body.endpoints
  t.match(listed, { paused: { code: 'session_required' } }, 'before there is an event')
  await run()
  t.equal(received.length, 1)
  t.match((await browser('GET', `${path}/${id}`)).body, { paused: { code: 'session_required' } })
})

t.test('a key needs the scope, which no other one includes; it is no scope of products', async t => {
  const { send, bearer, hook, run } = await world(t)
  for (const given of [['*:execute'], ['*:execute', '*:config'], ['notes:execute']]) {
    const who = await bearer('ada', ...given)
    t.match(await send('POST', webhooks, { url: hook }, who), { status: 403, body: { code: 'insufficient_scope' } })
    t.match(await send('GET', webhooks, undefined, who), { status: 403, body: { code: 'insufficient_scope' } })
  }
  t.match(await send('GET', webhooks, undefined, { Authorization: `Bearer ${demoKey}` }), { status: 403 })
  const narrow = await bearer('ada', 'account:webhooks')
  t.equal((await send('POST', webhooks, { url: hook }, narrow)).status, 201)
  t.match(await send('POST', `${products}/notes/execute`, { action: 'latest' }, narrow), { status: 403 })
  const wide = await bearer('ada', '*:execute')
  const id = await run()
  t.match((await send('GET', `${products}/runs/${id}`, undefined, wide)).body, { result: { ok: true } })
})

t.test('an address that may not be requested is refused at once, or at each attempt', async t => {
  const { send, make, run, deliveries, received, port } = await world(t)
  for (const [url, code] of [
    ['ftp://example.org/', 'blocked_scheme'],
    ['http://user:secret@example.org/', 'invalid_url'],
    ['http://example.org:25/', 'blocked_port'],
    ['no address', 'invalid_url'],
    [`http://0x7f.1:${port}/`, 'blocked_address']
  ] as const)
    t.match(await send('POST', webhooks, { url }), { status: 400, body: { errors: [{ pointer: '#/url', code }] } }, url)
  const urls = [`http://10.0.0.1:${port}/`, `http://[::1]:${port}/`, `http://169.254.169.254:${port}/`]
  const made = await Promise.all(urls.map(url => make({ url })))
  await run()
  for (const { id } of made)
    t.match((await deliveries(id)).deliveries, [{ status: 'failed', error: 'blocked_address', attempt: 1 }])
  t.strictSame(received, [])
})

t.test('an account has ten endpoints by default', async t => {
  const { make, send, hook } = await world(t)
  for (let made = 0; made < 10; made++) t.match(await make(), { enabled: true })
  t.match(await send('POST', webhooks, { url: hook }), { status: 429, body: { code: 'rate_limited' } })
  const [{ id }] = (await send('GET', webhooks)).body.endpoints
  t.equal((await send('DELETE', `${webhooks}/${id}`)).status, 204)
  t.equal((await send('GET', `${webhooks}/${id}`)).status, 404)
  t.equal((await send('POST', webhooks, { url: hook })).status, 201)
})

t.test('the export has endpoints, attempts and events without secrets, and erasure leaves nothing', async t => {
  const { call, url, hook, host, backend } = await world(t)
  const browser = await signedUp(call, 'ada@example.org')
  const made = (await browser('POST', '/products/webhooks', { url: hook })).body
  const renewed = (await browser('POST', `/products/webhooks/${made.id}/secret`)).body
  await browser('POST', '/products/notes/execute', { action: 'latest' }, { Prefer: 'respond-async' })
  await host.runDueJobs()
  const exported = await fetch(`${url}/dashboard/api/export`, {
    headers: { Cookie: browser.cookie(), Connection: 'close' }
  })
  const lines = await exported.text()
  for (const kind of ['webhook_endpoint', 'webhook_attempt', 'webhook_event'])
    t.match(lines, new RegExp(`"kind":"${kind}"`), kind)
  for (const { secret } of [made, renewed]) t.notOk(lines.includes(secret))
  t.notMatch(lines, /"secrets"/)
  const stored = async () => {
    const names: string[] = []
    for await (const page of backend.scan('')) names.push(...page.map(({ key }) => key))
    return names.filter(name => /webhook/.test(name))
  }
  t.equal((await stored()).length, 5, 'endpoint, event, its place, attempt, head of the log')
  t.equal((await browser('DELETE', '/accounts/me')).status, 204)
  t.strictSame(await stored(), [])
})

t.test('an account is told once in a period that a budget has reached its warning', async t => {
  const { received, call, clock, keys, make, advance } = await world(t)
  const { secret } = await make({ events: ['usage.threshold'] })
  const budget = { day: { warnAt: 2, stopAt: 5 } }
  const made = await keys.create('ada', 'small', undefined, ['*:execute'], budget)
  const pass = async () => {
    const headers = { Authorization: `Bearer ${made.key}` }
    t.equal((await call('POST', `${products}/notes/execute`, { action: 'latest' }, headers)).status, 200)
    // The notice is a job of the host, which schedules that of the message.
    await advance(0)
    await advance(0)
  }
  await pass()
  t.equal(received.length, 0)
  for (let count = 0; count < 3; count++) await pass()
  t.equal(received.length, 1)
  const told = { period: 'day', warnAt: 2, stopAt: 5, keyId: made.record.keyId }
  for (const start of ['2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z']) {
    const message = received.at(-1)
    if (!message) throw new Error('No message came.')
    t.match(verified(message, secret), { type: 'usage.threshold', data: { ...told, periodStart: start } })
    clock.advance(day)
    for (let count = 0; count < 3; count++) await pass()
  }
  t.equal(received.length, 3)
})

/** The types and data of what has arrived, in its order. */
function told(received: readonly Received[]) {
  return received.map(({ body }) => {
    const { type, data } = JSON.parse(body)
    return [type, data]
  })
}

t.test(
  'an account is told a week before a key expires, once, unless the key is moved, replaced or revoked before',
  async t => {
    const { call, hook, received, clock, host } = await world(t)
    const browser = await signedUp(call, 'ada@example.org')
    await browser('POST', '/products/webhooks', { url: hook, events: ['key.expiring'] })
    const at = (days: number) => new Date(Date.parse('2026-01-05T12:00:00Z') + days * day).toISOString()
    const keyUntil = async (days: number) =>
      (await browser('POST', '/keys', { name: 'a key', expiresAt: at(days) })).body.id
    const [told10, moved, revoked, rotated] = [
      await keyUntil(10),
      await keyUntil(10),
      await keyUntil(10),
      await keyUntil(10),
      await keyUntil(6)
    ]
    await browser('PATCH', `/keys/${moved}`, { expiresAt: at(12) })
    await browser('DELETE', `/keys/${revoked}`)
    const next = (await browser('POST', `/keys/${rotated}/rotate`, {})).body.id
    clock.advance(3 * day - 1)
    await host.runDueJobs()
    t.strictSame(received, [])
    clock.advance(1)
    await host.runDueJobs()
    const expiring = (keyId: string, days: number) => ['key.expiring', { keyId, expiresAt: at(days) }]
    t.strictSame(
      new Map(told(received).map(each => [each[1].keyId, each])),
      new Map([
        [told10, expiring(told10, 10)],
        [next, expiring(next, 10)]
      ])
    )
    clock.advance(2 * day)
    await host.runDueJobs()
    t.strictSame(told(received).slice(2), [expiring(moved, 12)])
  }
)

/** A product whose contract has a field of such a name. */
const changing = (field: string) => ({
  '@test/changing': `
import { defineAction, defineProduct, Type } from '@product-host/sdk'
const go = defineAction({
  title: 'Go', description: 'Does nothing.', effect: 'read', input: Type.Object({ ${field}: Type.Optional(Type.String()) }),
  detail: Type.Object({}), metrics: Type.Object({}), examples: [{ title: 'Nothing', input: {} }],
  run: () => ({ summary: 'Done.', metrics: {}, detail: {} })
})
export default defineProduct({
  slug: 'changing', title: 'Changing', description: 'Has two contracts.', version: '1.0.0', actions: { go }
})`
})

t.test('an account is told that a schedule is paused', async t => {
  const { call, hook, received, clock, host } = await world(t, { plugins: changing('one') })
  const browser = await signedUp(call, 'ada@example.org')
  await browser('POST', '/products/webhooks', { url: hook, events: ['schedule.paused'] })
  const members = { name: 'Hourly', cron: '0 * * * *', product: 'changing', action: 'go' }
  const { id: keyId, key } = (await browser('POST', '/keys', { name: 'a key' })).body
  const { id } = (await call('POST', `${products}/schedules`, members, { Authorization: `Bearer ${key}` })).body
  t.equal((await browser('DELETE', `/keys/${keyId}`)).status, 204)
  for (let hours = 0; hours < 2; hours++) {
    clock.advance(hour)
    await host.runDueJobs()
  }
  t.strictSame(told(received), [
    ['schedule.paused', { scheduleId: id, productId: 'changing', action: 'go', code: 'revoked_key' }]
  ])
})

t.test('every account that wants it is told that the contract of a product has changed, once on all hosts', async t => {
  const first = await world(t, { plugins: changing('one') })
  const { hook, received, clock, begin, stop, make, send, bearer } = first
  await make({ events: ['contract.changed'] })
  const [bob, eve] = [await bearer('bob', ...scopes), await bearer('eve', ...scopes)]
  await send('POST', webhooks, { url: `${hook}?bob` }, bob)
  await send('POST', webhooks, { url: `${hook}?eve`, events: ['run.*'] }, eve)
  const due = async (...hosts: readonly Awaited<ReturnType<typeof begin>>[]) => {
    clock.advance(hour)
    for (const each of [...hosts, ...hosts]) await each.host.runDueJobs()
    return told(received.splice(0))
  }
  t.strictSame(await due(first), [], 'a product that is served for the first time has no other contract')
  await stop()
  const same = await begin()
  t.strictSame(await due(same), [])
  await same.stop()
  const hosts = [await begin(changing('two')), await begin(changing('two'))]
  const changed = await due(...hosts)
  const [, { digest }] = changed[0] ?? ['', {}]
  t.strictSame(changed, Array(2).fill(['contract.changed', { productId: 'changing', digest }]))
  t.match(digest, /^sha256-/)
  for (const each of hosts) await each.stop()
  const back = await begin(changing('one'))
  t.match(await due(back), Array(2).fill(['contract.changed', { productId: 'changing', digest: /^sha256-/ }]))
})

t.test('accounts whose calls had failed are told when the circuit of a product opens, once an hour', async t => {
  const { call, make, received, clock, bearer, send, host, hook } = await world(t, { plugins: failingPlugin })
  await make({ events: ['product.degraded'] })
  const bystander = await bearer('eve', ...scopes)
  await send('POST', webhooks, { url: `${hook}?eve`, events: ['product.degraded'] }, bystander)
  const ada = await bearer('ada', '*:execute')
  const fail = async (how = 'throw') => call('POST', `${products}/failing/execute`, { action: 'fail', how }, ada)
  const failures = async (count: number) => {
    for (let failed = 0; failed < count; failed++) t.equal((await fail()).status, 502)
    await host.runDueJobs()
    await host.runDueJobs()
  }
  await failures(19)
  t.strictSame(received, [])
  await failures(1)
  t.strictSame(told(received), [['product.degraded', { productId: 'failing' }]])
  t.equal((await fail()).status, 503)
  for (const pause of [5, 10, 20]) {
    clock.advance(pause * second)
    await failures(1)
  }
  t.equal(received.length, 1, 'it has not recovered meanwhile')
  clock.advance(hour)
  t.equal((await fail('value')).status, 200)
  await failures(20)
  t.equal(received.length, 2)
})

t.test('an endpoint whose secret cannot be decrypted is paused, said once, and goes on with a new secret', async t => {
  const { make, run, received, send, backend, lines, advance, host } = await world(t)
  const { id } = await make()
  for (const { key, text } of await backend.list('host:{webhook-endpoints/', { limit: 10, reverse: false })) {
    const { secrets: _, ...endpoint } = JSON.parse(text)
    await backend.set(key, JSON.stringify({ ...endpoint, secrets: { current: 'of another key' } }))
  }
  for (let runs = 0; runs < 2; runs++) await run()
  await host.runDueJobs()
  await send('POST', `${webhooks}/${id}/test`)
  for (let hours = 0; hours < 3; hours++) await advance(hour)
  t.strictSame(received, [])
  t.match((await send('GET', `${webhooks}/${id}`)).body, { paused: { code: 'secret_unreadable' } })
  t.equal(lines.filter(line => line.includes('"level":50')).length, 1)
  t.match(lines.join(''), 'a webhook endpoint is paused: ENCRYPTION_KEYS lacks the key')
  const { secret, ...renewed } = (await send('POST', `${webhooks}/${id}/secret`)).body
  t.match(secret, /^whsec_/)
  t.notOk('paused' in renewed)
  await run()
  await host.runDueJobs()
  t.equal(verified(received[0] ?? { headers: {}, body: '' }, secret).type, 'run.succeeded')
  t.equal((await send('POST', `${webhooks}/${id}/replay`, { since: '2026-01-01T00:00:00Z' })).body.replayed, 3)
})

t.test('signing secrets are encrypted again by a rotation, and are lost to nobody', async t => {
  const clock = movableClock('2026-01-05T12:00:00Z')
  const store = await Store.open(memoryBackend(() => clock.now()))
  const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const { rates } = usualDeployment([])
  const endpoints = (cipher: Cipher) => new EndpointStore(store, cipher, clock, rates)
  const before = endpoints(new Cipher([older]))
  const by = { keyId: 'key_1', scopes: [] }
  const made = await before.create('ada', { url: 'https://hooks.example.org/', events: ['*'], enabled: true, by })
  const { id } = made.endpoint
  let secret = ''
  await before.change('ada', id, endpoint => {
    const renewed = before.withSecret('ada', endpoint)
    secret = renewed.secret
    return renewed.endpoint
  })
  t.match(await rotateSecrets(store, new Cipher([newer, older]), clock, () => undefined), { changed: 2, lost: [] })
  const after = endpoints(new Cipher([newer]))
  const stored = await after.get('ada', id)
  t.ok(stored)
  if (stored) t.strictSame(after.secretsOf('ada', stored), { secret, previous: made.secret })
})
