import { accountEvents } from '../../fixtures/account-events.js'
import '../../fixtures/teardown-order.js'
import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { demoKey } from '../../../host/dist/accounts/keys/demo-key.js'
import { securityEventSubject } from '../../../host/dist/audit/security-events.js'
import { Problem } from '../../../host/dist/base/problems.js'
import type { SecurityEvent } from '../../../host/dist/base/security-event.js'
import { Cipher } from '../../../host/dist/config/cipher.js'
import { usualDeployment } from '../../../host/dist/deployment.js'
import {
  claimName,
  Idempotency,
  leaseReserveMs,
  type OpenCall,
  openCalls
} from '../../../host/dist/execution/idempotency.js'
import { type Finding, Outcomes } from '../../../host/dist/execution/outcomes.js'
import { Registry } from '../../../host/dist/products/registry.js'
import { RunSignals } from '../../../host/dist/runs/run-signals.js'
import { RunStore } from '../../../host/dist/runs/run-store.js'
import { Hold } from '../../../host/dist/storage/hold.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { begun, opened } from '../../fixtures/products/controlled.js'
import { controlledPlugin, type HostOptions, notesPlugin, start } from '../../fixtures/start-host.js'

const products = '/api/v1/products'
const demo = { Authorization: `Bearer ${demoKey}` }

/** A host without billing whose clock and store the test moves, and which is asked with an Idempotency-Key. */
async function host(t: Test, options: HostOptions = {}) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const store = await Store.open(memoryBackend(() => time.now))
  const clock = makeClock(() => time.now)
  const plugins = { ...controlledPlugin, ...notesPlugin }
  const deployment = { billing: 'none' }
  const started = await start(t, { plugins, store, clock, deployment, ...options })
  const bearer = async (account: string, ...scopes: readonly string[]) => {
    const created = await started.keys.create(account, 'a key', undefined, scopes.length > 0 ? scopes : undefined)
    return { Authorization: `Bearer ${created.key}` }
  }
  const send = (key: string, body: object, who: Record<string, string> = demo, slug = 'controlled') =>
    started.call('POST', `${products}/${slug}/execute`, body, { ...who, 'Idempotency-Key': key })
  const outcomes = (key?: string, who: Record<string, string> = demo, query = '') =>
    started.call('GET', `${products}/outcomes${query}`, undefined, { ...who, ...(key && { 'Idempotency-Key': key }) })
  const settle = (key: string | undefined, body: object, who: Record<string, string> = demo) =>
    started.call('POST', `${products}/outcomes/settle`, body, { ...who, ...(key && { 'Idempotency-Key': key }) })
  /** Runs into a time-out, after which the outcome is unknown. */
  const lose = (key: string, who: Record<string, string> = demo) => send(key, { action: 'hang', id: key }, who)
  return { ...started, time, store, bearer, send, outcomes, settle, lose }
}

const done = { product: 'controlled', outcome: 'done' }

t.test('the outcome of a key is told for each product that has seen it', async t => {
  const { send, outcomes, lose } = await host(t)
  const answered = await send('a', { action: 'pass', id: 'one' })
  await send('a', { action: 'add', text: 'milk' }, demo, 'notes')
  const { status, headers, body } = await outcomes('a')
  t.equal(status, 200)
  t.equal(headers.get('cache-control'), 'no-store')
  t.match(headers.get('ratelimit'), /"key";r=\d+/)
  t.strictSame(body.outcomes.map(({ productId }: { productId: string }) => productId).sort(), ['controlled', 'notes'])
  const [one] = (await outcomes('a', demo, '?product=controlled')).body.outcomes
  t.match(one, { productId: 'controlled', status: 'answered', action: 'pass', requestId: answered.body.requestId })
  t.strictSame(one.answer, { status: 200, body: answered.body })
  const refused = await send('refused', { action: 'pass', id: 'refused', how: 'refuse' })
  t.match((await outcomes('refused')).body.outcomes, [{ answer: { status: 400, body: refused.body } }])

  t.equal((await lose('lost')).status, 504)
  const lost = (await outcomes('lost')).body.outcomes
  t.match(lost, [
    { status: 'outcome_unknown', action: 'hang', failure: 'product_timeout', beganAt: /^2026-01-01T00:00:00/ }
  ])
  t.notOk('answer' in lost[0])

  const running = send('slow', { action: 'pass', id: 'slow outcome', how: 'wait' })
  await begun.reached('slow outcome')
  t.match((await outcomes('slow')).body.outcomes, [{ status: 'running', action: 'pass' }])
  opened.reach('slow outcome')
  await running
})

