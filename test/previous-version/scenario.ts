import { generateSync } from 'otplib'
import { checkOut, password, person } from '../fixtures/dashboard-client.js'
import type { Reply } from '../fixtures/start-host.js'
import { deliver } from '../fixtures/stripe-server.js'
import { type Deployment, type Host, until } from './deployment.js'
import type { Facts, Key, Person } from './facts.js'
import { dead, haveFailed, tried } from './jobs.js'
import type { OutsideWorld } from './outside-world.js'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** When the last hour of the stored deployments ends, some minutes after they were stopped. */
const endedAt = Date.parse('2026-11-20T12:00:00Z')
/** When their life begins: long enough before that a trial has passed. */
export const beganAt = endedAt - 5 * day

/** Signs what the deployment sends; a secret of nobody. */
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

/** The settings that Ada saves first; each secret is encrypted at rest. */
const settingsFor = (receiver: string) => ({
  wealthnode: {
    resalePer1kGbp: '0.006',
    monthlyBudgetGbp: '1',
    'alert.url': `${receiver}/budget`,
    'alert.secret': secret
  },
  leadconnect: {
    allowHttp: 'true',
    'destination.crm.url': `${receiver}/crm`,
    'destination.crm.secret': secret,
    'destination.gone.url': `${receiver}/gone`,
    'destination.later.enabled': 'false',
    'destination.later.url': `${receiver}/later`,
    'destination.crm.authorization': 'Bearer of the receiver',
    'rule.1.when': 'country=GB',
    'rule.1.to': 'pool:sales',
    'pool.sales.members': 'priya:2,tom:1',
    'owner.priya.capacityPerDay': '10'
  },
  'sentinel-lite': { 'alert.url': `${receiver}/alert`, 'alert.secret': secret }
})

type Web = Pick<Host, 'call'>
type Someone = ReturnType<typeof person> & { readonly id: string; readonly email: string }

/**
 * A deployment's life over five days, from which its store holds records of every kind, and jobs of every kind that wait. Sends
 * what people send and runs an operator's commands; knows no code of the host. Resolves when the host has stopped.
 */
