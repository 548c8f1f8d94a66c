import { pino } from 'pino'
import t, { type Test } from 'tap'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { Passwords } from '../../../host/dist/accounts/passwords/passwords.js'
import { SignUp } from '../../../host/dist/accounts/sign-up.js'
import { Throttle } from '../../../host/dist/accounts/throttle.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { FormerTrials } from '../../../host/dist/billing/former-trials.js'
import { SystemJobs } from '../../../host/dist/jobs/system-jobs.js'
import { Mailer } from '../../../host/dist/mail/mailer.js'
import { readSettings } from '../../../host/dist/settings.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { leastCost, memoryStore, movableClock, start } from '../../fixtures/start-host.js'

const email = 'zebulon.quartermain@example.org'
const address = '192.0.2.1'

/** Sign-ups of a host without mail, and a link of one with mail. */
async function signUps(t: Test) {
  const store = await memoryStore()
  const clock = movableClock('2026-01-01T00:00:00Z')
  const passwords = new Passwords(leastCost)
  t.teardown(() => passwords.dispose())
  const [accounts, tokens] = [new Accounts(store, clock), new OneTimeTokens(store, clock)]
  const mailer = new Mailer(readSettings({}), pino({ level: 'silent' }), new Throttle(store, clock))
  const trials = new FormerTrials(store, clock, new Entitlements(store, clock))
  const signUp = new SignUp(accounts, passwords, tokens, mailer, new SystemJobs(store, clock), trials)
  const link = async () => tokens.make('sign-up', { email, password: await passwords.hash(password) }, 60_000)
  /** Takes all places that the address has in the queue. */
  const fill = () => Promise.all(Array.from({ length: 4 }, () => passwords.hash(password, address)))
  return { signUp, passwords, accounts, tokens, trials, link, fill }
}

t.test('without mail an account is made at once, and its address is not confirmed', async t => {
  const { call } = await start(t)
  const ada = await signedUp(call, email)
  t.match((await ada('GET', '/accounts/me')).body, { email, emailVerified: false })
  t.match(await person(call)('POST', '/accounts', { email: email.toUpperCase(), password }), {
    status: 409,
    body: { code: 'email_taken' }
  })
})

t.test('a password that is guessed soon, also from the address, makes no account', async t => {
  const { call } = await start(t)
  for (const [weak, detail] of [
    ['password', /tried first/],
    ['zebulonquartermain', /your e-mail address/]
  ] as const) {
    const one = person(call)
    t.match(await one('POST', '/accounts', { email, password: weak }), {
      status: 400,
      body: { code: 'invalid_input', errors: [{ pointer: '#/password', code: 'too_common', detail }] }
    })
    t.equal((await one('GET', '/accounts/me')).status, 401)
  }
  t.equal((await person(call)('POST', '/accounts', { email, password })).status, 201)
})

t.test('each step of a sign-up takes a place of its network address in the queue of passwords', async t => {
  const { signUp, passwords, accounts, link, fill } = await signUps(t)
  const refused = { code: 'rate_limited' }
  let waiting: Promise<unknown> = fill()
  await t.rejects(signUp.begin(email, password, address), refused, 'the estimate')
  await waiting

  const estimate = passwords.estimate.bind(passwords)
  passwords.estimate = async (...parameters) => {
    const estimated = await estimate(...parameters)
    waiting = fill()
    return estimated
  }
  await t.rejects(signUp.begin(email, password, address), refused, 'the hash')
  await waiting
  t.equal(await accounts.findByEmail(email), undefined)

  const token = await link()
  waiting = fill()
  await t.rejects(signUp.finish(token, password, address), refused, 'the comparison')
  await waiting
  t.match(await signUp.finish(token, password, address), { email }, 'the link stays valid')
})

t.test('of two who open one link at once, one gets the account', async t => {
  const { signUp, link, tokens } = await signUps(t)
  const token = await link()
  const [one, two] = await Promise.allSettled([1, 2].map(() => signUp.finish(token, password, address)))
  t.match(one, { status: 'fulfilled', value: { email, verifiedAt: String } })
  t.match(two, { status: 'rejected', reason: { code: 'invalid_link' } })
  t.equal(await tokens.read('sign-up', token), undefined)
})

t.test('a sign-up ends when it is known whether the mailbox had a trial, or fails', async t => {
  const { signUp, trials } = await signUps(t)
  trials.carryOver = async () => {
    throw new Error('the store is away')
  }
  await t.rejects(signUp.begin(email, password, address), { message: 'the store is away' })
})
