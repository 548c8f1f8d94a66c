import t, { type Test } from 'tap'
import { type LimitStore, memoryLimits } from '../../host/dist/limits/limits.js'
import { memoryBackend } from '../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../host/dist/storage/store.js'
import { checkOut, password, person } from '../fixtures/dashboard-client.js'
import { planOf } from '../fixtures/mcp-client.js'
import { mountedRoutes, operatorRoutes } from '../fixtures/mounted-routes.js'
import { operatorsOf } from '../fixtures/operators.js'
import { keptOpen, send as sendTo } from '../fixtures/send.js'
import {
  carefulPlugin,
  connectionPlugin,
  movableClock,
  notesPlugin,
  type Reply,
  start
} from '../fixtures/start-host.js'

const plugins = { ...carefulPlugin, ...connectionPlugin, ...notesPlugin }
const deployment = { operator: true, billing: 'stripe', rate: { key: [10_000, 36_000], account: [10_000, 36_000] } }
/** Limits that these many requests never reach. */
const limits: LimitStore = {
  ...memoryLimits,
  counter: (name, rate) => memoryLimits.counter(name, { ...rate, requests: 10_000 })
}
const byKey = '/api/v1/products'
const bySession = '/dashboard/api'
const byOperator = '/operator/api'

/** What an account has that a request can name. */
interface Ids {
  readonly account: string
  readonly email: string
  readonly key: string
  readonly session: string
  readonly plan: string
  readonly job: string
  readonly run: string
  readonly schedule: string
  readonly webhook: string
  readonly hook: string
  readonly record: string
  readonly reset: string
  readonly signUp: string
  readonly removal: string
  readonly emailChange: string
  readonly checkout: string
  readonly enrolment: string
}

/** A request that a route takes: what stands in the place of its parameter, and a body that it takes. */
interface Write {
  readonly parameter?: keyof Ids | 'notes' | 'connection'
  /** None where the route takes no body. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Further members that the route takes. */
  readonly takes?: readonly string[]
}

const allowed = ['*:execute', '*:config', 'account:webhooks']
const execute: Write = { parameter: 'notes', body: { action: 'latest' }, takes: ['limit'] }
const saveConfig: Write = { parameter: 'connection', body: { enabled: true }, takes: ['settings'] }
const schedule = {
  name: 'A schedule',
  cron: '0 8 1 1 *',
  timezone: 'UTC',
  product: 'notes',
  action: 'latest',
  input: {},
  enabled: true,
  overlap: 'skip',
  missed: 'once'
}
const webhook = { url: 'https://hooks.example.org/', events: ['run.failed'], description: 'Ours', enabled: false }
const webhookRoutes = (base: string): Readonly<Record<string, Write>> => ({
  [`POST ${base}/webhooks`]: { body: webhook },
  [`PATCH ${base}/webhooks/:id`]: { parameter: 'webhook', body: webhook },
  [`DELETE ${base}/webhooks/:id`]: { parameter: 'webhook' },
  [`POST ${base}/webhooks/:id/secret`]: { parameter: 'webhook' },
  [`POST ${base}/webhooks/:id/test`]: { parameter: 'webhook' },
  [`POST ${base}/webhooks/:id/replay`]: { parameter: 'webhook', body: { since: '2026-01-01T00:00:00Z' } },
  [`POST ${base}/webhooks/:id/deliveries/:event/replay`]: { parameter: 'webhook' }
})
const hook = {
  name: 'A hook',
  product: 'notes',
  hook: 'write',
  input: {},
  signature: { kind: 'github', secret: 'a secret of a hook' },
  redirect: 'https://example.com/thanks',
  enabled: true
}
const { product: _product, hook: _hook, ...hookChange } = hook
const newRun: Write = { body: { product: 'notes', action: 'latest' }, takes: ['input', 'follower'] }
const settle: Write = { body: { product: 'notes', outcome: 'done' }, takes: ['note', 'id'] }
const credentials: Write = { body: { email: 'new@example.org', password } }

