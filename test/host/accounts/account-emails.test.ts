import { makeClock } from '@product-host/sdk/runtime'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { SecurityEmail } from '../../../host/dist/accounts/account-emails.js'
import { Accounts } from '../../../host/dist/accounts/accounts.js'
import { Throttle } from '../../../host/dist/accounts/throttle.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { Mailer } from '../../../host/dist/mail/mailer.js'
import { readSettings } from '../../../host/dist/settings.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { OneTimeTokens } from '../../../host/dist/storage/one-time-tokens.js'
import { Store } from '../../../host/dist/storage/store.js'
import { password, person } from '../../fixtures/dashboard-client.js'
import { mailServer } from '../../fixtures/mail-server.js'
import { start } from '../../fixtures/start-host.js'

const email = 'ada@example.org'
const minute = 60_000

/** A host that sends mail, with a clock that the test moves. */
async function hostWithMail(t: Test) {
  const mail = await mailServer(t)
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const backend = memoryBackend(() => time.now)
  const store = await Store.open(backend)
  const host = await start(t, { environment: mail.environment, store, clock })
  /** The token in the newest e-mail, once what is due has been sent. */
  async function token(): Promise<string> {
    await host.host.runDueJobs()
    return /#token=([A-Za-z0-9_-]{43})\s/.exec(mail.arrived.at(-1)?.text ?? '')?.[1] ?? ''
  }
  /** Signs somebody up and follows the e-mail. */
  async function welcome(address = email) {
    const one = person(host.call)
    await one('POST', '/accounts', { email: address, password })
    await one('POST', `/email-verifications/${await token()}`, { password })
    return one
  }
  const kept = async () => JSON.stringify(await backend.list('', { limit: 10_000, reverse: false }))
  return { ...host, ...mail, time, book: new JobStore(store, clock, console), token, welcome, kept }
}

t.test('an account is made when the e-mail has arrived, by who knows the password', async t => {
  const { call, arrived, token, kept } = await hostWithMail(t)
  const ada = person(call)
  const asked = await ada('POST', '/accounts', { email, password })
  t.match(asked, { status: 202, body: { status: 'letter_sent' } })
  t.equal(asked.headers.get('set-cookie'), null)
  t.equal((await ada('POST', '/sessions', { email, password })).status, 401)
  const good = await token()
  t.match(arrived, [
    {
      from: 'Products <no-reply@example.com>',
      to: email,
      subject: 'Confirm your e-mail address',
      text: /http:\/\/127\.0\.0\.1:[1-9]\d*\/verify-email#token=/
    }
  ])
  t.notMatch(await kept(), good)

  const stranger = person(call)
  t.match(await stranger('POST', `/email-verifications/${good}`, { password: 'a guess of mine' }), {
    status: 401,
    body: { code: 'invalid_credentials' }
  })
  t.match(await ada('POST', `/email-verifications/${good}`, { password }), {
    status: 201,
    body: { email, emailVerified: true }
  })
  t.equal((await ada('GET', '/accounts/me')).status, 200)
  t.match(await ada('POST', `/email-verifications/${good}`, { password }), {
    status: 404,
    body: { code: 'invalid_link' }
  })
})

t.test('signing up with an address that has an account is answered alike, and told to its owner alone', async t => {
  const { call, arrived, host, welcome } = await hostWithMail(t)
  await welcome()
  const told = async (address: string) => {
    const { status, body } = await person(call)('POST', '/accounts', { email: address, password: 'nine purple whales' })
    return { status, body }
  }
  t.strictSame(await told(email), await told('grace@example.org'))
  await host.runDueJobs()
  const emails = arrived.slice(1).map(({ to, subject }) => `${to}: ${subject}`)
  t.strictSame(emails.sort(), [
    'ada@example.org: You have an account already',
    'grace@example.org: Confirm your e-mail address'
  ])
  t.equal((await person(call)('POST', '/sessions', { email, password })).status, 201)
})

