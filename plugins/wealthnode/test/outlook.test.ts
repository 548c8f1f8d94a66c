import t from 'tap'
import { outlookOf, studentQuantile } from '../dist/radar/forecast.js'
import { forecast } from '../dist/radar/parameters.js'
import { smooth, weekdayFactors } from '../dist/radar/smoothing.js'
import { coverageOf } from './bench/coverage-of.js'
import { kindNames, seriesOf } from './bench/series.js'

const near = (value: number, places: number) => Number(value.toFixed(places))
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

t.test('the band of a forecast holds 70 to 90 % of what came, on six kinds of series', async t => {
  t.equal(kindNames.length, 6)
  for (const kind of kindNames) {
    const share = coverageOf(kind, forecast.historyDays, { count: 300, from: 1, to: 30 })
    t.ok(share >= 0.7 && share <= 0.9, `${kind}: ${(100 * share).toFixed(1)} %`)
  }
})

t.test('after two weeks as well, where the weekdays differ', async t => {
  for (const known of [14, 17]) {
    const share = coverageOf('weekly season', known, { count: 300, from: 1, to: 30 })
    t.ok(share >= 0.7 && share <= 0.9, `${known} days: ${(100 * share).toFixed(1)} %`)
  }
})

t.test('equal days are expected to go on, with a band of little width', async t => {
  const { days, spread } = outlookOf(Array(40).fill(2), 10)
  t.strictSame(
    days.map(day => near(day, 9)),
    Array(10).fill(2)
  )
  t.ok(spread > 0 && spread < 0.4, `${spread}`)
})

t.test('no days to come cost nothing, for sure; an account without any cost is expected to have none', async t => {
  t.strictSame(outlookOf([1, 2, 3, 4, 5, 6, 7], 0), { days: [], spread: 0 })
  const { days, spread } = outlookOf(Array(30).fill(0), 3)
  t.strictSame(days, [0, 0, 0])
  t.ok(spread < 1e-9)
})

t.test('a band is as wide for pounds as for pence', async t => {
  const costs = seriesOf('AR(1)', 1, 60, 0)
  const [pounds, pence] = [
    outlookOf(costs, 12),
    outlookOf(
      costs.map(cost => cost / 100),
      12
    )
  ]
  t.equal(near(pence.spread * 100, 6), near(pounds.spread, 6))
  t.equal(near(total(pence.days) * 100, 6), near(total(pounds.days), 6))
})

t.test('growth is expected to go on, and is damped where the history is short', async t => {
  const growing = Array.from({ length: 91 }, (_, day) => 1.02 ** day)
  const truth = total(Array.from({ length: 20 }, (_, day) => 1.02 ** (91 + day)))
  t.ok(Math.abs(total(outlookOf(growing, 20).days) / truth - 1) < 0.05)
  const short = total(outlookOf(growing.slice(0, 14), 20).days)
  const unchanged = 20 * (growing[13] ?? 0)
  t.ok(short > 0.9 * unchanged && short < truth, `${short}`)
})

t.test('weekdays are told apart from two weeks on, and not where they differ by chance alone', async t => {
  const week = [10, 10, 10, 10, 10, 0, 0]
  const weeks = (count: number) => Array.from({ length: count * 7 }, (_, day) => week[day % 7] ?? 0)
  t.strictSame(
    weekdayFactors(weeks(8)).map(factor => near(factor, 9)),
    [1.4, 1.4, 1.4, 1.4, 1.4, 0, 0]
  )
  t.strictSame(
    weekdayFactors(weeks(2)).map(factor => near(factor, 9)),
    [1.4, 1.4, 1.4, 1.4, 1.4, 0, 0]
  )
  t.strictSame(weekdayFactors(weeks(2).slice(1)), Array(7).fill(1))
  t.strictSame(weekdayFactors(Array(56).fill(3)), Array(7).fill(1))
  t.strictSame(weekdayFactors(Array(56).fill(0)), Array(7).fill(1))
  const chance = weekdayFactors(seriesOf('plain noise', 2, 91, 0))
  t.ok(
    chance.every(factor => Math.abs(factor - 1) < 0.05),
    chance.join(' ')
  )
  const { days } = outlookOf(weeks(8), 7)
  t.strictSame(
    days.map(day => near(day, 6)),
    week
  )
})

t.test('a new level is followed, one unusual day is not', async t => {
  const noise = seriesOf('plain noise', 3, 80, 0)
  const expected = (costs: readonly number[]) => smooth(costs).sumAfter(costs.length - 1, 1)
  const shifted = noise.map((cost, day) => (day < 60 ? cost : cost + 10))
  t.ok(expected(shifted) > 18, `${expected(shifted)}`)
  const spiked = noise.map((cost, day) => (day < 79 ? cost : cost + 10))
  t.ok(expected(spiked) < 12, `${expected(spiked)}`)
})

t.test('a single day far above the others is not expected again, wherever it is; the second in a row is', async t => {
  const usual = Array.from({ length: 21 }, (_, day) => 2 + day * 0.002)
  const expected = (costs: readonly number[]) => outlookOf(costs, 10).days.reduce((sum, cost) => sum + cost, 0)
  const withBulk = (...days: number[]) => usual.map((cost, day) => (days.includes(day) ? 92 : cost))
  for (const day of [0, 4, 6, 18, 20]) {
    const sum = expected(withBulk(day))
    t.ok(sum > 20 && sum < 22, `day ${day}: ${sum}`)
  }
  t.ok(expected(withBulk(19, 20)) > 200, `${expected(withBulk(19, 20))}`)
})

t.test('Student’s quantile: the table of NIST, and between its rows', async t => {
  t.equal(studentQuantile(1), 3.078)
  t.equal(studentQuantile(2), 1.886)
  t.equal(studentQuantile(10), 1.372)
  t.equal(near(studentQuantile(6), 2), 1.44)
  t.equal(near(studentQuantile(20), 2), 1.33)
  t.equal(near(studentQuantile(1e6), 3), 1.282)
  t.ok(studentQuantile(1.5) < 3.078 && studentQuantile(1.5) > 1.886)
})
