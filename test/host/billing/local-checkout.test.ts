import { createHmac } from 'node:crypto'
import { makeClock } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { checkOut, password, person, sendForm, signedUp } from '../../fixtures/dashboard-client.js'
import { connectionPlugin, notesPlugin, start } from '../../fixtures/start-host.js'

const trialMs = 3 * 24 * 60 * 60 * 1000
const plugins = { ...connectionPlugin, ...notesPlugin }
const entries = { '@test/connection': { requires: ['payment_card'] } }

/** Somebody who has just signed up at a demo with billing. */
async function newcomer(t: Test) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const host = await start(t, { plugins, entries, deployment: { billing: 'stripe' }, store, clock })
  const ada = await signedUp(host.call)
  /** A session ends after three days without a request. */
  const signIn = () => ada('POST', '/sessions', { email: 'ada@example.org', password })
  const billing = async () => (await ada('GET', '/billing')).body
  const page = async (purpose: string) => {
    const { body } = await ada('POST', '/billing/checkout', { purpose })
    return host.url + new URL(body.url).pathname
  }
  const run = (slug: string, key: string) =>
    host.call(
      'POST',
      `/api/v1/products/${slug}/execute`,
      { action: slug === 'notes' ? 'latest' : 'show' },
      { Authorization: `Bearer ${key}` }
    )
  return { ...host, store, time, ada, signIn, billing, page, run, entitlements: new Entitlements(store, clock) }
}

t.test('sign up, trial, key, run; then a card opens what waits for it, and its removal closes it', async t => {
  const host = await newcomer(t)
  const { ada, billing, run } = host
  t.strictSame(await billing(), {
    billing: 'local',
    plan: 'gateway',
    status: 'none',
    trialEndsAt: null,
    card: { held: false, brand: null, last4: null }
  })
  t.match(await ada('POST', '/keys', { name: 'early' }), { status: 402, body: { code: 'trial_required' } })

  const sent = await checkOut(host, ada, 'trial')
  t.equal(sent.status, 303)
  t.equal(sent.headers.get('location'), '/billing')
  t.match(await billing(), { status: 'trialing', trialEndsAt: '2026-01-04T00:00:00.000Z', card: { held: false } })
  const { key } = (await ada('POST', '/keys', { name: 'laptop' })).body
  t.equal((await run('notes', key)).status, 200)
  t.match(await run('connection', key), { status: 403, body: { code: 'waitlisted' } })

  await checkOut(host, ada, 'card', 'visa')
  t.match(await billing(), { status: 'trialing', card: { held: true, brand: 'visa', last4: '4242' } })
  t.equal((await run('connection', key)).status, 200)

  await checkOut(host, ada, 'card', 'remove')
  t.match(await run('connection', key), { status: 403, body: { code: 'waitlisted' } })
  t.equal((await run('notes', key)).status, 200)
})

t.test('the trial ends after three days to the second, and a clock that is set back does not revive it', async t => {
  const host = await newcomer(t)
  const { ada, billing, run, time, signIn } = host
  await checkOut(host, ada, 'trial')
  const { key } = (await ada('POST', '/keys', { name: 'laptop' })).body
  time.now += trialMs - 1000
  t.equal((await run('notes', key)).status, 200)
  time.now += 1000
  t.match(await run('notes', key), { status: 402, body: { code: 'trial_expired' } })
  await signIn()
  t.match(await billing(), { status: 'expired' })
  time.now -= trialMs / 2
  t.match(await run('notes', key), { status: 402, body: { code: 'trial_expired' } })
  t.equal((await ada('POST', '/keys', { name: 'another' })).status, 201)
  t.equal(
    (await host.call('GET', '/api/v1/products/connection/config', undefined, { Authorization: `Bearer ${key}` }))
      .status,
    200
  )
})

t.test('a trial with a card ends an hour later when no news comes', async t => {
  const host = await newcomer(t)
  const { ada, billing, time, signIn } = host
  await checkOut(host, ada, 'trial', 'mastercard')
  time.now += trialMs + 3_599_000
  await signIn()
  t.match(await billing(), { status: 'trialing', card: { brand: 'mastercard' } })
  time.now += 1000
  t.match(await billing(), { status: 'expired' })
})

