import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { makeClock } from '@product-host/sdk/runtime'
import t from 'tap'
import type { Account } from '../../../host/dist/base/account.js'
import { Entitlements } from '../../../host/dist/billing/entitlements.js'
import { FormerTrials } from '../../../host/dist/billing/former-trials.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { SqliteBackend } from '../../../host/dist/storage/sqlite/backend.js'
import { Store } from '../../../host/dist/storage/store.js'
import { checkOut, password, person, signedUp } from '../../fixtures/dashboard-client.js'
import { root } from '../../fixtures/root.js'
import { sharedServers } from '../../fixtures/shared-servers.js'
import { start } from '../../fixtures/start-host.js'

for (const kind of Object.values(sharedServers))
  t.test(
    `hosts on one ${kind.name} know each other’s former trials, sessions and links`,
    { skip: kind.without },
    async t => {
      const server = await kind.start(t)
      const host = async () => start(t, { ...(await server.open()), deployment: { billing: 'stripe' } })
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
  const accounts: { readonly value: Account }[] = Array.from({ length: 1_300 }, (_, index) => ({
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
  const another = (account: Account) => ({
    ...account,
    id: `${account.id}_other`,
    email: account.email.replace('@', '+1@')
  })
  let [readings, most, now] = [0, 0, 0]
  const freshPlanState = entitlements.freshPlanState.bind(entitlements)
  entitlements.freshPlanState = async account => {
    most = Math.max(most, ++now)
    await turn()
    return freshPlanState(account).finally(() => now--)
  }
  async function* all() {
    readings++
    yield* accounts
  }
  await trials.noteEarlier(all())
  await trials.noteEarlier(all())
  t.equal(readings, 1)
  t.ok(most > 1 && most < accounts.length / 2, `${most} at a time`)
  for (const { value } of accounts) {
    if (await trials.begin(another(value), 2e12)) t.fail(`${value.email} is not noted`)
    if (!(await trials.begin(value, 2e12))) t.fail(`${value.email} has lost its trial`)
  }
})

/** The trials of a store of its own, whose clock the test moves, and accounts of one mailbox or others. */
async function formerTrials() {
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock = makeClock(() => time.now, Math.random)
  const store = await Store.open(memoryBackend(() => time.now))
  const entitlements = new Entitlements(store, clock)
  const trials = new FormerTrials(store, clock, entitlements)
  const account = (id: string, email: string): Account => ({
    id,
    email,
    password: null,
    passwordChangedAt: '',
    createdAt: '',
    verifiedAt: null
  })
  const plan = (id: string, status: 'trialing' | 'expired', trialEndsAt: number) =>
    entitlements.decide(id, status, () => ({ plan: { status, trialEndsAt } }))
  const statusOf = async (id: string) => (await entitlements.freshPlanState(id)).status
  return { time, store, entitlements, trials, account, plan, statusOf }
}

const day = 24 * 60 * 60 * 1000

t.test('a reserved trial is nobody else’s until its time is over; one that has begun stays', async t => {
  const { trials, account, time } = await formerTrials()
  const [one, two] = [account('one', 'ada@example.org'), account('two', 'ada+2@example.org')]
  t.ok(await trials.reserve(one, day))
  t.notOk(await trials.reserve(two, day))
  t.notOk(await trials.begin(two, null))
  time.now += day - 1
  t.notOk(await trials.reserve(two, day))
  t.ok(await trials.reserve(one, day), 'the account that reserved it may do so again')
  time.now += day
  t.ok(await trials.reserve(two, day))
  t.ok(await trials.begin(two, time.now + day))
  time.now += 10 * day
  t.notOk(await trials.reserve(one, day), 'what has begun is not forgotten with the reservation')
})

t.test('an account gives back what it has reserved, and neither another’s nor a trial that has begun', async t => {
  const { trials, account } = await formerTrials()
  const [one, two] = [account('one', 'ada@example.org'), account('two', 'ada+2@example.org')]
  await trials.reserve(one, day)
  await trials.release(two)
  t.notOk(await trials.reserve(two, day))
  await trials.release(one)
  t.ok(await trials.reserve(two, day))
  await trials.begin(two, null)
  await trials.release(two)
  t.notOk(await trials.reserve(one, day))
})

t.test('a reservation ends no plan of another account of the mailbox, a trial does', async t => {
  const { trials, account, statusOf, entitlements, time } = await formerTrials()
  const [one, two] = [account('one', 'ada@example.org'), account('two', 'ada+2@example.org')]
  await trials.reserve(one, day)
  await trials.carryOver(two)
  t.equal(await statusOf('two'), 'none')
  await trials.begin(one, time.now - day)
  await trials.carryOver(one)
  t.equal(await statusOf('one'), 'none', 'its own trial is no former one')
  await trials.carryOver(two)
  t.match(await entitlements.freshPlanState('two'), { status: 'expired', trialEndsAt: time.now - day })
})

t.test('a plan of the account’s own is not ended by the former trial of its mailbox', async t => {
  const { trials, account, statusOf, plan, time } = await formerTrials()
  const [one, two] = [account('one', 'ada@example.org'), account('two', 'ada+2@example.org')]
  await plan('two', 'trialing', time.now + day)
  await trials.begin(one, time.now + day)
  await trials.carryOver(two)
  t.equal(await statusOf('two'), 'trialing')
})

t.test('nor is one that begins while the former trial is looked up', async t => {
  const { trials, account, statusOf, entitlements, time } = await formerTrials()
  const [one, two] = [account('one', 'ada@example.org'), account('two', 'ada+2@example.org')]
  await trials.begin(one, time.now + day)
  const decide = entitlements.decide.bind(entitlements)
  entitlements.decide = async (...decision) => {
    await decide('two', 'own', () => ({ plan: { status: 'active', trialEndsAt: null } }))
    return decide(...decision)
  }
  await trials.carryOver(two)
  t.equal(await statusOf('two'), 'active')
})

t.test('a former trial ended at the latest when its account left, and is forgotten after its time', async t => {
  const { trials, account, plan, time, entitlements, store } = await formerTrials()
  const [one, two, three] = [
    account('one', 'ada@example.org'),
    account('two', 'ada+2@example.org'),
    account('three', 'ada+3@example.org')
  ]
  await plan('one', 'trialing', time.now + 3 * day)
  await trials.begin(one, time.now + 3 * day)
  time.now += day
  await trials.noteFormer(one)
  const left = time.now
  time.now += day / 2
  await trials.carryOver(two)
  t.match(await entitlements.freshPlanState('two'), { status: 'expired', trialEndsAt: left })
  time.now = left + store.storedMs('formerTrialDays') - 1
  t.notOk(await trials.reserve(three, day))
  time.now += 1
  t.ok(await trials.reserve(three, day))
})

t.test('a trial that another account still has is over here from now on, not from its end', async t => {
  const { trials, account, time, entitlements } = await formerTrials()
  const [one, two] = [account('one', 'ada@example.org'), account('two', 'ada+2@example.org')]
  await trials.begin(one, time.now + 3 * day)
  await trials.carryOver(two)
  t.match(await entitlements.freshPlanState('two'), { status: 'expired', trialEndsAt: time.now })
})

t.test('an account that leaves its mailbox takes only its own trial along', async t => {
  const { trials, account, statusOf, plan, time, entitlements } = await formerTrials()
  const [one, two] = [account('one', 'ada@example.org'), account('two', 'ada+2@example.org')]
  await plan('one', 'trialing', time.now + day)
  await trials.begin(one, time.now + day)
  await plan('two', 'expired', time.now - day)
  await trials.noteFormer(two)
  t.ok(await trials.begin(one, time.now + day), 'the trial is still the one of the account that has it')
  await trials.move(one, 'grace@example.org')
  t.notOk(await trials.begin(two, null), 'the former mailbox has had its trial')
  t.notOk(await trials.begin(account('three', 'grace+3@example.org'), null), 'the new mailbox has it')
  t.equal(await statusOf('one'), 'trialing')

  const four = account('four', 'ada+4@example.org')
  await trials.carryOver(four)
  t.match(await entitlements.freshPlanState('four'), { status: 'expired', trialEndsAt: time.now })
})

t.test(
  'an account without a plan gives back its reservation when it moves, and finds the trial of its new mailbox',
  async t => {
    const { trials, account, statusOf, time } = await formerTrials()
    const [one, grace] = [account('one', 'ada@example.org'), account('grace', 'grace@example.org')]
    await trials.begin(grace, time.now + day)
    await trials.reserve(one, day)
    await trials.move(one, 'ada+1@example.org')
    t.notOk(await trials.reserve(account('two', 'ada+2@example.org'), day), 'it is the same mailbox')
    await trials.move(one, 'grace+1@example.org')
    t.ok(await trials.reserve(account('two', 'ada+2@example.org'), day))
    t.equal(await statusOf('one'), 'expired')
  }
)
