import { Stripe } from 'stripe'
import t from 'tap'
import { signedUp } from '../../../fixtures/dashboard-client.js'
import { deliver, post, webhookSecret } from '../../../fixtures/stripe-server.js'
import { begin, billed, trial_end, trialing } from './stripe-host.js'

const sampleSignature = (payload: string, secret: string, at: number) =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) })

t.test('the trial’s checkout asks for no card and is cancelled without one', async t => {
  const { stripe, customer, url: own } = await billed(t)
  const { one, id, url } = await customer()
  t.match(url, /^https:\/\/checkout\.stripe\.test\/cs_/)
  const [made] = stripe.asked.filter(({ route }) => route === 'POST /v1/checkout/sessions')
  t.strictSame(Object.fromEntries(made?.form ?? []), {
    customer: id,
    client_reference_id: one.id,
    success_url: `${own}/billing`,
    cancel_url: `${own}/billing`,
    mode: 'subscription',
    'line_items[0][price]': 'price_gateway',
    'line_items[0][quantity]': '1',
    payment_method_collection: 'if_required',
    'subscription_data[metadata][account]': one.id,
    'subscription_data[trial_period_days]': '3',
    'subscription_data[trial_settings][end_behavior][missing_payment_method]': 'cancel'
  })
})

t.test(
  'everyone may read the price; Stripe is asked for it every ten minutes, or 30 seconds after it failed',
  async t => {
    const { stripe, call, time } = await billed(t)
    const price = () => call('GET', '/dashboard/api/billing/price')
    const reads = () => stripe.asked.filter(({ route }) => route === 'GET /v1/prices/price_gateway').length
    const gbp = { price: { amount: 2_900, currency: 'GBP', interval: 'month', intervals: 1 } }
    const replies = await Promise.all([price(), price(), price()])
    for (const { body } of replies) t.strictSame(body, gbp)
    stripe.state.isAway = true
    t.strictSame((await price()).body, gbp)
    t.equal(reads(), 1, 'requests at the same time share one reading')
    time.now += 10 * 60_000 - 1
    t.strictSame((await price()).body, gbp)
    t.equal(reads(), 1)
    time.now += 1
    const refused = await price()
    t.match(refused, { status: 503, body: { code: 'billing_unavailable', retryable: true } })
    t.equal(refused.headers.get('retry-after'), '5')
    const failed = reads()
    t.equal(failed, 3, 'a request that fails is made again, once')
    stripe.state.isAway = false
    time.now += 29_999
    t.match(await price(), { status: 503 })
    t.equal(reads(), failed, 'whoever asks again does not reach Stripe')
    time.now += 1
    t.strictSame((await price()).body, gbp)
    t.equal(reads(), failed + 1)
    const recurring = { interval: 'month', interval_count: 1, usage_type: 'licensed' }
    const shown = async (differing: Record<string, unknown>) => {
      stripe.state.price = differing
      time.now += 10 * 60_000
      return (await price()).body.price
    }
    const yearly = { unit_amount: 0, currency: 'eur', recurring: { ...recurring, interval: 'year', interval_count: 2 } }
    t.strictSame(await shown(yearly), { amount: 0, currency: 'EUR', interval: 'year', intervals: 2 })
    for (const differing of [
      { unit_amount: null },
      { recurring: null },
      { recurring: { ...recurring, usage_type: 'metered' } },
      { recurring: { ...recurring, interval: 'moon' } }
    ])
      t.equal(await shown(differing), null, JSON.stringify(differing))
  }
)

t.test('requests at the same time return the checkout that is open; each purpose has its own', async t => {
  const { stripe, customer, url: own, time } = await billed(t)
  stripe.state.expires_at = begin / 1000 + 60
  const { one, id, url } = await customer()
  const [made] = stripe.asked.filter(({ route }) => route === 'POST /v1/customers')
  t.strictSame(Object.fromEntries(made?.form ?? []), { email: 'ada@example.org', 'metadata[account]': one.id })
  const open = async (purpose: string) => {
    const { body } = await one('POST', '/billing/checkout', { purpose })
    return String(body.url)
  }
  const card = await open('card')
  t.not(card, url)
  const { form } = stripe.asked.findLast(({ route }) => route === 'POST /v1/checkout/sessions') ?? {}
  t.strictSame(Object.fromEntries(form ?? []), {
    customer: id,
    client_reference_id: one.id,
    success_url: `${own}/billing`,
    cancel_url: `${own}/billing`,
    mode: 'setup',
    'allowed_payment_method_types[0]': 'card'
  })
  time.now += 59_999
  t.strictSame(await Promise.all([open('trial'), open('card'), open('trial')]), [url, card, url])
  time.now += 1
  stripe.state.expires_at += 60
  const next = await Promise.all([open('trial'), open('card'), open('trial'), open('trial')])
  t.equal(new Set([url, card, ...next]).size, 4, 'an expired checkout is replaced by one for all')
})