/** Every route that writes; a route that is not here fails the test. */
const writes: Readonly<Record<string, Write>> = {
  [`POST ${byKey}/:slug/execute`]: execute,
  [`PUT ${byKey}/:slug/config`]: saveConfig,
  [`POST ${byKey}/keys/self/revoke`]: {},
  [`POST ${byKey}/outcomes/settle`]: settle,
  [`POST ${byKey}/runs/cancel`]: { body: { all: true }, takes: ['ids', 'product', 'action'] },
  [`POST ${byKey}/schedules`]: { body: schedule },
  [`PATCH ${byKey}/schedules/:id`]: { parameter: 'schedule', body: schedule },
  [`DELETE ${byKey}/schedules/:id`]: { parameter: 'schedule' },
  [`POST ${byKey}/schedules/:id/run`]: { parameter: 'schedule' },
  [`POST ${byKey}/schedules/:id/resume`]: { parameter: 'schedule' },
  ...webhookRoutes(byKey),
  ...webhookRoutes(`${bySession}/products`),
  [`POST ${byKey}/hooks`]: { body: hook },
  [`PATCH ${byKey}/hooks/:id`]: { parameter: 'hook', body: hookChange },
  [`DELETE ${byKey}/hooks/:id`]: { parameter: 'hook' },
  [`POST ${byKey}/hooks/:id/rotate`]: { parameter: 'hook', body: { overlapSeconds: 60 } },
  [`POST ${byKey}/hooks/:id/resume`]: { parameter: 'hook' },
  [`POST ${byKey}/runs`]: newRun,
  [`POST ${byKey}/runs/:id/cancel`]: { parameter: 'run' },
  [`POST ${byKey}/runs/:id/replay`]: { parameter: 'run' },
  [`POST ${bySession}/products/outcomes/settle`]: settle,
  [`POST ${bySession}/products/runs`]: newRun,
  [`POST ${bySession}/products/runs/cancel`]: { body: { all: true }, takes: ['ids', 'product', 'action'] },
  [`POST ${bySession}/products/schedules`]: { body: schedule },
  [`PATCH ${bySession}/products/schedules/:id`]: { parameter: 'schedule', body: schedule },
  [`DELETE ${bySession}/products/schedules/:id`]: { parameter: 'schedule' },
  [`POST ${bySession}/products/schedules/:id/run`]: { parameter: 'schedule' },
  [`POST ${bySession}/products/schedules/:id/resume`]: { parameter: 'schedule' },
  [`POST ${bySession}/products/hooks`]: { body: hook },
  [`PATCH ${bySession}/products/hooks/:id`]: { parameter: 'hook', body: hookChange },
  [`DELETE ${bySession}/products/hooks/:id`]: { parameter: 'hook' },
  [`POST ${bySession}/products/hooks/:id/rotate`]: { parameter: 'hook', body: { overlapSeconds: 60 } },
  [`POST ${bySession}/products/hooks/:id/resume`]: { parameter: 'hook' },
  [`POST ${bySession}/products/runs/:id/cancel`]: { parameter: 'run' },
  [`POST ${bySession}/products/runs/:id/replay`]: { parameter: 'run' },
  [`POST ${bySession}/products/:slug/execute`]: execute,
  [`PUT ${bySession}/products/:slug/config`]: saveConfig,
  [`POST ${bySession}/accounts`]: credentials,
  [`DELETE ${bySession}/accounts/me`]: {},
  [`PUT ${bySession}/accounts/me/password`]: { body: { current: password, next: 'twelve blue elephants' } },
  [`PUT ${bySession}/accounts/me/email`]: { body: { email: 'new@example.org' } },
  [`POST ${bySession}/email-changes/:token`]: { parameter: 'emailChange', body: { password } },
  [`POST ${bySession}/accounts/me/second-factor`]: {},
  [`DELETE ${bySession}/accounts/me/second-factor`]: { body: { code: '123456' } },
  [`POST ${bySession}/accounts/me/second-factor/confirm`]: { body: { code: '123456' } },
  [`POST ${bySession}/accounts/me/second-factor/recovery-codes`]: {},
  [`DELETE ${bySession}/accounts/me/second-factor/removal`]: {},
  [`POST ${bySession}/second-factor-recoveries`]: credentials,
  [`DELETE ${bySession}/second-factor-recoveries/:token`]: { parameter: 'removal' },
  [`POST ${bySession}/email-verifications/:token`]: { parameter: 'signUp', body: { password } },
  [`POST ${bySession}/password-resets`]: { body: { email: 'ada@example.org' } },
  [`PUT ${bySession}/password-resets/:token`]: { parameter: 'reset', body: { password: 'twelve blue elephants' } },
  [`POST ${bySession}/sessions`]: { ...credentials, takes: ['code'] },
  [`DELETE ${bySession}/sessions`]: {},
  [`POST ${bySession}/sessions/current/confirmation`]: { body: { password }, takes: ['code'] },
  [`DELETE ${bySession}/sessions/:id`]: { parameter: 'session' },
  [`POST ${bySession}/billing/checkout`]: { body: { purpose: 'card' } },
  [`POST ${bySession}/billing/portal`]: {},
  [`POST ${bySession}/keys`]: { body: { name: 'a key' }, takes: ['scopes', 'expiresAt', 'budget'] },
  [`DELETE ${bySession}/keys`]: {},
  [`PATCH ${bySession}/keys/:id`]: {
    parameter: 'key',
    body: { name: 'a key' },
    takes: ['scopes', 'expiresAt', 'budget']
  },
  [`PUT ${bySession}/budgets`]: { body: { month: { stopAt: 1_000 } }, takes: ['day'] },
  [`DELETE ${bySession}/keys/:id`]: { parameter: 'key' },
  [`POST ${bySession}/keys/:id/rotate`]: { parameter: 'key', body: { overlapSeconds: 60 } },
  [`PUT ${bySession}/call-recording`]: { body: { recordsBodies: true } },
  [`DELETE ${bySession}/data/:slug`]: { parameter: 'notes' },
  [`DELETE ${bySession}/data/:slug/records`]: { parameter: 'notes', body: { key: 'note:none' } },
  [`DELETE ${bySession}/apps/:id`]: { parameter: 'key' },
  [`POST ${bySession}/confirmations/:id`]: { parameter: 'plan' },
  [`DELETE ${bySession}/confirmations/:id`]: { parameter: 'plan' },
  [`POST ${bySession}/authorization`]: { body: { query: 'client_id=none', allow: true } },
  [`POST ${byOperator}/enrolments/:token`]: { parameter: 'enrolment' },
  [`DELETE ${byOperator}/jobs`]: { body: { account: 'nobody', product: 'connection', id: 'later' } },
  [`PUT ${byOperator}/products`]: { body: { plugin: '@test/notes', isOff: false }, takes: ['version'] },
  [`POST ${byOperator}/products/approval`]: { body: { product: 'notes' } },
  [`POST ${byOperator}/dead-letters/:id/replay`]: { parameter: 'job' },
  [`PUT ${byOperator}/accounts/:id/disablement`]: { parameter: 'account', body: { reason: 'spam' } },
  [`DELETE ${byOperator}/accounts/:id/disablement`]: { parameter: 'account' },
  [`PUT ${byOperator}/accounts/:id/grant`]: { parameter: 'account' },
  [`DELETE ${byOperator}/accounts/:id/grant`]: { parameter: 'account' },
  [`DELETE ${byOperator}/accounts/:id/second-factor`]: { parameter: 'account' },
  'POST /checkout/:token': { parameter: 'checkout', body: { card: 'visa' } }
}

