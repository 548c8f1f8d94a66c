import t from 'tap'
import type { CallLimit } from '../../../host/dist/base/caller.js'
import { JobStore } from '../../../host/dist/jobs/job-store.js'
import { systemJobOf } from '../../../host/dist/jobs/system-jobs.js'
import { BudgetCounts, budgetLeaseMs, countedAt, countKey } from '../../../host/dist/limits/budget-counts.js'
import { jobSubject } from '../../../host/dist/storage/job-records.js'
import { memoryBackend } from '../../../host/dist/storage/memory.js'
import { Store } from '../../../host/dist/storage/store.js'
import { movableClock, standStill } from '../../fixtures/start-host.js'

const noon = '2026-01-30T12:00:00Z'
const hourMs = 60 * 60 * 1000

/** Counts in memory, where records expire by the clock that the test moves. */
async function openCounts() {
  const clock = movableClock(noon)
  const store = await Store.open(memoryBackend(() => clock.now()))
  const counts = new BudgetCounts(store, clock)
  const jobs = new JobStore(store, clock, { error: () => undefined })
  const day = countedAt('ada', 'key_one', 'day', clock.now())
  /** How many calls are granted to a process that waits for some and would take others ahead. */
  const granted = async (limit: CallLimit, waiting: number, ahead = 0) =>
    (await counts.take(day, { waiting, ahead, limit })).granted
  const notices = async () => (await jobs.waiting()).map(({ job }) => job)
  return { clock, store, counts, day, granted, notices }
}

t.test('a sixteenth of what is left is taken ahead at most', async t => {
  const { counts, day, granted } = await openCounts()
  const limit = { stopAt: 200 }
  t.equal(await granted(limit, 8, 64), 8 + 12, '192 are left')
  t.equal(await granted(limit, 1, 5), 1 + 5, 'no more than is asked for')
  t.equal(await granted(limit, 159, 64), 159, '15 are left')
  t.equal(await granted(limit, 20, 64), 15)
  t.equal(await granted(limit, 1, 64), 0)
  t.equal(await counts.taken(day), 200)
})

t.test('where no call is refused, as many are taken ahead as are asked for', async t => {
  const { granted } = await openCounts()
  t.equal(await granted({ warnAt: 1 }, 1), 1)
  t.equal(await granted({ warnAt: 1 }, 2, 64), 2 + 64)
})

t.test('what is taken ahead does not come near the number at which the owner is told', async t => {
  const { granted, notices } = await openCounts()
  const limit = { warnAt: 100, stopAt: 1_000 }
  t.equal(await granted(limit, 4, 64), 4 + 6, '96 are left to it')
  t.equal(await granted(limit, 79, 64), 79, '11 are left')
  t.strictSame(await notices(), [])
  t.equal(await granted(limit, 11, 64), 11, 'none is left')
  t.equal((await notices()).length, 1)
  t.equal(await granted(limit, 4, 64), 4 + 56, '896 are left to the stop')
})

t.test('every call that waits is granted, also when together they go beyond that number', async t => {
  const { granted, notices } = await openCounts()
  t.equal(await granted({ warnAt: 40 }, 100, 64), 100)
  t.equal((await notices()).length, 1)
})

t.test('no more is taken ahead than the limit allows, although the owner would be told later', async t => {
  const { granted } = await openCounts()
  t.equal(await granted({ warnAt: 1_000, stopAt: 40 }, 8, 64), 8 + 2)
})

t.test('a limit that was lowered below what is taken grants nothing, and counts nothing', async t => {
  const { store, counts, day, granted } = await openCounts()
  await granted({ stopAt: 10 }, 10)
  const operations: string[] = []
  store.observe(operation => ({
    duration: { observe: () => void operations.push(operation) },
    failures: { inc: () => undefined }
  }))
  t.equal(await granted({ stopAt: 5 }, 1, 1), 0)
  t.strictSame(operations, ['read'], 'nor writes anything')
  t.equal(await counts.taken(day), 10)
})

t.test('a call that is not granted is told how long others hold what they have taken ahead', async t => {
  const time = standStill(t)
  const { counts, day } = await openCounts()
  const limit = { stopAt: 100 }
  const take = (waiting: number, ahead: number) => counts.take(day, { waiting, ahead, limit })
  t.strictSame(await take(1, 0), { granted: 1, heldForMs: 0 })
  t.strictSame(await take(1, 4), { granted: 5, heldForMs: 0 }, 'its own it can use')
  time.advance(200)
  t.strictSame(await take(90, 0), { granted: 90, heldForMs: budgetLeaseMs - 200 })
  t.strictSame(await take(5, 0), { granted: 4, heldForMs: budgetLeaseMs - 200 }, 'of these, one is refused')
  t.strictSame(await take(1, 0), { granted: 0, heldForMs: budgetLeaseMs - 200 })
  time.advance(budgetLeaseMs - 200)
  t.strictSame(await take(1, 0), { granted: 0, heldForMs: 0 })
  time.advance(1)
  t.strictSame(await take(1, 0), { granted: 0, heldForMs: 0 })
  await counts.giveBack(day, 1)
  t.strictSame(await take(1, 0), { granted: 1, heldForMs: 0 })
})

t.test('calls are held until the last lease of all processes is over, whatever clock each goes by', async t => {
  const time = standStill(t)
  const { counts, day } = await openCounts()
  const take = (waiting: number, ahead: number, stopAt: number) =>
    counts.take(day, { waiting, ahead, limit: { stopAt } })
  await take(1, 4, 100)
  time.advance(300)
  await take(1, 4, 100)
  time.advance(-300)
  await take(1, 4, 1_000)
  t.match(await take(1, 0, 15), { granted: 0, heldForMs: budgetLeaseMs + 300 })
})

