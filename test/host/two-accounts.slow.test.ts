import t, { type Test } from 'tap'
import { OneTimeTokens } from '../../host/dist/accounts/one-time-tokens.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { Store } from '../../host/dist/storage/store.js'
import { mountedRoutes } from './mounted-routes.js'
import { checkOut, password, person } from './person.js'
import { movableClock, notesPlugin, type Reply, reexport, start } from './start.js'

const plugins = { '@test/connection': reexport('../connection.js', 'connection'), ...notesPlugin }
const deployment = { billing: 'stripe', rate: { key: [10_000, 36_000], account: [10_000, 36_000] } }

/** One of two people who have the same kinds of things, and may not come near each other's. */
interface Someone {
  /** By session, below `/dashboard/api`. */
  readonly browser: ReturnType<typeof person>
  /** By key, below `/api/v1/products`. */
  readonly client: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
  /** By session, what is no JSON; the path is a whole one. */
  readonly raw: (method: string, path: string, form?: URLSearchParams) => Promise<Reply>
  /** The path of a checkout that the person has begun. */
  readonly checkout: string
  readonly id: string
  readonly email: string
  readonly keyId: string
  readonly sessionId: string
  /** Two links that were sent to the person. */
  readonly resetToken: string
  readonly signUpToken: string
  /** Texts that stand in answers to this person, and in none to another. */
  readonly marks: readonly string[]
}

/** What the other person does at a route, with the ids of the one whose things they are. */
type Attempt = (other: Someone, owner: Someone) => readonly Promise<Reply>[]

const byKey = '/api/v1/products'
const bySession = '/dashboard/api'