t.test('a reset is answered alike for everybody; its link is good once, for 30 minutes', async t => {
  const { call, arrived, token, welcome, time } = await hostWithMail(t)
  const ada = await welcome()
  const ask = async (address: string) => {
    const { status, body } = await person(call)('POST', '/password-resets', { email: address })
    return { status, body }
  }
  t.strictSame(await ask('nobody@example.org'), { status: 202, body: { status: 'letter_sent' } })
  t.strictSame(await ask('ADA@example.org'), { status: 202, body: { status: 'letter_sent' } })
  const first = await token()
  t.match(arrived.slice(1), [{ to: email, subject: 'Choose a new password' }])
  t.equal(arrived.length, 2)

  const reset = (link: string, next: string) => person(call)('PUT', `/password-resets/${link}`, { password: next })
  time.now += 30 * minute
  t.match(await reset(first, 'nine purple whales'), { status: 404, body: { code: 'invalid_link' } })

  await ask(email)
  const second = await token()
  time.now += 30 * minute - 1
  t.match(await reset(second, 'password'), { status: 400, body: { errors: [{ pointer: '#/password' }] } })
  const both = await Promise.all([reset(second, 'nine purple whales'), reset(second, 'nine purple whales')])
  t.strictSame(both.map(({ status }) => status).sort(), [204, 404])
  t.equal((await ada('GET', '/accounts/me')).status, 401)
  t.equal((await ada('POST', '/sessions', { email, password })).status, 401)
  t.equal((await ada('POST', '/sessions', { email, password: 'nine purple whales' })).status, 201)
})

t.test('a link to a new password is worth nothing once the password has changed', async t => {
  const { call, token, welcome, time } = await hostWithMail(t)
  const ada = await welcome()
  await person(call)('POST', '/password-resets', { email })
  const link = await token()
  time.now += minute
  await ada('PUT', '/accounts/me/password', { current: password, next: 'nine purple whales' })
  t.equal((await person(call)('PUT', `/password-resets/${link}`, { password })).status, 404)
})

t.test('sign-ups send three emails to one mailbox, silently, and use up no other emails', async t => {
  const { call, arrived, host, welcome, time } = await hostWithMail(t)
  await welcome()
  time.now += 24 * 60 * minute
  const signUp = (address: string) => person(call)('POST', '/accounts', { email: address, password })
  const sentTo = (name: string) => arrived.filter(({ to }) => to.startsWith(name)).length
  for (const address of ['grace@example.org', email]) {
    const before = arrived.length
    for (let count = 0; count < 8; count++) {
      const reply = await signUp(address.replace('@', count % 2 ? '+tag@' : '@').toUpperCase())
      t.match(reply, { status: 202, body: { status: 'letter_sent' } })
      await host.runDueJobs()
    }
    t.equal(arrived.length - before, 3)
  }
  t.equal((await person(call)('POST', '/password-resets', { email })).status, 202)
  await host.runDueJobs()
  t.match(arrived.at(-1), { to: email, subject: 'Choose a new password' })
  const before = sentTo('GRACE')
  time.now += 60 * minute
  await signUp('GRACE@example.org')
  await host.runDueJobs()
  t.equal(sentTo('GRACE'), before + 1)
})

t.test('erasing an account ends every sign-up and reset that is pending for its address', async t => {
  const { call, arrived, state, time, host, token, kept } = await hostWithMail(t)
  const signUp = () => person(call)('POST', '/accounts', { email: 'Ada@example.org', password })
  await signUp()
  const pending = await token()
  const ada = person(call)
  await ada('POST', '/accounts', { email, password })
  t.equal((await ada('POST', `/email-verifications/${await token()}`, { password })).status, 201)
  await person(call)('POST', '/password-resets', { email })
  const reset = await token()
  // What is due is also sent without being told to.
  state.isRefusing = true
  await signUp()
  const sent = arrived.length

  t.equal((await ada('DELETE', '/accounts/me')).status, 204)
  await host.runDueJobs()
  state.isRefusing = false
  time.now += 12_000
  await host.runDueJobs()
  t.match(
    arrived.slice(sent).map(({ to, subject }) => `${to}: ${subject}`),
    [/^ada@example\.org: Security notice: Account deleted$/i],
    'one e-mail, and none about the sign-up'
  )
  t.equal((await person(call)('POST', `/email-verifications/${pending}`, { password })).status, 404)
  t.equal((await person(call)('PUT', `/password-resets/${reset}`, { password })).status, 404)
  const left = await kept()
  for (const trace of ['sign-up', 'reset:', 'one-time-tokens', 'known-devices', email]) t.notMatch(left, trace)
  await signUp()
  t.equal((await person(call)('POST', `/email-verifications/${await token()}`, { password })).status, 201)
})

t.test('a link that is used up leaves nothing behind', async t => {
  const { welcome, kept } = await hostWithMail(t)
  await welcome()
  t.notMatch(await kept(), 'one-time-tokens')
})

