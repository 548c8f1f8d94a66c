import { makeClock } from '@product-host/sdk/runtime'
import fc from 'fast-check'
import t from 'tap'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { noCard } from '../../../host/dist/billing/plan.js'
import { billingMode } from '../../../host/dist/billing/provider.js'
import { readSettings } from '../../../host/dist/settings.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'

const trialMs = 3 * 24 * 60 * 60 * 1000
async function entitlements() {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const open = () => new Entitlements(store, clock)
  return { time, store, open, one: open() }
}

/** Begins a trial unless one has begun. */
function begin(each: Entitlements, id: string) {
  return each.decide('ada', id, ({ status }, now) =>
    status === 'none' ? { plan: { status: 'trialing', trialEndsAt: now + trialMs }, card: noCard } : undefined
  )
}

t.test('of 50 trials that begin at once, one begins', async t => {
  const { one, open, time } = await entitlements()
  const other = open()
  const begun = await Promise.all(
    Array.from({ length: 50 }, (_, index) => begin(index % 2 ? one : other, `trial-${index}`))
  )
  t.equal(begun.filter(event => event !== undefined).length, 1)
  t.equal((await one.history('ada')).length, 1)
  t.match(await one.planState('ada'), { status: 'trialing', trialEndsAt: time.now + trialMs })
})

t.test('a trial that was seen to be over is over though the clock is set back', async t => {
  const { one, open, time } = await entitlements()
  await begin(one, 'trial')
  time.now += trialMs
  t.match(await one.planState('ada'), { status: 'expired' })
  time.now -= trialMs
  t.match(await one.planState('ada'), { status: 'expired' })
  t.match(await open().planState('ada'), { status: 'expired' })
  t.match(await begin(one, 'again'), undefined)
})

t.test('whatever the clock and the card do, a trial that was seen to be over is never on again', async () => {
  const hour = 60 * 60 * 1000
  const move = fc.oneof(
    fc.integer({ min: -80, max: 80 }).map(hours => ({ kind: 'clock' as const, ms: hours * hour })),
    fc.constantFrom(-1, 1).map(ms => ({ kind: 'clock' as const, ms })),
    fc.constantFrom({ kind: 'end' as const, ms: -1 }, { kind: 'end' as const, ms: 0 }),
    fc.boolean().map(held => ({ kind: 'card' as const, held }))
  )
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), async moves => {
      const { one, time } = await entitlements()
      await begin(one, 'trial')
      const end = time.now + trialMs
      let isOver = false
      for (const [index, each] of moves.entries()) {
        if (each.kind === 'clock') time.now += each.ms
        else if (each.kind === 'end') time.now = end + each.ms
        else
          await one.decide('ada', `card-${index}`, (_state, now) => ({
            card: each.held ? { held: true, brand: 'visa', last4: '4242', heldSince: now } : noCard
          }))
        const { status } = await one.planState('ada')
        isOver ||= status === 'expired'
        if (status !== (isOver ? 'expired' : 'trialing')) return false
      }
      return true
    }),
    { numRuns: 2000 }
  )
})

t.test('an event that comes after the clock was set back still holds', async t => {
  const { one, time } = await entitlements()
  await begin(one, 'trial')
  time.now -= 60_000
  await one.decide('ada', 'card', () => ({ card: { held: true, brand: 'visa', last4: '4242', heldSince: 0 } }))
  t.match(await one.planState('ada'), { card: { held: true } })
})

t.test('a grant that is taken back after the clock was set back is taken back', async t => {
  const { one, time } = await entitlements()
  await one.decide('ada', 'grant', () => ({ grant: { isGiven: true } }))
  t.match(await one.planState('ada'), { isGranted: true })
  time.now -= 60_000
  await one.decide('ada', 'back', () => ({ grant: { isGiven: false } }))
  t.match(await one.planState('ada'), { isGranted: false })
})

t.test('an answer that was overtaken is asked for again', async t => {
  const { one } = await entitlements()
  const answers = [noCard, { held: true, brand: 'visa', last4: '4242', heldSince: 0 }]
  let asked = 0
  await one.recordSnapshot('ada', 'event', async () => {
    const card = answers[asked++] ?? noCard
    if (asked === 1) await one.record('ada', { id: 'between', at: 1, facts: { grant: { isGiven: true } } })
    return { card }
  })
  t.equal(asked, 2)
  t.match(await one.planState('ada'), { isGranted: true, card: { held: true } })
})