export async function live(deployment: Deployment, world: OutsideWorld): Promise<Facts> {
  const known = new Map<string, Person>()
  const keys = new Map<string, Key>()
  const tokens: Record<string, string> = {}
  let current: Host | undefined
  /** A browser's way to whichever host runs. */
  const web: Web = {
    call(...words) {
      if (!current) throw new Error('No host runs.')
      return current.call(...words)
    }
  }

  // Five days ago, with the demo's own checkout: somebody whose trial has ended by now, and a message that cannot be sent.
  const first = await deployment.start(world.mail.environment)
  current = first
  const past = await signUp(web, world, 'past@example.org')
  await checkOut(first, past, 'trial')
  keys.set('unpaid', await makeKey(past, 'unpaid', { name: 'past' }))
  await world.linkTo(past.email, /API key created/)
  world.mail.state.isRefusing = true
  await must(202, past('POST', '/password-resets', { email: past.email }))
  for (let at = beganAt; (await dead(deployment)).length === 0; at += 3 * hour) {
    await first.moveTo(at)
    await tried(deployment)
  }
  world.mail.state.isRefusing = false
  await stop(first)

  // An hour before the end, still with that checkout.
  deployment.setTime(endedAt - hour)
  const local = await deployment.start(world.mail.environment)
  current = local
  const ada = await signUp(web, world, 'ada@example.org')
  await checkOut(local, ada, 'trial', 'visa')
  const tom = await signUp(web, world, 'tom@example.org')
  await checkOut(local, tom, 'trial')
  const off = await signUp(web, world, 'off@example.org')
  await checkOut(local, off, 'trial', 'mastercard')
  const plain = await signUp(web, world, 'plain@example.org')
  await must(202, person(web.call)('POST', '/accounts', { email: 'open@example.org', password }))
  tokens['sign-up'] = await world.linkTo('open@example.org', /Confirm your e-mail/)
  await must(202, tom('PUT', '/accounts/me/email', { email: 'thomas@example.org' }))
  tokens['email-change'] = await world.linkTo('thomas@example.org', /Confirm your new/)
  await must(201, tom('POST', '/billing/checkout', { purpose: 'card' }))

  const factor = await turnOnFactor(ada, deployment)
  for (const email of ['lost@example.org', 'found@example.org']) {
    const lost = await signUp(web, world, email)
    remember(known, lost, await turnOnFactor(lost, deployment))
    await must(202, person(web.call)('POST', '/second-factor-recoveries', { email, password }))
    tokens['cancel-removal'] = await world.linkTo(
      email,
      /Removal of (?:the second factor|two-factor authentication) requested/
    )
  }

  keys.set('good', await makeKey(ada, 'good', { name: 'laptop' }))
  keys.set('limited', await makeKey(ada, 'good', { name: 'core alone', scopes: ['core:execute'] }))
  keys.set('expired', await makeKey(ada, 'expired', { name: 'of an hour', expiresAt: iso(endedAt - 30 * minute) }))
  keys.set('revoked', await makeKey(ada, 'revoked', { name: 'leaked' }))
  keys.set('rotated', await makeKey(ada, 'overlapping', { name: 'server' }))
  const rotated = keys.get('rotated')?.id
  const made = await must(201, ada('POST', `/keys/${rotated}/rotate`, { overlapSeconds: 7 * 24 * 3_600 }))
  keys.set('rotated to', { id: made.body.id, account: ada.id, key: made.body.key, status: 'good' })
  keys.set('disabled', await makeKey(off, 'disabled', { name: 'off' }))
  remember(known, off)
  await deployment.operator.json('accounts', 'disable', off.id, '--reason', 'it asked for it')
  const by = await deployment.operator.json('accounts', 'create', 'made@example.org', '--generate')
  known.set('made', { id: by.id, email: by.email, password: by.password, cookie: '' })
  await deployment.operator.json('accounts', 'grant', by.id)
  const granted = await deployment.operator.json('keys', 'create', '--account', by.id, '--name', 'granted')
  keys.set('granted', { id: granted.keyId ?? granted.id, account: by.id, key: granted.key, status: 'good' })

  remember(known, await actUp(local, world, deployment))

  const replay = await work(local, world, keys)
  await must(204, ada('DELETE', `/keys/${keys.get('revoked')?.id}`))
  await local.moveTo(deployment.now() + 10 * minute)
  await until('the job of a revoked key is a dead letter', async () => (await dead(deployment)).length === 3)
  await exportData(local, ada)
  await stop(local)

  // The last minutes, with Stripe, on the same port: it is in the names of the cookies.
  deployment.setTime(endedAt - 10 * minute)
  const PORT = new URL(local.url).port
  const last = await deployment.start({ ...world.mail.environment, ...world.stripe.environment, PORT })
  current = last
  const eve = await signUp(web, world, 'eve@example.org')
  await must(201, eve('POST', '/billing/checkout', { purpose: 'trial' }))
  await subscribe(last, world, eve.id, deployment.now())
  const leaving = await signUp(web, world, 'leaving@example.org')
  await must(201, leaving('POST', '/billing/checkout', { purpose: 'trial' }))
  await must(202, eve('PUT', '/accounts/me/email', { email: 'eva@example.org' }))
  const confirm = await world.linkTo('eva@example.org', /Confirm your new/)
  await must(202, plain('POST', '/password-resets', { email: plain.email }))
  tokens.reset = await world.linkTo(plain.email, /new password/)
  world.stripe.state.isAway = true
  world.mail.state.isRefusing = true
  world.receiver.state.status = 503
  await must(204, eve('POST', `/email-changes/${confirm}`, { password }))
  await must(204, leaving('DELETE', '/accounts/me'))
  await must(202, person(web.call)('POST', '/accounts', { email: 'pending@example.org', password }))
  await must(202, ada('POST', '/password-resets', { email: ada.email }))
  await must(204, ada('POST', '/sessions/current/confirmation', { password, code: factor.recoveryCodes[0] }))
  await must(202, ada('PUT', '/accounts/me/email', { email: 'ada.l@example.org' }))
  await fail(last, keys)
  await until('a first try of every job has failed', () => haveFailed(deployment))

  remember(known, ada, { ...factor, recoveryCodes: factor.recoveryCodes.slice(1) })
  for (const one of [past, tom, plain, { ...eve, email: 'eva@example.org', cookie: eve.cookie }]) remember(known, one)
  const shown = await readAll(last, ada)
  const madeAt = iso(deployment.now())
  await stop(last)
  return {
    madeAt,
    people: Object.fromEntries(known),
    keys: Object.fromEntries(keys),
    tokens,
    replay,
    shown,
    customers: Object.fromEntries([eve, leaving].map(({ id }) => [world.stripe.customerOf(id), id])),
    secret
  }
}