t.test('a checkout that is completed, or one of a card, does not give back the trial of the mailbox', async t => {
  const { stripe, customer, send } = await billed(t)
  const first = await customer('m@example.org')
  const sessionOf = (url: string) => ({ id: url.split('/').at(-1), object: 'checkout.session', customer: first.id })
  const card = (await first.one('POST', '/billing/checkout', { purpose: 'card' })).body.url
  t.equal(await send(stripe.event('checkout.session.expired', sessionOf(card))), 200)
  t.equal(await send(stripe.event('checkout.session.completed', sessionOf(first.url))), 200)
  await customer('m+1@example.org')
  const { form } = stripe.asked.findLast(({ route }) => route === 'POST /v1/checkout/sessions') ?? {}
  t.equal(form?.get('subscription_data[trial_period_days]'), null)
})

t.test('of subscriptions the running one counts, of several the newest, however many there are', async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  const hear = () => send(stripe.event('customer.subscription.updated', { object: 'subscription', customer: id }))
  stripe.subscribe(id, { status: 'canceled', created: 20 })
  for (let created = 10; created < 20; created++) stripe.subscribeToo(id, { status: 'canceled', created })
  stripe.subscribeToo(id, { status: 'active', created: 1 })
  await hear()
  t.match(await billing(), { status: 'active', trialEndsAt: null })
  stripe.subscribeToo(id, { ...trialing, created: 2 })
  await hear()
  t.match(await billing(), { status: 'trialing' })
})

t.test('a plan whose subscription Stripe no longer lists is canceled, and its trial ended when it did', async t => {
  const { stripe, customer, send, entitlements } = await billed(t)
  const { one, id } = await customer()
  await send(stripe.event('customer.subscription.created', stripe.subscribe(id, trialing)))
  const items = { data: [{ price: { id: 'price_other', product: 'prod_other' } }] }
  await send(stripe.event('customer.subscription.updated', stripe.subscribe(id, { status: 'active', items })))
  t.match(await entitlements.freshPlanState(one.id), { status: 'canceled', trialEndsAt: trial_end * 1000 })
})

t.test('a subscription that ended before the end of its trial, or without one, was canceled', async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  for (const [subscription, status] of [
    [{ trial_end, ended_at: trial_end - 3_600 }, 'expired'],
    [{ trial_end, ended_at: trial_end - 3_601 }, 'canceled'],
    [{ trial_end, ended_at: null }, 'canceled'],
    [{ trial_end: null, ended_at: 5 }, 'canceled'],
    [{ trial_end, ended_at: trial_end }, 'expired']
  ] as const) {
    const made = stripe.subscribe(id, { status: 'canceled', ...subscription })
    await send(stripe.event('customer.subscription.deleted', made))
    t.match(await billing(), { status }, JSON.stringify(subscription))
  }
})

t.test('a source of a customer is charged in place of a payment method, and stays the default', async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  stripe.subscribe(id, trialing)
  const hear = () => send(stripe.event('customer.updated', { object: 'customer', id }))
  await hear()
  t.match(await billing(), { card: { held: false } })
  stripe.setSource(id, 'card_before')
  await hear()
  t.match(await billing(), { status: 'trialing', card: { held: true, brand: null, last4: null } })
  stripe.addCard(id, 'visa', '4242', begin / 1000)
  await hear()
  t.match(await billing(), { card: { held: true, last4: '4242' } })
  t.equal(stripe.defaultCard(id), null)
})

t.test('the price is read again after it could not be read', { timeout: 230_000 }, async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  const items = { data: [{ price: { id: 'price_before', product: 'prod_gateway' } }] }
  const event = stripe.event('x', stripe.subscribe(id, { status: 'active', items }))
  stripe.state.awayAt = 'GET /v1/prices/'
  t.equal(await send(event), 503)
  t.match(await billing(), { status: 'none' })
  stripe.state.awayAt = undefined
  t.equal(await send(event), 200)
  t.match(await billing(), { status: 'active' })
})

