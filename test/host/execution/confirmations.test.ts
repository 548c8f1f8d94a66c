import '../../fixtures/teardown-order.js'
import { CLOCK, STORAGE } from '@product-host/sdk'
import { Client } from '@product-host/sdk/client'
import { MountedProduct } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { Problem, StoreUnavailable } from '../../../host/dist/base/problems.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import type { PlacedEntry } from '../../../host/dist/deployment.js'
import { Confirmations } from '../../../host/dist/execution/confirmations.js'
import { type ActionPlan, Registry } from '../../../host/dist/products/registry.js'
import type { Resilience } from '../../../host/dist/resilience/circuit-breaker.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { notes } from '../../fixtures/products/notes.js'
import {
  carefulPlugin,
  connectionPlugin,
  deploy,
  type HostOptions,
  movableClock,
  notesPlugin,
  standStill,
  start
} from '../../fixtures/start-host.js'
import { storeKinds } from '../../fixtures/stores.js'

const path = '/api/v1/products/careful/execute'
const minute = 60_000
/** What the default setting says. */
const validMs = 15 * minute
/** What a run of wipe may take, and what the host adds until it counts as lost. */
const longestRunMs = 15_000

/** A host with a product that asks before it acts. */
async function host(t: Test, options: HostOptions = {}) {
  const started = await start(t, { plugins: { ...carefulPlugin, ...notesPlugin }, ...options })
  const as =
    (key: string) =>
    (body: object, headers: Record<string, string> = {}) =>
      started.call('POST', path, body, { Authorization: `Bearer ${key}`, ...headers })
  const send = as(demoKey)
  const ask = async (input: object = {}) => {
    const { body } = await send({ action: 'wipe', topic: 'old', ...input })
    return body.detail.error.details as { token: string; expiresAt: string; steps: unknown[]; notUnderstood: string[] }
  }
  const runs = async (topic = 'old') => (await send({ action: 'count', topic })).body.detail.runs as number
  return { ...started, as, send, ask, runs }
}

for (const isolation of ['inline', 'thread'])
  t.test(`a plan is shown, and its token runs exactly that plan (${isolation})`, async t => {
    const clock = movableClock('2026-01-01T12:00:00Z')
    const { send, runs } = await host(t, { clock, entries: { '@test/careful': { isolation } } })
    const asked = await send({ action: 'wipe', topic: 'vague' })
    t.equal(asked.status, 200)
    const step = { product: 'careful', action: 'wipe', input: { topic: 'vague', how: 'well', waitMs: 0, sure: false } }
    const { token } = asked.body.detail.error.details
    t.match(token, /^[\w-]{43}$/)
    t.match(asked.body, { ok: false, summary: 'Everything about vague will be gone.', metrics: { records: 3 } })
    t.strictSame(asked.body.detail, {
      found: 3,
      error: {
        code: 'needs_confirmation',
        message: 'Everything about vague will be gone.',
        retryable: false,
        details: {
          steps: [{ ...step, effect: 'write' }],
          notUnderstood: ['by noon'],
          token,
          expiresAt: '2026-01-01T12:15:00.000Z'
        }
      }
    })
    t.equal(await runs('vague'), 0, 'nothing is done before')
    const done = await send({ action: 'wipe', topic: 'all', how: 'bug', confirmation: token })
    t.match(done.body, { ok: true, summary: 'Wiped vague.', detail: { topic: 'vague', runs: 1 } })
    t.strictSame(done.body.detail.steps, [step])
    t.equal(await runs('all'), 0)
  })

t.test('the client sends a confirmation', async t => {
  const { url, ask } = await host(t)
  const { token: confirmation } = await ask()
  const client = new Client({ url, key: demoKey })
  t.match(await client.execute('careful', 'wipe', { topic: 'all' }, { confirmation }), {
    ok: true,
    detail: { topic: 'old' }
  })
})