t.test('nobody is flooded with e-mails', async t => {
  const { call } = await hostWithMail(t)
  const ask = () => person(call)('POST', '/password-resets', { email })
  for (let count = 0; count < 3; count++) t.equal((await ask()).status, 202)
  t.equal((await ask()).headers.get('retry-after'), String(20 * 60))
})

t.test('an e-mail that the server refuses is sent again later', async t => {
  const { call, state, arrived, host, time, book } = await hostWithMail(t)
  state.isRefusing = true
  await person(call)('POST', '/accounts', { email, password })
  await host.runDueJobs()
  t.strictSame(arrived, [])
  t.match(await book.waiting(), [{ account: '@host', attempts: 1, job: { action: 'sign_up_letter' } }])
  state.isRefusing = false
  time.now += 12_000
  await host.runDueJobs()
  t.match(arrived, [{ to: email }])
  t.strictSame(await book.waiting(), [])
})

t.test('neither the log nor a dead letter holds the address that a mail server refuses', async t => {
  const { call, state, host, time, book, lines } = await hostWithMail(t)
  state.knowsNobody = true
  await person(call)('POST', '/accounts', { email, password })
  for (let attempt = 0; attempt < 6; attempt++) {
    await host.runDueJobs()
    time.now += 3 * 60 * minute
  }
  t.match(await book.dead(), [{ error: { message: 'Error: The mail server answered 550 to RCPT TO.' } }])
  t.ok(lines.some(line => line.includes('answered 550')))
  t.notMatch(lines.join(''), email)
})

t.test('an e-mail about a security event says what happened where, to the owner or the address it is for', async t => {
  const mail = await mailServer(t)
  const now = Date.parse('2026-01-01T00:00:00Z')
  const clock = makeClock(() => now, Math.random)
  const store = await Store.open(memoryBackend(() => now))
  const settings = readSettings({ DEMO_MODE: 'local', ...mail.environment })
  const [accounts, tokens] = [new Accounts(store, clock), new OneTimeTokens(store, clock)]
  const mailer = new Mailer(settings, pino({ level: 'silent' }), new Throttle(store, clock))
  const emails = new SecurityEmail(settings, accounts, tokens, mailer)
  const ada = await accounts.create({ email, password: null, isVerified: true })
  if (!ada) throw new Error('The address is taken.')
  const event = { id: 'one', at: '2025-12-31T00:00:00.000Z', count: 1 } as const
  const where = { browser: 'Firefox on Linux', network: '192.0.2.0/24' }
  const sent = async (...parameters: Parameters<typeof emails.send>) => {
    await emails.send(...parameters)
    return mail.arrived.at(-1)
  }
  const key = { ...event, ...where, kind: 'key_created', keyId: 'key_1', product: 'notes' } as const
  await emails.send('acc_nobody', key)
  t.strictSame(mail.arrived, [])
  const told = await sent(ada.id, key)
  t.match(told, { to: email, subject: 'Security notice: API key created' })
  for (const fact of [
    'Wed, 31 Dec 2025 00:00:00 GMT',
    'Firefox on Linux',
    '192.0.2.0/24',
    'key_1',
    'notes',
    '/account'
  ])
    t.ok(told?.text.includes(fact), fact)
  t.notMatch(told?.text, '#token=')
  const hook = `hook_${'A'.repeat(26)}`
  const failed = await sent(ada.id, { ...event, kind: 'hook_failed', keyId: hook, product: 'notes' })
  t.match(failed?.text, `Hook: ${hook}`)
  t.match(failed?.text, /say why:\s+http\S+\/runs\s/)

  const former = await sent(ada.id, { ...event, kind: 'email_changed' }, 'former@example.org')
  t.match(former, { to: 'former@example.org', text: /write to the operator/ })
  t.notMatch(former?.text, /undefined|Browser|Network/)
  t.match(await sent('acc_erased', { ...event, kind: 'account_erased' }, email), { to: email })

  const removal = await sent(ada.id, { ...event, kind: 'second_factor_removal_requested' })
  const [, due = '', token = ''] = /cancel-removal\?due=(\S+)#token=(\S+)/.exec(removal?.text ?? '') ?? []
  t.equal(decodeURIComponent(due), '2026-01-03T00:00:00.000Z', 'it is due 72 hours after the request')
  t.strictSame(await tokens.read('cancel-removal', token), { account: ada.id })
})