/** What is tried at each route; a route that is not here fails the test. */
const attempts: Readonly<Record<string, Attempt>> = {
  [`POST ${byKey}/:slug/execute`]: ({ client }, { id, keyId }) => [
    client('POST', '/notes/execute', { action: 'latest', account: id, keyId }, { 'X-Account': id }),
    client('POST', '/notes/execute', { action: 'add', text: 'milk' }, { 'Idempotency-Key': 'the same' }),
    client('POST', '/connection/execute', { action: 'show' })
  ],
  [`GET ${byKey}/:slug/execute`]: ({ client }) => [client('GET', '/connection/execute')],
  [`GET ${byKey}/:slug/config`]: ({ client }, { id }) => [
    client('GET', `/connection/config?account=${id}`),
    client('GET', `/${encodeURIComponent(`${id}/connection`)}/config`)
  ],
  [`PUT ${byKey}/:slug/config`]: ({ client }) => [
    client('PUT', '/connection/config', { settings: { apiToken: '********' } }, { 'If-Match': '"1"' }),
    client('PUT', '/connection/config', { enabled: false })
  ],
  [`GET ${byKey}/:slug/config/revisions`]: ({ client }) => [client('GET', '/connection/config/revisions')],
  [`GET ${byKey}/usage`]: ({ client }, { id, keyId }) => [client('GET', `/usage?account=${id}&keyId=${keyId}`)],
  [`GET ${byKey}`]: ({ client }) => [client('GET', '')],
  [`POST ${byKey}/keys/self/revoke`]: ({ client }, { keyId }) => [client('POST', '/keys/self/revoke', { id: keyId })],
  [`GET ${byKey}/:slug/access`]: ({ client }, { id }) => [client('GET', `/connection/access?account=${id}`)],

  [`POST ${bySession}/products/:slug/execute`]: ({ browser }, { id, keyId }) => [
    browser('POST', '/products/notes/execute', { action: 'latest', account: id, keyId }, { 'X-Account': id }),
    browser('POST', '/products/notes/execute', { action: 'add', text: 'milk' }, { 'Idempotency-Key': 'the same' })
  ],
  [`GET ${bySession}/products/:slug/execute`]: ({ browser }) => [browser('GET', '/products/connection/execute')],
  [`GET ${bySession}/products/:slug/config`]: ({ browser }, { id }) => [
    browser('GET', `/products/connection/config?account=${id}`)
  ],
  [`PUT ${bySession}/products/:slug/config`]: ({ browser }) => [
    browser('PUT', '/products/connection/config', { settings: { apiToken: '********' } }),
    browser('PUT', '/products/connection/config', { enabled: true })
  ],
  [`GET ${bySession}/products/:slug/config/revisions`]: ({ browser }) => [
    browser('GET', '/products/connection/config/revisions')
  ],
  [`GET ${bySession}/products/usage`]: ({ browser }, { id, keyId }) => [
    browser('GET', `/products/usage?account=${id}&keyId=${keyId}`)
  ],
  [`GET ${bySession}/products`]: ({ browser }) => [browser('GET', '/products')],

  [`GET ${bySession}/products/:slug/access`]: ({ browser }, { id }) => [
    browser('GET', `/products/connection/access?account=${id}`)
  ],

  [`GET ${bySession}/site`]: ({ browser }) => [browser('GET', '/site')],
  [`GET ${bySession}/billing`]: ({ browser }, { id }) => [browser('GET', `/billing?account=${id}`)],
  [`POST ${bySession}/billing/checkout`]: ({ browser }, { id }) => [
    browser('POST', '/billing/checkout', { purpose: 'card', account: id })
  ],
  [`POST ${bySession}/billing/portal`]: ({ browser }, { id }) => [browser('POST', '/billing/portal', { account: id })],
  'GET /checkout/:token': ({ raw }, { resetToken }) => [raw('GET', `/checkout/${resetToken}`)],
  'POST /checkout/:token': ({ raw, checkout }, { id, resetToken }) => [
    raw('POST', `/checkout/${resetToken}`, new URLSearchParams({ card: 'visa' })),
    raw('POST', `${checkout}?account=${id}`, new URLSearchParams({ card: 'visa', account: id }))
  ],

  [`POST ${bySession}/accounts`]: ({ browser }, { email }) => [browser('POST', '/accounts', { email, password })],
  [`GET ${bySession}/accounts/me`]: ({ browser }, { id }) => [browser('GET', `/accounts/me?id=${id}`)],
  [`PUT ${bySession}/accounts/me/password`]: ({ browser }, { id }) => [
    browser('PUT', '/accounts/me/password', { id, current: password, next: 'twelve blue elephants' })
  ],
  [`PUT ${bySession}/accounts/me/email`]: ({ browser }, { id, email }) => [
    browser('PUT', '/accounts/me/email', { email }),
    browser('PUT', '/accounts/me/email', { email: `other-${email}`, account: id })
  ],
  [`POST ${bySession}/email-changes/:token`]: ({ browser }, { resetToken }) => [
    browser('POST', `/email-changes/${resetToken}`, { password })
  ],
  [`GET ${bySession}/accounts/me/events`]: ({ browser }, { id }) => [
    browser('GET', `/accounts/me/events?account=${id}`),
    browser('GET', `/accounts/me/events?after=${encodeURIComponent(`}:host:{security-events/${id}}:`)}`)
  ],
  [`GET ${bySession}/accounts/me/second-factor`]: ({ browser }, { id }) => [
    browser('GET', `/accounts/me/second-factor?account=${id}`)
  ],
  [`POST ${bySession}/accounts/me/second-factor`]: ({ browser }, { id }) => [
    browser('POST', '/accounts/me/second-factor', { account: id })
  ],
  [`POST ${bySession}/accounts/me/second-factor/confirm`]: ({ browser }, { id }) => [
    browser('POST', '/accounts/me/second-factor/confirm', { code: '123456', account: id })
  ],
  [`DELETE ${bySession}/accounts/me/second-factor`]: ({ browser }, { id }) => [
    browser('DELETE', '/accounts/me/second-factor', { code: '123456', account: id })
  ],
  [`POST ${bySession}/accounts/me/second-factor/recovery-codes`]: ({ browser }, { id }) => [
    browser('POST', '/accounts/me/second-factor/recovery-codes', { account: id })
  ],
  [`DELETE ${bySession}/accounts/me/second-factor/removal`]: ({ browser }, { id }) => [
    browser('DELETE', `/accounts/me/second-factor/removal?account=${id}`)
  ],
  [`POST ${bySession}/second-factor-recoveries`]: ({ browser }, { email }) => [
    browser('POST', '/second-factor-recoveries', { email, password: 'another blue elephant' })
  ],
  [`DELETE ${bySession}/second-factor-recoveries/:token`]: ({ browser }, { resetToken }) => [
    browser('DELETE', `/second-factor-recoveries/${resetToken}`)
  ],
  [`POST ${bySession}/email-verifications/:token`]: ({ browser }, { resetToken }) => [
    browser('POST', `/email-verifications/${resetToken}`, { password })
  ],
  [`POST ${bySession}/password-resets`]: ({ browser }, { email }) => [browser('POST', '/password-resets', { email })],
  [`PUT ${bySession}/password-resets/:token`]: ({ browser, resetToken }, { id, email, signUpToken }) => [
    browser('PUT', `/password-resets/${signUpToken}`, { password: 'another blue elephant' }),
    browser('PUT', `/password-resets/${resetToken}`, { password: 'another blue elephant', id, email })
  ],
  [`GET ${bySession}/sessions`]: ({ browser }, { id }) => [browser('GET', `/sessions?account=${id}`)],
  [`POST ${bySession}/sessions`]: ({ browser }, { email }) => [
    browser('POST', '/sessions', { email, password: 'another blue elephant' })
  ],
  [`GET ${bySession}/sessions/current/confirmation`]: ({ browser }, { id }) => [
    browser('GET', `/sessions/current/confirmation?account=${id}`)
  ],
  [`POST ${bySession}/sessions/current/confirmation`]: ({ browser }, { id, sessionId }) => [
    browser('POST', '/sessions/current/confirmation', { password, account: id, id: sessionId })
  ],
  [`DELETE ${bySession}/sessions/:id`]: ({ browser }, { sessionId }) => [browser('DELETE', `/sessions/${sessionId}`)],
  [`DELETE ${bySession}/sessions`]: ({ browser }, { id }) => [browser('DELETE', `/sessions?account=${id}`)],
  [`GET ${bySession}/keys`]: ({ browser }, { id }) => [browser('GET', `/keys?account=${id}`)],
  [`POST ${bySession}/keys`]: ({ browser }, { id }) => [browser('POST', '/keys', { name: 'a key', account: id })],
  [`DELETE ${bySession}/keys`]: ({ browser }, { id }) => [browser('DELETE', `/keys?account=${id}`)],
  [`PATCH ${bySession}/keys/:id`]: ({ browser }, { keyId }) => [browser('PATCH', `/keys/${keyId}`, { name: 'mine' })],
  [`DELETE ${bySession}/keys/:id`]: ({ browser }, { keyId }) => [browser('DELETE', `/keys/${keyId}`)],
  [`POST ${bySession}/keys/:id/rotate`]: ({ browser }, { keyId }) => [browser('POST', `/keys/${keyId}/rotate`, {})],
  [`GET ${bySession}/data/:slug`]: ({ browser }, { id }) => [
    browser('GET', `/data/notes?account=${id}`),
    browser('GET', `/data/${encodeURIComponent(`../${id}/notes`)}`),
    browser('GET', `/data/notes?after=${encodeURIComponent(`data:{${id}/notes}:`)}`),
    browser('GET', `/data/notes?prefix=${encodeURIComponent(`}:data:{${id}/notes}:`)}`)
  ],
  [`GET ${bySession}/export`]: ({ raw }, { id }) => [raw('GET', `${bySession}/export?account=${id}`)],
  [`DELETE ${bySession}/accounts/me`]: ({ browser }, { id }) => [browser('DELETE', `/accounts/me?id=${id}`)]
}