/** Routes of OAuth, which ignore members that they do not know (RFC 6749, section 3.1; RFC 7591, section 2). */
const ofOAuth = ['POST /oauth/register', 'POST /oauth/revoke', 'POST /oauth/token']

/** Takes whatever the sender of a hook has to say; of that, the fields of the action alone are used. */
const ofHooks = ['POST /hooks/:slug/:token']

/** Tokens that whoever has them may use, each at its own address alone. */
const bearerTokens: Readonly<Record<string, keyof Ids>> = {
  [`DELETE ${bySession}/second-factor-recoveries/:token`]: 'removal',
  [`POST ${bySession}/email-changes/:token`]: 'emailChange',
  [`POST ${bySession}/email-verifications/:token`]: 'signUp',
  [`PUT ${bySession}/password-resets/:token`]: 'reset',
  'GET /checkout/:token': 'checkout',
  'POST /checkout/:token': 'checkout'
}

/** The ids that are tokens. */
const tokens: ReadonlySet<string> = new Set<keyof Ids>([
  'reset',
  'signUp',
  'removal',
  'emailChange',
  'checkout',
  'enrolment'
])

/** Members that nobody may send anywhere; that they are among those of the read models shows that these are found. */
const owned = ['account', 'keyId', 'id', 'createdAt', 'revokedAt', 'lastFour', 'replacedBy', 'lastUsedAt', 'status']
const stored = ['email', 'verifiedAt', 'passwordChangedAt', 'plan', 'card', 'held', 'trialEndsAt', 'facts', 'userAgent']
const saved = ['revision', 'updatedAt', 'productId', 'unrecognised', 'expiresAt', 'scopes', 'settings', 'secrets']
const inherited = ['__proto__', 'constructor', 'prototype', 'digest', 'isGranted']

