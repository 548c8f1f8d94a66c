import { makeClock } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { type BillingSnapshot, noCard } from '../../../host/dist/billing/plan.js'
import { Access } from '../../../host/dist/execution/access.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { Registry } from '../../../host/dist/products/registry.js'
import { readSettings } from '../../../host/dist/settings.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { connectionPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const trialMs = 3 * 24 * 60 * 60 * 1000

/** A product that does nothing but run another one. */
const caller = `
import { defineAction, defineProduct, PRODUCTS, Type } from '@product-host/sdk'
const ask = defineAction({
  title: 'Ask', description: 'Asks the connection.', effect: 'read',
  input: Type.Object({}), detail: Type.Object({ code: Type.String() }), metrics: Type.Object({}),
  examples: [{ title: 'Ask', input: {} }], needs: { products: PRODUCTS },
  async run(_input, { products }) {
    const { ok, detail } = await products.execute('connection', 'show', {})
    return { summary: 'Asked.', metrics: {}, detail: { code: ok ? 'ok' : detail.error.code } }
  }
})
export default defineProduct({
  slug: 'caller', title: 'Caller', description: 'Calls.', version: '1.0.0', actions: { ask }
})`

const plugins = {
  ...connectionPlugin,
  ...notesPlugin,
  '@test/caller': caller
}
const visa = { held: true, brand: 'visa', last4: '4242', heldSince: 0 }

/** A host that bills, and accounts that stand as the test says. */
async function billed(t: Test, members: object = {}) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const entries = { '@test/connection': { requires: ['payment_card'] } }
  const another = () => start(t, { plugins, entries, deployment: { billing: 'stripe', ...members }, store, clock })
  const host = await another()
  const entitlements = new Entitlements(store, clock)
  /** The header of an account of which the facts are true. */
  async function bearer(account: string, facts?: BillingSnapshot, scopes?: readonly string[]) {
    if (facts) await entitlements.record(account, { id: 'facts', at: time.now, facts })
    return { Authorization: `Bearer ${(await host.keys.create(account, 'a key', undefined, scopes)).key}` }
  }
  const path = (slug: string, door = 'execute') => `/api/v1/products/${slug}/${door}`
  const latest = (key: Record<string, string>) => host.call('POST', path('notes'), { action: 'latest' }, key)
  const show = (key: Record<string, string>) => host.call('POST', path('connection'), { action: 'show' }, key)
  const access = (slug: string, key: Record<string, string>) => host.call('GET', path(slug, 'access'), undefined, key)
  const trial: BillingSnapshot = { plan: { status: 'trialing', trialEndsAt: time.now + trialMs }, card: noCard }
  return {
    ...host,
    another,
    store,
    time,
    book: new JobStore(store, clock, console),
    bearer,
    path,
    latest,
    show,
    access,
    trial
  }
}

t.test('without a plan nothing runs, and the refusal says how to get one', async t => {
  const { bearer, latest } = await billed(t)
  const key = await bearer('ada')
  t.match(await latest(key), {
    status: 402,
    body: {
      code: 'trial_required',
      checks: [
        { check: 'scope', source: 'key', outcome: 'passed' },
        { check: 'plan', source: 'billing', outcome: 'refused', code: 'trial_required' },
        { check: 'payment_card', source: 'deployment', outcome: 'not_required' },
        { check: 'enabled', source: 'config', outcome: 'not_required' }
      ],
      links: { billing: /^http:\/\/127\.0\.0\.1:[1-9]\d*\/billing$/, access: '/api/v1/products/notes/access' }
    }
  })
})

t.test('on trial everything runs but what requires a card; with a card that too', async t => {
  const { bearer, latest, show, access, trial } = await billed(t)
  const ada = await bearer('ada', trial)
  t.equal((await latest(ada)).status, 200)
  const refused = await show(ada)
  t.match(refused, {
    status: 403,
    body: {
      code: 'waitlisted',
      detail: /add one on the page in links/,
      checks: [{}, { outcome: 'passed' }, { check: 'payment_card', outcome: 'refused', code: 'waitlisted' }, {}],
      links: { billing: /^http:\/\/127\.0\.0\.1:[1-9]\d*\/billing$/ }
    }
  })
  const explained = await access('connection', ada)
  t.equal(explained.status, 200)
  t.match(explained.body, { productId: 'connection', allowed: false })
  t.strictSame(explained.body.checks, refused.body.checks)
  t.match(await access('notes', ada), { status: 200, body: { allowed: true } })

  const grace = await bearer('grace', { ...trial, card: visa })
  t.equal((await show(grace)).status, 200)
  t.match(await access('connection', grace), { body: { allowed: true } })
})