t.test('an account has one trial; after it the plan goes on with a card alone', async t => {
  const host = await newcomer(t)
  const { ada, billing, page, time, signIn } = host
  await checkOut(host, ada, 'trial')
  t.match(await ada('POST', '/billing/checkout', { purpose: 'trial' }), { status: 409, body: { code: 'plan_running' } })
  time.now += trialMs
  await signIn()
  const address = await page('trial')
  const refused = await sendForm(address, 'none')
  t.equal(refused.status, 400)
  t.match(await refused.text(), 'choose a card to continue')
  t.match(await billing(), { status: 'expired' })
  t.equal((await sendForm(address, 'visa')).status, 303)
  t.match(await billing(), { status: 'active', card: { held: true } })
})

t.test('50 trial starts at once give one trial', async t => {
  const { ada, page, billing, entitlements, time } = await newcomer(t)
  const pages = await Promise.all(Array.from({ length: 50 }, () => page('trial')))
  const sent = await Promise.all(
    pages.map((address, index) => {
      time.now += 1
      return sendForm(address, index % 2 ? 'visa' : 'none')
    })
  )
  t.ok(sent.every(({ status }) => status === 303))
  const { trialEndsAt } = await billing()
  t.equal((await entitlements.history(ada.id)).length, 1)
  time.now += 1000
  await sendForm(pages[0] ?? '', 'none')
  t.match(await billing(), { status: 'trialing', trialEndsAt })
})

t.test('the page is a plain form that says what it is', async t => {
  const { page, url } = await newcomer(t)
  const address = await page('trial')
  const shown = await fetch(address, { headers: { Connection: 'close' } })
  t.equal(shown.headers.get('content-type'), 'text/html; charset=utf-8')
  const text = await shown.text()
  t.match(text, /This is a stand-in for a checkout/)
  t.match(text, /<form method="post">/)
  t.notMatch(text, /<script/)
  for (const path of [`${address}x`, `${url}/checkout/none`]) {
    t.equal((await fetch(path, { headers: { Connection: 'close' } })).status, 404)
    t.equal((await sendForm(path, 'visa')).status, 404)
  }
  t.equal((await sendForm(address, 'cash')).status, 400)
  const json = await fetch(address, {
    method: 'POST',
    body: '{}',
    headers: { Connection: 'close', 'Content-Type': 'application/json' }
  })
  t.equal(json.status, 415)
})

t.test('a page is good for an hour, and changes its own account alone', async t => {
  const host = await newcomer(t)
  const { page, billing, time, call } = host
  const grace = await signedUp(call, 'grace@example.org')
  const address = await page('trial')
  await sendForm(address, 'visa')
  t.match((await grace('GET', '/billing')).body, { status: 'none', card: { held: false } })
  t.match(await billing(), { status: 'trialing' })
  const late = await page('card')
  time.now += 60 * 60 * 1000
  t.equal((await sendForm(late, 'remove')).status, 404)
  t.match(await billing(), { card: { held: true } })
})

t.test('the portal leads to a page on which the card is removed unless something else is chosen', async t => {
  const host = await newcomer(t)
  const { ada, billing } = host
  await checkOut(host, ada, 'trial', 'visa')
  const address = host.url + new URL((await ada('POST', '/billing/portal')).body.url).pathname
  const text = await (await fetch(address, { headers: { Connection: 'close' } })).text()
  t.match(text, '<h1>Cancel the plan</h1>')
  t.match(text, 'value="remove" checked')
  t.match(text, 'Your plan: trial until 4 January 2026 at 00:00 UTC. Your card: Visa •••• 4242.')
  await sendForm(address, 'none')
  t.match(await billing(), { status: 'trialing', card: { held: true } })
  await sendForm(address, 'remove')
  t.match(await billing(), { status: 'trialing', card: { held: false } })
})

t.test('the portal of who has no plan leads to the page of the card', async t => {
  const host = await newcomer(t)
  const { ada, billing } = host
  const { status, body } = await ada('POST', '/billing/portal')
  t.equal(status, 201)
  await sendForm(host.url + new URL(body.url).pathname, 'visa')
  t.match(await billing(), { status: 'none', card: { held: true, last4: '4242' } })
})

