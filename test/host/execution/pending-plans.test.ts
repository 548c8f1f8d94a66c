import { CLOCK, JOBS, PRODUCTS, STORAGE } from '@product-host/sdk'
import { MountedProduct } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { Cipher } from '../../../host/dist/config/cipher.js'
import type { PlacedEntry } from '../../../host/dist/deployment.js'
import { type AskingCall, Confirmations } from '../../../host/dist/execution/confirmations.js'
import { PendingPlans } from '../../../host/dist/execution/pending-plans.js'
import { type ActionPlan, Registry } from '../../../host/dist/products/registry.js'
import type { Resilience } from '../../../host/dist/resilience/circuit-breaker.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { signedUp } from '../../fixtures/dashboard-client.js'
import { callTool, planOf } from '../../fixtures/mcp-client.js'
import { careful } from '../../fixtures/products/careful.js'
import { carefulPlugin, deploy, movableClock, start } from '../../fixtures/start-host.js'

const minute = 60_000
const reply = { status: 200, headers: {}, text: '"wiped"' }

/** The pending plans of a store, without a host. */
async function pendingPlans(t: Test) {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const store = await Store.open(memoryBackend(clock.now))
  const entry = (await deploy(t, carefulPlugin)).plugins[0] as PlacedEntry
  const resilience = { bulkhead: {} } as Resilience
  /** The same store, where the product has a contract. */
  const open = (digest: string) => {
    const registry = new Registry()
    const mounted = new MountedProduct(careful, {
      tokens: [STORAGE, CLOCK, PRODUCTS, JOBS],
      provide: () => clock as never
    })
    registry.add({ slug: 'careful', mounted, entry, resilience, version: '1.0.0', digest })
    const logger = pino({ level: 'silent' })
    const confirmations = new Confirmations(store, new Cipher([Buffer.alloc(32, 1)]), clock, logger, registry)
    return { registry, confirmations, pending: new PendingPlans(store, confirmations) }
  }
  const { registry, confirmations, pending } = open('sha256-0')
  const actionOf = (name: string) => registry.bySlug.get('careful')?.plans.get(name) as ActionPlan
  const wipe = actionOf('wipe')
  const call = (change: Partial<AskingCall['caller']> = {}, more: Partial<AskingCall> = {}): AskingCall => ({
    plan: wipe,
    caller: { account: 'ada', keyId: 'key_1', ...change },
    fields: { topic: 'old', how: 'well' },
    ...more
  })
  const ask = async (asking: AskingCall, topic = 'old') => {
    const steps = [{ product: 'careful', action: 'wipe', input: { topic } }]
    const plan = { message: `Wipe ${topic}?`, steps, notUnderstood: ['by noon'], details: {}, metrics: {} }
    const made = await confirmations.make({ plan, effects: ['write'] }, asking)
    t.strictSame(await pending.add(asking, made), { id: made.id, expiresAt: made.expiresAt }, 'no token is told')
    return made.id
  }
  const claim = async (id: string, { plan, caller }: AskingCall) => {
    const claimed = await confirmations.claim(await confirmations.find(id, { plan, caller }), plan, 'request-1')
    if (claimed.kind === 'replay') throw new Error(`It was run before: ${claimed.reply.text}`)
    claimed.begin()
    return claimed
  }
  return { clock, open, confirmations, pending, actionOf, call, ask, claim }
}

t.test('a plan that waits is shown to the same call, and to no other', async t => {
  const { pending, actionOf, call, ask } = await pendingPlans(t)
  const id = await ask(call())
  const waits = {
    answer: { ok: false, detail: { error: { code: 'needs_confirmation' } } },
    plan: { message: 'Wipe old?', notUnderstood: ['by noon'] },
    pending: { id, expiresAt: '2026-01-01T12:15:00.000Z' }
  }
  t.match(await pending.find(call()), waits)
  t.match(await pending.find(call({}, { fields: { how: 'well', topic: 'old' } })), waits, 'in any order of its fields')
  for (const other of [
    call({ account: 'bob' }),
    call({ keyId: 'key_2' }),
    call({}, { plan: actionOf('carry') }),
    call({}, { plan: { ...actionOf('wipe'), product: { ...actionOf('wipe').product, slug: 'other' } } }),
    call({}, { fields: { topic: 'old', how: 'bug' } }),
    call({}, { fields: { topic: 'old' } })
  ])
    t.equal(await pending.find(other), undefined)
  t.equal(await pending.find(call({}, { plan: actionOf('count') })), undefined, 'an action that never asks has none')
})