/** What is the same for everyone: pages and what they load, and what watches the process. */
function isForAll(path: string): boolean {
  return !/^\/(api|dashboard\/api|checkout|webhooks)\//.test(path)
}

/** At the routes that are for all, the ids stand wherever the address takes something. */
const forAll =
  (route: string): Attempt =>
  ({ raw }, { id }) => {
    const [method = '', path = ''] = route.split(' ')
    return [raw(method, `${path.replaceAll(/:\w+/g, id)}?account=${id}`)]
  }

/** Attempts after which the other person has nothing left to try the next one with. */
const lasting = [
  '/keys/self/revoke',
  '/accounts/me/password',
  '/password-resets/:token',
  'DELETE /dashboard/api/sessions',
  'DELETE /dashboard/api/keys'
]

t.test('every route has its attempt', async t => {
  const routes = (await mountedRoutes(t)).filter(({ path }) => !isForAll(path))
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
    ada.browser('GET', '/keys')
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
    const { key, id: keyId } = (await browser('POST', '/keys', { name: `the key of ${name}` })).body
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
    await client('POST', '/notes/execute', { action: 'add', text: note }, { 'Idempotency-Key': 'the same' })
    await client('PUT', '/connection/config', {
      settings: { 'endpoint.url': endpoint, apiToken: `the secret of ${name}` }
    })
    await client('POST', '/connection/execute', { action: 'plan', id: `job of ${name}`, at: clock.now() + 3_600_000 })
    const account = { account: id, passwordChangedAt: '2026-01-01T12:00:00.000Z' }
    const resetToken = await tokens.make('reset', account, 3_600_000)
    const signUpToken = await tokens.make('sign-up', { email: `new-${email}`, password: 'a hash' }, 3_600_000)
    const marks = [id, email, keyId, sessionId, note, endpoint, `the key of ${name}`]
    return { browser, client, raw, checkout, id, email, keyId, sessionId, resetToken, signUpToken, marks }
  }

  /** Everything that the store has of a person. */
  async function things({ id, keyId, sessionId }: Someone): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for await (const page of backend.walk(''))
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