t.test('billing is for who is signed in, and checkouts are paced', async t => {
  const { call, ada } = await newcomer(t)
  const stranger = person(call)
  for (const [method, path, body] of [
    ['GET', '/billing', undefined],
    ['POST', '/billing/checkout', { purpose: 'trial' }],
    ['POST', '/billing/portal', undefined]
  ] as const)
    t.match(await stranger(method, path, body), { status: 401, body: { code: 'session_required' } })
  t.match(await ada('POST', '/billing/checkout', { purpose: 'gift' }), { status: 400, body: { code: 'invalid_input' } })
  for (let count = 0; count < 60; count++) await ada('POST', '/billing/checkout', { purpose: 'card' })
  t.match(await ada('POST', '/billing/checkout', { purpose: 'card' }), { status: 429 })
})

t.test('an expired plan goes on with the card that the account has, and stays expired if that is removed', async t => {
  const host = await newcomer(t)
  const { ada, billing, page, time, signIn, entitlements } = host
  await checkOut(host, ada, 'trial')
  const trialEndsAt = '2026-01-04T00:00:00.000Z'
  time.now += trialMs
  await signIn()
  t.match(await billing(), { status: 'expired', trialEndsAt })
  await checkOut(host, ada, 'card', 'mastercard')
  const { card } = await entitlements.freshPlanState(ada.id)
  t.strictSame(card, { held: true, brand: 'mastercard', last4: '4444', heldSince: time.now })
  const address = await page('trial')
  t.equal((await sendForm(address, 'remove')).status, 400)
  t.match(await billing(), { status: 'expired', trialEndsAt, card: { held: true } })
  t.equal((await sendForm(address, 'none')).status, 303)
  t.match(await billing(), { status: 'active', trialEndsAt, card: { held: true, last4: '4444' } })
})

t.test('an account that the operator has granted access begins no trial, and uses up none', async t => {
  const host = await newcomer(t)
  const { ada, billing, call, entitlements } = host
  await entitlements.decide(ada.id, 'granted', () => ({ grant: { isGiven: true } }))
  t.equal((await checkOut(host, ada, 'trial', 'visa')).status, 303)
  t.match(await entitlements.freshPlanState(ada.id), { status: 'none', isGranted: true })
  t.match(await billing(), { trialEndsAt: null })
  const again = await signedUp(call, 'ada+1@example.org')
  t.equal((await checkOut(host, again, 'trial')).status, 303)
  t.match((await again('GET', '/billing')).body, { status: 'trialing' })
})

t.test('whoever finds the mailbox’s trial used up is told so at the checkout and at the portal', async t => {
  const host = await newcomer(t)
  const { ada, call } = host
  const [one, two] = [await signedUp(call, 'ada+1@example.org'), await signedUp(call, 'ada+2@example.org')]
  await checkOut(host, ada, 'trial')
  for (const each of [one, two]) t.match((await each('GET', '/billing')).body, { status: 'none' })
  await one('POST', '/billing/checkout', { purpose: 'card' })
  await two('POST', '/billing/portal')
  for (const each of [one, two]) t.match((await each('GET', '/billing')).body, { status: 'expired' })
})

t.test('where nobody bills there is no checkout, and outside the demo no stand-in', async t => {
  const { call } = await start(t)
  const ada = await signedUp(call)
  t.match((await ada('GET', '/billing')).body, { billing: 'none', plan: null, status: 'active' })
  t.strictSame((await ada('GET', '/billing/price')).body, { price: null })
  t.match(await ada('POST', '/billing/checkout', { purpose: 'trial' }), {
    status: 501,
    body: { code: 'billing_not_configured' }
  })
  t.equal((await ada('POST', '/keys', { name: 'laptop' })).status, 201)
  t.match(await call('GET', '/checkout/none'), { status: 404, body: { code: 'not_found' } })
  await t.rejects(start(t, { deployment: { billing: 'stripe' }, environment: { DEMO_MODE: 'off' } }), {
    name: 'SettingsError',
    message: /bills by Stripe/
  })
})