t.test('an outcome is told to nobody else, nor to a key that lacks a scope of the first caller', async t => {
  const { send, outcomes, settle, lose, bearer } = await host(t)
  const owner = await bearer('ada', 'controlled:execute', 'notes:execute')
  await send('a', { action: 'pass', id: 'hidden' }, owner)
  await lose('b', owner)
  for (const who of [
    await bearer('bob'),
    await bearer('ada', 'controlled:execute'),
    await bearer('ada', 'notes:execute', 'controlled:config')
  ]) {
    for (const key of ['a', 'b'])
      t.match(await outcomes(key, who), { status: 404, body: { code: 'not_found' } }, `${key} is hidden`)
    t.strictSame((await outcomes(undefined, who)).body, { outcomes: [] })
  }
  t.equal((await outcomes('a', await bearer('ada', '*:execute'))).status, 200)
  t.match(await outcomes('a', owner, '?product=other'), { status: 403, body: { code: 'insufficient_scope' } })
  t.match(await outcomes('a', {}), { status: 401 })
  t.match(await settle('b', done, await bearer('bob')), { status: 404, body: { code: 'not_found' } })
  for (const scopes of [['*:execute'], ['controlled:execute', 'controlled:config']])
    t.match(await settle('b', done, await bearer('ada', ...scopes)), {
      status: 403,
      body: { code: 'insufficient_scope' }
    })
  t.match((await outcomes('b', owner)).body.outcomes, [{ status: 'outcome_unknown' }], 'nothing was settled')
})

