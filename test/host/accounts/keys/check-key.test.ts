import { pino } from 'pino'
import t, { type Test } from 'tap'
import {
  bearerKey,
  DisabledAccounts,
  endOf,
  LastUsedTracker,
  newKey,
  unauthorised,
  untilOf
} from '../../../../host/dist/accounts/keys/check-key.js'
import { Keys } from '../../../../host/dist/accounts/keys/keys.js'
import { usualRetention } from '../../../../host/dist/base/retention.js'
import { memoryBackend } from '../../../../host/dist/storage/memory.js'
import { Store } from '../../../../host/dist/storage/store.js'
import { movableClock } from '../../../fixtures/start-host.js'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** Two processes that share a store, and how many requests the store got since the last look. */
async function twoProcesses() {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const backend = memoryBackend(() => clock.now())
  let requests = 0
  const { get, commit } = backend
  Object.assign(backend, {
    get: (name: string) => {
      requests++
      return get.call(backend, name)
    },
    commit: (...parameters: Parameters<typeof commit>) => {
      requests++
      return commit.apply(backend, parameters)
    }
  })
  const [here, there] = [await Store.open(backend), await Store.open(backend)]
  const counted = () => {
    const count = requests
    requests = 0
    return count
  }
  return { clock, here, there, counted }
}

/** The time of caches, which stands still until the test moves it. */
function cacheTime(t: Test) {
  const { now } = performance
  let time = Math.ceil(now.call(performance))
  performance.now = () => time
  t.teardown(() => {
    performance.now = now
  })
  return {
    advance(ms: number) {
      time += ms
    }
  }
}

t.test(
  'a key that another process revokes is refused after 4 s, and until then costs no request to the store',
  async t => {
    const time = cacheTime(t)
    const { clock, here, there, counted } = await twoProcesses()
    const [own, other] = [new Keys(here, clock), new Keys(there, clock)]
    const { key, record } = await other.create('acme', 'a key')
    const check = () => own.checker.check(`Bearer ${key}`)
    await check()
    await other.revoke('acme', record.keyId)
    counted()
    time.advance(4 * second - 1)
    t.match(await check(), { account: 'acme' })
    t.equal(counted(), 0)
    time.advance(2)
    await t.rejects(check(), { code: 'revoked_key', status: 401 })
  }
)

t.test('an account that another process disables or enables is refused or admitted after 4 s', async t => {
  const time = cacheTime(t)
  const { clock, here, there, counted } = await twoProcesses()
  const [own, other] = [new DisabledAccounts(here, clock), new DisabledAccounts(there, clock)]
  await own.refuse('acme')
  await other.disable('acme', 'a reason')
  counted()
  time.advance(4 * second - 1)
  await own.refuse('acme')
  t.equal(counted(), 0)
  time.advance(2)
  await t.rejects(own.refuse('acme'), { code: 'account_disabled', status: 403 })
  await own.refuse('another')
  t.equal(await other.enable('acme'), true)
  time.advance(4 * second + 1)
  await own.refuse('acme')
})

t.test('a process sees its own disabling and enabling at once', async t => {
  const { clock, here } = await twoProcesses()
  const accounts = new DisabledAccounts(here, clock)
  for (const _time of [1, 2]) {
    await accounts.refuse('acme')
    t.strictSame(await accounts.disable('acme', 'a reason'), { at: '2026-01-01T00:00:00.000Z', reason: 'a reason' })
    await t.rejects(accounts.refuse('acme'), { code: 'account_disabled' })
    t.equal(await accounts.enable('acme'), true)
    t.equal(await accounts.enable('acme'), false)
  }
})

t.test('a text that is no key is refused without a request to the store', async t => {
  const { clock, here, counted } = await twoProcesses()
  const { checker } = new Keys(here, clock)
  const key = newKey()
  counted()
  const mistyped = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  for (const text of [mistyped, 'x', key.toLowerCase()])
    await t.rejects(checker.check(`Bearer ${text}`), { code: 'invalid_key' }, text)
  t.equal(counted(), 0)
  await t.rejects(checker.check(`Bearer ${key}`), { code: 'invalid_key' })
  t.not(counted(), 0)
})

t.test('a key is the one word after Bearer, however that is written', t => {
  for (const header of ['Bearer abc', 'bearer abc', 'BEARER   abc', 'Bearer abc   ']) t.equal(bearerKey(header), 'abc')
  for (const header of [
    '',
    'Bearer',
    'Bearer ',
    'abc',
    'Basic abc',
    'Bearer a b',
    ' Bearer abc',
    'Bearerabc',
    'Bearer ä'
  ])
    t.throws(() => bearerKey(header), { code: 'invalid_key' }, header)
  t.throws(() => bearerKey(undefined), { code: 'missing_key' })
  t.end()
})

t.test('the challenge names an error only when a key was sent', t => {
  const challenge = (code: Parameters<typeof unauthorised>[0]) => unauthorised(code, '').options.headers
  t.strictSame(challenge('missing_key'), { 'WWW-Authenticate': 'Bearer' })
  for (const code of ['invalid_key', 'expired_key', 'revoked_key'] as const)
    t.strictSame(challenge(code), { 'WWW-Authenticate': 'Bearer error="invalid_token"' })
  t.end()
})