t.test('every route that writes is in the table', async t => {
  const mounted = async (environment?: Record<string, string>) => [
    ...(await mountedRoutes(t, environment)),
    ...(await operatorRoutes(t))
  ]
  const names = (routes: Awaited<ReturnType<typeof mounted>>) =>
    routes.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  t.strictSame(names(await mounted()).sort(), [...Object.keys(writes), ...ofOAuth, ...ofHooks].sort())
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1' }
  t.strictSame(
    names(await mounted(stripe)).filter(route => !(route in writes || [...ofOAuth, ...ofHooks].includes(route))),
    ['POST /webhooks/stripe'],
    'which takes what Stripe has signed, and nothing else'
  )
})

t.test('no member that is read anywhere can be sent to a route that does not take it', async t => {
  const { ada, eve, readModels, dump } = await twoAccounts(t)
  const members = await readModels(eve)
  for (const name of [...owned, ...stored, ...saved]) t.ok(members.has(name), `${name} is read somewhere`)
  for (const name of inherited) members.set(name, { account: eve.ids.account })

  for (const [route, { body = {}, takes = [] }] of Object.entries(writes)) {
    const before = await dump()
    const others = [...members].filter(([name]) => !(Object.hasOwn(body, name) || takes.includes(name)))
    for (let first = 0; first < others.length; first += 15) {
      const chunk = others.slice(first, first + 15)
      const names = chunk.map(([name]) => name)
      const reply = await ada.write(route, Object.fromEntries([...Object.entries(body), ...chunk]))
      if (route.endsWith('/execute')) {
        t.equal(reply.status, 200, route)
        t.strictSame(
          [...reply.body.detail.ignoredFields].sort(),
          names.filter(name => name !== '__proto__').sort(),
          `${route} lists what it ignores`
        )
      } else {
        t.match(reply, { status: 400, body: { code: 'invalid_input' } }, route)
        t.strictSame(
          reply.body.errors.map(({ pointer, code }: Record<string, string>) => `${code} ${pointer}`).sort(),
          names.map(name => `unknown_member #/${name}`).sort(),
          `${route} names each member`
        )
      }
    }
    t.strictSame(await dump(), before, `${route} writes nothing`)
  }
})