t.test('an erased account has no plan any more', async t => {
  const host = await newcomer(t)
  await checkOut(host, host.ada, 'trial', 'visa')
  t.equal((await host.ada('DELETE', '/accounts/me')).status, 204)
  t.match(await host.entitlements.freshPlanState(host.ada.id), { status: 'none', card: { held: false } })
  t.strictSame(await host.entitlements.history(host.ada.id), [])
})

t.test('an address has one trial: who erases the account and signs up again goes on with the plan', async t => {
  const host = await newcomer(t)
  const { ada, call, time, signIn } = host
  await checkOut(host, ada, 'trial')
  time.now += 60 * 60 * 1000
  await signIn()
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)

  const again = await signedUp(call, 'ADA+again@example.org')
  t.match((await again('GET', '/billing')).body, { status: 'expired', trialEndsAt: '2026-01-01T01:00:00.000Z' })
  t.match(await checkOut(host, again, 'trial'), { status: 400 })
  t.match((await again('GET', '/billing')).body, { status: 'expired' })
  t.match(await checkOut(host, again, 'trial', 'visa'), { status: 303 })
  t.match((await again('GET', '/billing')).body, { status: 'active' })

  const grace = await signedUp(call, 'grace@example.org')
  t.match((await grace('GET', '/billing')).body, { status: 'none' })
})

t.test('a mailbox has one trial, whichever of its addresses signs up, while the first account lives', async t => {
  const host = await newcomer(t)
  const { ada, call, time } = host
  await checkOut(host, ada, 'trial')
  const again = await signedUp(call, 'ada+1@example.org')
  t.match((await again('GET', '/billing')).body, { status: 'expired', trialEndsAt: '2026-01-01T00:00:00.000Z' })
  t.equal((await checkOut(host, again, 'trial')).status, 400)
  t.match((await again('GET', '/billing')).body, { status: 'expired' })
  t.equal((await checkOut(host, again, 'trial', 'visa')).status, 303)
  t.match((await again('GET', '/billing')).body, { status: 'active' })
  t.match(await again('POST', '/billing/checkout', { purpose: 'trial' }), { body: { code: 'plan_running' } })

  time.now += 1_000
  const later = await signedUp(call, 'ada+2@example.org')
  t.match(
    (await later('GET', '/billing')).body,
    { status: 'expired', trialEndsAt: '2026-01-01T00:00:01.000Z' },
    'the trial of the first account is not over yet: it is over for this one from now on'
  )
  const grace = await signedUp(call, 'grace@example.org')
  await checkOut(host, grace, 'trial')
  t.match((await grace('GET', '/billing')).body, { status: 'trialing' })
})

t.test('of two addresses of one mailbox that start at once, one gets the trial', async t => {
  const host = await newcomer(t)
  const people = await Promise.all(
    ['jane.doe@icloud.com', 'jane.doe@me.com', 'Jane.Doe+2@mac.com'].map(email => signedUp(host.call, email))
  )
  const pages = await Promise.all(people.map(each => each('POST', '/billing/checkout', { purpose: 'trial' })))
  const answers = await Promise.all(
    pages.map(({ body }) => sendForm(host.url + new URL(body.url).pathname, 'none').then(({ status }) => status))
  )
  t.strictSame(answers.sort(), [303, 400, 400])
  const shown = await Promise.all(people.map(async each => (await each('GET', '/billing')).body.status))
  t.strictSame(shown.sort(), ['expired', 'expired', 'trialing'])
})

t.test('different mailboxes of one name have a trial each', async t => {
  const host = await newcomer(t)
  for (const email of ['jane@outlook.com', 'jane@hotmail.com', 'jane.doe@acme.com', 'janedoe@acme.com']) {
    const jane = await signedUp(host.call, email)
    t.equal((await checkOut(host, jane, 'trial')).status, 303, email)
    t.match((await jane('GET', '/billing')).body, { status: 'trialing' })
  }
})

