import { makeClock } from '@product-host/sdk/runtime'
import t, { type Test } from 'tap'
import { KnownDevices } from '../../../host/dist/accounts/known-devices.js'
import { Throttle } from '../../../host/dist/accounts/throttle.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { minute } from '../../fixtures/account-hosts.js'
import { password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { movableClock, standStill, start } from '../../fixtures/start-host.js'

const email = 'ada@example.org'

/** A host behind a proxy, and people who come to it from different networks. */
async function hostBehindProxy(t: Test) {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64')
  const environment = {
    NODE_ENV: 'production',
    DEMO_MODE: '',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://products.example',
    ENCRYPTION_KEYS
  }
  const store = await Store.open(memoryBackend(() => time.now))
  const { call } = await start(t, { environment, store, clock })
  const signIn = async (one: ReturnType<typeof person>, network: string, tried = password) =>
    (await one('POST', '/sessions', { email, password: tried }, { 'X-Forwarded-For': network })).status
  const guess = (network: string) => signIn(person(call), network, 'a wrong password')
  return { call, signIn, guess, throttle: new Throttle(store, clock), devices: new KnownDevices(store, clock) }
}

t.test('who guesses in one network does not lock the owner out of another', async t => {
  const { call, signIn, guess } = await hostBehindProxy(t)
  await signedUp(call)
  for (let count = 0; count < 10; count++) t.equal(await guess('192.0.2.1'), 401)
  t.equal(await guess('192.0.2.1'), 429)
  t.equal(await signIn(person(call), '192.0.2.1'), 429)
  t.equal(await signIn(person(call), '192.0.2.2'), 201)
})

t.test(
  'a browser that has signed in before gets in while many networks guess, until all sessions are ended',
  async t => {
    const { call, signIn, guess, throttle } = await hostBehindProxy(t)
    const owner = await signedUp(call)
    t.equal((await owner('DELETE', '/sessions/current')).status, 204)
    for (let count = 0; count < 100; count++) await throttle.take([['sign_in_by_email', email]])
    t.equal(await guess('192.0.2.99'), 429)
    t.equal(await signIn(person(call), '192.0.2.100'), 429)

    t.equal(await signIn(owner, '192.0.2.100'), 201)
    t.equal((await owner('DELETE', '/sessions')).status, 204)
    t.equal(await signIn(owner, '192.0.2.100'), 429)
  }
)

t.test('a known device has a limit of its own, for its own account alone', async t => {
  const { call, signIn, throttle, devices } = await hostBehindProxy(t)
  const owner = await signedUp(call)
  const device = await devices.find(owner.cookie('__Host-known-device').split('=')[1] ?? '')
  for (let count = 0; count < 9; count++) await throttle.take([['sign_in_by_device', device?.id ?? '']])
  t.equal(await signIn(owner, '192.0.2.20', 'a wrong password'), 401)
  t.equal(await signIn(owner, '192.0.2.20'), 429)
  t.equal(await signIn(person(call), '192.0.2.20'), 201)

  const grace = await signedUp(call, 'grace@example.org')
  for (let count = 0; count < 10; count++) await throttle.take([['sign_in_by_pair', `${email} 192.0.2.30`]])
  t.equal(await signIn(grace, '192.0.2.30'), 429)
})

t.test('who tries many addresses from one network has one limit for all, others have their own', async t => {
  const { call, signIn, guess, throttle } = await hostBehindProxy(t)
  await signedUp(call)
  for (let count = 0; count < 49; count++) await throttle.take([['sign_in_by_address', '192.0.2.1']])
  for (let count = 0; count < 3; count++)
    t.equal(await signIn(person(call), '192.0.2.1'), 201, 'a right one is no guess')
  t.equal(await guess('192.0.2.1'), 401)
  t.equal(await guess('192.0.2.1'), 429)
  t.equal(await guess('192.0.2.2'), 401)
})

t.test('unknown session cookies are limited by network address, and stop no good session', async t => {
  standStill(t)
  const { call } = await start(t)
  const ada = await signedUp(call)
  const forged = (index: number) => ({ Cookie: `session=${String(index).padStart(43, 'a')}` })
  const ask = (index: number) => call('GET', '/dashboard/api/accounts/me', undefined, forged(index))
  for (let index = 0; index < 60; index++) t.equal((await ask(index)).status, 401)
  const refused = await ask(60)
  t.match(refused, { status: 429, body: { code: 'rate_limited' } })
  t.equal(refused.headers.get('retry-after'), '60')
  t.equal((await ada('GET', '/accounts/me')).status, 200)
  t.equal((await call('GET', '/dashboard/api/accounts/me')).status, 401)
})

t.test('the sessions of an account have one rate, of which changes are a part', async t => {
  const time = standStill(t)
  const { call } = await start(t)
  const ada = await signedUp(call)
  const elsewhere = person(call)
  await elsewhere('POST', '/sessions', { email, password })
  const rename = () => ada('PATCH', '/keys/key_none', { name: 'another name' })
  for (let count = 0; count < 120; count++) t.equal((await rename()).status, 404)
  const refused = await rename()
  t.match(refused, { status: 429, body: { code: 'rate_limited', retryable: true } })
  t.equal(refused.headers.get('retry-after'), '60')
  for (let count = 121; count < 300; count++) t.equal((await elsewhere('GET', '/keys')).status, 200)
  t.equal((await ada('GET', '/keys')).status, 429)
  const grace = await signedUp(call, 'grace@example.org')
  t.equal((await grace('GET', '/keys')).status, 200)
  t.equal((await ada('GET', '/products')).status, 200)
  time.advance(60_000)
  t.equal((await rename()).status, 404)
})

t.test('after the clock was set back, the next attempt is allowed after its usual time', async t => {
  const clock = movableClock('2026-01-01T12:00:00Z')
  const throttle = new Throttle(await Store.open(memoryBackend(() => clock.now())), clock)
  const take = () => throttle.takeIfAllowed([['password_by_account', 'ada']])
  t.equal(await take(), true)
  clock.advance(-60 * minute)
  await t.rejects(throttle.take([['password_by_account', 'ada']]), {
    code: 'rate_limited',
    options: { retryAfter: 60 }
  })
  clock.advance(minute)
  t.equal(await take(), true)
  t.equal(await take(), false)
  clock.advance(10 * minute)
  for (let count = 0; count < 10; count++) t.equal(await take(), true, `attempt ${count}`)
  t.equal(await take(), false)
})

/** Limits of a store of their own. */
async function limits(isKeeping = false) {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const store = await Store.open(memoryBackend(() => (isKeeping ? 0 : clock.now())))
  return { clock, throttle: new Throttle(store, clock) }
}

t.test('each kind of attempt has its own burst and pace', async t => {
  const second = 1000
  for (const [what, burst, everyMs] of [
    ['sign_in_by_address', 50, 10 * second],
    ['sign_in_by_pair', 10, minute],
    ['sign_in_by_device', 10, minute],
    ['sign_in_by_email', 100, 30 * second],
    ['sign_up_by_address', 30, minute],
    ['mail_by_address', 20, minute],
    ['mail_by_email', 3, 20 * minute],
    ['sign_up_mail', 3, 60 * minute],
    ['password_reset_mail', 5, 20 * minute],
    ['email_change_mail', 3, 60 * minute],
    ['account_mail', 20, 10 * minute],
    ['link_by_address', 30, 10 * second],
    ['checkout_by_account', 60, 10 * second],
    ['password_by_account', 10, minute],
    ['email_change_by_account', 5, 20 * minute],
    ['code_by_account', 5, 5 * minute],
    ['export_by_account', 10, minute],
    ['erasure_by_account', 20, 10 * second]
  ] as const) {
    const { clock, throttle } = await limits()
    const take = () => throttle.takeIfAllowed([[what, 'ada']])
    for (let count = 0; count < burst; count++) if (!(await take())) t.fail(`${what}: ${count} of ${burst}`)
    t.equal(await take(), false, what)
    t.equal(await throttle.takeIfAllowed([[what, 'grace']]), true, `${what}: of another`)
    clock.advance(everyMs - 1)
    t.equal(await take(), false, what)
    clock.advance(1)
    t.equal(await take(), true, what)
    t.equal(await take(), false, what)
    clock.advance(everyMs * burst)
    for (let count = 0; count < burst; count++) if (!(await take())) t.fail(`${what}: again ${count} of ${burst}`)
    t.equal(await take(), false, what)
  }
})

t.test('an attempt that is refused by one of its limits counts towards none of them', async t => {
  const { throttle } = await limits()
  const both = [
    ['sign_in_by_pair', 'ada 192.0.2.1'],
    ['code_by_account', 'ada']
  ] as const
  for (let count = 0; count < 5; count++) await throttle.take(both)
  for (let count = 0; count < 20; count++) await t.rejects(throttle.take(both), { code: 'rate_limited' })
  for (let count = 0; count < 5; count++) await throttle.take([['sign_in_by_pair', 'ada 192.0.2.1']])
  await t.rejects(throttle.take([['sign_in_by_pair', 'ada 192.0.2.1']]), {
    code: 'rate_limited',
    options: { retryAfter: 60 }
  })
  await t.rejects(
    throttle.take(both),
    { code: 'rate_limited', options: { retryAfter: 300 } },
    'the longest wait is told'
  )
})

t.test('what is given back is one attempt, and never more than the burst', async t => {
  for (const isKeeping of [false, true]) {
    const { throttle } = await limits(isKeeping)
    const attempt = [['code_by_account', 'ada']] as const
    for (let count = 0; count < 3; count++) await throttle.giveBack(attempt)
    for (let count = 0; count < 5; count++) await throttle.take(attempt)
    await throttle.giveBack(attempt)
    t.equal(await throttle.takeIfAllowed(attempt), true)
    t.equal(await throttle.takeIfAllowed(attempt), false)
  }
})

t.test('a wait is told in whole seconds, never too short', async t => {
  const { clock, throttle } = await limits()
  const attempt = [['code_by_account', 'ada']] as const
  for (let count = 0; count < 5; count++) await throttle.take(attempt)
  clock.advance(1)
  await t.rejects(throttle.take(attempt), { code: 'rate_limited', options: { retryAfter: 300 } })
  clock.advance(998)
  await t.rejects(throttle.take(attempt), { code: 'rate_limited', options: { retryAfter: 300 } })
  clock.advance(1)
  await t.rejects(throttle.take(attempt), { code: 'rate_limited', options: { retryAfter: 299 } })
})
