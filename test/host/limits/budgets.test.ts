import '../../fixtures/teardown-order.js'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { CallLimit, GiveBackCall } from '../../../host/dist/base/caller.js'
import { Problem } from '../../../host/dist/base/problems.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { mostTakenAhead } from '../../../host/dist/limits/budget-counter.js'
import { BudgetCounts, budgetLeaseMs, countedAt } from '../../../host/dist/limits/budget-counts.js'
import { Budgets } from '../../../host/dist/limits/budgets.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { seed } from '../../fixtures/random-seed.js'
import { movableClock } from '../../fixtures/start-host.js'
import { type OpenStore, storeKinds } from '../../fixtures/stores.js'

const report = () => undefined
const noon = '2026-01-30T12:00:00Z'

const memory = async () => {
  const store = await Store.open(memoryBackend(Date.now))
  return async () => store
}

/** Hosts that share a store and a clock, which the test moves. */
async function hosts(t: Test, open: OpenStore, count: number) {
  const clock = movableClock(noon)
  const all = await Promise.all(
    Array.from({ length: count }, async () => {
      const store = await open()
      t.teardown(() => store.close())
      const counts = new BudgetCounts(store, clock)
      return { store, counts, budgets: new Budgets(counts, clock) }
    })
  )
  const [first] = all
  if (!first) throw new Error('There is no host.')
  return { clock, all, first }
}

/** Counts a call; undefined if it is refused. */
async function taken({ budgets }: { readonly budgets: Budgets }, caller: Parameters<Budgets['take']>[0]) {
  try {
    return (await budgets.take(caller)) ?? (() => undefined)
  } catch (error) {
    if (error instanceof Problem && error.code === 'call_budget_spent') return undefined
    throw error
  }
}

for (const { name, without, start } of storeKinds)
  t.test(`on ${name}, hosts together never count more calls than a budget allows`, { skip: without }, async t => {
    const { clock, all, first } = await hosts(t, await (await start(t))(t), 3)
    let accounts = 0
    const step = fc.record({
      host: fc.nat({ max: 2 }),
      calls: fc.integer({ min: 1, max: 12 }),
      givesBack: fc.boolean(),
      turnsDay: fc.boolean()
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.array(step, { maxLength: 25 }), async (stopAt, steps) => {
        clock.set(noon)
        const account = `account-${++accounts}`
        const caller = { account, keyId: 'key_one', budget: { day: { stopAt } } }
        await first.budgets.set(account, { month: { stopAt: 2 * stopAt } })
        const used = { day: 0, month: 0 }
        for (const { host, calls, givesBack, turnsDay } of steps) {
          // The month ends with the second day.
          if (turnsDay && clock.now() < Date.parse('2026-01-31T00:00:00Z')) {
            clock.advance(24 * 60 * 60 * 1000)
            used.day = 0
          }
          const at = all.map((_, index) => all[(host + index) % all.length]).flatMap(each => each ?? [])
          const found = await Promise.all(
            Array.from({ length: calls }, async (_, index) => taken(at[index % at.length] ?? first, caller))
          )
          const passed = found.filter(each => each !== undefined)
          const back = givesBack ? passed.slice(0, Math.ceil(passed.length / 2)) : []
          for (const giveBack of back) giveBack()
          used.day += passed.length - back.length
          used.month += passed.length - back.length
          if (used.day > stopAt) throw new Error(`${used.day} calls of ${stopAt} in a day.`)
          if (used.month > 2 * stopAt) throw new Error(`${used.month} calls of ${2 * stopAt} in a month.`)
        }
        await Promise.all(all.map(({ budgets }) => budgets.stop()))
        const counted = (period: 'day' | 'month', keyId?: string) =>
          first.counts.taken(countedAt(account, keyId, period, clock.now()))
        if ((await counted('day', 'key_one')) !== used.day) throw new Error('The count of the day is not exact.')
        if ((await counted('month')) !== used.month) throw new Error('The count of the month is not exact.')
      }),
      { seed, numRuns: name === 'memory' ? 60 : 8, endOnFailure: true }
    )
    t.pass('for random limits, hosts and times')
  })