t.test('no id of one account opens anything to another account', async t => {
  const { ada, eve, dump, clock } = await twoAccounts(t)
  const routes = (await mountedRoutes(t)).filter(({ path }) => /^\/(api|dashboard\/api|checkout)\/.*:/.test(path))
  t.ok(routes.length > 15)
  const marks = [ada.ids.account, ada.ids.email, ada.ids.key, ada.ids.session, ada.ids.plan, 'the note of ada']
  const before = await dump(marks)
  t.ok(before.size > 10)
  for (const { method, path } of routes) {
    const route = `${method} ${path}`
    // So that no refusal is one of the limits of tries.
    if (path.includes('/:token')) clock.advance(120_000)
    const opened: string[] = []
    for (const [kind, id] of Object.entries(ada.ids))
      for (const text of [id, `${ada.ids.account}/${id}`, `../${id}`]) {
        if (bearerTokens[route] === kind && text === id) continue
        // A token is looked up by its digest, which no other spelling has.
        if ((tokens.has(kind) || path.includes('/:token')) && text !== id) continue
        const reply = await eve.send(method, path.replaceAll(/:\w+/g, encodeURIComponent(text)), writes[route]?.body)
        const shown = marks.filter(mark => shows(reply, mark))
        if (reply.status !== 404 || shown.length > 0) opened.push(`${kind} as ${text}: ${reply.status} ${shown}`)
      }
    t.strictSame(opened, [], `${route} finds nothing and shows nothing`)
  }
  t.strictSame(await dump(marks), before, 'nothing of the other account has changed')

  const keyRoute = `${bySession}/keys/:id`
  for (const [route, status] of [
    [`PATCH ${keyRoute}`, 200],
    [`POST ${keyRoute}/rotate`, 201],
    [`DELETE ${keyRoute}`, 204],
    [`POST ${bySession}/confirmations/:id`, 200],
    [`DELETE ${bySession}/sessions/:id`, 204]
  ] as const)
    t.equal((await ada.write(route, writes[route]?.body)).status, status, `${route} works for its owner`)
})

