import fc from 'fast-check'
import t from 'tap'
import { withEvent } from '../../../host/dist/billing/entitlements.js'
import { type BillingEvent, type Entitlement, isRunning, noCard, planStateAt } from '../../../host/dist/billing/plan.js'

const chargeGraceMs = 60 * 60 * 1000
const trialMs = 3 * 24 * 60 * 60 * 1000
const start = Date.parse('2026-01-01T00:00:00Z')
const end = start + trialMs
const visa = { held: true, brand: 'visa', last4: '4242', heldSince: start + 1000 }

const begun: BillingEvent = {
  id: 'begun',
  at: start,
  facts: { plan: { status: 'trialing', trialEndsAt: end }, card: noCard }
}
const carded: BillingEvent = { id: 'carded', at: start + 1000, facts: { card: visa } }
const removed: BillingEvent = { id: 'removed', at: start + 2000, facts: { card: noCard } }
const paid: BillingEvent = { id: 'paid', at: end + 5000, facts: { plan: { status: 'active', trialEndsAt: end } } }
const canceled: BillingEvent = {
  id: 'canceled',
  at: end + 9000,
  facts: { plan: { status: 'canceled', trialEndsAt: end } }
}
const passed: BillingEvent = { id: 'passed', at: end, facts: { passed: end } }
const granted: BillingEvent = { id: 'granted', at: start, facts: { grant: { isGiven: true } } }

function after(...events: readonly BillingEvent[]): Entitlement {
  return events.reduce(withEvent, {})
}

function statusAt(time: number, ...events: readonly BillingEvent[]): string {
  return planStateAt(after(...events), time).status
}

t.test('a trial without a card ends after three days, to the second', async t => {
  t.equal(statusAt(start), 'none')
  t.equal(statusAt(end - 1, begun), 'trialing')
  t.equal(statusAt(end, begun), 'expired')
  t.match(planStateAt(after(begun), end), { trialEndsAt: end, card: noCard })
})

t.test('a trial with a card waits an hour for news', async t => {
  t.equal(statusAt(end + chargeGraceMs - 1, begun, carded), 'trialing')
  t.equal(statusAt(end + chargeGraceMs, begun, carded), 'expired')
  t.equal(statusAt(end + chargeGraceMs, begun, carded, paid), 'active')
  t.equal(statusAt(end, begun, carded, removed), 'expired')
})

t.test('a card that comes after the end revives nothing', async t => {
  const late = { ...carded, at: end + 1, facts: { card: { ...visa, heldSince: end + 1 } } }
  t.equal(statusAt(end + 2, begun, late), 'expired')
  t.equal(statusAt(end + 2, begun, { ...carded, at: end + 1 }), 'trialing')
})

t.test('a card is in time until the trial ends, and one of an unknown age is', async t => {
  const since = (heldSince: number | null) => ({ ...carded, facts: { card: { ...visa, heldSince } } })
  t.equal(statusAt(end, begun, since(end - 1)), 'trialing')
  t.equal(statusAt(end, begun, since(end)), 'expired')
  t.equal(statusAt(end, begun, since(null)), 'trialing')
})

t.test('a plan that is not on trial does not end by itself', async t => {
  for (const status of ['active', 'canceled', 'expired'] as const)
    t.strictSame(planStateAt(after({ ...begun, facts: { plan: { status, trialEndsAt: start } } }), end), {
      status,
      trialEndsAt: start,
      card: noCard,
      isGranted: false
    })
  const endless = { ...begun, facts: { plan: { status: 'trialing' as const, trialEndsAt: null } } }
  t.equal(statusAt(end * 2, endless), 'trialing')
})

t.test('of two events the later one wins, and of two at the same time the one with the greater id', async t => {
  const plan = (id: string, at: number, status: 'active' | 'canceled') => ({
    id,
    at,
    facts: { plan: { status, trialEndsAt: null } }
  })
  t.equal(statusAt(start, plan('z', start, 'active'), plan('a', start + 1, 'canceled')), 'canceled')
  t.equal(statusAt(start, plan('z', start + 1, 'active'), plan('a', start, 'canceled')), 'active')
  t.equal(statusAt(start, plan('a', start, 'active'), plan('b', start, 'canceled')), 'canceled')
  t.equal(statusAt(start, plan('b', start, 'active'), plan('a', start, 'canceled')), 'active')
})

t.test('the latest time that has passed counts, whichever was recorded last', async t => {
  const earlier = { id: 'earlier', at: end + 1, facts: { passed: start } }
  t.equal(statusAt(start, begun, passed, earlier), 'expired')
})

t.test('an account may run actions on trial, with an active plan or a grant', async t => {
  const may = (status: 'none' | 'trialing' | 'active' | 'expired' | 'canceled', isGranted: boolean) =>
    isRunning({ status, isGranted, trialEndsAt: null, card: noCard })
  const all = ['none', 'trialing', 'active', 'expired', 'canceled'] as const
  t.strictSame(
    all.filter(status => may(status, false)),
    ['trialing', 'active']
  )
  t.ok(all.every(status => may(status, true)))
})

t.test('a time that has come does not come again', async t => {
  t.equal(statusAt(start + 1, begun, passed), 'expired')
  t.equal(statusAt(start + 1, begun), 'trialing')
})

t.test('an operator’s grant runs everything, until it is taken back', async t => {
  const taken = { ...granted, id: 'taken', at: start + 1, facts: { grant: { isGiven: false } } }
  t.ok(isRunning(planStateAt(after(granted), start)))
  t.notOk(isRunning(planStateAt(after(granted, taken), start)))
})

t.test('events end in the same entitlement, however often and in whatever order they come', async t => {
  const instant = fc.integer({ min: 0, max: 4 }).map(step => start + step)
  const status = fc.constantFrom('trialing' as const, 'active' as const, 'expired' as const, 'canceled' as const)
  const card = fc.constantFrom(noCard, visa, { held: true, brand: 'mastercard', last4: '4444', heldSince: start })
  const facts = fc.record(
    {
      plan: fc.record({ status, trialEndsAt: fc.option(instant) }),
      card,
      grant: fc.record({ isGiven: fc.boolean() }),
      passed: instant
    },
    { requiredKeys: [] }
  )
  const events = fc.uniqueArray(fc.record({ id: fc.string({ maxLength: 3 }), at: instant, facts }), {
    selector: ({ id, at }) => `${at} ${id}`,
    maxLength: 8
  })
  const disordered = events.chain(all =>
    fc.tuple(
      fc.constant(all),
      fc.shuffledSubarray([...all, ...all, ...all, ...all, ...all], { minLength: all.length * 5 })
    )
  )
  fc.assert(
    fc.property(disordered, ([ordered, shuffled]) => {
      t.strictSame(after(...shuffled), after(...ordered))
    }),
    { numRuns: 300 }
  )
  const known = [begun, carded, removed, paid, canceled, passed, granted]
  fc.assert(
    fc.property(fc.shuffledSubarray([...known, ...known], { minLength: 14 }), shuffled => {
      t.match(planStateAt(after(...shuffled), end + chargeGraceMs), {
        status: 'canceled',
        card: noCard,
        isGranted: true
      })
    })
  )
})