// They wait for what is taken ahead to come back, or for what is cached to be read again.
t.test('hosts that share a store', { jobs: 6 }, async t => {
  for (const { name, without, start } of storeKinds)
    t.test(
      `on ${name}, exactly as many of many calls at once pass as the budget allows`,
      { skip: without },
      async t => {
        const { all, first } = await hosts(t, await (await start(t))(t), 3)
        await first.budgets.set('ada', { day: { stopAt: 500 } })
        let passed = 0
        const client = async (index: number) => {
          for (let call = 0; call < 40; call++)
            if (await taken(all[index % 3] ?? first, { account: 'ada', keyId: 'key_one' })) passed++
        }
        await Promise.all(Array.from({ length: 15 }, (_, index) => client(index)))
        // What a host has taken ahead comes back when its lease is over.
        await delay(2 * budgetLeaseMs + 100)
        while (await taken(first, { account: 'ada', keyId: 'key_one' })) passed++
        t.equal(passed, 500)
        t.match(await first.budgets.shownOfAccount('ada'), [{ period: 'day', used: 500 }])
      }
    )

  t.test('a call that is given back can be made by another host', async t => {
    const { all, first } = await hosts(t, await memory(), 2)
    const [, other] = all
    if (!other) throw new Error('There is no second host.')
    const caller = { account: 'ada', keyId: 'key_one', budget: { month: { stopAt: 1 } } }
    const giveBack = await taken(first, caller)
    t.notOk(await taken(other, caller))
    giveBack?.()
    await delay(2 * budgetLeaseMs + 100)
    t.ok(await taken(other, caller))
  })

  t.test('a refusal says when the next period begins, or when others have given back what they hold', async t => {
    const { clock, all, first } = await hosts(t, await memory(), 2)
    const refusalOf = async (host: typeof first, limit: CallLimit) => {
      try {
        await host.budgets.take({ account: 'ada', keyId: 'key_one', budget: { month: limit } })
      } catch (error) {
        if (error instanceof Problem) return error
      }
      throw new Error('It was not refused.')
    }
    clock.set('2026-01-31T23:59:30Z')
    const take = (host: typeof first) =>
      taken(host, { account: 'ada', keyId: 'key_one', budget: { month: { stopAt: 100 } } })
    for (let call = 0; call < 10; call++) await take(first)
    const [, other] = all
    if (!other) throw new Error('There is no second host.')
    while (await take(other)) {}
    const held = await refusalOf(other, { stopAt: 100 })
    t.match(held, { code: 'call_budget_spent', options: { retryAfter: 1 } })
    await delay(2 * budgetLeaseMs + 100)
    while (await take(other)) {}
    const spent = await refusalOf(other, { stopAt: 100 })
    t.match(spent.options, {
      retryAfter: 30,
      budget: { of: 'key', period: 'month', stopAt: 100, resetsAt: '2026-02-01T00:00:00.000Z' }
    })
    t.match(spent.detail, 'the next month begins at 2026-02-01T00:00:00.000Z')
    t.match(await refusalOf(first, { stopAt: 100 }), { options: { retryAfter: 30 } })
  })

  t.test('a budget that one host sets is that of the others within 5 s', async t => {
    const { all, first } = await hosts(t, await memory(), 2)
    const [, other] = all
    if (!other) throw new Error('There is no second host.')
    const caller = { account: 'ada', keyId: 'key_one' }
    t.equal(await other.budgets.take(caller), undefined)
    await first.budgets.set('ada', { day: { stopAt: 1 } })
    t.ok(await taken(first, caller))
    await delay(4_500)
    t.notOk(await taken(other, caller))
  })
})

t.test('a host takes no call from the store where neither key nor account has a budget', async t => {
  const { first } = await hosts(t, await memory(), 1)
  const operations: string[] = []
  const noObserver = { duration: { observe: () => undefined }, failures: { inc: () => undefined } }
  first.store.observe(operation => ({
    duration: { observe: () => void operations.push(operation) },
    failures: noObserver.failures
  }))
  const caller = { account: 'ada', keyId: 'key_one' }
  t.equal(await first.budgets.take(caller), undefined)
  t.strictSame(operations, ['get'], 'whether the account has one is read once')
  for (let call = 0; call < 100; call++) t.equal(first.budgets.take(caller), undefined, 'and no promise is waited for')
  t.strictSame(operations, ['get'])
})

