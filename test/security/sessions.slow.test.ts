import t from 'tap'
import { hostWithFactor, hostWithMail, minute } from '../fixtures/account-hosts.js'
import { password, person, signedUp } from '../fixtures/dashboard-client.js'
import { start } from '../fixtures/start-host.js'
import { attacked, dashboard, likeness, production } from './attacker.js'

const email = 'ada@example.org'
const isRefused = { status: 400, body: { code: 'invalid_input' } }

t.test('wrong passwords from one network lock nobody out of another', async t => {
  const { call } = await start(t, { environment: { ...production, TRUST_PROXY: '1' } })
  await signedUp(call)
  const signIn = (tried: string, from: string) =>
    call('POST', `${dashboard}/sessions`, { email, password: tried }, { 'X-Forwarded-For': from })
  for (let count = 0; count < 10; count++) t.equal((await signIn('a wrong one', '192.0.2.1')).status, 401)
  t.equal((await signIn(password, '192.0.2.1')).status, 429)
  t.equal((await signIn(password, '192.0.2.2')).status, 201)
})

t.test('without a trusted proxy, no header changes the address that tries are counted for', async t => {
  const { call } = await start(t, { environment: production })
  await signedUp(call)
  const guess = (count: number) => {
    const from = `198.51.100.${count}`
    const claimed = { 'X-Forwarded-For': from, 'X-Real-IP': from, Forwarded: `for=${from}`, 'CF-Connecting-IP': from }
    return call('POST', `${dashboard}/sessions`, { email, password: 'a wrong one' }, claimed)
  }
  for (let count = 0; count < 10; count++) t.equal((await guess(count)).status, 401)
  t.match(await guess(10), { status: 429, body: { code: 'rate_limited' } })
})

t.test('one address has four places in the password queue, and takes no place of another', async t => {
  const { call } = await start(t, { environment: { ...production, TRUST_PROXY: '1' } })
  await signedUp(call)
  const signIn = (from: string, tried: string, who = email) =>
    call('POST', `${dashboard}/sessions`, { email: who, password: tried }, { 'X-Forwarded-For': from })
  // A host that hashes one password before the next one arrives refuses none of them: another address then tries.
  const statuses = new Set<number>()
  for (let address = 1; address <= 20 && !statuses.has(429); address++) {
    const many = Array.from({ length: 9 }, (_, index) =>
      signIn(`192.0.2.${address}`, 'a wrong one', `${address}-${index}@example.org`)
    )
    const other = signIn(`198.51.100.${address}`, password)
    for (const { status } of await Promise.all(many)) statuses.add(status)
    t.equal((await other).status, 201)
  }
  t.strictSame([...statuses].sort(), [401, 429], 'an address is refused beyond its places')
})

t.test('requests of one session are limited, and so are cookies that are made up', async t => {
  const { ada, call } = await attacked(t)
  const statuses = new Set<number>()
  for (let count = 0; count < 125; count++) statuses.add((await ada('PATCH', '/keys/key_none', { name: 'x' })).status)
  t.strictSame([...statuses], [404, 429])
  statuses.clear()
  const forged = (count: number) => ({ Cookie: `session=${String(count).padStart(43, 'a')}` })
  for (let count = 0; count < 62; count++)
    statuses.add((await call('GET', `${dashboard}/accounts/me`, undefined, forged(count))).status)
  t.strictSame([...statuses], [401, 429])
})

t.test('where mail is sent, neither a sign-up nor a reset tells whether an address has an account', async t => {
  const { call } = await hostWithMail(t)
  for (const path of ['/accounts', '/password-resets']) {
    const send = (who: string) =>
      call('POST', dashboard + path, { email: who, ...(path === '/accounts' && { password: 'nine purple elephants' }) })
    const [known, unknown] = [await send(email), await send('nobody@example.org')]
    t.equal(known.status, 202)
    t.strictSame(likeness(known), likeness(unknown), path)
  }
})

t.test('a confirmation by another session, or with another account’s password, confirms nothing', async t => {
  const { ada, eve, call, clock, refused } = await attacked(t)
  const elsewhere = person(call)
  t.equal((await elsewhere('POST', '/sessions', { email, password })).status, 201)
  clock.advance(15 * minute)
  const confirm = (one: typeof eve) => one('POST', '/sessions/current/confirmation', { password })
  t.equal((await confirm(eve)).status, 204)
  t.equal((await confirm(Object.assign(elsewhere, { id: '' }))).status, 204)
  const recent = { status: 403, body: { code: 'recent_sign_in_required' } }
  await ada('GET', '/accounts/me')
  await refused('her other session', () => ada('POST', '/keys', { name: 'mine' }), recent)
})

t.test('a code of the second factor is accepted once, also when it is sent twice at once', async t => {
  const { signIn, codeOf, secret } = await hostWithFactor(t)
  const code = codeOf(secret)
  const both = await Promise.all([signIn({ code }), signIn({ code })])
  t.strictSame(both.map(({ status }) => status).sort(), [201, 401])
  t.match(await signIn({ code }), { status: 401, body: { code: 'invalid_code' } })
})

t.test('codes cannot be guessed: five tries, however they are spelt', async t => {
  const { signIn, codeOf, secret } = await hostWithFactor(t)
  for (const code of ['000000', '００００００', '0000000', '00000', 'null'])
    t.match(await signIn({ code }), { status: 401, body: { code: 'invalid_code' } })
  t.match(await signIn({ code: codeOf(secret) }), { status: 429, body: { code: 'rate_limited' } })
  for (const code of [0, [], {}, true]) t.match(await signIn({ code }), isRefused)
  for (const code of ['', ' ', null, undefined]) t.match(await signIn({ code }), { status: 401 })
})

t.test(
  'who has the password but neither the factor nor the mail does not get in before the owner can cancel',
  async t => {
    const mail = await hostWithMail(t)
    const { ada, clock, codeOf, signIn, call } = mail
    const { secret } = (await ada('POST', '/accounts/me/second-factor')).body
    t.equal((await ada('POST', '/accounts/me/second-factor/confirm', { code: codeOf(secret) })).status, 200)
    const recover = (tried: string) => call('POST', `${dashboard}/second-factor-recoveries`, { email, password: tried })
    t.match(await recover('a wrong one'), { status: 401, body: { code: 'invalid_credentials' } })
    t.equal((await recover(password)).status, 202)
    clock.advance(71 * 60 * minute)
    await mail.newest()
    t.match(await signIn(), { status: 401, body: { code: 'second_factor_required' } })
    const texts = mail.arrived.map(({ text }) => text).join('\n')
    const [, token] = /cancel-removal\S*#token=(\S+)/.exec(texts) ?? []
    t.equal((await call('DELETE', `${dashboard}/second-factor-recoveries/${token}`)).status, 204)
    clock.advance(2 * 60 * minute)
    await mail.newest()
    t.match(await signIn(), { status: 401, body: { code: 'second_factor_required' } })
  }
)
