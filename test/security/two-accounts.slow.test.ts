import t, { type Test } from 'tap'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../host/dist/storage/store.js'
import { checkOut, password, person } from '../fixtures/dashboard-client.js'
import { planOf } from '../fixtures/mcp-client.js'
import { mountedRoutes, operatorRoutes } from '../fixtures/mounted-routes.js'
import { toOperatorApi } from '../fixtures/operators.js'
import {
  carefulPlugin,
  connectionPlugin,
  movableClock,
  notesPlugin,
  type Reply,
  start
} from '../fixtures/start-host.js'
import {
  attempts,
  byKey,
  bySession,
  callIdOf,
  forAll,
  hook,
  lasting,
  type Someone,
  schedule,
  webhook
} from './attempts-at-routes.js'

const plugins = { ...carefulPlugin, ...connectionPlugin, ...notesPlugin }
const scopes = ['*:execute', '*:config', 'account:webhooks']
const deployment = { operator: true, billing: 'stripe', rate: { key: [10_000, 36_000], account: [10_000, 36_000] } }

t.test('every route has its attempt', async t => {
  const mounted = [...(await mountedRoutes(t)), ...(await operatorRoutes(t))]
  const routes = mounted.filter(({ path }) => !isForAll(path))
  t.strictSame(routes.map(({ method, path }) => `${method} ${path}`).sort(), Object.keys(attempts).sort())
})

t.test('where Stripe bills, its signed events are all that comes in beside', async t => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1' }
  const routes = (await mountedRoutes(t, stripe)).filter(({ path }) => !isForAll(path))
  t.strictSame(
    routes.map(({ method, path }) => `${method} ${path}`).filter(route => attempts[route] === undefined),
    ['POST /webhooks/stripe']
  )
})

t.test('through no route does one account read, change or count for another', async t => {
  const { host, ada, meet, things, usage } = await twoAccounts(t)
  t.ok(ada.marks.every(mark => mark.length > 5))
  const own = await Promise.all([
    ada.client('POST', '/notes/execute', { action: 'latest' }),
    ada.client('GET', '/connection/config'),
    ada.browser('GET', '/accounts/me'),
    ada.browser('GET', '/sessions'),
    ada.browser('GET', '/keys'),
    ada.client('GET', '/runs'),
    ada.client('GET', '/schedules'),
    ada.client('GET', '/webhooks'),
    ada.client('GET', '/hooks')
  ])
  const taken = await ada.raw('GET', `${bySession}/export`)
  for (const mark of ada.marks) t.ok(shows(taken, mark), `${mark} is in what its owner takes out`)
  for (const mark of ada.marks)
    t.ok(
      own.some(reply => shows(reply, mark)),
      `${mark} is shown to its owner`
    )

  let eve = await meet('eve0@example.org')
  const common = (await mountedRoutes(t)).filter(({ path }) => isForAll(path))
  const all = [...common.map(({ method, path }) => `${method} ${path}`), ...Object.keys(attempts)]
  for (const [index, route] of all.entries()) {
    const attempt = attempts[route] ?? forAll(route)
    const counted = await usage(ada)
    const before = await things(ada)
    const replies = await Promise.all(attempt(eve, ada))
    for (const reply of replies) {
      t.ok(reply.status < 500 || reply.status === 501, `${route} answers`)
      for (const mark of ada.marks) t.notOk(shows(reply, mark), `${route} says nothing of ${mark}`)
    }
    await host.runDueJobs()
    t.strictSame(await usage(ada), counted, `${route} counts nothing for another account`)
    t.strictSame(await things(ada), before, `${route} changes nothing of another account`)
    if (lasting.some(end => route.endsWith(end))) eve = await meet(`eve${index + 1}@example.org`)
  }
})

t.test('what is tried with another account’s ids is refused, and works with one’s own', async t => {
  const { ada, meet } = await twoAccounts(t)
  const eve = await meet('eve@example.org')
  const status = async (who: Someone, method: string, path: string, body?: unknown) =>
    (await who.browser(method, path, body)).status
  for (const [method, path, body, good] of [
    ['PATCH', `/keys/${ada.keyId}`, { name: 'renamed' }, 200],
    ['POST', `/keys/${ada.keyId}/rotate`, {}, 201],
    ['DELETE', `/keys/${ada.keyId}`, undefined, 204],
    ['DELETE', `/sessions/${ada.sessionId}`, undefined, 204]
  ] as const) {
    t.equal(await status(eve, method, path, body), 404, `${method} ${path}`)
    t.equal(await status(ada, method, path, body), good, `${method} ${path}`)
  }
})