t.test('an event of one account’s customer that names another account changes neither', async t => {
  const { stripe, customer, send, entitlements } = await billed(t)
  const ada = await customer()
  const grace = await customer('grace@example.org')
  const made = stripe.subscribe(ada.id, { status: 'active' })
  t.equal(await send(stripe.event('x', { ...made, metadata: { account: grace.one.id } })), 200)
  for (const { one } of [ada, grace]) t.strictSame(await entitlements.history(one.id), [])
})

t.test('a customer that is gone at Stripe is neither deleted again nor changed', async t => {
  const { stripe, customer, host } = await billed(t)
  const { one, id } = await customer()
  stripe.remove(id)
  const before = stripe.asked.length
  t.equal((await one('PUT', '/accounts/me/email', { email: 'ada@example.com' })).status, 204)
  await host.runDueJobs()
  t.equal((await one('DELETE', '/accounts/me')).status, 204)
  await host.runDueJobs()
  const routes = stripe.asked.slice(before).map(({ route }) => route)
  t.strictSame(new Set(routes), new Set([`GET /v1/customers/${id}`]))
  t.equal(routes.length, 2, 'Stripe is asked at the change and at the end')
})

t.test('the return page only reads: without an event nothing has begun', async t => {
  const { stripe, customer, send } = await billed(t)
  const { one, id, billing } = await customer()
  const subscription = stripe.subscribe(id, trialing)
  t.match(await billing(), { status: 'none' })
  t.match(await one('POST', '/keys', { name: 'early' }), { status: 402 })
  t.equal(await send(stripe.event('customer.subscription.created', subscription)), 200)
  t.match(await billing(), {
    billing: 'stripe',
    status: 'trialing',
    trialEndsAt: '2026-01-04T00:00:00.000Z',
    card: { held: false }
  })
  t.match(await one('POST', '/billing/checkout', { purpose: 'trial' }), { status: 409, body: { code: 'plan_running' } })
  t.match(await one('POST', '/keys', { name: 'laptop' }), { status: 201 })
})

t.test('a card that is set up becomes the one that is charged; removed, it is held no more', async t => {
  const { stripe, customer, send } = await billed(t)
  const { one, id, billing } = await customer()
  stripe.subscribe(id, trialing)
  const begun = await one('POST', '/billing/checkout', { purpose: 'card' })
  t.equal(begun.status, 201)
  const session = { id: begun.body.url.split('/').at(-1), object: 'checkout.session', mode: 'setup', customer: id }
  const card = stripe.addCard(id, 'visa', '4242', begin / 1000 + 60)
  t.equal(await send(stripe.event('checkout.session.completed', session)), 200)
  t.match(await billing(), { status: 'trialing', card: { held: true, brand: 'visa', last4: '4242' } })
  t.equal(stripe.defaultCard(id), card.id)

  t.not((await one('POST', '/billing/checkout', { purpose: 'card' })).body.url, begun.body.url)
  stripe.addCard(id, 'mastercard', '4444', begin / 1000 + 90)
  t.equal(await send(stripe.event('checkout.session.completed', session)), 200)
  t.match(await billing(), { card: { last4: '4242' } })

  stripe.removeCards(id)
  t.equal(await send(stripe.event('payment_method.detached', { ...card, customer: null }, { customer: id })), 200)
  t.match(await billing(), { status: 'trialing', card: { held: false, brand: null, last4: null } })
})

t.test('what becomes of a subscription becomes of the plan', async t => {
  const { stripe, customer, send, time } = await billed(t)
  const { id, billing } = await customer()
  time.now = trial_end * 1000 + 60_000
  for (const [subscription, status] of [
    [{ status: 'active', trial_end }, 'active'],
    [{ status: 'past_due', trial_end }, 'active'],
    [{ status: 'unpaid', trial_end }, 'canceled'],
    [{ status: 'canceled', trial_end, ended_at: trial_end + 5, cancellation_details: { reason: null } }, 'expired'],
    [
      {
        status: 'canceled',
        trial_end,
        ended_at: trial_end,
        cancellation_details: { reason: 'cancellation_requested' }
      },
      'canceled'
    ],
    [{ status: 'canceled', trial_end, ended_at: trial_end + 3_600 }, 'expired'],
    [{ status: 'canceled', trial_end, ended_at: trial_end + 3_601 }, 'canceled'],
    [{ status: 'canceled', trial_end, ended_at: trial_end + 86_400 }, 'canceled']
  ] as const) {
    await send(stripe.event('customer.subscription.updated', stripe.subscribe(id, subscription)))
    t.match(await billing(), { status })
  }
  stripe.subscribeToo(id, { status: 'active', created: 5 })
  await send(stripe.event('customer.subscription.created', { object: 'subscription', customer: id }))
  t.match(await billing(), { status: 'active', trialEndsAt: null })
})