t.test('the effect of each step is that of its input', async t => {
  const { ask, send } = await host(t)
  t.match((await ask({ topic: 'far' })).steps, [{ effect: 'external' }])
  const { body } = await send({
    action: 'carry',
    plan: [
      { product: 'notes', action: 'add', input: { text: 'milk' } },
      { action: 'count', input: { topic: 'old' } }
    ]
  })
  const { steps } = body.detail.error.details
  t.strictSame(
    steps.map(({ product, effect }: { product: string; effect: string }) => [product, effect]),
    [
      ['notes', 'write'],
      ['careful', 'read']
    ]
  )
})

for (const isolation of ['inline', 'thread'])
  t.test(`a confirmed plan runs its steps, in their order, once each, and nothing else (${isolation})`, async t => {
    const { send } = await host(t, { entries: { '@test/careful': { isolation } } })
    const add = (text: string) => ({ product: 'notes', action: 'add', input: { text } })
    const plan = [add('one'), add('two'), add('three')]
    const carried = async (instead?: object[]) => {
      const asked = await send({ action: 'carry', plan, ...(instead && { instead }) })
      const { token } = asked.body.detail.error.details
      return (await send({ action: 'carry', confirmation: token })).body.detail.answers as string[]
    }
    const isDone = (answers: string[]) => answers.map(text => !text.includes('not_in_plan'))
    t.strictSame(isDone(await carried()), [true, true, true])
    t.strictSame(isDone(await carried([add('one'), add('one'), add('two')])), [true, false, true], 'once each')
    t.strictSame(isDone(await carried([add('three'), add('one')])), [true, false], 'in their order')
    t.strictSame(isDone(await carried([add('four'), { product: 'notes', action: 'latest', input: {} }])), [
      false,
      false
    ])
  })

t.test('a step that would ask for itself alone is confirmed with the plan', async t => {
  const { send, runs } = await host(t)
  const answersTo = async (topic: string) => {
    const plan = [{ action: 'wipe', input: { topic } }]
    const { token } = (await send({ action: 'carry', plan })).body.detail.error.details
    return (await send({ action: 'carry', confirmation: token })).body.detail.answers as string[]
  }
  t.strictSame(await answersTo('old'), ['Wiped old.'])
  t.equal(await runs('old'), 1)
  const [refused = ''] = await answersTo('vague')
  t.equal(JSON.parse(refused).code, 'needs_confirmation', 'what it did not understand was not shown')
  t.equal(await runs('vague'), 0)
})

t.test('a call of another product gets the plan without a token', async t => {
  const { send, runs } = await host(t)
  const { body } = await send({ action: 'relay', topic: 'old' })
  const { error } = body.detail.answer.detail
  t.match(error, { code: 'needs_confirmation', retryable: false, details: { steps: [{ action: 'wipe' }] } })
  t.strictSame(Object.keys(error.details), ['steps', 'notUnderstood'])
  t.equal(await runs(), 0)
})

t.test('a job that asks has failed for good', async t => {
  const { send, runs, lines } = await host(t)
  await send({ action: 'relay', topic: 'old', at: 0 })
  const logged = () => lines.filter(line => line.includes('"job":"relayed"'))
  while (logged().length === 0) await new Promise(resolve => setTimeout(resolve, 20))
  t.match(
    logged().map(line => JSON.parse(line)),
    [{ outcome: 'dead', attempt: 1, code: 'needs_confirmation' }]
  )
  t.equal(await runs(), 0)
})