t.test('the trial goes with the account to its new address, and the former mailbox has had it', async t => {
  const host = await newcomer(t)
  const { ada, call } = host
  await checkOut(host, ada, 'trial')
  t.equal((await ada('PUT', '/accounts/me/email', { email: 'ada@example.com' })).status, 204)
  t.match((await ada('GET', '/billing')).body, { status: 'trialing' })
  for (const email of ['ada+1@example.com', 'ada+1@example.org'])
    t.match((await (await signedUp(call, email))('GET', '/billing')).body, { status: 'expired' }, email)
  t.equal((await ada('PUT', '/accounts/me/email', { email: 'ada+2@example.com' })).status, 204)
  t.match((await (await signedUp(call, 'ada+3@example.com'))('GET', '/billing')).body, { status: 'expired' })
})

t.test('what an earlier version of the host recorded of a mailbox still counts', async t => {
  const host = await newcomer(t)
  const records = host.store.own('former-trials')
  await records.set('secret', 'a secret')
  // Earlier versions knew tags and the dots of Gmail alone.
  for (const mailbox of ['jane@me.com', 'jane.doe@protonmail.com', 'janedoe@gmail.com', 'jane-x@yahoo.com']) {
    const digest = createHmac('sha256', 'a secret').update(mailbox).digest('base64url')
    await records.set(`mailbox:${digest}`, { endedAt: Date.parse('2025-12-01T00:00:00Z') })
  }
  for (const email of [
    'jane+1@icloud.com',
    'jane.doe@pm.me',
    'jane.doe+1@googlemail.com',
    'jane-x@yahoo.com',
    'Jane+2@me.com'
  ])
    t.match(
      (await (await signedUp(host.call, email))('GET', '/billing')).body,
      { status: 'expired', trialEndsAt: '2025-12-01T00:00:00.000Z' },
      email
    )
})

t.test('the trial of an account that lives is never forgotten', async t => {
  const host = await newcomer(t)
  const { ada, call, time } = host
  await checkOut(host, ada, 'trial')
  await ada('PUT', '/accounts/me/email', { email: 'ada+1@example.org' })
  const again = await signedUp(call, 'ada+2@example.org')
  t.equal((await again('DELETE', '/accounts/me')).status, 204)
  time.now += 731 * 24 * 60 * 60 * 1000
  const later = await signedUp(call, 'ada+3@example.org')
  t.match((await later('GET', '/billing')).body, { status: 'expired', trialEndsAt: '2026-01-04T00:00:00.000Z' })
})

t.test('a trial that was over before its account was erased ended when it was over', async t => {
  const host = await newcomer(t)
  const { ada, call, time, signIn } = host
  await checkOut(host, ada, 'trial')
  time.now += 10 * 24 * 60 * 60 * 1000
  await signIn()
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  const again = await signedUp(call)
  t.match((await again('GET', '/billing')).body, { status: 'expired', trialEndsAt: '2026-01-04T00:00:00.000Z' })
})

t.test('a former trial is forgotten after 24 months, and an account without a plan leaves none', async t => {
  const host = await newcomer(t)
  const { ada, call, time } = host
  await ada('DELETE', '/accounts/me')
  const second = await signedUp(call)
  t.match((await second('GET', '/billing')).body, { status: 'none' })
  await checkOut(host, second, 'trial')
  await second('DELETE', '/accounts/me')
  time.now += 730 * 24 * 60 * 60 * 1000
  const third = await signedUp(call)
  t.match((await third('GET', '/billing')).body, { status: 'none' })
})

t.test('a former trial is stored under a digest of the address that names nobody', async t => {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const backend = memoryBackend(() => time.now)
  const clock = makeClock(() => time.now, Math.random)
  const host = await start(t, { plugins, deployment: { billing: 'stripe' }, store: await Store.open(backend), clock })
  const ada = await signedUp(host.call)
  await checkOut(host, ada, 'trial')
  await ada('DELETE', '/accounts/me')
  const entries = await backend.list('host:{former-trials}:', { limit: 10, reverse: false })
  t.match(
    entries.map(({ key }) => key),
    [/earlier-noted$/, /mailbox:[A-Za-z0-9_-]{43}$/, /secret$/]
  )
  t.notMatch(JSON.stringify(entries), /ada@|example/i)
})