t.test('a subscription whose first payment failed is no plan', async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  for (const status of ['incomplete', 'incomplete_expired']) {
    await send(stripe.event('customer.subscription.created', stripe.subscribe(id, { status })))
    t.match(await billing(), { status: 'none' }, status)
  }
})

t.test('of subscriptions that have ended, the newest counts, wherever Stripe lists it', async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  const older = { status: 'canceled', created: 1, ended_at: 9 }
  const newer = { status: 'canceled', created: 2, trial_end: 9, ended_at: 9 }
  for (const [first, second] of [
    [older, newer],
    [newer, older]
  ] as const) {
    stripe.subscribe(id, first)
    stripe.subscribeToo(id, second)
    await send(stripe.event('customer.subscription.deleted', { object: 'subscription', customer: id }))
    t.match(await billing(), { status: 'expired' })
  }
})

t.test('a card is held since the first one was added, however many there are', async t => {
  const { stripe, customer, send, time } = await billed(t)
  const { id, billing } = await customer()
  stripe.addCard(id, 'visa', '4242', trial_end - 1)
  for (let later = 0; later < 20; later++) stripe.addCard(id, 'mastercard', '4444', trial_end + later)
  time.now = trial_end * 1000 + 120_000
  await send(stripe.event('customer.subscription.updated', stripe.subscribe(id, trialing)))
  t.match(await billing(), { status: 'trialing' })
})

t.test('after the trial the checkout is for the plan itself, with a card', async t => {
  const { stripe, customer, send, time } = await billed(t)
  const { one, id, url, billing } = await customer()
  const session = { id: url.split('/').at(-1), object: 'checkout.session', customer: id }
  stripe.subscribe(id, trialing)
  await send(stripe.event('checkout.session.completed', session))
  time.now = trial_end * 1000
  t.match(await billing(), { status: 'expired' })
  t.equal((await one('POST', '/billing/checkout', { purpose: 'trial' })).status, 201)
  const form = stripe.asked.findLast(({ route }) => route === 'POST /v1/checkout/sessions')?.form
  t.equal(form?.get('payment_method_collection'), 'always')
  t.equal(form?.get('subscription_data[trial_period_days]'), null)
})

t.test('a trial with a card waits an hour for Stripe’s word, whatever else comes meanwhile', async t => {
  const { stripe, customer, send, time } = await billed(t)
  const { id, billing } = await customer()
  stripe.addCard(id, 'visa', '4242', begin / 1000)
  const subscription = stripe.subscribe(id, trialing)
  await send(stripe.event('customer.subscription.created', subscription))
  time.now = trial_end * 1000 + 3_000_000
  await send(stripe.event('invoice.created', { object: 'invoice', customer: id }))
  t.match(await billing(), { status: 'trialing' })
  time.now = trial_end * 1000 + 3_600_000
  t.match(await billing(), { status: 'expired' })
  stripe.subscribe(id, { ...trialing, status: 'active' })
  await send(stripe.event('customer.subscription.updated', subscription))
  t.match(await billing(), { status: 'active' })
})

t.test('when a trial is over, Stripe is asked what became of it, though no event came', async t => {
  const { stripe, customer, send, time, host } = await billed(t)
  const ada = await customer()
  const grace = await customer('grace@example.org')
  for (const { id } of [ada, grace]) {
    stripe.addCard(id, 'visa', '4242', begin / 1000)
    await send(stripe.event('customer.subscription.created', stripe.subscribe(id, trialing)))
  }
  stripe.subscribe(ada.id, { ...trialing, status: 'active' })
  time.now = trial_end * 1000 + 3_600_000
  await host.runDueJobs()
  t.match(await ada.billing(), { status: 'active' })
  t.match(await grace.billing(), { status: 'expired' })
})

t.test('a trial that Stripe has prolonged is asked about at its new end too, though no event came', async t => {
  const { stripe, customer, send, time, host } = await billed(t)
  const { id, billing } = await customer()
  await send(stripe.event('customer.subscription.created', stripe.subscribe(id, trialing)))
  const later = trial_end + 86_400
  stripe.subscribe(id, { ...trialing, trial_end: later })
  time.now = trial_end * 1000
  await host.runDueJobs()
  t.match(await billing(), { status: 'trialing', trialEndsAt: '2026-01-05T00:00:00.000Z' })
  stripe.subscribe(id, { ...trialing, status: 'active' })
  time.now = later * 1000
  await host.runDueJobs()
  t.match(await billing(), { status: 'active' })
})