t.test(
  'that a key has expired is written once, when it was first seen by any process, until its record goes',
  async t => {
    const { clock, here, there, counted } = await twoProcesses()
    const [own, other] = [new Keys(here, clock), new Keys(there, clock)]
    const { key, record } = await own.create('acme', 'a key', '2026-01-01T01:00:00Z')
    const check = (keys: Keys) => keys.checker.check(`Bearer ${key}`)
    await check(own)
    await check(other)
    clock.set('2026-01-01T01:00:00Z')
    await t.rejects(check(own), { code: 'expired_key', detail: /has expired/ })
    clock.advance(minute)
    await t.rejects(check(other), { code: 'expired_key' })
    t.match(await own.find('acme', record.keyId), { expiryObservedAt: '2026-01-01T01:00:00.000Z' })
    await t.rejects(check(other), { code: 'expired_key' })
    counted()
    await t.rejects(check(other), { code: 'expired_key' })
    t.equal(counted(), 0)

    clock.set('2026-01-31T00:59:59.999Z')
    const fresh = new Keys(there, clock)
    await t.rejects(check(fresh), { code: 'expired_key' })
    clock.advance(1)
    await t.rejects(check(new Keys(there, clock)), { code: 'invalid_key' })
  }
)

t.test('a key that was given more time while its end was noticed stays valid', async t => {
  const { clock, here, there } = await twoProcesses()
  const [own, other] = [new Keys(here, clock), new Keys(there, clock)]
  const { key, record } = await own.create('acme', 'a key', '2026-01-01T01:00:00Z')
  await own.checker.check(`Bearer ${key}`)
  t.equal(await other.change('acme', record.keyId, { expiresAt: null }), true)
  clock.set('2026-01-01T01:00:00Z')
  await t.rejects(own.checker.check(`Bearer ${key}`), { code: 'expired_key' }, 'by what was read before')
  t.match(await own.checker.check(`Bearer ${key}`), { account: 'acme' })
})

t.test('a key that was replaced says so when its overlap is over', async t => {
  const { clock, here } = await twoProcesses()
  const keys = new Keys(here, clock)
  const { key, record } = await keys.create('acme', 'a key')
  await keys.rotate('acme', record.keyId, minute)
  clock.advance(minute)
  await t.rejects(keys.checker.check(`Bearer ${key}`), { code: 'expired_key', detail: /was replaced by another one/ })
})

t.test('a key ends when it is revoked, or else when it expires, and not before it was made', t => {
  const createdAt = '2026-01-02T00:00:00.000Z'
  const [revokedAt, expiresAt] = ['2026-01-03T00:00:00.000Z', '2026-01-04T00:00:00.000Z']
  t.equal(endOf({ createdAt }), undefined)
  t.equal(endOf({ createdAt, expiresAt }), Date.parse(expiresAt))
  t.equal(endOf({ createdAt, expiresAt, revokedAt }), Date.parse(revokedAt))
  t.equal(endOf({ createdAt, revokedAt: '2026-01-01T00:00:00.000Z' }), Date.parse(createdAt))
  t.equal(untilOf({ createdAt }, usualRetention), undefined)
  const until = { createdAt, expiresAt }
  t.equal(untilOf(until, usualRetention), Date.parse(expiresAt) + 30 * day)
  const ofToken = { ...until, resource: 'https://products.example' }
  const retention = { ...usualRetention, endedAccessTokenMinutes: 7 }
  t.equal(untilOf(ofToken, retention), Date.parse(expiresAt) + 7 * minute)
  t.end()
})

t.test('the use of each key is recorded at most once a minute, and a failure is logged and delays nothing', async t => {
  const clock = movableClock('2026-01-01T00:00:00Z')
  const lines: string[] = []
  const logger = pino({}, { write: text => void lines.push(text) })
  const noted: (readonly [string, number])[] = []
  const state = { isAway: false }
  const checker = { check: async (key: string | undefined) => ({ account: 'acme', keyId: String(key) }) }
  const noteUse = async ({ keyId }: { readonly keyId: string }, freshMs: number) => {
    noted.push([keyId, freshMs])
    if (state.isAway) throw new Error('the store is away')
  }
  const tracker = new LastUsedTracker({ checker, noteUse }, clock, logger)
  for (const key of ['one', 'one', 'two', 'one']) t.match(await tracker.check(key), { keyId: key })
  clock.advance(minute - 1)
  await tracker.check('one')
  t.strictSame(noted, [
    ['one', minute],
    ['two', minute]
  ])
  clock.advance(1)
  state.isAway = true
  t.match(await tracker.check('one'), { keyId: 'one' })
  t.equal(noted.length, 3)
  await new Promise(setImmediate)
  t.match(JSON.parse(lines.join('')), { level: 40, keyId: 'one', err: { message: 'the store is away' } })
})