/** A host with two people, each of whom has a thing of every kind. */
async function twoAccounts(t: Test) {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const { call, url } = await start(t, { plugins, deployment, store, clock, limits })
  const oneTime = new OneTimeTokens(store, clock)

  async function meet(name: string) {
    const email = `${name}@example.org`
    const browser = person(call)
    const { id: account } = (await browser('POST', '/accounts', { email, password })).body
    await checkOut({ url }, browser, 'trial', 'visa')
    const spare = (await browser('POST', '/keys', { name: `the key of ${name}` })).body
    const { key: bearer } = (await browser('POST', '/keys', { name: 'another', scopes: allowed })).body
    const old = (await browser('POST', '/keys', { name: 'old', expiresAt: '2026-02-01T00:00:00Z' })).body
    await browser('POST', `/keys/${old.id}/rotate`, {})
    await browser('DELETE', `/keys/${old.id}`)
    const [{ id: session }] = (await browser('GET', '/sessions')).body.sessions
    const headers = { Authorization: `Bearer ${bearer}` }
    const run = (slug: string, body: object) => call('POST', `${byKey}/${slug}/execute`, body, headers)
    // The id stands where the routes that are read below take a parameter.
    const note = await call(
      'POST',
      `${byKey}/notes/execute`,
      { action: 'add', text: `the note of ${name}` },
      { ...headers, 'X-Request-Id': 'connection' }
    )
    await call(
      'PUT',
      `${byKey}/connection/config`,
      { settings: { strange: `of ${name}`, 'alert.url': 'https://a.example/' } },
      headers
    )
    await run('connection', { action: 'plan', id: `job-of-${name}`, at: clock.now() + 3_600_000 })
    const later = { ...headers, Prefer: 'respond-async' }
    const accepted = await call('POST', `${byKey}/notes/execute`, { action: 'latest' }, later)
    await call('GET', `${accepted.body.links.self}?wait=60`, undefined, headers)
    // So that the routes of operators read the body of a request, in the demo without a second factor.
    const operators = operatorsOf({ store, clock })
    await send('POST', `${byOperator}/enrolments/${await operators.name(account)}`)
    const ids: Ids = {
      account,
      email,
      key: spare.id,
      session,
      plan: await planOf(url, bearer),
      job: `job-of-${name}`,
      run: accepted.body.id,
      hook: (await call('POST', `${byKey}/hooks`, hook, headers)).body.id,
      schedule: (await call('POST', `${byKey}/schedules`, schedule, headers)).body.id,
      webhook: (await call('POST', `${byKey}/webhooks`, webhook, headers)).body.id,
      record: `note:${note.body.detail.id}`,
      reset: await oneTime.make('reset', { account, passwordChangedAt: '2026-01-01T12:00:00.000Z' }, 3_600_000),
      removal: await oneTime.make('cancel-removal', { account }, 3_600_000),
      emailChange: await oneTime.make(
        'email-change',
        { account, email: `later-${email}`, from: email, passwordChangedAt: '2026-01-01T12:00:00.000Z' },
        3_600_000
      ),
      signUp: await oneTime.make('sign-up', { email: `new-${email}`, password: 'a hash' }, 3_600_000),
      enrolment: await operators.name(account),
      checkout: String((await browser('POST', '/billing/checkout', { purpose: 'card' })).body.url.split('/').at(-1))
    }

    /** Sends a request as the person: by key below `/api`, by session elsewhere, as a form to the checkout. */
    async function send(method: string, path: string, body?: unknown): Promise<Reply> {
      const isForm = path.startsWith('/checkout/')
      const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
      const text = body === undefined ? '' : isForm ? formOf(body) : JSON.stringify(body)
      const who = path.startsWith('/api/') ? headers : { Cookie: browser.cookie() }
      const reply = await sendTo(url + path, method, { ...who, ...(text && { 'Content-Type': type }) }, text, keptOpen)
      const isJson = /json$|json;/.test(reply.headers.get('content-type') ?? '')
      return { ...reply, body: isJson && reply.text !== '' ? JSON.parse(reply.text) : reply.text }
    }

    /** Sends a body to one of the routes above. */
    async function write(route: string, body: unknown): Promise<Reply> {
      const [method = '', path = ''] = route.split(' ')
      const parameter = writes[route]?.parameter
      const text = parameter === 'notes' || parameter === 'connection' ? parameter : parameter && ids[parameter]
      return send(method, path.replace(/:\w+/, String(text)), body)
    }

    return { ids, send, write, run }
  }

  const ada = await meet('ada')
  const eve = await meet('eve')

  /** The members of everything that one can read by key or session, and of what the store has, each with a value. */
  async function readModels({ ids, send, run }: typeof eve): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>()
    await run('connection', { action: 'show' })
    for (const { method, path } of await mountedRoutes(t)) {
      if (method !== 'GET' || !/^\/(api|dashboard\/api)\//.test(path)) continue
      // It answers the question of an application alone.
      if (path.endsWith('/authorization')) continue
      const { status, body } = await send(
        method,
        path
          .replace(':revision', '1')
          .replace('/confirmations/:id', `/confirmations/${ids.plan}`)
          .replace('/runs/:id', `/runs/${ids.run}`)
          .replace('/webhooks/:id', `/webhooks/${ids.webhook}`)
          .replace('/schedules/:id', `/schedules/${ids.schedule}`)
          .replace('/hooks/:id', `/hooks/${ids.hook}`)
          .replace(/:\w+/, 'connection')
      )
      t.equal(status, path.endsWith('/confirmation') ? 204 : 200, `GET ${path}`)
      if (status === 204) continue
      const values =
        typeof body === 'string'
          ? body
              .trim()
              .split('\n')
              .filter(line => /^(data: )?\{/.test(line))
              .map(line => JSON.parse(line.replace('data: ', '')))
          : body
      collect(values, found)
    }
    for (const text of (await dump()).values()) collect(JSON.parse(text), found)
    return found
  }

  /** What the store has, or those records that mention something; but for counts of usage and of limits. */
  async function dump(marks: readonly string[] = ['']): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for await (const page of backend.scan(''))
      for (const { key, text } of page)
        if (!/^host:\{(usage\/|keys\}:used:)/.test(key) && marks.some(mark => `${key} ${text}`.includes(mark)))
          found.set(key, text)
    return found
  }

  return { ada, eve, readModels, dump, clock }
}

function formOf(body: unknown): string {
  return new URLSearchParams(
    Object.entries(Object(body)).map(([name, value]): [string, string] => [name, String(value)])
  ).toString()
}

/** Notes every member of a value and of the values in it, with the first value that is not too long to be sent. */
function collect(value: unknown, found: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const isName = !Array.isArray(value) && /^[A-Za-z][A-Za-z0-9]*$/.test(name)
    if (isName && !found.has(name)) found.set(name, (JSON.stringify(member) ?? '').length < 500 ? member : null)
    collect(member, found)
  }
}

function shows({ body, headers }: Reply, mark: string): boolean {
  return `${JSON.stringify(body)} ${JSON.stringify([...headers])}`.includes(mark)
}