t.test('without a key, the lost outcomes are listed: those of a host that failed, too', async t => {
  const { send, outcomes, lose, time } = await host(t)
  await send('fine', { action: 'pass', id: 'fine' })
  await lose('timed out')
  const safe = send('safe', { action: 'pass', id: 'safe', how: 'wait', isSafe: true })
  const held = send('held', { action: 'pass', id: 'held', how: 'wait' })
  await Promise.all(['safe', 'held'].map(id => begun.reached(id)))
  const keysOf = async () =>
    (await outcomes()).body.outcomes.map(({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey).sort()
  t.strictSame(await keysOf(), ['timed out'])
  time.now += 15_000
  t.strictSame(await keysOf(), ['held', 'timed out'], 'its lease has ended without an answer')
  for (const id of ['safe', 'held']) opened.reach(id)
  await Promise.all([safe, held])
  t.strictSame(await keysOf(), ['timed out'])
  t.strictSame((await outcomes(undefined, demo, '?product=notes')).body, { outcomes: [] })
  time.now += 24 * 60 * 60 * 1_000
  t.strictSame(await keysOf(), [], 'it is forgotten with its key')
})

t.test('an outcome that is settled as done answers with what was noted, and never runs', async t => {
  const { time, send, outcomes, settle, lose } = await host(t)
  await lose('a')
  const settled = await settle('a', { ...done, note: 'Found in the ledger.' })
  t.match(settled, { status: 200, body: { productId: 'controlled', status: 'settled', note: 'Found in the ledger.' } })
  const again = await lose('a')
  t.match(again, { status: 409, body: { code: 'outcome_settled', retryable: false } })
  t.match(again.body.outcome, { note: 'Found in the ledger.', settledAt: '2026-01-01T00:00:00.000Z' })
  t.match((await outcomes('a')).body.outcomes, [{ status: 'settled', note: 'Found in the ledger.' }])
  t.strictSame((await outcomes()).body.outcomes, [])
  for (const outcome of ['done', 'not_done'])
    t.match(await settle('a', { ...done, outcome }), { status: 409, body: { code: 'outcome_settled' } })
  time.now += 24 * 60 * 60 * 1_000 - 1
  t.match(await lose('a'), { status: 409, body: { code: 'outcome_settled' } }, 'for a day from the finding')
  t.match((await send('runs', { action: 'count', id: 'a' })).body.detail, { runs: 1 })
  time.now += 1
  t.match(await lose('a'), { status: 504 })
})

t.test('an outcome that is settled as not done lets the same request run', async t => {
  const { send, outcomes, settle, lose } = await host(t)
  await lose('a')
  const [{ id }] = (await outcomes()).body.outcomes
  t.match(await settle(undefined, { ...done, outcome: 'not_done', id }), { status: 200, body: { status: 'not_done' } })
  t.strictSame((await outcomes()).body.outcomes, [])
  t.equal((await lose('a')).status, 504)
  t.match((await send('runs', { action: 'count', id: 'a' })).body.detail, { runs: 2 })
  t.match((await outcomes()).body.outcomes, [{ idempotencyKey: 'a' }], 'its outcome is unknown again')
})

t.test('who settles an outcome is noted among the security events of the account', async t => {
  const { call, store, settle, outcomes, bearer } = await host(t)
  const ada = await signedUp(call)
  const { key, id: keyId } = (await ada('POST', '/keys', { name: 'a key', scopes: ['*:execute', '*:config'] })).body
  const byKey = { Authorization: `Bearer ${key}` }
  const events = async () => {
    const all = await store.own(`${securityEventSubject}/${ada.id}`).get<readonly SecurityEvent[]>('events')
    return (all ?? []).filter(({ kind }) => kind === 'outcome_settled')
  }
  const body = { action: 'hang', id: 'noted' }
  for (const name of ['by key', 'by session'])
    t.equal((await ada('POST', '/products/controlled/execute', body, { 'Idempotency-Key': name })).status, 504)
  t.equal((await settle('by key', done, await bearer(ada.id, 'controlled:execute'))).status, 403)
  t.strictSame(await events(), [], 'a refused finding is none')
  const settled = await settle('by key', { ...done, note: 'x'.repeat(1_000) }, byKey)
  t.strictSame([settled.status, settled.headers.get('cache-control')], [200, 'no-store'])
  const { body: lost } = await outcomes(undefined, byKey)
  t.match(lost.outcomes, [{ idempotencyKey: 'by session' }])
  const settling = { ...done, id: lost.outcomes[0].id }
  t.equal((await ada('POST', '/products/outcomes/settle', settling)).status, 200)
  const found = await events()
  t.match(
    found.map(event => ('keyId' in event ? event.keyId : undefined)).toSorted(),
    [keyId, undefined],
    'one by the key, one by a session'
  )
  for (const event of found) t.match(event, { product: 'controlled', network: '127.0.0.0/24', browser: 'node' })
})

/** The calls of an account with a key, made without a request, in a store whose clock the test moves. */
async function claims(t: Test) {
  const { host: running, store, time } = await host(t)
  const clock = makeClock(() => time.now)
  const controlled = running.products.find(({ slug }) => slug === 'controlled')
  const plan = controlled?.plans.get('pass')
  if (!controlled || !plan) throw new Error('There is no product controlled with an action "pass".')
  const registry = new Registry()
  Object.assign(registry, { bySlug: new Map([['controlled', controlled]]) })
  const { rates } = usualDeployment([])
  const idempotency = new Idempotency(store, clock, pino({ level: 'silent' }), rates)
  const caller = { account: 'ada', keyId: 'key_1' }
  const call = { plan, caller, fields: { isSafe: false }, requestId: 'request-1' }
  const claimRun = (key: string) => idempotency.claim(key, { ...call, isAsync: true })
  const claim = async (key: string) => {
    const made = await idempotency.claim(key, call)
    if (made.kind !== 'claim') throw new Error('The key was not free.')
    made.begin()
    return made
  }
  const open = openCalls(store, 'ada')
  const listed = async () => (await open.list('')).map(({ value }) => (value as OpenCall).key).toSorted()
  const cipher = new Cipher([Buffer.alloc(32, 1)])
  const runs = new RunStore(
    store,
    cipher,
    clock,
    rates,
    new RunSignals(),
    accountEvents(store, clock),
    new Hold(store, console)
  )
  const outcomes = new Outcomes(store, clock, registry, runs)
  const lost = async () => (await outcomes.lost(caller)).map(({ idempotencyKey }) => idempotencyKey)
  const settle = (key: string, finding: Finding) => outcomes.settle(caller, claimName('controlled', key), finding)
  const outcomeOf = async (key: string) => (await outcomes.of(caller, key))[0]
  return { time, claim, claimRun, open, listed, lost, settle, outcomeOf, leaseMs: plan.deadlineMs + leaseReserveMs }
}

t.test('what is known leaves the list of open calls, once its deadline is over', async t => {
  const { time, claim, open, listed, lost, leaseMs } = await claims(t)
  const answered = await claim('answered')
  const before = await open.list('')
  await answered.succeed({ status: 200, headers: {}, text: '{}' })
  t.strictSame(await listed(), [])
  // The host ended between the two writes: the list still has the call.
  for (const { key, value } of before) await open.set(key, value)
  await open.set('controlled/none', { key: 'never claimed', deadlineAt: time.now + leaseMs })
  await claim('goes on')
  time.now += leaseMs - 1
  t.strictSame(await lost(), [])
  t.strictSame(await listed(), ['answered', 'goes on', 'never claimed'], 'a claim may be stored a moment later')
  time.now += 1
  t.strictSame(await lost(), ['goes on'])
  t.strictSame(await listed(), ['goes on'])
})

t.test('a late answer of a call that was settled as not done leaves the next one as it is', async t => {
  const { claim, listed, lost, settle, outcomeOf } = await claims(t)
  const first = await claim('a')
  await first.fail(new Problem('product_timeout', 'late', { mayHaveRun: true }))
  t.strictSame(await lost(), ['a'])
  await settle('a', { isDone: false })
  t.strictSame(await listed(), [])
  const second = await claim('a')
  await first.succeed({ status: 200, headers: {}, text: '"late"' })
  t.strictSame(await listed(), ['a'], 'the next call is under way')
  await second.succeed({ status: 200, headers: {}, text: '"given"' })
  await second.succeed({ status: 200, headers: {}, text: '"late too"' })
  t.strictSame(await listed(), [])
  t.match(await outcomeOf('a'), { status: 'answered', answer: { body: 'given' } })
})

t.test('a run that was never stored is awaited until the deadline of its request, and was not done then', async t => {
  const { time, claimRun, lost, outcomeOf, leaseMs } = await claims(t)
  await claimRun('a run')
  t.match(await outcomeOf('a run'), { status: 'running', run: /^run_/ })
  time.now += leaseMs - 1
  t.match(await outcomeOf('a run'), { status: 'running' })
  time.now += 1
  t.match(await outcomeOf('a run'), { status: 'not_done' })
  t.strictSame(await lost(), [])
})

t.test('a hundred lost outcomes are listed at most', async t => {
  const { claim, lost } = await claims(t)
  const lose = async (key: string) =>
    (await claim(key)).fail(new Problem('product_timeout', 'late', { mayHaveRun: true }))
  for (let count = 0; count < 100; count++) await lose(`${count}`)
  t.equal((await lost()).length, 100)
  await lose('one more')
  t.equal((await lost()).length, 100)
})

t.test('only a lost outcome is settled', async t => {
  const { send, settle } = await host(t)
  await send('a', { action: 'pass', id: 'known' })
  t.match(await settle('a', done), { status: 409, body: { code: 'outcome_settled', outcome: { action: 'pass' } } })
  const running = send('b', { action: 'pass', id: 'settled early', how: 'wait' })
  await begun.reached('settled early')
  const early = await settle('b', done)
  t.match(early, { status: 409, body: { code: 'idempotency_in_progress', retryable: true } })
  t.equal(early.headers.get('retry-after'), '1')
  opened.reach('settled early')
  t.equal((await running).status, 200)
  t.match(await settle('unknown', done), { status: 404, body: { code: 'not_found' } })
  t.match(await settle('a', { ...done, product: 'notes' }), { status: 404 })
  for (const body of [
    { product: 'controlled' },
    { outcome: 'done' },
    { ...done, outcome: 'perhaps' },
    { ...done, product: 'a/{b}' },
    { ...done, note: 'x'.repeat(1_001) },
    { ...done, account: 'bob' }
  ])
    t.match(
      await settle('a', body),
      { status: 400, body: { code: 'invalid_input' } },
      JSON.stringify(body).slice(0, 80)
    )
  for (const body of [done, { ...done, id: 'a/b' }, { ...done, id: '' }])
    t.match(await settle(undefined, body), { status: 400, body: { errors: [{ pointer: '#/id' }] } })
  t.match(await settle('a\u0009b', done), { status: 400, body: { code: 'invalid_header' } })
})

t.test('an answer that comes after its outcome was settled changes nothing', async t => {
  const { send, outcomes, settle } = await host(t)
  const body = { action: 'linger', id: 'settled' }
  t.equal((await send('a', body)).status, 504)
  t.equal((await settle('a', done)).status, 200)
  opened.reach('settled')
  // The late answer is stored, or is not, before a later call of the same store.
  for (let call = 0; call < 5; call++) await send(`later ${call}`, { action: 'pass', id: `later ${call}` })
  t.match((await outcomes('a')).body.outcomes, [{ status: 'settled' }])
  t.equal((await send('a', body)).body.code, 'outcome_settled')
})