t.test('the notice says whose budget it is, of which period, and what comes next', async t => {
  const { clock, counts, notices } = await openCounts()
  const [startsAt, endsAt] = [Date.parse('2026-01-30T00:00:00Z'), Date.parse('2026-01-31T00:00:00Z')]
  const one = { waiting: 1, ahead: 0 }
  await counts.take(countedAt('ada', undefined, 'day', clock.now()), { ...one, limit: { warnAt: 1 } })
  await counts.take(countedAt('ada', 'key_one', 'day', clock.now()), { ...one, limit: { warnAt: 1, stopAt: 5 } })
  const jobs = await notices()
  t.strictSame(
    jobs.map(job => systemJobOf(job)),
    [
      {
        kind: 'budget_notice',
        account: 'ada',
        notice: { id: `ada.day-${startsAt}.account.1`, period: 'day', startsAt, endsAt, warnAt: 1 }
      },
      {
        kind: 'budget_notice',
        account: 'ada',
        notice: {
          id: `ada.day-${startsAt}.key_one.1`,
          period: 'day',
          startsAt,
          endsAt,
          warnAt: 1,
          stopAt: 5,
          keyId: 'key_one'
        }
      }
    ]
  )
  for (const job of jobs) t.equal(job.at, clock.now(), 'it is sent at once')
})

t.test('the owner is told once of a number, also when calls before it are given back', async t => {
  const { store, counts, day, granted, notices } = await openCounts()
  /** How many notices a call brings. */
  const brought = async (warnAt: number) => {
    // One that is there already would be replaced.
    await store.eraseOwn(jobSubject)
    await granted({ warnAt }, 1)
    return (await notices()).length
  }
  t.strictSame([await brought(2), await brought(2), await brought(2)], [0, 1, 0])
  await counts.giveBack(day, 2)
  t.strictSame([await brought(2), await brought(2)], [0, 0])
  t.strictSame([await brought(5), await brought(5), await brought(5)], [0, 1, 0], 'and once of another number')
})

t.test('a count is stored for a day after its period', async t => {
  const { clock, counts, day, granted } = await openCounts()
  await granted({ stopAt: 5 }, 2)
  clock.advance(12 * hourMs + 24 * hourMs - 1)
  t.equal(await counts.taken(day), 2)
  clock.advance(1)
  t.equal(await counts.taken(day), 0)
})

t.test('what is given back after the period changes nothing of how long the count is stored', async t => {
  const { clock, counts, day, granted } = await openCounts()
  await granted({ stopAt: 5 }, 4)
  clock.advance(12 * hourMs)
  await counts.giveBack(day, 1)
  clock.advance(24 * hourMs - 1)
  t.equal(await counts.taken(day), 3)
  clock.advance(1)
  t.equal(await counts.taken(day), 0)
  await counts.giveBack(day, 1)
  clock.advance(-1)
  t.equal(await counts.taken(day), 0, 'and begins no count that is no longer stored')
})

t.test('a process whose clock is late still counts in a period that is long over', async t => {
  const { clock, counts, day, granted } = await openCounts()
  clock.advance(100 * hourMs)
  t.equal(await granted({ stopAt: 5 }, 4), 4)
  await counts.giveBack(day, 1)
  t.equal(await counts.taken(day), 3)
})

t.test('no more than was taken can be given back', async t => {
  const { counts, day, granted } = await openCounts()
  await granted({ stopAt: 5 }, 2)
  await counts.giveBack(day, 3)
  t.equal(await counts.taken(day), 0)
  t.equal(await granted({ stopAt: 5 }, 6), 5)
})

t.test('accounts, keys, and periods are counted apart', async t => {
  const { clock, counts } = await openCounts()
  const time = clock.now()
  const nextDay = time + 24 * hourMs
  const all = [
    countedAt('ada', 'key_one', 'day', time),
    countedAt('ada', 'key_two', 'day', time),
    countedAt('ada', undefined, 'day', time),
    countedAt('grace', 'key_one', 'day', time),
    countedAt('ada', 'key_one', 'day', nextDay),
    countedAt('ada', 'key_one', 'month', time),
    countedAt('ada', undefined, 'month', time),
    countedAt('ada', undefined, 'month', nextDay + 24 * hourMs)
  ]
  for (const [index, counted] of all.entries()) await counts.take(counted, { waiting: index + 1, ahead: 0, limit: {} })
  t.strictSame(await Promise.all(all.map(counted => counts.taken(counted))), [1, 2, 3, 4, 5, 6, 7, 8])
  t.strictSame(all.slice(0, 3).map(countKey), [
    'calls:day/2026-01-30/key_one',
    'calls:day/2026-01-30/key_two',
    'calls:day/2026-01-30/account'
  ])
  t.equal(countKey(countedAt('ada', 'key_one', 'month', nextDay)), 'calls:month/2026-01-01/key_one')
})

t.test('the budget of an account is its own, and is gone when it is removed', async t => {
  const { counts } = await openCounts()
  t.equal(await counts.budget('ada'), undefined)
  await counts.setBudget('ada', { day: { stopAt: 5 } })
  t.strictSame(await counts.budget('ada'), { day: { stopAt: 5 } })
  t.equal(await counts.budget('grace'), undefined)
  await counts.setBudget('ada', undefined)
  t.equal(await counts.budget('ada'), undefined)
})
