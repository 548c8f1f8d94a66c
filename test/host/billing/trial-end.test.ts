import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { Throttle } from '../../../host/dist/accounts/throttle.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { TrialEmail } from '../../../host/dist/billing/trial-end.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { Mailer } from '../../../host/dist/mail/mailer.js'
import { trialEndsMessage } from '../../../host/dist/mail/messages.js'
import { readSettings } from '../../../host/dist/settings.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { checkOut, password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { mailServer } from '../../fixtures/mail-server.js'
import { start } from '../../fixtures/start-host.js'

const trialMs = 3 * 24 * 60 * 60 * 1000
const email = 'ada@example.org'
const day = 24 * 60 * 60 * 1000
const hour = 60 * 60 * 1000
const begin = Date.parse('2026-01-01T00:00:00Z')

/** A demo with billing whose clock the test moves. */
async function billed(t: Test, environment: Readonly<Record<string, string>> = {}) {
  const time = { now: begin }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const host = await start(t, { deployment: { billing: 'stripe' }, environment, store, clock })
  return { ...host, time, book: new JobStore(store, clock, console), entitlements: new Entitlements(store, clock) }
}

/** The same, with mail, and somebody who has followed the e-mail of the sign-up. */
async function withMail(t: Test) {
  const mail = await mailServer(t)
  const host = await billed(t, mail.environment)
  const ada = person(host.call)
  await ada('POST', '/accounts', { email, password })
  await host.host.runDueJobs()
  const [, token] = /#token=([A-Za-z0-9_-]{43})\s/.exec(mail.arrived.at(-1)?.text ?? '') ?? []
  await ada('POST', `/email-verifications/${token}`, { password })
  const subjects = () => mail.arrived.slice(1).map(({ subject }) => subject)
  return { ...host, ...mail, ada, subjects }
}

t.test('an e-mail leaves a day before the trial ends, once', async t => {
  const host = await withMail(t)
  const { ada, arrived, subjects, time, host: running } = host
  await checkOut(host, ada, 'trial')
  time.now = begin + 2 * day - 1
  await running.runDueJobs()
  t.strictSame(subjects(), [])
  time.now += 1
  await running.runDueJobs()
  t.strictSame(subjects(), ['Your trial ends tomorrow'])
  t.match(arrived.at(-1), { to: email, text: /ends on Sun, 04 Jan 2026 00:00:00 GMT/ })
  t.match(arrived.at(-1)?.text, /no payment card[\s\S]*http:\/\/127\.0\.0\.1:[1-9]\d*\/billing/)
  await checkOut(host, ada, 'card', 'visa')
  await running.runDueJobs()
  t.equal(subjects().length, 1, 'a card that comes on the last day sends no other one')
  time.now = begin + 3 * day + hour
  await running.runDueJobs()
  t.equal(subjects().length, 1)
})

t.test('whoever holds a card is told what becomes of it', async t => {
  const host = await withMail(t)
  await checkOut(host, host.ada, 'trial')
  await checkOut(host, host.ada, 'card', 'mastercard')
  host.time.now = begin + 2 * day
  await host.host.runDueJobs()
  t.match(host.arrived.at(-1)?.text, /a demo, which charges no card, so the plan ends then/)
  const card = { held: true, brand: 'mastercard', last4: '4444', heldSince: begin }
  const { text } = trialEndsMessage('tomorrow', card, true, 'https://products.example/billing')
  t.match(text, /your card \(mastercard ending in 4444\) is charged/)
})

t.test('no e-mail is written about a trial that has ended otherwise, or for an account that is gone', async t => {
  const host = await withMail(t)
  const { ada, subjects, time, host: running, entitlements } = host
  await checkOut(host, ada, 'trial')
  const { id } = (await ada('GET', '/accounts/me')).body
  await entitlements.decide(id, 'cancel', () => ({ plan: { status: 'canceled', trialEndsAt: begin + trialMs } }))
  time.now = begin + 2 * day
  await running.runDueJobs()
  t.strictSame(subjects(), [])
  await ada('DELETE', '/accounts/me')
  time.now = begin + 4 * day
  await running.runDueJobs()
  t.strictSame(subjects(), [])
})

t.test('an e-mail about an end that no longer holds is not sent, and one about the present end is', async t => {
  const mail = await mailServer(t)
  const clock = makeClock(() => begin, Math.random)
  const store = await Store.open(memoryBackend(() => begin))
  const settings = readSettings({ DEMO_MODE: 'local', ...mail.environment })
  const [accounts, entitlements] = [new Accounts(store, clock), new Entitlements(store, clock)]
  const mailer = new Mailer(settings, pino({ level: 'silent' }), new Throttle(store, clock))
  const trialEmail = new TrialEmail(settings, 'stripe', accounts, entitlements, mailer)
  const ada = await accounts.create({ email, password: null, isVerified: true })
  if (!ada) throw new Error('The address is taken.')
  const trialUntil = (trialEndsAt: number) =>
    entitlements.decide(ada.id, 'trial', () => ({ plan: { status: 'trialing', trialEndsAt } }))
  await trialUntil(begin + trialMs)
  await trialUntil(begin + trialMs + day)
  await trialEmail.send(ada.id, begin + trialMs)
  await trialEmail.send(ada.id, begin + trialMs + 2 * day)
  await trialEmail.send('acc_nobody', begin + trialMs + day)
  t.strictSame(mail.arrived, [])
  await trialEmail.send(ada.id, begin + trialMs + day)
  t.match(mail.arrived, [{ to: email, text: /ends on Mon, 05 Jan 2026 00:00:00 GMT/ }])
})