t.test('a plan that has ended runs nothing, an active one and an operator’s grant run', async t => {
  const { bearer, latest, show, trial, time } = await billed(t)
  const plan = (status: 'active' | 'expired' | 'canceled') => ({ plan: { status, trialEndsAt: null } })
  for (const status of ['expired', 'canceled'] as const)
    t.match(await latest(await bearer(status, plan(status))), {
      status: 402,
      body: { code: 'trial_expired', detail: status === 'canceled' ? /plan was cancelled/ : /trial is over/ }
    })
  t.equal((await latest(await bearer('active', plan('active')))).status, 200)
  t.equal((await show(await bearer('granted', { grant: { isGiven: true } }))).status, 200)

  const ada = await bearer('ada', trial)
  time.now += trialMs - 1
  t.equal((await latest(ada)).status, 200)
  time.now += 1
  t.match(await latest(ada), { status: 402, body: { code: 'trial_expired' } })
  time.now -= trialMs
  t.match(await latest(ada), { status: 402, body: { code: 'trial_expired' } })
})

t.test('a config is read and saved by whoever may not run', async t => {
  const { bearer, call, path } = await billed(t)
  const key = await bearer('ada')
  t.equal((await call('PUT', path('connection', 'config'), { enabled: false }, key)).status, 200)
  t.match(await call('GET', path('connection', 'config'), undefined, key), { status: 200, body: { enabled: false } })
})

t.test('of several refusals the plan comes before the card, and the card before the switch', async t => {
  const { bearer, call, path, show, access, trial } = await billed(t)
  const codeOf = async (key: Record<string, string>) => {
    await call('PUT', path('connection', 'config'), { enabled: false }, key)
    return (await show(key)).body.code
  }
  t.equal(await codeOf(await bearer('ada')), 'trial_required')
  t.equal(await codeOf(await bearer('grace', trial)), 'waitlisted')
  t.equal(await codeOf(await bearer('mary', { ...trial, card: visa })), 'product_disabled')
  const narrow = await bearer('mary', undefined, ['notes:execute', 'connection:config'])
  t.equal((await show(narrow)).body.code, 'insufficient_scope')
  const codes = (await access('connection', narrow)).body.checks.map(({ code = '' }) => code)
  t.strictSame(codes, ['insufficient_scope', '', '', 'product_disabled'])
})

t.test('a key asks about the access to products that it has a scope for, and to no other', async t => {
  const { bearer, access } = await billed(t)
  const narrow = await bearer('ada', undefined, ['connection:config'])
  t.equal((await access('connection', narrow)).status, 200)
  t.match(await access('notes', narrow), { status: 403, body: { code: 'insufficient_scope' } })
  t.match(await access('none', narrow), { status: 404, body: { code: 'unknown_product' } })
  t.equal((await access('notes', await bearer('ada', undefined, ['*:config']))).status, 200)
  const longer = await bearer('ada', undefined, ['notes-x:execute'])
  t.match(await access('notes', longer), { status: 403, body: { code: 'insufficient_scope' } }, 'a slug is no prefix')
})

t.test('access is judged before the rate and before anything of the request is looked at', async t => {
  const { call, path, bearer } = await billed(t, { rate: { key: [1, 60] } })
  const key = { ...(await bearer('ada')), 'Content-Type': 'text/plain', 'Product-Contract': 'sha256-0' }
  for (const _ of [1, 2, 3])
    t.match(await call('POST', path('notes'), 'not JSON', key), { status: 402, body: { code: 'trial_required' } })
  t.match(await call('POST', path('none'), 'not JSON', key), { status: 404 })
  t.match(await call('GET', path('notes', 'access'), undefined, key), { status: 429 })
})