t.test('a forged event changes nothing', async t => {
  const { url, stripe, customer, time } = await billed(t)
  const { id, billing } = await customer()
  const event = stripe.event('customer.subscription.created', stripe.subscribe(id, trialing))
  const payload = JSON.stringify(event)
  const before = await billing()
  const asked = stripe.asked.length
  t.equal(await deliver(url, event, time.now, 'whsec_of_somebody_else'), 400)
  t.equal(await deliver(url, event, time.now - 301_000), 400)
  t.equal(await post(url, payload, {}), 400)
  t.equal(await post(url, payload, { 'Stripe-Signature': 't=1,v1=00' }), 400)
  const signature = sampleSignature(payload, webhookSecret, time.now)
  t.equal(await post(url, payload.replace('created', 'deleted'), { 'Stripe-Signature': signature }), 400)
  t.equal(await post(url, `${payload} `, { 'Stripe-Signature': signature }), 400)
  t.strictSame(await billing(), before)
  t.equal(stripe.asked.length, asked)
  t.equal(await deliver(url, event, time.now - 299_000), 200)
  t.match(await billing(), { status: 'trialing' })
})

t.test('an event that is signed and is none is refused, and changes nothing', async t => {
  const { url, stripe, customer, time } = await billed(t)
  const { one, id, billing } = await customer()
  const { length } = stripe.asked
  const object = { object: 'subscription', customer: id, metadata: { account: one.id } }
  const event = { id: 'evt_1', type: 'customer.subscription.updated', data: { object } }
  const bodies = [
    '[]',
    'null',
    'true',
    '1',
    '"event"',
    '{}',
    '{"id"',
    ...[
      { ...event, id: 1 },
      { ...event, id: 'a}:b' },
      { ...event, id: 'e'.repeat(256) },
      { ...event, type: null },
      { ...event, data: undefined },
      { ...event, data: null },
      { ...event, data: [] },
      { ...event, data: {} },
      { ...event, data: { object: null } },
      { ...event, data: { object: [object] } },
      { ...event, data: { object: { ...object, customer: 1 } } },
      { ...event, data: { object: { ...object, customer: {} } } },
      { ...event, data: { object: { ...object, customer: '../charges' } } },
      { ...event, data: { object: { ...object, metadata: 'none' } } },
      { ...event, data: { object: { object: 'checkout.session', id: 7, customer: id } } },
      { ...event, data: { object, previous_attributes: 'none' } },
      { ...event, object: 'v2.core.event', data: undefined, related_object: { id } },
      { ...event, object: 'v2.core.event' }
    ].map(each => JSON.stringify(each))
  ]
  for (const body of bodies)
    t.equal(await post(url, body, { 'Stripe-Signature': sampleSignature(body, webhookSecret, time.now) }), 400, body)
  t.equal(stripe.asked.length, length)
  t.match(await billing(), { status: 'none' })
  const text = 'not json'
  const refused = await fetch(`${url}/webhooks/stripe`, {
    method: 'POST',
    body: text,
    headers: { 'Stripe-Signature': sampleSignature(text, webhookSecret, time.now), Connection: 'close' }
  })
  t.match(await refused.json(), { code: 'malformed_json' }, 'the signature was right')
})

t.test('an event whose members have the forms of other versions is taken', async t => {
  const { url, stripe, customer, time } = await billed(t)
  const { id, billing } = await customer()
  let trial_end = trialing.trial_end
  for (const object of [
    { object: 'subscription', customer: { id, object: 'customer' }, metadata: null },
    { object: 'invoice', id: null, customer: id },
    { object: 'customer', id, metadata: { account: 7 } },
    { object: 'subscription', customer: id, metadata: { account: 'no account' } }
  ]) {
    stripe.subscribe(id, { ...trialing, trial_end: ++trial_end })
    const event = { id: 'e'.repeat(255), type: 'x', data: { object, previous_attributes: null } }
    t.equal(await deliver(url, event, time.now), 200)
    t.match(await billing(), { trialEndsAt: new Date(trial_end * 1000).toISOString() }, JSON.stringify(object))
  }
  t.equal(await deliver(url, { id: 'evt_2', type: 'x', data: { object: {} } }, time.now), 200)
})