/** The routes whose answers are recorded, by the name under which that is done. */
export const readRoutes = {
  account: '/dashboard/api/accounts/me',
  billing: '/dashboard/api/billing',
  events: '/dashboard/api/accounts/me/events',
  factor: '/dashboard/api/accounts/me/second-factor',
  keys: '/dashboard/api/keys',
  sessions: '/dashboard/api/sessions',
  usage: '/dashboard/api/products/usage?from=2026-11-20&to=2026-11-20',
  'config of wealthnode': '/dashboard/api/products/wealthnode/config',
  'config of leadconnect': '/dashboard/api/products/leadconnect/config',
  'config of sentinel-lite': '/dashboard/api/products/sentinel-lite/config',
  'revisions of wealthnode': '/dashboard/api/products/wealthnode/config/revisions',
  'records of core': '/dashboard/api/data/core',
  'records of b2b-engine': '/dashboard/api/data/b2b-engine',
  'records of creator-os': '/dashboard/api/data/creator-os',
  'records of wealthnode': '/dashboard/api/data/wealthnode',
  'records of leadconnect': '/dashboard/api/data/leadconnect',
  'records of sentinel-lite': '/dashboard/api/data/sentinel-lite'
} as const

/** Sends a call of a product with a bearer key. */
export function execute(
  { call }: Pick<Host, 'call'>,
  key: string | undefined,
  slug: string,
  body: object,
  headers: Readonly<Record<string, string>> = {}
): Promise<Reply> {
  return call('POST', `/api/v1/products/${slug}/execute`, body, { Authorization: `Bearer ${key}`, ...headers })
}

async function signUp(web: Web, world: OutsideWorld, email: string): Promise<Someone> {
  const one = person(web.call)
  await must(202, one('POST', '/accounts', { email, password }))
  const token = await world.linkTo(email, /Confirm your e-mail/)
  const { body } = await must(201, one('POST', `/email-verifications/${token}`, { password }))
  return Object.assign(one, { id: String(body.id), email })
}

async function makeKey(one: Someone, status: Key['status'], wanted: object): Promise<Key> {
  const { body } = await must(201, one('POST', '/keys', wanted))
  return { id: body.id, account: one.id, key: body.key, status }
}

async function turnOnFactor(one: Someone, { now }: Deployment) {
  const { body } = await must(201, one('POST', '/accounts/me/second-factor'))
  const code = generateSync({ secret: body.secret, epoch: Math.floor(now() / 1000) })
  const confirmed = await must(200, one('POST', '/accounts/me/second-factor/confirm', { code }))
  return { factor: String(body.secret), recoveryCodes: confirmed.body.recoveryCodes as readonly string[] }
}