t.test('calls that come quickly are taken ahead, and a crash loses no more than these', async t => {
  const { all, clock, first } = await hosts(t, await memory(), 2)
  const caller = { account: 'ada', keyId: 'key_one', budget: { day: { stopAt: 1_000_000 } } }
  const counted = countedAt('ada', 'key_one', 'day', clock.now())
  for (let call = 0; call < 300; call++) await taken(first, caller)
  const stored = await first.counts.taken(counted)
  t.ok(stored > 300 && stored <= 300 + mostTakenAhead, `${stored} are counted of 300`)
  t.match(await first.budgets.shownOfKey(caller), [{ of: 'key', keyId: 'key_one', used: 300 }])
  // A host that is killed gives nothing back; another one goes on from what is stored.
  const [, other] = all
  if (!other) throw new Error('There is no second host.')
  t.match(await other.budgets.shownOfKey(caller), [{ used: stored }])
  await first.budgets.stop()
  t.match(await other.budgets.shownOfKey(caller), [{ used: 300 }])
})

t.test('near its end, no more of a budget is taken than is needed', async t => {
  const { all } = await hosts(t, await memory(), 2)
  const caller = { account: 'ada', keyId: 'key_one', budget: { day: { stopAt: 16 } } }
  for (let call = 0; call < 16; call++) {
    const host = all[call % 2]
    t.ok(host && (await taken(host, caller)), `call ${call + 1} passes`)
  }
  for (const host of all) t.notOk(await taken(host, caller))
})

t.test('the owner is told once in a period, at the call that reaches the number', async t => {
  const { clock, first } = await hosts(t, await memory(), 1)
  const jobs = new JobStore(first.store, clock, { error: report })
  const notices = async () => (await jobs.waiting()).length
  const caller = { account: 'ada', keyId: 'key_one', budget: { day: { warnAt: 40, stopAt: 50 } } }
  const make = async (calls: number) => {
    for (let call = 0; call < calls; call++) await taken(first, caller)
  }
  await make(39)
  t.equal(await notices(), 0)
  await make(1)
  t.equal(await notices(), 1)
  await make(20)
  t.equal(await notices(), 1)
  clock.advance(24 * 60 * 60 * 1000)
  await make(40)
  t.equal(await notices(), 2)
})

t.test('a budget that is raised or removed lets calls pass at once', async t => {
  const { first } = await hosts(t, await memory(), 1)
  const caller = { account: 'ada', keyId: 'key_one' }
  await first.budgets.set('ada', { day: { stopAt: 1 } })
  t.ok(await taken(first, caller))
  t.notOk(await taken(first, caller))
  await first.budgets.set('ada', { day: { stopAt: 2 } })
  t.ok(await taken(first, caller))
  t.notOk(await taken(first, caller))
  await first.budgets.set('ada', undefined)
  t.equal(await first.budgets.take(caller), undefined)
})

t.test('what one budget refuses is not counted in another', async t => {
  const { first } = await hosts(t, await memory(), 1)
  await first.budgets.set('ada', { day: { stopAt: 1 } })
  const caller = { account: 'ada', keyId: 'key_one', budget: { day: { stopAt: 5 } } }
  const passed: GiveBackCall[] = []
  for (let call = 0; call < 3; call++) passed.push(...[await taken(first, caller)].flatMap(each => each ?? []))
  t.equal(passed.length, 1)
  t.match(await first.budgets.shownOfKey(caller), [{ used: 1 }])
  t.match(await first.budgets.shownOfAccount('ada'), [{ used: 1 }])
})