t.test('every method that Stripe charges counts as a payment card', async t => {
  const { stripe, customer, send, entitlements } = await billed(t)
  const { one, id, billing } = await customer()
  const typeOf = async () => (await entitlements.freshPlanState(one.id)).card.type
  const hear = async () => send(stripe.event('payment_method.attached', { object: 'payment_method', customer: id }))
  for (const [type, details, shown] of [
    ['link', { email: 'ada@example.org' }, { brand: 'link', last4: null }],
    ['sepa_debit', { last4: '3000', bank_code: '1' }, { brand: 'sepa debit', last4: '3000' }],
    ['us_bank_account', { last4: '6789', bank_name: 'A bank' }, { brand: 'us bank account', last4: '6789' }]
  ] as const) {
    stripe.removeCards(id)
    stripe.subscribe(id, { status: 'active' })
    await hear()
    t.match(await billing(), { status: 'active', card: { held: false } })
    stripe.addMethod(id, type, details)
    await hear()
    t.match(await billing(), { status: 'active', card: { held: true, ...shown } })
    t.equal(await typeOf(), type)
  }
  stripe.addCard(id, 'visa', '4242', 1)
  const card = stripe.addCard(id, 'mastercard', '4444', 2)
  stripe.addCard(id, 'amex', '0005', 3)
  stripe.subscribe(id, { status: 'active', default_payment_method: String(card.id) })
  await hear()
  t.match(await billing(), { card: { held: true, brand: 'mastercard' } }, 'the one of the subscription is charged')
  t.equal(await typeOf(), undefined, 'a card is named by its brand')
})

t.test('an active plan is not on the waitlist because its method is listed nowhere', async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  for (const [subscription, held] of [
    [{ status: 'active', collection_method: 'send_invoice' }, true],
    [{ status: 'past_due', default_payment_method: 'pm_of_old' }, true],
    [{ status: 'active', default_source: 'card_of_old' }, true],
    [{ ...trialing, default_payment_method: 'pm_detached' }, false],
    [{ status: 'active' }, false]
  ] as const) {
    const made = stripe.subscribe(id, subscription)
    await send(stripe.event('customer.subscription.updated', made))
    t.match(await billing(), { card: { held, last4: null } })
  }
})

t.test('a subscription of another price is not the plan', async t => {
  const { stripe, customer, send } = await billed(t)
  const { one, id, billing } = await customer()
  const items = (...ids: readonly string[]) => ({
    data: ids.map(price => ({ price: { id: price, product: price.replace('price', 'prod') } }))
  })
  const hear = async (made: Record<string, unknown>) =>
    send(stripe.event('customer.subscription.updated', { ...made, metadata: { account: one.id } }))
  await hear(stripe.subscribe(id, { status: 'active', items: items('price_other') }))
  t.match(await billing(), { status: 'none' })
  await hear(stripe.subscribe(id, { status: 'active', items: items('price_other', 'price_gateway') }))
  t.match(await billing(), { status: 'active' })
  await hear(stripe.subscribe(id, { status: 'active', items: items('price_other') }))
  t.match(await billing(), { status: 'canceled' }, 'the plan was changed to something else')
  await hear(stripe.subscribe(id, { status: 'active', items: undefined }))
  t.match(await billing(), { status: 'active' }, 'without items, nothing says that it is another')
  stripe.subscribe(id, { status: 'canceled', created: 1, items: items('price_gateway') })
  stripe.subscribeToo(id, { status: 'active', created: 2, items: items('price_other') })
  await hear({ object: 'subscription', customer: id })
  t.match(await billing(), { status: 'canceled' })
})

t.test('a subscription with a former price of the same product is still the plan', async t => {
  const { stripe, customer, send } = await billed(t)
  const { id, billing } = await customer()
  const items = { data: [{ price: { id: 'price_before', product: 'prod_gateway' } }] }
  t.equal(await send(stripe.event('x', stripe.subscribe(id, { status: 'active', items }))), 200)
  t.match(await billing(), { status: 'active' })
})

t.test('an event of a customer that Stripe does not know for this key is taken and forgotten', async t => {
  const { stripe, send } = await billed(t)
  t.equal(await send(stripe.event('customer.updated', { object: 'customer', id: 'cus_connected' })), 200)
})

t.test('events that concern nobody here are taken and forgotten', async t => {
  const { stripe, customer, send, entitlements } = await billed(t)
  const { one, id } = await customer()
  t.equal(await send(stripe.event('account.updated', { object: 'account', id: 'acct_1' })), 200)
  const foreign = { object: 'subscription', customer: 'cus_other', metadata: { account: one.id } }
  t.equal(await send(stripe.event('customer.subscription.created', foreign)), 200)
  const stranger = { object: 'subscription', customer: id, metadata: { account: 'acc_nobody' } }
  t.equal(await send(stripe.event('customer.subscription.created', stranger)), 200)
  t.strictSame(await entitlements.history(one.id), [])
})