t.test('one product runs another only if the account may', async t => {
  const { bearer, call, path, trial } = await billed(t)
  const ask = async (key: Record<string, string>) =>
    (await call('POST', path('caller'), { action: 'ask' }, key)).body.detail.code
  t.equal(await ask(await bearer('ada', trial)), 'waitlisted')
  t.equal(await ask(await bearer('grace', { ...trial, card: visa })), 'ok')
})

t.test('a job is judged when it runs; refused, it is dropped with a record', async t => {
  const { bearer, call, path, host, book, trial, time } = await billed(t)
  const key = await bearer('ada', { ...trial, card: visa })
  const plan = { action: 'plan', id: 'late', at: time.now + trialMs + 2 * 60 * 60 * 1000 }
  t.equal((await call('POST', path('connection'), plan, key)).status, 200)
  time.now = plan.at
  await host.runDueJobs()
  t.match(await book.dead(), [{ kept: { account: 'ada', job: { id: 'late' } }, error: { code: 'trial_expired' } }])
  t.strictSame(await book.waiting(), [])
})

t.test('the demo account has a plan and a card', async t => {
  const { show, latest } = await billed(t)
  const key = { Authorization: `Bearer ${demoKey}` }
  t.equal((await latest(key)).status, 200)
  t.equal((await show(key)).status, 200)
})

t.test('a product says what it requires', async t => {
  const { call, path } = await billed(t)
  t.match((await call('GET', path('connection'))).body, {
    availability: { waitlist: true, requires: ['payment_card'] }
  })
  t.match((await call('GET', path('notes'))).body, { availability: { waitlist: false, requires: [] } })
  t.match((await call('GET', '/api/v1/products')).body.products, [{ availability: { waitlist: true } }, {}, {}])
})

t.test('where nobody bills, everybody may run everything', async t => {
  const entries = { '@test/connection': { requires: ['payment_card'] } }
  const { call, keys } = await start(t, { plugins, entries, deployment: { billing: 'none' } })
  const key = { Authorization: `Bearer ${(await keys.create('ada', 'a key')).key}` }
  const path = '/api/v1/products/connection'
  t.equal((await call('POST', `${path}/execute`, { action: 'show' }, key)).status, 200)
  t.match((await call('GET', `${path}/access`, undefined, key)).body, {
    allowed: true,
    checks: [{}, { check: 'plan', outcome: 'not_required' }, {}, {}],
    links: { billing: undefined }
  })
})

t.test('access needs a key, and a product', async t => {
  const { call, path, access, bearer } = await billed(t)
  t.match(await call('GET', path('notes', 'access')), { status: 401, body: { code: 'missing_key' } })
  t.match(await access('none', await bearer('ada')), { status: 404, body: { code: 'unknown_product' } })
  t.match(await call('POST', path('notes', 'access'), {}), { status: 405 })
})

t.test('a config is open to keys with its scope, and linked where there is one', async t => {
  const { bearer, call, path, access, trial } = await billed(t)
  const config = (key: Record<string, string>) => call('GET', path('connection', 'config'), undefined, key)
  await bearer('ada', trial)
  for (const scopes of [['connection:config'], ['*:config'], ['notes:execute', 'connection:config']])
    t.equal((await config(await bearer('ada', undefined, scopes))).status, 200)
  for (const scopes of [['connection:execute'], ['*:execute'], ['notes:config']])
    t.match(await config(await bearer('ada', undefined, scopes)), { status: 403, body: { code: 'insufficient_scope' } })
  const key = await bearer('ada')
  t.equal((await access('connection', key)).body.links.config, path('connection', 'config'))
  t.notOk('config' in (await access('notes', key)).body.links)
})

