import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'
import type { Account } from '../../../host/dist/base/account.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { FormerTrials } from '../../../host/dist/billing/former-trials.js'
import { openSharedRedis } from '../../../host/dist/start/shared-redis.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { SqliteBackend } from '../../../host/dist/storage/sqlite/backend.js'
import { Store } from '../../../host/dist/storage/store.js'
import { checkOut, password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { startRedis, withoutRedis } from '../../fixtures/redis-server.js'
import { root } from '../../fixtures/root.js'
import { start } from '../../fixtures/start-host.js'

t.test(
  'hosts that share one Redis know each other’s former trials, sessions and links',
  { skip: withoutRedis },
  async t => {
    const redis = await startRedis(t)
    const host = async () =>
      start(t, { ...(await openSharedRedis(redis.url, () => undefined)), deployment: { billing: 'stripe' } })
    const [one, two] = [await host(), await host()]
    const ada = await signedUp(one.call)
    const browser = person(two.call)
    await browser('POST', '/sessions', { email: 'ada@example.org', password })
    await checkOut(one, ada, 'trial')
    const open = (await ada('POST', '/billing/checkout', { purpose: 'card' })).body.url
    const page = async () =>
      (await fetch(two.url + new URL(open).pathname, { headers: { Connection: 'close' } })).status
    t.equal(await page(), 200)

    t.equal((await browser('DELETE', '/accounts/me')).status, 204)
    t.equal(await page(), 404)
    for (const { call } of [two, one]) {
      const again = await signedUp(call)
      t.match((await again('GET', '/billing')).body, { status: 'expired' })
      t.equal((await again('DELETE', '/accounts/me')).status, 204)
    }
  }
)

t.test('a trial of a store of an earlier version is the one of its mailbox, whether it has ended or not', async t => {
  const path = join(t.testdir(), 'store.sqlite')
  await copyFile(join(root, 'test/previous-version/embedded/store.sqlite'), path)
  const time = { now: Date.parse('2026-11-20T11:50:06.567Z') }
  const now = () => time.now
  const clock = makeClock(now, Math.random)
  const open = async () => Store.open(await SqliteBackend.open({ path, now, report: error => t.fail(error.message) }))
  const host = await start(t, { store: await open(), clock, deployment: { billing: 'stripe' } })
  const statusOf = async (email: string) => {
    time.now += 1000
    const one = await signedUp(host.call, email)
    return (await one('GET', '/billing')).body.status
  }
  t.equal(await statusOf('past+1@example.org'), 'expired')
  t.equal(await statusOf('Tom+1@example.org'), 'expired')
  t.equal(await statusOf('plain+1@example.org'), 'none', 'plain@example.org has begun none')
  const tom = person(host.call)
  t.match(await tom('POST', '/sessions', { email: 'tom@example.org', password: 'seven green elephants' }), {
    status: 201
  })
  t.match((await tom('GET', '/billing')).body, { status: 'trialing' }, 'who has one keeps it')
})

t.test('trials of earlier versions are noted once for a store, however many there are', async t => {
  const store = await Store.open(memoryBackend(Date.now))
  const clock = makeClock(() => Date.parse('2026-01-01T00:00:00Z'), Math.random)
  const entitlements = new Entitlements(store, clock)
  const trials = new FormerTrials(store, clock, entitlements)
  const accounts: { readonly value: Account }[] = Array.from({ length: 130 }, (_, index) => ({
    value: {
      id: `acc_${index}`,
      email: `person-${index}@example.org`,
      password: null,
      passwordChangedAt: '',
      createdAt: '',
      verifiedAt: null
    }
  }))
  for (const { value } of accounts)
    await entitlements.decide(value.id, 'begun', () => ({ plan: { status: 'trialing', trialEndsAt: 2e12 } }))
  let readings = 0
  async function* all() {
    readings++
    yield* accounts
  }
  await trials.noteEarlier(all())
  await trials.noteEarlier(all())
  t.equal(readings, 1)
  for (const { value } of accounts) {
    const other = { ...value, id: `${value.id}_other`, email: value.email.replace('@', '+1@') }
    t.notOk(await trials.begin(other, 2e12), other.email)
    t.ok(await trials.begin(value, 2e12), value.email)
  }
})