t.test('the log names an error of Stripe, and repeats nothing of its text', { timeout: 230_000 }, async t => {
  const { stripe, call, lines } = await billed(t)
  const grace = await signedUp(call, 'grace@example.org')
  Object.assign(stripe.state, { isAway: true, message: 'Invalid email address: grace@example.org' })
  t.equal((await grace('POST', '/billing/checkout', { purpose: 'trial' })).status, 503)
  t.ok(lines.some(line => line.includes('Stripe answered 500: StripeAPIError, email.')))
  t.notMatch(lines.join(''), 'grace@example.org')
})

t.test('while Stripe is away, a checkout is 503 and an event is to come again', { timeout: 230_000 }, async t => {
  const { stripe, customer, send, call } = await billed(t)
  const { id, billing } = await customer()
  const event = stripe.event('customer.subscription.created', stripe.subscribe(id, trialing))
  stripe.state.isAway = true
  t.equal(await send(event), 503)
  const grace = await signedUp(call, 'grace@example.org')
  const refused = await grace('POST', '/billing/checkout', { purpose: 'trial' })
  t.match(refused, { status: 503, body: { code: 'billing_unavailable', retryable: true } })
  t.match(await billing(), { status: 'none' })
  stripe.state.isAway = false
  t.equal(await send(event), 200)
  t.match(await billing(), { status: 'trialing' })
  t.equal((await grace('POST', '/billing/checkout', { purpose: 'trial' })).status, 201)
  stripe.state.isAway = true
  const away = await grace('POST', '/billing/checkout', { purpose: 'card' })
  t.equal(away.status, 503)
  stripe.state.isAway = false
  t.equal((await grace('POST', '/billing/checkout', { purpose: 'card' })).status, 201)
})

t.test('an account that is erased is charged no more, and its late events make nothing', async t => {
  const { stripe, customer, send, host, entitlements } = await billed(t)
  const { one, id } = await customer()
  const subscription = stripe.subscribe(id, { ...trialing, status: 'active' })
  await send(stripe.event('customer.subscription.created', subscription))
  t.equal((await one('DELETE', '/accounts/me')).status, 204)
  await host.runDueJobs()
  t.ok(stripe.isGone(id))
  const late = stripe.event('customer.subscription.deleted', { ...subscription, metadata: { account: one.id } })
  t.equal(await send(late), 200)
  t.strictSame(await entitlements.history(one.id), [])
})

t.test('a customer gets the new e-mail address of its account', async t => {
  const { stripe, customer, host } = await billed(t)
  const { one, id } = await customer()
  t.equal((await one('PUT', '/accounts/me/email', { email: 'ada@example.com' })).status, 204)
  await host.runDueJobs()
  const { form } = stripe.asked.findLast(({ route }) => route === `POST /v1/customers/${id}`) ?? {}
  t.equal(form?.get('email'), 'ada@example.com')
})

t.test('an address that had its trial with an account that was erased gets a checkout without one', async t => {
  const { stripe, customer, send } = await billed(t)
  const { one, id, billing } = await customer()
  await send(stripe.event('customer.subscription.created', stripe.subscribe(id, trialing)))
  t.match(await billing(), { status: 'trialing' })
  t.equal((await one('DELETE', '/accounts/me')).status, 204)

  const again = await customer()
  t.match(await again.billing(), { status: 'expired' })
  const form = stripe.asked.findLast(({ route }) => route === 'POST /v1/checkout/sessions')?.form
  t.equal(form?.get('subscription_data[metadata][account]'), again.one.id)
  t.equal(form?.get('payment_method_collection'), 'always')
  t.equal(form?.get('subscription_data[trial_period_days]'), null)
})

t.test('a mailbox is asked for one trial at Stripe, also while the first checkout is open', async t => {
  const { stripe, customer, send, time } = await billed(t)
  const trialDays = () =>
    stripe.asked
      .filter(({ route }) => route === 'POST /v1/checkout/sessions')
      .map(({ form }) => form.get('subscription_data[trial_period_days]'))
  const first = await customer('m@example.org')
  const second = await customer('m+1@example.org')
  t.strictSame(trialDays(), ['3', null])
  t.match(await second.billing(), { status: 'none' }, 'nothing has begun yet')
  await send(stripe.event('customer.subscription.created', stripe.subscribe(first.id, trialing)))
  t.match(await first.billing(), { status: 'trialing' })
  time.now += 1_000
  const third = await customer('M+2@example.org')
  t.match(await third.billing(), { status: 'expired' })
  t.strictSame(trialDays(), ['3', null, null])
  await send(stripe.event('customer.updated', { object: 'customer', id: third.id }))
  t.match(await third.billing(), { status: 'expired' }, 'no plan of its own has ended')
  time.now = trial_end * 1000 + 86_400_000
  const fourth = await customer('m+3@example.org')
  t.match(await fourth.billing(), { status: 'expired', trialEndsAt: '2026-01-04T00:00:00.000Z' })
})