/** Somebody to whom nearly everything happens that is recorded as a security event. */
async function actUp(host: Host, world: OutsideWorld, deployment: Deployment): Promise<Someone> {
  const { operator } = deployment
  const zoe = await signUp(host, world, 'zoe@example.org')
  const { id, email } = zoe
  await checkOut(host, zoe, 'trial')
  await operator.json('accounts', 'grant', id)
  await makeKey(zoe, 'revoked', { name: 'one' })
  const { body: granted } = await must(201, zoe('POST', '/keys', { name: 'two' }))
  await operator.json('keys', 'revoke', granted.id, '--account', id)
  await must(200, zoe('DELETE', '/keys'))
  await operator.json('accounts', 'grant', id, '--take-back')
  await turnOnFactor(zoe, deployment)
  const { body } = await must(200, zoe('POST', '/accounts/me/second-factor/recovery-codes'))
  for (const code of body.recoveryCodes.slice(0, 1))
    await must(204, zoe('DELETE', '/accounts/me/second-factor', { code }))
  await turnOnFactor(zoe, deployment)
  await must(202, person(host.call)('POST', '/second-factor-recoveries', { email, password }))
  await must(204, zoe('DELETE', '/accounts/me/second-factor/removal'))
  for (let status = 401; status === 401; )
    ({ status } = await person(host.call)('POST', '/sessions', { email, password, code: '000000' }))
  await operator.json('accounts', 'reset-second-factor', id)
  const { link } = await operator.json('accounts', 'reset-password', id)
  await must(
    204,
    person(host.call)('PUT', `/password-resets/${link.split('#token=')[1]}`, { password: `${password} 2` })
  )
  await must(201, zoe('POST', '/sessions', { email, password: `${password} 2` }))
  await must(204, zoe('PUT', '/accounts/me/password', { current: `${password} 2`, next: password }))
  await must(201, person(host.call)('POST', '/sessions', { email, password }))
  await operator.json('accounts', 'disable', id)
  await operator.json('accounts', 'enable', id)
  return zoe
}

/** Every product writes its records; some of what leaves is refused for good. */
async function work(host: Host, world: OutsideWorld, keys: ReadonlyMap<string, Key>): Promise<Facts['replay']> {
  const receiver = `http://127.0.0.1:${world.receiver.port}`
  const settings = settingsFor(receiver)
  const good = keys.get('good')?.key ?? ''
  const call = async (slug: string, body: object, key = good) => must(200, execute(host, key, slug, body))
  for (const [slug, values] of Object.entries(settings)) {
    const path = `/api/v1/products/${slug}/config`
    await must(200, host.call('PUT', path, { settings: values }, { Authorization: `Bearer ${good}` }))
  }
  const changed = { settings: { ...settings.wealthnode, 'budget.mode': 'warn', own: 'unknown to the product' } }
  const path = '/api/v1/products/wealthnode/config'
  await must(200, host.call('PUT', path, changed, { Authorization: `Bearer ${good}` }))

  const preference = { action: 'remember', key: 'client.preference', value: 'Prefers mornings', tags: 'client' }
  await call('core', { ...preference, value: 'Prefers evenings' })
  await call('core', preference, keys.get('limited')?.key)
  await call('core', { action: 'agent', goal: 'score Acme, draft an outreach and remember the result' })
  await call('b2b-engine', { action: 'score_lead', companyName: 'Acme Ltd', signals: 'requested demo, 250 employees' })
  await call('b2b-engine', { action: 'draft_outreach', companyName: 'Acme Ltd', goal: 'a demo' }).catch(() => undefined)
  await call('creator-os', { action: 'brief', topic: 'How to run better meetings', platforms: 'linkedin' })
  await call('creator-os', { action: 'synthesize', topic: 'Postgres vs MySQL', platform: 'x', audience: 'startups' })
  const results = [{ platform: 'linkedin', at: '2026-11-10T09:00:00Z', engagementRate: 0.04 }]
  await call('creator-os', { action: 'schedule', platform: 'linkedin', items: ['Hiring'], weeks: 1, results })
  await call('wealthnode', { action: 'ledger_sync', tokens: 50_000, pricePer1kGbp: 0.002, externalId: 'call-1' })
  await call('leadconnect', lead('jane@acme.example', 'crm'))
  await call('leadconnect', { action: 'route', limit: 1 })
  await call('sentinel-lite', { action: 'probe', url: `${receiver}/health`, name: 'shop', everySeconds: 3_600 })
  await call('sentinel-lite', { action: 'heartbeat', name: 'backup', periodSeconds: 7_200 })
  await call('sentinel-lite', { action: 'heartbeat', name: 'nightly', cron: '0 2 * * *', signal: 'start' })

  // Two dead letters of products: one whose alert is refused for good, one whose key has ended.
  world.receiver.state.byPath['/alert'] = 400
  await call('sentinel-lite', { action: 'heartbeat', name: 'import', exitCode: 1, periodSeconds: 7_200 })
  world.receiver.state.byPath['/gone'] = 404
  await execute(host, good, 'leadconnect', lead('gone@acme.example', 'gone'))
  world.receiver.state.byPath['/crm'] = 503
  await execute(host, keys.get('revoked')?.key, 'leadconnect', lead('ended@acme.example', 'crm'))
  await until('the alert was sent', () => world.receiver.delivered.some(each => each.path === '/alert'))
  for (const at of ['/alert', '/crm', '/gone']) delete world.receiver.state.byPath[at]

  const body = { action: 'remember', key: 'colour', value: 'blue' }
  const idempotencyKey = 'colour-of-the-fixture'
  const headers = { Authorization: `Bearer ${good}`, 'Content-Type': 'application/json', Connection: 'close' }
  const sent = await fetch(`${host.url}/api/v1/products/core/execute`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': idempotencyKey },
    body: JSON.stringify(body)
  })
  const answer = { status: sent.status, text: await sent.text() }
  return { key: good, slug: 'core', idempotencyKey, body, answer }
}