t.test(
  'the budgets of a key and of its account are those of a day and a month, each shown with what is used',
  async t => {
    const { first } = await hosts(t, await memory(), 1)
    const [day, month] = ['2026-01-31T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
    await first.budgets.set('ada', { day: { warnAt: 3 }, month: { stopAt: 20 } })
    const caller = {
      account: 'ada',
      keyId: 'key_one',
      budget: { day: { stopAt: 5 }, month: { warnAt: 9, stopAt: 10 } }
    }
    for (const each of [caller, caller, { account: 'ada', keyId: 'key_two' }]) await taken(first, each)
    t.strictSame(await first.budgets.shownOfKey(caller), [
      { of: 'key', period: 'day', warnAt: null, stopAt: 5, used: 2, resetsAt: day, keyId: 'key_one' },
      { of: 'key', period: 'month', warnAt: 9, stopAt: 10, used: 2, resetsAt: month, keyId: 'key_one' }
    ])
    t.strictSame(await first.budgets.shownOfAccount('ada'), [
      { of: 'account', period: 'day', warnAt: 3, stopAt: null, used: 3, resetsAt: day },
      { of: 'account', period: 'month', warnAt: null, stopAt: 20, used: 3, resetsAt: month }
    ])
    t.strictSame(await first.budgets.ofAccount('ada'), { day: { warnAt: 3 }, month: { stopAt: 20 } })
    t.strictSame(await first.budgets.shownOfAccount('grace'), [])
    t.strictSame(await first.budgets.shownOfKey({ account: 'ada', keyId: 'key_two' }), [])
  }
)

t.test('each of the four budgets of a call refuses it, and then none counts it', async t => {
  const few = { stopAt: 2 }
  const many = { stopAt: 100 }
  const full = { day: many, month: many }
  for (const [of, period, key, account] of [
    ['key', 'day', { ...full, day: few }, full],
    ['key', 'month', { ...full, month: few }, full],
    ['account', 'day', full, { ...full, day: few }],
    ['account', 'month', full, { ...full, month: few }]
  ] as const) {
    const { first } = await hosts(t, await memory(), 1)
    await first.budgets.set('ada', account)
    const caller = { account: 'ada', keyId: 'key_one', budget: key }
    for (let call = 0; call < 2; call++) await first.budgets.take(caller)
    await t.rejects(Promise.resolve(first.budgets.take(caller)), {
      code: 'call_budget_spent',
      options: { budget: { of, period, stopAt: 2 } }
    })
    const shown = [...(await first.budgets.shownOfKey(caller)), ...(await first.budgets.shownOfAccount('ada'))]
    t.strictSame(
      shown.map(({ used }) => used),
      [2, 2, 2, 2]
    )
  }
})

t.test('a key that replaced another one counts with it, and is shown under its own name', async t => {
  const { first } = await hosts(t, await memory(), 1)
  const budget = { day: { stopAt: 2 } }
  const [old, next] = [
    { account: 'ada', keyId: 'key_one', budget },
    { account: 'ada', keyId: 'key_two', countedAs: 'key_one', budget }
  ]
  t.ok(await taken(first, old))
  t.ok(await taken(first, next))
  t.notOk(await taken(first, next))
  t.match(await first.budgets.shownOfKey(old), [{ keyId: 'key_one', used: 2 }])
  t.match(await first.budgets.shownOfKey(next), [{ keyId: 'key_two', used: 2 }])
})

t.test('keys of one account, and one name in two accounts, have budgets of their own', async t => {
  const { first } = await hosts(t, await memory(), 1)
  const budget = { day: { stopAt: 1 } }
  for (const [account, keyId] of [
    ['ada', 'key_one'],
    ['ada', 'key_two'],
    ['grace', 'key_one']
  ] as const) {
    t.ok(await taken(first, { account, keyId, budget }))
    t.notOk(await taken(first, { account, keyId, budget }))
  }
})

t.test('a call that is given back can be made again in each of its budgets', async t => {
  const { first } = await hosts(t, await memory(), 1)
  const budget = { day: { stopAt: 1 }, month: { stopAt: 1 } }
  await first.budgets.set('ada', budget)
  const caller = { account: 'ada', keyId: 'key_one', budget }
  for (let call = 0; call < 3; call++) (await first.budgets.take(caller))?.()
  t.match(await first.budgets.shownOfKey(caller), [{ used: 0 }, { used: 0 }])
  t.match(await first.budgets.shownOfAccount('ada'), [{ used: 0 }, { used: 0 }])
})

t.test('a host that stops gives back what it holds, also where the store refuses a part of it', async t => {
  const backend = memoryBackend(Date.now)
  const commit = backend.commit.bind(backend)
  let isAway = false
  const failing: typeof commit = async (expected, writes) => {
    if (isAway && writes.some(({ key }) => key.includes('ada'))) throw new Error('away')
    return commit(expected, writes)
  }
  const store = await Store.open(Object.assign(backend, { commit: failing }))
  const { clock, first } = await hosts(t, async () => store, 1)
  const budget = { day: { stopAt: 5 } }
  for (const account of ['ada', 'grace']) (await first.budgets.take({ account, keyId: 'key_one', budget }))?.()
  isAway = true
  await first.budgets.stop()
  const stored = (account: string) => first.counts.taken(countedAt(account, 'key_one', 'day', clock.now()))
  t.strictSame([await stored('ada'), await stored('grace')], [1, 0])
})