t.test('a token is refused for anything but its own plan, with what to do instead', async t => {
  const { send, ask, as, keys, runs } = await host(t)
  const { token } = await ask()
  const other = as((await keys.create('someone', 'a key')).key)
  const cases = [
    [await send({ action: 'carry', plan: [], confirmation: token }), 'invalid_confirmation', /careful\.wipe/],
    [await other({ action: 'wipe', topic: 'old', confirmation: token }), 'invalid_confirmation', /new plan/],
    [await send({ action: 'wipe', topic: 'old', confirmation: 'x'.repeat(43) }), 'invalid_confirmation', /new plan/],
    [await send({ action: 'wipe', topic: 'old', confirmation: '' }), 'invalid_confirmation', /new plan/],
    [await send({ action: 'wipe', topic: 'old', confirmation: 1 }), 'invalid_input', /./],
    [await send({ action: 'wipe', topic: 'old', confirmation: null }), 'invalid_input', /./]
  ] as const
  for (const [{ status, body }, code, detail] of cases) {
    t.match({ status, code: body.code, retryable: body.retryable }, { status: 400, code, retryable: false })
    t.match(body.detail, detail)
  }
  t.match(cases[4][0].body.errors, [{ pointer: '#/confirmation' }])
  t.equal(await runs(), 0, 'nothing was done')
  t.equal((await send({ action: 'wipe', confirmation: token })).body.ok, true, 'and the plan still waits')
})

t.test('a token is refused by another product', async t => {
  const { call, ask } = await host(t)
  const { token } = await ask()
  const body = { action: 'add', text: 'milk', confirmation: token }
  const reply = await call('POST', '/api/v1/products/notes/execute', body, { Authorization: `Bearer ${demoKey}` })
  t.match(reply, { status: 400, body: { code: 'invalid_confirmation' } })
})

t.test('a field of that name is the action’s own', async t => {
  const { send } = await host(t)
  t.match((await send({ action: 'count', topic: 'old', confirmation: 'mine' })).body.detail, { confirmation: 'mine' })
})

t.test('a plan runs with what both keys may do today', async t => {
  const { as, call } = await host(t)
  const ada = await signedUp(call)
  const create = async (name: string, scopes: string[]) => (await ada('POST', '/keys', { name, scopes })).body
  const plan = [{ product: 'notes', action: 'add', input: { text: 'milk' } }]
  const both = ['careful:execute', 'notes:execute']
  const key = await create('both', both)
  const tokenFrom = async (asker: string) =>
    (await as(asker)({ action: 'carry', plan })).body.detail.error.details.token as string
  const small = await create('small', ['careful:execute'])
  const confirm = (confirmer: string, confirmation: string) => as(confirmer)({ action: 'carry', confirmation })
  const token = await tokenFrom(key.key)
  t.match(await confirm(small.key, token), { status: 403, body: { code: 'insufficient_scope' } })
  t.match(await confirm(key.key, await tokenFrom(small.key)), { status: 403, body: { code: 'insufficient_scope' } })
  await ada('PATCH', `/keys/${key.id}`, { scopes: ['careful:execute'] })
  t.match(await confirm(key.key, token), { status: 403, body: { code: 'insufficient_scope' } }, 'fewer than it had')
  await ada('PATCH', `/keys/${key.id}`, { scopes: both })
  const done = await confirm(key.key, token)
  t.match(done.body, { ok: true, summary: 'Carried out 1.' })
  t.match(await confirm(small.key, token), { status: 403, body: { code: 'insufficient_scope' } }, 'nor the answer')
  const all = await create('all', ['*:execute'])
  t.strictSame((await confirm(all.key, token)).body, done.body)
})

t.test('access and rates are checked when a plan is run', async t => {
  const { as, keys } = await host(t, { deployment: { rate: { key: [4, 600] } } })
  const key = (await keys.create('ada', 'a key')).key
  const { token } = (await as(key)({ action: 'wipe', topic: 'old' })).body.detail.error.details
  for (let sent = 0; sent < 3; sent++) await as(key)({ action: 'count', topic: 'old' })
  t.match(await as(key)({ action: 'wipe', confirmation: token }), { status: 429, body: { code: 'rate_limited' } })
})