t.test('a snapshot that is recorded after the clock was set back still holds', async t => {
  const { one, time } = await entitlements()
  await begin(one, 'trial')
  time.now -= 60_000
  await one.recordSnapshot('ada', 'event', async () => ({ plan: { status: 'active', trialEndsAt: null } }))
  t.match(await one.planState('ada'), { status: 'active' })
  t.match(await one.history('ada'), [{ id: 'event' }, { id: 'trial' }])
  time.now += 120_000
  await one.recordSnapshot('ada', 'later', async () => ({ card: noCard }))
  t.match(await one.history('ada'), [{ id: 'later', at: time.now }, { id: 'event' }, { id: 'trial' }])
})

t.test('a decision is made at a time that is never before one that was recorded as passed', async t => {
  const { one, time } = await entitlements()
  const start = time.now
  await begin(one, 'trial')
  time.now = start + trialMs
  await one.planState('ada')
  time.now = start
  const times: number[] = []
  const decided = await one.decide('ada', 'card', ({ status }, now) => {
    times.push(now)
    t.equal(status, 'expired')
    return undefined
  })
  t.equal(decided, undefined)
  t.strictSame(times, [start + trialMs])
})

t.test('the end of a trial is recorded once, at its end', async t => {
  const { one, time } = await entitlements()
  const start = time.now
  await begin(one, 'trial')
  time.now = start + trialMs - 1
  await one.planState('ada')
  t.equal((await one.history('ada')).length, 1)
  time.now = start + trialMs + 5_000
  await one.planState('ada')
  await one.freshPlanState('ada')
  t.match(await one.history('ada'), [{ at: start + trialMs, facts: { passed: start + trialMs } }, { id: 'trial' }])
  t.equal((await one.history('ada')).length, 2)
})

t.test('the end of a trial is recorded when it is first seen, and not by later readings', async t => {
  const { one, time, store } = await entitlements()
  await begin(one, 'trial')
  time.now += trialMs
  await one.freshPlanState('ada')
  time.now += store.storedMs('planEventDays') - 1
  t.match(await one.freshPlanState('ada'), { status: 'expired' })
  t.match(await one.history('ada'), [{ facts: { passed: Number } }])
  time.now += 1
  t.strictSame(await one.history('ada'), [])
})

t.test('events are stored for a time, the state that they made is stored for good', async t => {
  const { one, time, store } = await entitlements()
  await one.decide('ada', 'paid', () => ({ plan: { status: 'active', trialEndsAt: null } }))
  time.now += store.storedMs('planEventDays') - 1
  t.equal((await one.history('ada')).length, 1)
  time.now += 1
  t.strictSame(await one.history('ada'), [])
  t.match(await one.freshPlanState('ada'), { status: 'active' })
})

t.test('an account has its own plan and its own events', async t => {
  const { one } = await entitlements()
  await begin(one, 'trial')
  t.match(await one.freshPlanState('adam'), { status: 'none' })
  t.strictSame(await one.history('adam'), [])
})

t.test('what another process changed holds here within 5 s, and at once where it was changed', async t => {
  const { one, open } = await entitlements()
  const other = open()
  await Promise.all([one.planState('ada'), other.planState('ada')])
  await begin(one, 'trial')
  t.match(await one.planState('ada'), { status: 'trialing' })
  const { now } = performance
  performance.now = () => now.call(performance) + 5_000
  t.teardown(() => {
    performance.now = now
  })
  t.match(await other.planState('ada'), { status: 'trialing' })
})

t.test('a reading that a change overtook is not kept', async t => {
  const { one } = await entitlements()
  const reading = one.planState('ada')
  await Promise.all([reading, begin(one, 'trial')])
  t.match(await one.planState('ada'), { status: 'trialing' })
})

t.test('what another process changed is seen at once where it counts', async t => {
  const { one, open } = await entitlements()
  const other = open()
  t.match(await other.planState('ada'), { status: 'none' })
  await begin(one, 'trial')
  t.match(await other.freshPlanState('ada'), { status: 'trialing' })
})

t.test('who bills is said, or the host does not start', async t => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://products.example',
    ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64')
  }
  const stripe = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE_ID: 'price_1' }
  const mode = (billing: 'none' | 'stripe', environment: Record<string, string>) =>
    billingMode({ billing }, readSettings(environment))
  t.equal(mode('none', production), 'none')
  t.equal(mode('none', { ...production, ...stripe }), 'none')
  t.equal(mode('stripe', { ...production, ...stripe }), 'stripe')
  t.equal(mode('stripe', { DEMO_MODE: 'local' }), 'local')
  t.equal(mode('stripe', { DEMO_MODE: 'local', ...stripe }), 'stripe')
  for (const environment of [production, {}])
    t.throws(() => mode('stripe', environment), { name: 'SettingsError', message: /STRIPE_SECRET_KEY/ })
})
