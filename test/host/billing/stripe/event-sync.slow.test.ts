import fc from 'fast-check'
import t from 'tap'
import { signedUp } from '../../../fixtures/dashboard-client.js'
import { deliver } from '../../../fixtures/stripe-server.js'
import { begin, billed, trial_end, trialing } from './stripe-host.js'

t.test('50 starts at once lead to one checkout of one customer', async t => {
  const { stripe, call, customer } = await billed(t)
  const one = await signedUp(call, 'grace@example.org')
  const begun = await Promise.all(
    Array.from({ length: 50 }, () => one('POST', '/billing/checkout', { purpose: 'trial' }))
  )
  t.equal(new Set(begun.map(({ body }) => body.url)).size, 1)
  const count = (route: string) => stripe.asked.filter(each => each.route === route).length
  t.equal(count('POST /v1/checkout/sessions'), 1)
  t.equal(count('POST /v1/customers'), 1)
  await customer()
  t.equal(count('POST /v1/customers'), 2)
})

t.test('each event five times, in any order, ends in the same state', { timeout: 230_000 }, async t => {
  const { stripe, customer, send, time, entitlements } = await billed(t)
  let number = 0
  const order = fc.shuffledSubarray(
    Array.from({ length: 30 }, (_, index) => index % 6),
    { minLength: 30 }
  )
  await fc.assert(
    fc.asyncProperty(order, fc.integer({ min: 0, max: 30 }), async (turns, early) => {
      time.now = begin
      const { one, id } = await customer(`person-${++number}@example.org`)
      const running = stripe.subscribe(id, trialing)
      const card = stripe.addCard(id, 'visa', '4242', begin / 1000 + 60)
      const events = [
        stripe.event('checkout.session.completed', { id: 'cs_x', object: 'checkout.session', customer: id }),
        stripe.event('customer.subscription.created', { ...running, metadata: { account: one.id } }),
        stripe.event('payment_method.attached', card),
        stripe.event('customer.subscription.updated', { ...running, status: 'active' }),
        stripe.event('payment_method.detached', { ...card, customer: null }, { customer: id }),
        stripe.event('customer.subscription.deleted', { ...running, status: 'canceled' })
      ]
      const sendAll = (some: readonly number[]) => Promise.all(some.map(turn => send(events[turn] ?? {})))
      // Some come while Stripe is still in an earlier state, the others when it has reached its last.
      const statuses = [...(await sendAll(turns.slice(0, early)))]
      stripe.removeCards(id)
      stripe.subscribe(id, { ...trialing, status: 'canceled', ended_at: trial_end + 86_400 })
      statuses.push(...(await sendAll([...turns.slice(early), 0])))
      t.ok(statuses.every(status => status === 200))
      t.match(await entitlements.freshPlanState(one.id), { status: 'canceled', card: { held: false } })
    }),
    { numRuns: 5 }
  )
})

t.test('two hosts that hear at once end in the same state', async t => {
  const { url, another, stripe, customer, time, entitlements } = await billed(t)
  const other = await another()
  const { one, id } = await customer()
  const running = stripe.subscribe(id, trialing)
  stripe.addCard(id, 'visa', '4242', begin / 1000 + 60)
  const events = Array.from({ length: 20 }, () => stripe.event('customer.subscription.updated', running))
  const early = events.slice(0, 10).map((event, index) => deliver(index % 2 ? url : other.url, event, time.now))
  stripe.subscribe(id, { ...trialing, status: 'active' })
  const late = events.slice(10).map((event, index) => deliver(index % 2 ? url : other.url, event, time.now))
  t.ok((await Promise.all([...early, ...late])).every(status => status === 200))
  t.match(await entitlements.freshPlanState(one.id), { status: 'active', card: { last4: '4242' } })
})