t.test('a product with another contract today does not run the plan', async t => {
  const store = await Store.open(memoryBackend(Date.now))
  const shared = { store }
  const first = await host(t, shared)
  const plan = [{ product: 'notes', action: 'add', input: { text: 'milk' } }]
  const { token } = (await first.send({ action: 'carry', plan })).body.detail.error.details
  const changed = `import { defineProduct } from '@product-host/sdk'
import { notes } from ${JSON.stringify(new URL('../../fixtures/products/notes.js', import.meta.url).href)}
const { add } = notes.actions
export default defineProduct({ ...notes, actions: { ...notes.actions, add: { ...add, errors: { other: 'Fails.' } } } })`
  const second = await host(t, { ...shared, plugins: { ...carefulPlugin, '@test/notes': changed } })
  const refused = await second.send({ action: 'carry', confirmation: token })
  t.match(refused, { status: 412, body: { code: 'contract_changed', retryable: false } })
  t.match(refused.body.detail, /notes/)
  t.match(refused.headers.get('product-contract'), /^sha256-/)
  const without = await host(t, { ...shared, plugins: carefulPlugin })
  t.match(await without.send({ action: 'carry', confirmation: token }), { status: 412 }, 'nor if it is gone')
  const done = await first.send({ action: 'carry', confirmation: token })
  t.equal(done.body.ok, true, 'the plan still waits')
  t.strictSame(
    (await second.send({ action: 'carry', confirmation: token })).body,
    done.body,
    'its answer is its answer'
  )
})