/** What is the same for everyone: pages and what they load, and what watches the process. */
function isForAll(path: string): boolean {
  return !/^\/(api|dashboard\/api|operator\/api|checkout|webhooks)\//.test(path)
}

/** A host with Ada, who has a thing of every kind, and a way to meet others who have the same. */
async function twoAccounts(t: Test) {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const { host, call, url } = await start(t, { plugins, deployment, store, clock })
  const tokens = new OneTimeTokens(store, clock)

  async function meet(email: string): Promise<Someone> {
    const [name = ''] = email.split('@')
    const browser = person(call)
    const { id } = (await browser('POST', '/accounts', { email, password })).body
    await checkOut({ url }, browser, 'trial')
    const { key, id: keyId } = (await browser('POST', '/keys', { name: `the key of ${name}`, scopes })).body
    const [{ id: sessionId }] = (await browser('GET', '/sessions')).body.sessions
    const headers = { Authorization: `Bearer ${key}` }
    const client: Someone['client'] = (method, path, body, more = {}) =>
      call(method, byKey + path, body, { ...headers, ...more })
    const raw: Someone['raw'] = async (method, path, form) => {
      const headers = { Cookie: browser.cookie(), Connection: 'close' }
      const sent = { method, headers, redirect: 'manual', ...(form && { body: form }) } as const
      const response = await fetch(url + path, sent)
      return { status: response.status, headers: response.headers, body: await response.text() }
    }
    const checkout = new URL((await browser('POST', '/billing/checkout', { purpose: 'card' })).body.url).pathname
    const note = `the note of ${name}`
    const endpoint = `https://${name}.example.org/`
    const named = { 'Idempotency-Key': 'the same', 'X-Request-Id': callIdOf(id) }
    // What the others send names Ada, so that their own recordings would look like hers.
    if (name === 'ada') await browser('PUT', '/call-recording', { recordsBodies: true })
    await client('POST', '/notes/execute', { action: 'add', text: note }, named)
    await client('PUT', '/connection/config', {
      settings: { 'endpoint.url': endpoint, apiToken: `the secret of ${name}` }
    })
    await client('POST', '/connection/execute', { action: 'plan', id: `job of ${name}`, at: clock.now() + 3_600_000 })
    const account = { account: id, passwordChangedAt: '2026-01-01T12:00:00.000Z' }
    const resetToken = await tokens.make('reset', account, 3_600_000)
    const signUpToken = await tokens.make('sign-up', { email: `new-${email}`, password: 'a hash' }, 3_600_000)
    const planId = await planOf(url, key)
    const accepted = await client('POST', '/notes/execute', { action: 'latest' }, { Prefer: 'respond-async' })
    const runId = String(accepted.body.id)
    await client('GET', `/runs/${runId}?wait=60`)
    const scheduleId = String((await client('POST', '/schedules', schedule)).body.id)
    const webhookId = String((await client('POST', '/webhooks', webhook)).body.id)
    const hookId = String((await client('POST', '/hooks', hook)).body.id)
    const marks = [
      id,
      email,
      keyId,
      sessionId,
      runId,
      scheduleId,
      webhookId,
      hookId,
      note,
      endpoint,
      `the key of ${name}`
    ]
    const operator = toOperatorApi(call, browser)
    return {
      browser,
      client,
      operator,
      raw,
      checkout,
      id,
      email,
      keyId,
      sessionId,
      planId,
      runId,
      scheduleId,
      webhookId,
      hookId,
      resetToken,
      signUpToken,
      marks
    }
  }

  /** Everything that the store has of a person. */
  async function things({ id, keyId, sessionId }: Someone): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for await (const page of backend.scan(''))
      for (const { key, text } of page)
        if ([id, keyId, sessionId].some(mark => `${key} ${text}`.includes(mark))) found.set(key, text)
    return found
  }

  /** What a person has used, and what is left of the person's rate but for asking this. */
  let asked = 0
  async function usage({ client }: Someone) {
    const { body, headers } = await client('GET', '/usage')
    asked++
    const left = Array.from((headers.get('ratelimit') ?? '').matchAll(/r=(\d+)/g), ([, count]) => Number(count) + asked)
    return { left, body }
  }

  return { host, meet, things, usage, ada: await meet('ada@example.org') }
}

function shows({ body, headers }: Reply, mark: string): boolean {
  return `${JSON.stringify(body)} ${JSON.stringify([...headers])}`.includes(mark)
}
