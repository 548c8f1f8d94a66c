import { testContext } from '@product-host/sdk/testing'
import t from 'tap'
import product from '../dist/index.js'
import { cellOf, withResults, worthOfCells } from '../dist/planning/cells.js'
import { habits, usualHabit } from '../dist/planning/weights.js'

const nothing = { cells: {}, seen: [] }
const at = (time: string) => Date.parse(time)
const worth = (platform: string, weekday: number, hour: number) =>
  worthOfCells(habits.get(platform) ?? usualHabit, nothing)[cellOf({ weekday, hour })]?.score

t.test('the priors are those of the table, in local hours', async t => {
  t.equal(worth('linkedin', 2, 8), 1)
  t.equal(worth('linkedin', 2, 11), 0.7)
  t.equal(worth('linkedin', 1, 8), 0.7)
  t.equal(worth('linkedin', 6, 9), 0.2)
  t.equal(worth('x', 4, 12), 0.8)
  t.equal(worth('newsletter', 7, 17), 0.5)
  t.equal(worth('tiktok', 6, 13), 0.8)
  t.equal(worth('unknown', 3, 9), 1)
  t.equal(worth('unknown', 7, 9), 0.2)
})

t.test('own results take over: (n · observed/mean + 8 · prior) / (n + 8)', async t => {
  const results = [
    { at: at('2026-11-03T09:10:00Z'), rate: 2 },
    { at: at('2026-11-10T09:40:00Z'), rate: 2 },
    { at: at('2026-11-07T15:00:00Z'), rate: 1 }
  ]
  const performance = withResults(nothing, results, 'Europe/London')
  const linkedin = habits.get('linkedin') ?? usualHabit
  const cells = worthOfCells(linkedin, performance)
  const mean = 5 / 3
  t.equal(cells[cellOf({ weekday: 2, hour: 9 })]?.score, (2 * (2 / mean) + 8 * 1) / 10)
  t.equal(cells[cellOf({ weekday: 6, hour: 15 })]?.score, (1 * (1 / mean) + 8 * 0.2) / 9)
  t.equal(cells[cellOf({ weekday: 3, hour: 9 })]?.score, 1)
})

t.test('a result counts in the hour that the clock showed in the time zone', async t => {
  const { cells } = withResults(nothing, [{ at: at('2026-07-01T23:30:00Z'), rate: 1 }], 'Europe/London')
  t.strictSame(Object.keys(cells).map(Number), [cellOf({ weekday: 4, hour: 0 })])
})

t.test('the same post counts once, however often it is sent', async t => {
  const result = { at: at('2026-11-03T09:10:00Z'), rate: 2 }
  const once = withResults(nothing, [result], 'UTC')
  t.strictSame(withResults(once, [result, result], 'UTC'), once)
})

t.test('results of nothing at all change nothing', async t => {
  const performance = withResults(nothing, [{ at: at('2026-11-03T09:10:00Z'), rate: 0 }], 'UTC')
  t.equal(worthOfCells(usualHabit, performance)[cellOf({ weekday: 2, hour: 9 })]?.score, 1)
})

t.test('schedule learns, keeps the cells of each platform, and plans by them', async t => {
  const { run, storage } = testContext(product, { now: '2026-11-22T12:00:00Z' })
  const sundays = Array.from({ length: 40 }, (_, week) => ({
    at: new Date(at('2026-11-15T19:05:00Z') - week * 604_800_000).toISOString(),
    engagementRate: 9
  }))
  const others = Array.from({ length: 40 }, (_, week) => ({
    at: new Date(at('2026-11-17T09:05:00Z') - week * 604_800_000).toISOString(),
    engagementRate: 0.5
  }))
  const results = [...sundays, ...others].map(result => ({ platform: 'LinkedIn', ...result }))
  const { metrics, detail } = await run('schedule', {
    platform: 'linkedin',
    perWeek: 1,
    weeks: 1,
    timezone: 'UTC',
    results
  })
  t.match(detail.entries, [{ weekday: 'Sunday', localTime: /T19:/ }])
  t.match(
    detail.entries[0]?.why,
    'scores 1.61 on LinkedIn: 40 results of your own count 83%, averages over many industries (0.2) count 17%.'
  )
  t.match(detail, { learnedCells: 2 })
  t.equal(metrics.learnedSamples, 80)
  t.match(await storage.get('perf:linkedin'), {
    cells: { [6 * 24 + 19]: { n: 40, sum: 360 }, [24 + 9]: { n: 40, sum: 20 } }
  })
})