for (const kind of storeKinds)
  t.test(`of many requests at once on two hosts, one runs the plan (${kind.name})`, { skip: kind.without }, async t => {
    const open = await (await kind.start(t))(t)
    const [one, two] = [await host(t, { store: await open() }), await host(t, { store: await open() })]
    const { token } = await one.ask({ waitMs: 300 })
    const confirm = { action: 'wipe', confirmation: token }
    const replies = await Promise.all([one, two, one, two].map(({ send }) => send(confirm)))
    t.strictSame(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
    for (const { status, body, headers } of replies) {
      if (status !== 409) continue
      t.match(body, { code: 'confirmation_in_progress', retryable: true })
      t.equal(headers.get('retry-after'), '1')
    }
    const first = replies.find(({ status }) => status === 200)
    for (const { send, runs } of [one, two]) {
      const again = await send(confirm)
      t.strictSame(again.body, first?.body)
      t.equal(again.headers.get('idempotent-replayed'), 'true')
      t.equal(await runs(), 1)
    }
  })

t.test('a plan can be confirmed for 15 minutes, and its answer is given for 15 more', async t => {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const { send, ask, runs } = await host(t, { clock })
  const confirm = (token: string) => send({ action: 'wipe', confirmation: token })
  const late = await ask()
  const last = await ask()
  clock.advance(validMs - 1)
  const done = await confirm(last.token)
  t.equal(done.body.ok, true)
  clock.advance(1)
  t.match(await confirm(late.token), { status: 400, body: { code: 'invalid_confirmation' } })
  clock.advance(validMs - 2)
  t.strictSame((await confirm(last.token)).body, done.body)
  clock.advance(1)
  t.match(await confirm(last.token), { status: 400, body: { code: 'invalid_confirmation' } })
  t.equal(await runs(), 1)
})

t.test('a run whose outcome was lost is never repeated', async t => {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const { send, ask, runs } = await host(t, { clock })
  const { token } = await ask({ waitMs: 1_500 })
  const confirm = { action: 'wipe', confirmation: token }
  const running = send(confirm)
  while ((await runs()) === 0) await new Promise(resolve => setTimeout(resolve, 10))
  clock.advance(longestRunMs - 1)
  t.match((await send(confirm)).body, { status: 409, code: 'confirmation_in_progress', retryable: true })
  clock.advance(1)
  t.match((await send(confirm)).body, { status: 409, code: 'outcome_unknown', retryable: false })
  await running
  t.equal((await send(confirm)).body.ok, true, 'once it is there, it is known')
  t.equal(await runs(), 1)
})

t.test('the failure of a confirmed run is its answer as well', async t => {
  const { send, ask, runs } = await host(t)
  const { token } = await ask({ how: 'bug' })
  const first = await send({ action: 'wipe', confirmation: token })
  t.match(first, { status: 502, body: { code: 'product_error' } })
  const again = await send({ action: 'wipe', confirmation: token })
  t.match(again, { status: 502, body: { requestId: first.body.requestId } })
  t.equal(await runs(), 1)
})

t.test('an action that asks again once it was confirmed gives a token of another plan', async t => {
  const { send, ask } = await host(t)
  const { token } = await ask({ how: 'asks again' })
  const { body } = await send({ action: 'wipe', confirmation: token })
  t.match(body.detail.error, { code: 'needs_confirmation', details: { token: /^[\w-]{43}$/ } })
  t.not(body.detail.error.details.token, token)
  const again = await send({ action: 'wipe', confirmation: token })
  t.match(again.body.detail.error, { code: 'needs_confirmation' })
  t.notOk('token' in again.body.detail.error.details, 'a stored answer has no token')
})

t.test('an Idempotency-Key stores no plan, and the answer of its run', async t => {
  const { send, runs } = await host(t)
  const asking = { action: 'wipe', topic: 'old' }
  const headers = { 'Idempotency-Key': 'one' }
  const tokens: string[] = []
  for (let sent = 0; sent < 2; sent++) {
    const reply = await send(asking, headers)
    t.equal(reply.headers.get('idempotent-replayed'), null)
    tokens.push(reply.body.detail.error.details.token)
  }
  const [first, second] = tokens
  t.not(first, second)
  const done = await send({ ...asking, confirmation: first }, headers)
  t.match(done.body, { ok: true, detail: { runs: 1 } })
  t.strictSame((await send({ ...asking, confirmation: first }, headers)).body, done.body)
  t.strictSame((await send({ ...asking, confirmation: first }, { 'Idempotency-Key': 'two' })).body, done.body)
  for (const other of [asking, { ...asking, confirmation: second }])
    t.match(await send(other, headers), { status: 422, body: { code: 'idempotency_key_reused' } })
  t.equal(await runs(), 1)
})

t.test('a request that came while the plan was run does not end its Idempotency-Key', async t => {
  const { send, ask, runs } = await host(t)
  const { token } = await ask({ waitMs: 500 })
  const confirm = { action: 'wipe', confirmation: token }
  const running = send(confirm)
  while ((await runs()) === 0) await new Promise(resolve => setTimeout(resolve, 10))
  const headers = { 'Idempotency-Key': 'late' }
  t.match(await send(confirm, headers), { status: 409, body: { code: 'confirmation_in_progress' } })
  const { body } = await running
  t.strictSame((await send(confirm, headers)).body, body)
})

/** Confirmations without a host: what asks for them is the action of a product that is mounted. */
async function confirmations(t: Test) {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const registry = new Registry()
  const mounted = new MountedProduct(notes, { tokens: [STORAGE, CLOCK], provide: () => clock as never })
  const entry = (await deploy(t, notesPlugin)).plugins[0] as PlacedEntry
  const resilience = { bulkhead: {} } as Resilience
  registry.add({ slug: 'notes', mounted, entry, resilience, version: '1.0.0', digest: 'sha256-0' })
  const backend = memoryBackend(clock.now)
  const store = await Store.open(backend)
  const lines: string[] = []
  const logger = pino({}, { write: line => void lines.push(line) })
  const open = (secret = 1) => new Confirmations(store, new Cipher([Buffer.alloc(32, secret)]), clock, logger, registry)
  const plan = registry.bySlug.get('notes')?.plans.get('add') as ActionPlan
  const one = open()
  const make = async ({ account = 'ada', text = 'milk', fields = {} } = {}) => {
    const steps = [{ product: 'notes', action: 'add', input: { text } }]
    const asked = { message: 'Shall I?', steps, notUnderstood: [], details: {}, metrics: {} }
    const asking = { plan, caller: { account, keyId: 'key_1' }, fields }
    return (await one.make({ plan: asked, effects: ['write'] }, asking)).id
  }
  const find = (id: string, by = one) => by.find(id, { plan, caller: { account: 'ada', keyId: 'key_1' } })
  const claim = async (id: string, found?: Awaited<ReturnType<typeof find>>) => {
    const claimed = await one.claim(found ?? (await find(id)), plan, 'request-1')
    if (claimed.kind === 'replay') throw new Error(`It was run before: ${claimed.reply.text}`)
    return claimed
  }
  return { clock, backend, lines, open, make, find, claim }
}

const overloaded = new Problem('overloaded', 'Not now.')
const reply = { status: 200, headers: {}, text: '"done"' }

t.test('a run that ended before its action began leaves the plan, for as long as it had', async t => {
  const { make, claim, clock } = await confirmations(t)
  const id = await make()
  await (await claim(id)).fail(overloaded, 'request-1')
  clock.advance(validMs - 1)
  const second = await claim(id)
  second.begin()
  await second.fail(overloaded, 'request-1')
  await t.rejects(claim(id), { message: /It was run before: .*overloaded/ })
})

t.test('a plan that is dismissed once it was found does not run', async t => {
  const { make, find, claim, open } = await confirmations(t)
  const id = await make()
  const found = await find(id)
  t.equal(await open().dismiss('ada', id), true)
  await t.rejects(claim(id, found), { code: 'invalid_confirmation' })
})

t.test('a run that has left the plan to another one stores no reply', async t => {
  const { make, claim } = await confirmations(t)
  const id = await make()
  const first = await claim(id)
  await first.fail(overloaded, 'request-1')
  const second = await claim(id)
  second.begin()
  await first.succeed({ ...reply, text: '"former"' })
  await t.rejects(claim(id), { code: 'confirmation_in_progress' })
  await second.succeed(reply)
  await t.rejects(claim(id), { message: 'It was run before: "done"' })
})

t.test('a run whose reply cannot be stored has ended all the same, and the log says so', async t => {
  const { make, claim, backend, lines } = await confirmations(t)
  const run = await claim(await make())
  run.begin()
  Object.assign(backend, { commit: () => Promise.reject(new StoreUnavailable('The store is away.')) })
  await run.succeed(reply)
  t.match(
    lines.map(line => JSON.parse(line)),
    [{ level: 50, product: 'notes', requestId: 'request-1', err: { message: 'The store is away.' } }]
  )
})

t.test('nothing of a plan is stored beyond its time, whatever became of it', async t => {
  const { make, claim, find, backend, clock } = await confirmations(t)
  const [waiting, run, left, done] = [await make(), await make(), await make(), await make()]
  clock.advance(validMs - 1)
  await claim(run)
  await (await claim(left)).fail(overloaded, 'request-1')
  await (await claim(done)).succeed(reply)
  await find(waiting)
  clock.advance(1)
  for (const id of [waiting, left]) await t.rejects(find(id), { code: 'invalid_confirmation' })
  clock.advance(validMs - 2)
  await t.rejects(claim(done), { message: 'It was run before: "done"' })
  clock.advance(2)
  t.equal(await everything(backend, 'host:{confirmations/'), '')
})

t.test('a plan that this host’s keys do not open is no plan', async t => {
  const { make, find, open } = await confirmations(t)
  const id = await make()
  await t.rejects(find(id, open(2)), { code: 'invalid_confirmation' })
  t.match(await find(id, open()), { steps: [{ input: { text: 'milk' } }] })
})

t.test('a plan with its input has at most 512 KiB of JSON', async t => {
  const { make, find, open } = await confirmations(t)
  const { steps, message, notUnderstood } = (await open().show('ada', await make())) ?? {}
  const bytes = Buffer.byteLength(JSON.stringify({ fields: { more: '' }, steps, message, notUnderstood }))
  const more = 'é'.repeat((512 * 1024 - bytes) / 2) + 'x'.repeat(bytes % 2)
  t.match(await find(await make({ fields: { more } })), { fields: { more } })
  await t.rejects(make({ fields: { more: `${more}x` } }), { code: 'response_too_large' })
})

t.test('an account has 1,000 new plans in the time in which they wait, and no other account has fewer', async t => {
  const time = standStill(t)
  const { make } = await confirmations(t)
  for (let made = 0; made < 1_000; made++) await make()
  time.advance(minute - 1)
  await t.rejects(make(), { code: 'rate_limited', options: { retryAfter: 14 * 60 + 1 } })
  await make({ account: 'grace' })
  time.advance(validMs - minute)
  await t.rejects(make(), { code: 'rate_limited', options: { retryAfter: 1 } })
  time.advance(1)
  await make()
})

t.test('a plan that cannot be run is a fault of the product', async t => {
  const { send, lines } = await host(t, { plugins: { ...carefulPlugin, ...notesPlugin, ...connectionPlugin } })
  for (const step of [
    { product: 'connection', action: 'count', input: { id: 'one', fails: 0, code: '' } },
    { product: 'nobody', action: 'add', input: {} },
    { product: 'notes', action: 'nothing', input: {} }
  ]) {
    const { status, body } = await send({ action: 'carry', plan: [step] })
    t.match({ status, code: body.code }, { status: 502, code: 'invalid_output' }, JSON.stringify(step))
  }
  t.equal(lines.filter(line => line.includes('#/plan/steps/0')).length, 3)
})

t.test(
  'a step with an input that its action refuses may do what the action may do, and fails when it is run',
  async t => {
    const { send } = await host(t)
    const asked = await send({ action: 'carry', plan: [{ action: 'wipe', input: { topic: '' } }] })
    const { token, steps } = asked.body.detail.error.details
    t.strictSame(steps, [{ product: 'careful', action: 'wipe', input: { topic: '' }, effect: 'external' }])
    const { body } = await send({ action: 'carry', confirmation: token })
    t.match(body.detail.answers, [/invalid_input/])
  }
)

t.test(
  'a token is in no log, no recorded call, no export and no record, and a plan in no record that can be read',
  async t => {
    const backend = memoryBackend(Date.now)
    const store = await Store.open(backend)
    const { call, lines, url } = await host(t, { store })
    const ada = await signedUp(call)
    await ada('PUT', '/call-recording', { recordsBodies: true })
    const sent = (body: object) => ada('POST', '/products/careful/execute', { action: 'wipe', ...body })
    const { token } = (await sent({ topic: 'old pirate songs' })).body.detail.error.details
    await sent({ topic: 'old pirate songs', confirmation: 7 })
    await ada('POST', '/products/careful/execute', { action: 'nothing', confirmation: token })
    const waiting = await everything(backend)
    t.notOk(waiting.includes(token))
    t.notMatch(await everything(backend, 'host:{confirmations/'), /pirate/)
    t.match(await everything(backend, 'host:{confirmations/'), /"careful"/)
    t.equal((await sent({ confirmation: token })).body.ok, true)
    const { body: page } = await ada('GET', '/calls')
    const bodies: string[] = []
    for (const { requestId } of page.calls) bodies.push(JSON.stringify((await ada('GET', `/calls/${requestId}`)).body))
    t.ok(
      bodies.some(text => text.includes('needs_confirmation')),
      'the calls were recorded'
    )
    const headers = { Cookie: ada.cookie(), Connection: 'close' }
    const exported = await (await fetch(`${url}/dashboard/api/export`, { headers })).text()
    t.match(exported, /"kind":"end"/)
    for (const text of [lines.join(''), bodies.join(''), exported, await everything(backend)])
      t.notOk(text.includes(token))
  }
)

/** Every record of a store, as text. */
async function everything(backend: ReturnType<typeof memoryBackend>, prefix = ''): Promise<string> {
  let text = ''
  for await (const page of backend.scan(prefix)) text += page.map(record => `${record.key} ${record.text}\n`).join('')
  return text
}