t.test('the same call gets what became of its plan', async t => {
  const { pending, confirmations, call, ask, claim } = await pendingPlans(t)
  const dismissed = call({}, { fields: { topic: 'dismissed' } })
  await confirmations.dismiss('ada', await ask(dismissed))
  const run = await claim(await ask(call()), call())
  await t.rejects(pending.find(call()), { code: 'confirmation_in_progress' })
  await run.succeed(reply)
  for (let time = 0; time < 2; time++) {
    t.match(await pending.find(call()), { reply })
    t.match(await pending.find(dismissed), { answer: { ok: false, detail: { error: { code: 'not_confirmed' } } } })
  }
})

t.test('an outcome is given again until a minute after it was given first', async t => {
  const { clock, pending, call, ask, claim } = await pendingPlans(t)
  await (await claim(await ask(call()), call())).succeed(reply)
  t.match(await pending.find(call()), { reply })
  for (const ms of [30_000, 29_999]) {
    clock.advance(ms)
    t.match(await pending.find(call()), { reply })
  }
  clock.advance(1)
  t.equal(await pending.find(call()), undefined)
})

t.test('the answer of a run that began in the last moment is found for as long as it is stored', async t => {
  const { clock, pending, call, ask, claim } = await pendingPlans(t)
  const id = await ask(call())
  clock.advance(15 * minute - 1)
  await (await claim(id, call())).succeed(reply)
  clock.advance(15 * minute - 1)
  t.match(await pending.find(call()), { reply })
})

t.test('an outcome that was lost is told, and is no reason to ask again', async t => {
  const { clock, pending, call, ask, claim } = await pendingPlans(t)
  await claim(await ask(call()), call())
  clock.advance(14_999)
  await t.rejects(pending.find(call()), { code: 'confirmation_in_progress' })
  clock.advance(1)
  for (let time = 0; time < 2; time++) await t.rejects(pending.find(call()), { code: 'outcome_unknown' })
})

t.test('an answer is given to a caller with every scope of the run alone', async t => {
  const { pending, call, ask, claim } = await pendingPlans(t)
  const wide = call({ scopes: ['careful:execute', 'notes:execute'] })
  await (await claim(await ask(wide), wide)).succeed(reply)
  await t.rejects(pending.find(call({ scopes: ['careful:execute'] })), { code: 'insufficient_scope' })
  t.match(await pending.find(wide), { reply })
  t.match(await pending.find(call({ scopes: ['*:execute'] })), { reply })
  t.match(await pending.find(call()), { reply }, 'a key without scopes has all')
})

t.test('a plan whose product has changed is none', async t => {
  const { open, pending, call, ask } = await pendingPlans(t)
  await ask(call())
  const changed = open('sha256-1').pending
  t.equal(await changed.find(call()), undefined)
  t.strictSame(await changed.list('ada'), [])
  t.equal((await pending.list('ada')).length, 1)
})

t.test('the plans of an account that wait or run are listed, the latest first', async t => {
  const { clock, confirmations, pending, call, ask, claim } = await pendingPlans(t)
  const asked = async (topic: string) => {
    clock.advance(1)
    const asking = call({}, { fields: { topic } })
    return { asking, id: await ask(asking, topic) }
  }
  const [waits, runs, ended, dismissed, last] = [
    await asked('waits'),
    await asked('runs'),
    await asked('ended'),
    await asked('dismissed'),
    await asked('last')
  ]
  await claim(runs.id, runs.asking)
  await (await claim(ended.id, ended.asking)).succeed(reply)
  await confirmations.dismiss('ada', dismissed.id)
  await ask(call({ account: 'bob' }))
  const listed = async () => (await pending.list('ada')).map(({ id }) => id)
  t.strictSame(await listed(), [last.id, runs.id, waits.id])
  for (let count = 3; count < 101; count++) await asked(`more ${count}`)
  const all = await listed()
  t.equal(all.length, 100)
  t.notOk(all.includes(waits.id))
  t.ok(all.includes(runs.id))
})

t.test('a client that cannot ask gets one plan for the same call, and its outcome once it was confirmed', async t => {
  const { call, url } = await start(t, { plugins: carefulPlugin })
  const ada = await signedUp(call)
  const { key } = (await ada('POST', '/keys', { name: 'the agent', scopes: ['careful:execute'] })).body
  const id = await planOf(url, key, { topic: 'old' })
  t.equal(await planOf(url, key, { topic: 'old' }), id)
  t.not(await planOf(url, key, { topic: 'other' }), id)
  t.match((await ada('POST', `/confirmations/${id}`)).body, { ok: true, detail: { topic: 'old', runs: 1 } })
  t.match(await callTool(url, key, 'careful_wipe', { topic: 'old' }), {
    isError: false,
    structuredContent: { detail: { topic: 'old', runs: 1 } }
  })
})