t.test('whoever has never begun a trial makes no key; whoever had one, or is granted the plan, does', async t => {
  const { bearer, call, another } = await billed(t)
  const states: Readonly<Record<string, readonly [BillingSnapshot, number]>> = {
    ada: [{ card: visa }, 402],
    grace: [{ grant: { isGiven: true } }, 201],
    mary: [{ plan: { status: 'expired', trialEndsAt: null } }, 201]
  }
  for (const [name, [facts]] of Object.entries(states))
    await bearer((await signedUp(call, `${name}@example.org`)).id, facts)
  // The first host remembers for some seconds how the accounts stood.
  const next = await another()
  for (const [name, [, status]] of Object.entries(states)) {
    const owner = person(next.call)
    await owner('POST', '/sessions', { email: `${name}@example.org`, password })
    const reply = await owner('POST', '/keys', { name: 'a key' })
    t.equal(reply.status, status, name)
    if (status !== 402) continue
    t.match(reply.body, {
      code: 'trial_required',
      links: { billing: /^http:\/\/127\.0\.0\.1:[1-9]\d*\/billing$/ }
    })
  }
})

t.test('a product does not run without a setting that no key of the host decrypts', async t => {
  const { bearer, call, path, show, store, trial } = await billed(t)
  const key = await bearer('ada', { ...trial, card: visa })
  const settings = { 'alert.url': 'https://one.example', 'alert.key': 'a secret of eight or more' }
  t.equal((await call('PUT', path('connection', 'config'), { settings }, key)).status, 200)
  t.equal((await show(key)).status, 200)
  await store.own('config/ada').update(['connection'], read => {
    const value = { ...read<object>('connection'), secrets: { 'alert.key': 'v1.12345678.aaaa.bbbb.cccc' } }
    return { writes: [{ key: 'connection', value }], result: undefined }
  })
  t.match(await show(key), { status: 500, body: { code: 'internal_error', detail: /"alert.key"/ } })
})

t.test('while plugins are loaded an unknown slug may be that of one, afterwards it is of none', async t => {
  const loading = `await new Promise(resolve => setTimeout(resolve, 3_000))
export default undefined`
  const { call } = await start(t, { plugins: { ...notesPlugin, '@test/loading': loading }, patienceMs: 1 })
  const key = { Authorization: `Bearer ${demoKey}` }
  const early = await call('POST', '/api/v1/products/loading/execute', { action: 'go' }, key)
  t.match(early, { status: 503, body: { code: 'product_unavailable', retryable: true } })
  t.equal(early.headers.get('retry-after'), '1')
})

t.test('while a plugin is being loaded, an unknown product may be its; then it is unknown', async t => {
  const registry = new Registry()
  const access = new Access(registry, {} as never, {} as never, 'none', readSettings({}))
  for (const awaited of [2, 1]) {
    registry.awaited = awaited
    t.throws(() => access.product('late'), { code: 'product_unavailable', status: 503, options: { retryAfter: 1 } })
  }
  registry.awaited = 0
  t.throws(() => access.product('late'), { code: 'unknown_product', status: 404 })
})

t.test('where nobody bills, a product that is switched off does not run either', async t => {
  const { call } = await start(t, { plugins })
  const ada = await signedUp(call)
  const settings = { 'endpoint.url': 'https://a.example/', apiToken: 'a secret of hers' }
  const save = (enabled: boolean) => ada('PUT', '/products/connection/config', { enabled, settings })
  const run = () => ada('POST', '/products/connection/execute', { action: 'show' })
  t.equal((await save(true)).status, 200)
  t.equal((await run()).status, 200)
  const { body } = await ada('GET', '/products/connection/access')
  t.match(body.checks.at(-1), { check: 'enabled', source: 'config', outcome: 'passed' })
  t.equal((await save(false)).status, 200)
  t.match(await run(), { status: 403, body: { code: 'product_disabled' } })
})

t.test('where nobody bills, a key runs what its scopes allow and nothing else', async t => {
  const { call } = await start(t, { plugins })
  const ada = await signedUp(call)
  const run = async (scopes: readonly string[]) => {
    const { key } = (await ada('POST', '/keys', { name: 'a key', scopes })).body
    return call('POST', '/api/v1/products/notes/execute', { action: 'latest' }, { Authorization: `Bearer ${key}` })
  }
  for (const scopes of [['notes:execute'], ['*:execute']]) t.equal((await run(scopes)).status, 200)
  for (const scopes of [['connection:execute'], ['notes:config'], ['*:config']])
    t.match(await run(scopes), { status: 403, body: { code: 'insufficient_scope' } })
})