t.test('a checkout that expires gives the trial back to its mailbox; one that is lost does so in time', async t => {
  const { stripe, customer, send, time } = await billed(t)
  const asksForTrial = () =>
    stripe.asked
      .findLast(({ route }) => route === 'POST /v1/checkout/sessions')
      ?.form.has('subscription_data[trial_period_days]')
  const one = await customer('m@example.org')
  const session = { id: one.url.split('/').at(-1), object: 'checkout.session', customer: one.id }
  await send(stripe.event('checkout.session.expired', { ...session, id: 'cs_former' }))
  await customer('m+1@example.org')
  t.equal(asksForTrial(), false, 'another checkout has expired')
  await send(stripe.event('checkout.session.expired', session))
  const two = await customer('m+2@example.org')
  t.equal(asksForTrial(), true)
  t.equal((await two.one('DELETE', '/accounts/me')).status, 204)
  await customer('m+5@example.org')
  t.equal(asksForTrial(), true, 'the account that had reserved it is gone')
  time.now += 96 * 60 * 60 * 1000 - 1
  await customer('m+3@example.org')
  t.equal(asksForTrial(), false)
  time.now += 1
  await customer('m+4@example.org')
  t.equal(asksForTrial(), true)
})

t.test('a customer that was deleted at Stripe has no plan, and the next checkout makes another', async t => {
  const { stripe, customer, send } = await billed(t)
  const { one, id, url, billing } = await customer()
  const session = { id: url.split('/').at(-1), object: 'checkout.session', customer: id }
  stripe.subscribe(id, { ...trialing, status: 'active' })
  await send(stripe.event('checkout.session.completed', session))
  stripe.remove(id)
  await send(stripe.event('customer.deleted', { id, object: 'customer', metadata: { account: one.id } }))
  t.match(await billing(), { status: 'canceled', card: { held: false } })
  t.equal((await one('POST', '/billing/checkout', { purpose: 'trial' })).status, 201)
  const form = stripe.asked.findLast(({ route }) => route === 'POST /v1/checkout/sessions')?.form
  t.not(form?.get('customer'), id)
})

t.test('a customer that was deleted at Stripe before there was a plan leaves the account its trial', async t => {
  const { stripe, customer, send } = await billed(t)
  const { one, id, billing } = await customer()
  const card = async () => (await one('POST', '/billing/checkout', { purpose: 'card' })).body.url
  const before = await card()
  stripe.remove(id)
  await send(stripe.event('customer.deleted', { id, object: 'customer', metadata: { account: one.id } }))
  t.match(await billing(), { status: 'none', card: { held: false } })
  t.equal((await one('POST', '/billing/checkout', { purpose: 'trial' })).status, 201)
  const form = stripe.asked.findLast(({ route }) => route === 'POST /v1/checkout/sessions')?.form
  t.not(form?.get('customer'), id)
  t.equal(form?.get('subscription_data[trial_period_days]'), '3')
  t.not(await card(), before)
})

t.test('the portal is Stripe’s', async t => {
  const { stripe, customer, url } = await billed(t)
  const { one, id } = await customer()
  t.match(await one('POST', '/billing/portal'), { status: 201, body: { url: 'https://portal.stripe.test/1' } })
  const { form } = stripe.asked.findLast(({ route }) => route === 'POST /v1/billing_portal/sessions') ?? {}
  t.strictSame(Object.fromEntries(form ?? []), { customer: id, return_url: `${url}/billing` })
})

t.test('in production Stripe bills, and there is no stand-in', async t => {
  const { call, customer, send, stripe } = await billed(t, {
    DEMO_MODE: 'off',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://products.example',
    ENCRYPTION_KEYS: Buffer.alloc(32).toString('base64')
  })
  const { id, billing } = await customer()
  await send(stripe.event('customer.subscription.created', stripe.subscribe(id, trialing)))
  t.match(await billing(), { status: 'trialing' })
  t.match(await call('GET', '/checkout/none'), { status: 404, body: { code: 'not_found' } })
  t.match(await call('GET', '/webhooks/stripe'), { status: 405 })
})