t.test('where no mail is sent, none is scheduled; the end of the trial is', async t => {
  const host = await billed(t)
  const ada = await signedUp(host.call)
  const waiting = async () => (await host.book.waiting()).map(({ job, dueAt }) => [job.action, dueAt])
  await checkOut(host, ada, 'trial')
  t.strictSame(await waiting(), [['end_trial', begin + trialMs]])
  await checkOut(host, ada, 'card', 'visa')
  t.strictSame(await waiting(), [['end_trial', begin + trialMs + hour]], 'with a card, after the hour of the charge')
})

t.test('whoever begins a trial that ends within a day gets no e-mail about its end', async t => {
  const host = await withMail(t)
  const { ada, subjects, time, host: running, entitlements, book } = host
  const { id } = (await ada('GET', '/accounts/me')).body
  const schedule = async (trialEndsAt: number) => {
    await entitlements.decide(id, `${trialEndsAt}`, () => ({ plan: { status: 'trialing', trialEndsAt } }))
    await checkOut(host, ada, 'card', 'visa')
    await running.runDueJobs()
  }
  await schedule(begin + day)
  t.strictSame(subjects(), [])
  await schedule(begin + day + 1)
  t.strictSame(subjects(), [])
  time.now = begin + 1
  await running.runDueJobs()
  t.strictSame(subjects(), ['Your trial ends tomorrow'])
  t.strictSame(await book.dead(), [])
})

t.test('a payment method that is no card is named as what it is', t => {
  const text = (card: { brand: string | null; last4: string | null; type: string }) =>
    trialEndsMessage('tomorrow', { held: true, ...card }, true, 'https://products.example/billing').text
  t.match(text({ brand: 'link', last4: null, type: 'link' }), 'and your payment method (link) is charged.')
  t.match(text({ brand: null, last4: null, type: 'other' }), 'and your payment method is charged.')
  const debit = { brand: 'sepa debit', last4: '3000', type: 'sepa_debit' }
  t.match(text(debit), 'and your payment method (sepa debit ending in 3000) is charged.')
  t.end()
})

t.test('the end of a trial is noted when it comes, though nobody looks', async t => {
  const host = await billed(t)
  const { time, host: running, entitlements, book } = host
  const ada = await signedUp(host.call)
  const grace = await signedUp(host.call, 'grace@example.org')
  await checkOut(host, ada, 'trial')
  await checkOut(host, grace, 'trial', 'visa')
  time.now = begin + trialMs
  await running.runDueJobs()
  time.now = begin + hour
  t.match(await entitlements.freshPlanState(ada.id), { status: 'expired' })
  t.match(await entitlements.freshPlanState(grace.id), { status: 'trialing' })
  time.now = begin + trialMs + hour
  await running.runDueJobs()
  time.now = begin + hour
  t.match(await entitlements.freshPlanState(grace.id), { status: 'expired' })
  t.strictSame(await book.dead(), [])
})

t.test('a trial of which only a former end was scheduled is looked at again when it ends', async t => {
  const { time, host: running, entitlements, book, ...host } = await billed(t)
  const ada = await signedUp(host.call)
  await checkOut(host, ada, 'trial')
  const trialEndsAt = begin + trialMs + day
  await entitlements.decide(ada.id, 'prolonged', () => ({ plan: { status: 'trialing', trialEndsAt } }))
  time.now = begin + trialMs
  await running.runDueJobs()
  t.match(await book.waiting(), [{ job: { action: 'end_trial' }, dueAt: trialEndsAt }])
  time.now = trialEndsAt
  await running.runDueJobs()
  time.now = begin
  t.match(await entitlements.freshPlanState(ada.id), { status: 'expired' })
})

t.test('a card that comes during the trial moves its end by the hour that news may take', async t => {
  const host = await billed(t)
  const { time, host: running, entitlements } = host
  const ada = await signedUp(host.call)
  await checkOut(host, ada, 'trial')
  await checkOut(host, ada, 'card', 'visa')
  time.now = begin + trialMs
  await running.runDueJobs()
  t.match(await entitlements.freshPlanState(ada.id), { status: 'trialing' })
  await checkOut(host, await signedUp(host.call, 'mary@example.org'), 'trial')
  time.now = begin + trialMs + hour
  await running.runDueJobs()
  t.match(await entitlements.freshPlanState(ada.id), { status: 'expired' })
})
