import { pino } from 'pino'
import t, { type Test } from 'tap'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { EmailChange } from '../../../host/dist/accounts/email-change.js'
import { DisabledAccounts } from '../../../host/dist/accounts/keys/check-key.js'
import { KnownDevices } from '../../../host/dist/accounts/known-devices.js'
import { Passwords } from '../../../host/dist/accounts/passwords/passwords.js'
import { SignIn } from '../../../host/dist/accounts/sign-in.js'
import { Throttle } from '../../../host/dist/accounts/throttle.js'
import { SecurityEvents } from '../../../host/dist/audit/security-events.js'
import { CustomerRecords } from '../../../host/dist/billing/customer-records.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { FormerTrials } from '../../../host/dist/billing/former-trials.js'
import { SystemJobs } from '../../../host/dist/jobs/system-jobs.js'
import { Mailer } from '../../../host/dist/mail/mailer.js'
import { readSettings } from '../../../host/dist/settings.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../../host/dist/storage/store.js'
import { email, hostAt, hostWithMail, minute } from '../../fixtures/account-hosts.js'
import { checkOut, password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { mailServer } from '../../fixtures/mail-server.js'
import { leastCost, movableClock, start } from '../../fixtures/start-host.js'
import { billed } from '../billing/stripe/stripe-host.js'

const next = 'ada@example.com'
const hour = 60 * minute

/** A host that sends mail, with Ada, and what she does to change her address. */
async function changing(t: Test) {
  const host = await hostWithMail(t)
  const { ada, arrived, call, host: running } = host
  const ask = (address = next) => ada('PUT', '/accounts/me/email', { email: address })
  /** The e-mails that were sent since the last look, by recipient. */
  let seen = arrived.length
  async function sent() {
    await running.runDueJobs()
    const mails = arrived.slice(seen)
    seen = arrived.length
    return mails.toSorted((one, other) => `${one.to}${one.subject}`.localeCompare(`${other.to}${other.subject}`))
  }
  async function link() {
    const mails = await sent()
    const texts = mails.filter(({ to }) => to === next).map(({ text }) => text)
    return /confirm-email#token=(\S+)/.exec(texts.join(' '))?.[1] ?? ''
  }
  const open = (token: string, typed = password) => person(call)('POST', `/email-changes/${token}`, { password: typed })
  const me = async () => (await ada('GET', '/accounts/me')).body
  return { ...host, ask, sent, link, open, me }
}

const signsIn = async (call: Parameters<typeof person>[0], address: string) =>
  (await person(call)('POST', '/sessions', { email: address, password })).status

t.test('an address changes when the link in the new mailbox is opened with the password', async t => {
  const { ask, sent, open, me, call, ada, clock, stored } = await changing(t)
  t.match(await ask(), { status: 202, body: { status: 'confirmation_sent' } })
  const mails = await sent()
  t.match(mails, [
    { to: next, subject: 'Confirm your new e-mail address', text: /password of the account/ },
    { to: email, subject: 'Security notice: Change of the e-mail address requested', text: /change your password/ }
  ])
  t.equal(mails.length, 2)
  const token = /#token=(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''
  t.notMatch(await stored(), token)
  t.notMatch(await stored(), 'email-change-request', 'what was asked for is done when its e-mail has left')
  t.match(await me(), { email })
  t.equal(await signsIn(call, next), 401)

  t.match(await open(token, 'not the right one'), { status: 401, body: { code: 'invalid_credentials' } })
  t.match(await me(), { email })
  clock.advance(hour)
  const opened = await open(token)
  t.equal(opened.status, 204)
  t.equal(opened.headers.get('set-cookie'), null, 'the link signs nobody in')
  t.match(await me(), { email: next, emailVerified: true })
  t.strictSame([await signsIn(call, email), await signsIn(call, next)], [401, 201])
  t.match(await open(token), { status: 404, body: { code: 'invalid_link' } })

  const notices = (await sent()).filter(({ subject }) => subject.includes('E-mail address changed'))
  t.match(notices, [{ to: email, text: /write to the operator/ }])
  t.equal(notices.length, 1)
  const { events } = (await ada('GET', '/accounts/me/events')).body
  t.match(
    events.filter(({ kind }: { kind: string }) => kind.startsWith('email')),
    [
      { kind: 'email_changed', network: '127.0.0.0/24' },
      { kind: 'email_change_requested', sessionId: /^ses_/ }
    ]
  )
})

t.test('a link ends after 24 hours, with a newer password, with a newer address, and with its account', async t => {
  const { ask, link, open, ada, clock, me } = await changing(t)
  const gone = { status: 404, body: { code: 'invalid_link' } }
  await ask()
  const old = await link()
  clock.advance(24 * hour)
  t.match(await open(old), gone)

  await ada('POST', '/sessions', { email, password })
  await ask()
  const before = await link()
  clock.advance(1)
  await ada('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })
  t.match(await open(before, 'nine purple whales'), gone)
  await ada('PUT', '/accounts/me/password', { current: 'nine purple whales', next: password })

  clock.advance(2 * hour)
  await ada('POST', '/sessions', { email, password })
  await ask()
  const first = await link()
  await ask()
  const second = await link()
  t.strictSame(
    (await Promise.all([open(first), open(first), open(second)])).map(({ status }) => status).sort(),
    [204, 404, 404]
  )
  t.match(await me(), { email: next })

  clock.advance(2 * hour)
  await ada('POST', '/sessions', { email: next, password })
  await ask(email)
  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.match(await open(second), gone)
})

t.test('an address that is taken is answered alike, and only its owner is told', async t => {
  const { ask, sent, call, me, arrived } = await changing(t)
  const eve = person(call)
  await eve('POST', '/accounts', { email: 'eve@example.org', password })
  await sent()
  const token = /#token=(\S+)/.exec(arrived.at(-1)?.text ?? '')?.[1] ?? ''
  await eve('POST', `/email-verifications/${token}`, { password })
  await sent()

  const answers = [await ask('eve@example.org'), await ask('nobody@example.org')]
  t.strictSame(answers[0]?.body, answers[1]?.body)
  t.strictSame(
    answers.map(({ status }) => status),
    [202, 202]
  )
  const mails = (await sent()).filter(({ to }) => to !== email)
  t.match(mails, [
    { to: 'eve@example.org', subject: 'Somebody tried to use your e-mail address' },
    { to: 'nobody@example.org', subject: 'Confirm your new e-mail address' }
  ])
  t.notMatch(mails[0]?.text, /#token/)
  t.match(await me(), { email })
})

t.test('an address that is taken before its link is opened stays with its owner', async t => {
  const { ask, link, open, call, me, host, arrived } = await changing(t)
  await ask()
  const token = await link()
  const grace = person(call)
  await grace('POST', '/accounts', { email: next, password })
  await host.runDueJobs()
  const [, signUp] = /verify-email#token=(\S+)/.exec(arrived.at(-1)?.text ?? '') ?? []
  t.equal((await grace('POST', `/email-verifications/${signUp}`, { password })).status, 201)
  t.match(await open(token), { status: 409, body: { code: 'email_taken' } })
  t.match(await me(), { email })
  t.match((await grace('GET', '/accounts/me')).body, { email: next })
})

t.test('what was sent to the former address ends with the change', async t => {
  const { ask, link, open, call, sent } = await changing(t)
  await ask()
  const token = await link()
  await person(call)('POST', '/password-resets', { email })
  await person(call)('POST', '/accounts', { email, password })
  const mails = await sent()
  const [, reset] = /reset-password#token=(\S+)/.exec(mails.map(({ text }) => text).join(' ')) ?? []
  t.ok(reset)
  t.equal((await open(token)).status, 204)
  t.match(await person(call)('PUT', `/password-resets/${reset}`, { password: 'nine purple whales' }), {
    status: 404,
    body: { code: 'invalid_link' }
  })
  await person(call)('POST', '/password-resets', { email })
  t.strictSame(
    (await sent()).filter(({ subject }) => subject.includes('password')),
    [],
    'the former address gets no link'
  )
})

t.test('who is disabled changes no address by a link', async t => {
  const { ask, link, store, clock, ada } = await changing(t)
  await ask()
  const token = await link()
  const { id } = (await ada('GET', '/accounts/me')).body
  await new DisabledAccounts(store, clock).disable(id, 'a reason')
  const { call } = await start(t, { store, clock })
  t.match(await person(call)('POST', `/email-changes/${token}`, { password }), {
    status: 403,
    body: { code: 'account_disabled' }
  })
})

t.test('where no mail is sent the address changes at once, and a taken one is refused', async t => {
  const { call, clock } = await hostAt(t)
  const ada = await signedUp(call)
  await signedUp(call, 'eve@example.org')
  t.match(await ada('PUT', '/accounts/me/email', { email: 'EVE@example.org' }), {
    status: 409,
    body: { code: 'email_taken' }
  })
  t.match(await ada('PUT', '/accounts/me/email', { email }), {
    status: 400,
    body: { errors: [{ pointer: '#/email', code: 'same_address' }] }
  })
  t.match(await ada('PUT', '/accounts/me/email', { email: 'no address' }), {
    status: 400,
    body: { errors: [{ pointer: '#/email' }] }
  })
  t.equal((await ada('PUT', '/accounts/me/email', { email: next })).status, 204)
  t.match((await ada('GET', '/accounts/me')).body, { email: next, emailVerified: false })
  t.strictSame([await signsIn(call, email), await signsIn(call, next)], [401, 201])
  t.equal((await ada('PUT', '/accounts/me/email', { email: 'ADA@example.com' })).status, 204)
  t.equal(await signsIn(call, next), 201, 'another spelling of the same address')
  t.match((await signedUp(call)).id, /^acc_/, 'the former address is free')

  await ada('PUT', '/accounts/me/email', { email: 'three@example.com' })
  t.match(await ada('PUT', '/accounts/me/email', { email: 'four@example.com' }), {
    status: 429,
    body: { code: 'rate_limited' }
  })
  clock.advance(15 * minute)
  t.match(await ada('PUT', '/accounts/me/email', { email: 'five@example.com' }), {
    status: 403,
    body: { code: 'recent_sign_in_required' }
  })
})

t.test('of two accounts that take one address at once, one gets it', async t => {
  const { call } = await hostAt(t)
  const both = [await signedUp(call), await signedUp(call, 'eve@example.org')]
  const answers = await Promise.all(both.map(one => one('PUT', '/accounts/me/email', { email: next })))
  t.strictSame(answers.map(({ status }) => status).sort(), [204, 409])
})

t.test('export and erasure follow the new address, and both addresses have had the trial', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const host = await start(t, { deployment: { billing: 'stripe' }, clock })
  const { call, url } = host
  const ada = await signedUp(call)
  await checkOut(host, ada, 'trial')
  t.equal((await ada('PUT', '/accounts/me/email', { email: next })).status, 204)
  const taken = await fetch(`${url}/dashboard/api/export`, { headers: { Cookie: ada.cookie(), Connection: 'close' } })
  const text = await taken.text()
  t.match(text, next)
  t.notMatch(text, email)

  const billing = async (address: string) => {
    const one = await signedUp(call, address)
    return (await one('GET', '/billing')).body.status
  }
  t.equal(await billing(email), 'expired', 'while the account has its new address')
  const moved = await signedUp(call, 'fresh@example.org')
  t.equal((await moved('PUT', '/accounts/me/email', { email: 'ada+2@example.org' })).status, 204)
  t.match((await moved('GET', '/billing')).body, { status: 'expired' }, 'nor by a change to the former address')

  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  t.equal(await billing(next), 'expired')
  t.equal(await billing('grace@example.org'), 'none')
})

t.test('an address gets three e-mails about changes an hour, silently', async t => {
  const mail = await mailServer(t)
  const { call, host } = await hostAt(t, mail.environment)
  for (const name of ['ada', 'eve', 'grace', 'joan']) {
    const one = person(call)
    await one('POST', '/accounts', { email: `${name}@example.org`, password })
    await host.runDueJobs()
    const [, token] = /#token=(\S+)/.exec(mail.arrived.at(-1)?.text ?? '') ?? []
    await one('POST', `/email-verifications/${token}`, { password })
    t.equal((await one('PUT', '/accounts/me/email', { email: next })).status, 202)
    await host.runDueJobs()
  }
  t.equal(mail.arrived.filter(({ to }) => to === next).length, 3)
})

t.test('the customer at the billing provider gets the new address', async t => {
  const { stripe, customer, host } = await billed(t)
  const { one, id } = await customer(email)
  const asked = () => stripe.asked.filter(({ route }) => route === `POST /v1/customers/${id}`)
  await host.runDueJobs()
  t.equal(asked().length, 0)
  t.equal((await one('PUT', '/accounts/me/email', { email: next })).status, 204)
  await host.runDueJobs()
  t.match(
    asked().map(({ form }) => form.get('email')),
    [next]
  )
})

t.test('another spelling of the account’s own address is confirmed by a link too', async t => {
  const { ask, sent, open, me } = await changing(t)
  const spelled = 'ADA@example.org'
  t.equal((await ask(spelled)).status, 202)
  const [, token = ''] = /confirm-email#token=(\S+)/.exec((await sent()).map(({ text }) => text).join(' ')) ?? []
  t.equal((await open(token)).status, 204)
  t.match(await me(), { email: spelled, emailVerified: true })
})

t.test('a link is for the address and the password that the account had when it was asked for', async t => {
  const { ada, store, clock, open, me } = await changing(t)
  const { id } = (await ada('GET', '/accounts/me')).body
  const { passwordChangedAt = '' } = (await new Accounts(store, clock).find(id)) ?? {}
  const tokens = new OneTimeTokens(store, clock)
  const asked = { account: id, email: next, from: email, passwordChangedAt }
  for (const former of [{ from: 'former@example.org' }, { passwordChangedAt: '2025-01-01T00:00:00.000Z' }]) {
    const token = await tokens.make('email-change', { ...asked, ...former }, hour)
    t.match(await open(token), { status: 404, body: { code: 'invalid_link' } })
  }
  t.match(await me(), { email })
  t.equal((await open(await tokens.make('email-change', asked, hour))).status, 204)
  t.match(await me(), { email: next })
})

t.test('a sign-up that waits for the former address ends with the change', async t => {
  const { ask, link, open, store, clock } = await changing(t)
  const tokens = new OneTimeTokens(store, clock)
  const former = await tokens.make('sign-up', { email, password: 'a hash' }, hour)
  const other = await tokens.make('sign-up', { email: 'eve@example.org', password: 'a hash' }, hour)
  await ask()
  t.equal((await open(await link())).status, 204)
  t.equal(await tokens.read('sign-up', former), undefined)
  t.match(await tokens.read('sign-up', other), { email: 'eve@example.org' })
})

t.test('who changes an address that has changed in the meantime is told so, and changes nothing', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  const store = await Store.open(backend)
  const stored = async () => JSON.stringify(await backend.list('', { limit: 1_000, reverse: false }))
  const logger = pino({ level: 'silent' })
  const [accounts, tokens] = [new Accounts(store, clock), new OneTimeTokens(store, clock)]
  const [disabled, throttle] = [new DisabledAccounts(store, clock), new Throttle(store, clock)]
  const [mailer, systemJobs] = [new Mailer(readSettings({}), logger, throttle), new SystemJobs(store, clock)]
  const passwords = new Passwords(leastCost)
  t.teardown(() => passwords.dispose())
  const changes = new EmailChange(
    accounts,
    new SignIn(accounts, passwords, throttle, disabled, new KnownDevices(store, clock)),
    disabled,
    tokens,
    new FormerTrials(store, clock, new Entitlements(store, clock)),
    new CustomerRecords(store),
    mailer,
    systemJobs,
    new SecurityEvents(store, clock, systemJobs, mailer, logger)
  )
  const ada = await accounts.create({ email, password: await passwords.hash(password), isVerified: true })
  if (!ada) throw new Error('The address is taken.')
  await accounts.changeEmail(ada.id, { from: email, to: 'second@example.org', isVerified: true })
  const before = await stored()
  await t.rejects(changes.begin(ada, next, {}), { code: 'not_found', detail: /changed in the meantime/ })
  t.equal(await stored(), before)

  const wanted = { account: ada.id, email: next, from: 'second@example.org', passwordChangedAt: ada.passwordChangedAt }
  const token = await tokens.make('email-change', wanted, hour)
  const use = tokens.use.bind(tokens)
  tokens.use = async (...parameters) => {
    await accounts.changeEmail(ada.id, { from: 'second@example.org', to: 'third@example.org', isVerified: true })
    return use(...parameters)
  }
  await t.rejects(changes.finish(token, password, {}), { code: 'invalid_link' })
  t.match(await accounts.find(ada.id), { email: 'third@example.org' })
})