/** Leaves jobs of products behind that wait, since the receiver is away. */
async function fail(host: Host, keys: ReadonlyMap<string, Key>): Promise<void> {
  const good = keys.get('good')?.key
  await must(200, execute(host, good, 'leadconnect', lead('tom@acme.example', 'crm')))
  await must(200, execute(host, good, 'leadconnect', lead('held@acme.example', 'later')))
  const costly = { action: 'ledger_sync', tokens: 900_000, pricePer1kGbp: 0.002, externalId: 'call-2' }
  await must(200, execute(host, good, 'wealthnode', costly))
  await must(200, execute(host, good, 'sentinel-lite', { action: 'heartbeat', name: 'import', exitCode: 0 }))
}

function lead(email: string, destination: string): object {
  return { action: 'ingest', email, destination, source: 'website', payload: '{"name":"Jane Doe","country":"GB"}' }
}

async function subscribe(host: Host, world: OutsideWorld, account: string, now: number): Promise<void> {
  const { stripe } = world
  const customer = stripe.customerOf(account)
  stripe.addCard(customer, 'visa', '4242', Math.floor(now / 1000))
  const created = Math.floor(now / 1000)
  const subscription = stripe.subscribe(customer, {
    status: 'trialing',
    created,
    trial_end: created + (3 * day) / 1000
  })
  const status = await deliver(host.url, stripe.event('customer.subscription.created', subscription), now)
  if (status !== 200) throw new Error(`The host answered Stripe's event with ${status}.`)
}

/** Takes the account's data out, which is recorded as a security event. */
async function exportData({ url }: Host, one: Someone): Promise<void> {
  const response = await fetch(`${url}/dashboard/api/export`, {
    headers: { Cookie: cookiesOf(one), Connection: 'close' }
  })
  if (!/\n\{"kind":"end",.*\}\n$/.test(await response.text())) throw new Error('The export has no end.')
}

async function readAll(host: Host, ada: Someone): Promise<Facts['shown']> {
  const shown: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(readRoutes))
    shown[name] = (await must(200, host.call('GET', path, undefined, { Cookie: cookiesOf(ada) }))).body
  return shown
}

function remember(
  known: Map<string, Person>,
  one: Pick<Someone, 'id' | 'email' | 'cookie'>,
  factor: Partial<Person> = {}
): void {
  const { id, email } = one
  const [name = email] = email.split('@')
  known.set(name, { id, email, password, cookie: cookiesOf(one), ...factor })
}

function cookiesOf({ cookie }: Pick<Someone, 'cookie'>): string {
  return ['session', 'known-device'].flatMap(name => cookie(name) || []).join('; ')
}

async function stop(host: Host): Promise<void> {
  const code = await host.end('SIGTERM')
  if (code !== 0) throw new Error(`The host ended with ${code}.`)
}

async function must(status: number, reply: Promise<Reply>): Promise<Reply> {
  const { body, ...rest } = await reply
  if (rest.status !== status) throw new Error(`The answer was ${rest.status}, not ${status}: ${JSON.stringify(body)}`)
  return { body, ...rest }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
