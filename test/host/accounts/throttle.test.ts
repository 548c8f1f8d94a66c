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
  t.equal(await take(), false)
  clock.advance(minute)
  t.equal(await take(), true)
  t.equal(await take(), false)
  clock.advance(10 * minute)
  for (let count = 0; count < 10; count++) t.equal(await take(), true, `attempt ${count}`)
  t.equal(await take(), false)
})
