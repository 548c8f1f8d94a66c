import t, { type Test } from 'tap'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { SystemJobs } from '../../../host/dist/jobs/system-jobs.js'
import { email, hostAt, minute, turnOn } from '../../fixtures/account-hosts.js'
import { password, person } from '../../fixtures/dashboard-client.js'
import { mailServer } from '../../fixtures/mail-server.js'
import { stripeServer } from '../../fixtures/stripe-server.js'

const hour = 60 * minute

/** A host that sends mail and bills by Stripe, and Ada, who has followed the e-mail of her sign-up. */
async function hostWithAda(t: Test) {
  const [mail, stripe] = [await mailServer(t), await stripeServer(t)]
  const environment = { ...stripe.environment, ...mail.environment }
  const host = await hostAt(t, environment, { deployment: { billing: 'stripe' } })
  const { store, clock } = host
  const ada = person(host.call)
  const systemJobs = new SystemJobs(store, clock)
  /** Runs a system job; the e-mails that were sent and the requests that Stripe got for it. */
  async function run(...parameters: Parameters<SystemJobs['schedule']>) {
    await systemJobs.schedule(...parameters)
    return due()
  }
  let [mails, requests] = [0, 0]
  async function due() {
    await host.host.runDueJobs()
    const result = { mails: mail.arrived.slice(mails), asked: stripe.asked.slice(requests) }
    mails = mail.arrived.length
    requests = stripe.asked.length
    return result
  }
  await ada('POST', '/accounts', { email, password })
  const [, token] = /#token=(\S+)/.exec((await due()).mails[0]?.text ?? '') ?? []
  const { body } = await ada('POST', `/email-verifications/${token}`, { password })
  await due()
  return { ...host, ada, stripe, run, due, id: String(body.id), book: new JobStore(store, clock, console) }
}

t.test('each e-mail goes to whom it is for', async t => {
  const { ada, run, due, id, clock, store, book } = await hostWithAda(t)
  const reset = await run({ kind: 'reset_letter', email })
  t.match(reset.mails, [{ to: email, text: /#token=/ }])
  t.equal(reset.mails.length, 1)
  t.strictSame((await run({ kind: 'reset_letter', email: 'nobody@example.org' })).mails, [])

  const event = { id: 'one', kind: 'password_changed', at: '2026-01-01T00:00:00.000Z' } as const
  const subject = /^Security notice: Password changed/i
  t.match((await run({ kind: 'security_email', account: id, event })).mails, [{ to: email, subject }])
  const former = 'former@example.org'
  t.match((await run({ kind: 'security_email', account: id, event, to: former })).mails, [{ to: former, subject }])

  await ada('PUT', '/accounts/me/email', { email: 'next@example.org' })
  const changing = (await due()).mails.find(({ to }) => to === 'next@example.org')
  t.match(changing, { subject: 'Confirm your new e-mail address' })

  const trialEndsAt = clock.now() + 24 * hour
  await new Entitlements(store, clock).record(id, {
    id: 'facts',
    at: clock.now(),
    facts: { plan: { status: 'trialing', trialEndsAt } }
  })
  t.match((await run({ kind: 'trial_letter', account: id, trialEndsAt })).mails, [
    { to: email, subject: 'Your trial ends tomorrow' }
  ])
  t.strictSame([await book.waiting(), await book.dead()], [[], []])
})

t.test('the provider is asked about the account, and told of its address and its end', async t => {
  const { ada, run, stripe, id, book } = await hostWithAda(t)
  t.equal((await ada('POST', '/billing/checkout', { purpose: 'trial' })).status, 201)
  const customer = stripe.customerOf(id)
  await run({ kind: 'reset_letter', email: 'nobody@example.org' })
  const told = await run({ kind: 'customer_email', account: id, customer })
  t.equal(told.asked.find(({ route }) => route === `POST /v1/customers/${customer}`)?.form.get('email'), email)
  const ended = await run({ kind: 'end_trial', account: id })
  t.ok(
    ended.asked.some(({ route }) => route.startsWith('GET ')),
    'what became of the trial'
  )
  t.notOk(stripe.isGone(customer))
  await run({ kind: 'end_charges', customer })
  t.ok(stripe.isGone(customer))
  t.strictSame([await book.waiting(), await book.dead()], [[], []])
})

t.test('a trial that goes on ends later, at its new end', async t => {
  const { run, id, clock, store, book } = await hostWithAda(t)
  const trialEndsAt = clock.now() + 24 * hour
  await new Entitlements(store, clock).record(id, {
    id: 'facts',
    at: clock.now(),
    facts: { plan: { status: 'trialing', trialEndsAt } }
  })
  await run({ kind: 'end_trial', account: id })
  const [later, ...others] = await book.waiting()
  t.match(later, { job: { action: 'end_trial', input: { account: id } } })
  t.ok(later && later.dueAt >= trialEndsAt)
  t.strictSame(others, [])
})

t.test('a second factor is removed when that is due, and an account is erased', async t => {
  const host = await hostWithAda(t)
  const { ada, call, clock, due, signIn, run, id, book } = host
  await turnOn(host, ada)
  t.equal((await person(call)('POST', '/second-factor-recoveries', { email, password })).status, 202)
  clock.advance(72 * hour)
  await due()
  t.equal((await signIn()).status, 201)
  await run({ kind: 'erase', account: id })
  t.equal((await signIn()).status, 401)
  t.strictSame(await book.dead(), [])
})
