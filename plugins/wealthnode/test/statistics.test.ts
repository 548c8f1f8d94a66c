import { addDays } from '@product-host/toolkit/calendar'
import { baselineOf, modifiedZ } from '@product-host/toolkit/numbers'
import t from 'tap'
import { decimal, exact } from '../dist/money.js'
import { anomaliesOf, driftOf, ewma, ewmaLimits } from '../dist/radar/anomalies.js'
import { forecastOf } from '../dist/radar/forecast.js'
import { anomaly } from '../dist/radar/parameters.js'
import { decompositionOf, effects, type Figures, figuresOf } from '../dist/radar/sums.js'
import { costTrend, mannKendall, marginTrend, theilSen } from '../dist/radar/trend.js'

interface Sums {
  readonly cost: number
  readonly revenue?: number
  readonly tokens?: number
}

/** Days in a row from a date on. */
function daysFrom(start: string, sums: readonly Sums[]): readonly Figures[] {
  const totals = sums.map(({ cost, revenue = 0, tokens = 0 }) => ({
    costGbp: exact(decimal(cost)),
    revenueGbp: exact(decimal(revenue)),
    tokens: String(tokens),
    unbilledTokens: '0',
    entries: 1
  }))
  const days = new Map(totals.map((sum, index) => [addDays(start, index), sum]))
  return figuresOf(days, start, addDays(start, sums.length - 1))
}

const near = (value: number, places: number) => Number(value.toFixed(places))
const costs = (...values: number[]) => values.map(cost => ({ cost }))

t.test('Mann-Kendall: the example of J. Little, College of the Holy Cross (mathcs.holycross.edu/~little)', async t => {
  const values = [12.9, 14.8, 13.2, 15.7, 13.8, 15.6, 12.9, 11.0, 17.3, 15.9, 19.0, 18.3, 20.1, 21.7]
  const { s, z, p } = mannKendall(values)
  t.equal(s, 54)
  t.equal(near(z, 4), 2.9058)
  t.equal(near(p / 2, 4), 0.0018)
})

t.test('Mann-Kendall: the mirror image, and no trend at all', async t => {
  t.equal(
    near(mannKendall([21.7, 20.1, 18.3, 19.0, 15.9, 17.3, 11.0, 12.9, 15.6, 13.8, 15.7, 13.2, 14.8, 12.9]).z, 4),
    -2.9058
  )
  t.strictSame(mannKendall([3, 3, 3, 3, 3, 3, 3, 3]), { s: 0, z: 0, p: 1 })
})

t.test('Theil-Sen: slopes counted by hand', async t => {
  const points = [2, 3, 5, 4, 6, 8].map((y, index) => ({ x: index + 1, y }))
  t.equal(theilSen(points), 1)
  t.equal(theilSen([...points.slice(0, 5), { x: 6, y: 800 }]), 1.5)
  t.equal(
    theilSen([
      { x: 0, y: 1 },
      { x: 2, y: 0 },
      { x: 3, y: -1 }
    ]),
    -2 / 3
  )
})

t.test('a trend needs eight days', async t => {
  t.equal(costTrend(daysFrom('2026-01-01', costs(1, 2, 3, 4, 5, 6, 7))), undefined)
  t.match(costTrend(daysFrom('2026-01-01', costs(1, 2, 3, 4, 5, 6, 7, 8))), {
    days: 8,
    slopePerDay: 1,
    real: true,
    weeklyPct: 155.556
  })
})

t.test('the margin has a trend where there is revenue; a steady one has none', async t => {
  const steady = Array.from({ length: 20 }, (_, index) => ({ cost: index * 0.7, revenue: index * 2 }))
  t.match(marginTrend(daysFrom('2026-01-01', steady)), { days: 19, slopePerDay: 0, z: 0, p: 1, real: false })
  const falling = Array.from({ length: 10 }, (_, index) => ({ cost: 1 + index * 0.1, revenue: 10 }))
  t.match(marginTrend(daysFrom('2026-01-01', falling)), { days: 10, slopePerDay: -1, real: true })
})

t.test('the modified z-score of Iglewicz and Hoaglin: median 16, MAD 8, first value 6', async t => {
  const values = [6, 8, 8, 16, 16, 24, 24, 26]
  t.strictSame(baselineOf(values, anomaly.leastDeviation), { median: 16, mad: 8 })
  t.equal(near(modifiedZ(6, baselineOf(values, anomaly.leastDeviation)), 3), -0.843)
})

t.test('a flat history gives no infinity', async t => {
  const z = (value: number, flat: number) => modifiedZ(value, baselineOf(Array(28).fill(flat), anomaly.leastDeviation))
  t.equal(near(z(1.05, 1), 1), 1)
  t.equal(near(z(2, 1), 1), 20)
  t.equal(near(z(0.02, 0), 2), 1.35)
  t.equal(near(z(0.5, 0), 0), 34)
})

t.test('a day is compared with at most 28 days before it, and with seven at least', async t => {
  const history = daysFrom('2026-01-01', [...costs(...Array(7).fill(1)), { cost: 2 }])
  t.match(anomaliesOf(history, '2026-01-01', 3.5, undefined), [
    { date: '2026-01-08', costGbp: '2.000000000', expectedGbp: '1.000000000', z: 20, severity: 'red' }
  ])
  t.strictSame(anomaliesOf(history.slice(1), '2026-01-01', 3.5, undefined), [])
  t.strictSame(anomaliesOf(history, '2026-01-09', 3.5, undefined), [])
  const changed = daysFrom('2026-01-01', [...costs(...Array(10).fill(9)), ...costs(...Array(29).fill(1))])
  t.notOk(anomaliesOf(changed, '2026-02-08', 0.001, undefined).length)
})

t.test('an anomaly is red above 7, amber below; a day that is not over is never too cheap', async t => {
  const at = (cost: number, open = false) =>
    anomaliesOf(
      daysFrom('2026-01-01', [...costs(...Array(28).fill(1)), { cost }]),
      '2026-01-29',
      3.5,
      open ? '2026-01-29' : undefined
    )
  t.match(at(1.3), [{ severity: 'amber', z: 6 }])
  t.match(at(1.36), [{ severity: 'red' }])
  t.match(at(0), [{ severity: 'amber', z: -20 }])
  t.strictSame(at(0, true), [])
  t.match(at(2, true), [{ severity: 'red' }])
  t.strictSame(at(1.15), [])
})

t.test('EWMA: the example of the NIST/SEMATECH e-Handbook, 6.3.2.4', async t => {
  const data = [
    52, 47, 53, 49.3, 50.1, 47, 51, 50.1, 51.2, 50.5, 49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6, 52.4, 53.6, 52.1
  ]
  t.strictSame(
    ewma(data, 50).map(value => near(value, 2)),
    [
      50.6, 49.52, 50.56, 50.18, 50.16, 49.21, 49.75, 49.85, 50.26, 50.33, 50.11, 49.36, 49.52, 50.05, 49.38, 49.92,
      50.73, 51.23, 51.94, 51.99
    ]
  )
  const { low, high } = ewmaLimits(50, 2.0539)
  t.equal(near(high, 3), 52.588)
  t.equal(near(low, 3), 47.412)
})

t.test('drift needs seven days before the last fourteen', async t => {
  t.equal(driftOf(daysFrom('2026-01-01', costs(...Array(20).fill(1)))), undefined)
  t.match(driftOf(daysFrom('2026-01-01', costs(...Array(21).fill(1)))), { direction: 'none', baselineDays: 7 })
  const rise = [...Array(28).fill(1), ...Array(14).fill(1.05)]
  t.match(driftOf(daysFrom('2026-01-01', costs(...rise))), {
    direction: 'none',
    averageGbp: '1.049660888',
    highGbp: '1.063012604'
  })
  const jump = [...Array(28).fill(1), ...Array(14).fill(1.1)]
  t.match(driftOf(daysFrom('2026-01-01', costs(...jump))), { direction: 'up', averageGbp: '1.099321777' })
  const fall = [...Array(28).fill(1), ...Array(14).fill(0.9)]
  t.match(driftOf(daysFrom('2026-01-01', costs(...fall))), { direction: 'down' })
})

t.test('the change of cost is split into volume and price, to the last digit', async t => {
  const before = { costGbp: '10.000000000', tokens: '3000', revenueGbp: '0', unbilledTokens: '0', entries: 1 }
  const after = { ...before, costGbp: '12.000000000', tokens: '4000' }
  t.strictSame(effects(before, after), {
    changeGbp: '2.000000000',
    volumeEffectGbp: '3.333333333',
    priceEffectGbp: '-1.333333333'
  })
})

t.test('the halves are of equal length; a half without tokens explains nothing', async t => {
  const days = [...Array(3).fill({ cost: 2, tokens: 1000 }), ...Array(2).fill({ cost: 3, tokens: 1000 })]
  t.match(decompositionOf(daysFrom('2026-01-01', days)), {
    first: { from: '2026-01-02', to: '2026-01-03', costGbp: '4.000000000', tokens: 2000, costPer1kGbp: '2.000000000' },
    second: { from: '2026-01-04', to: '2026-01-05', costGbp: '6.000000000' },
    changeGbp: '2.000000000',
    volumeEffectGbp: '0.000000000',
    priceEffectGbp: '2.000000000'
  })
  t.equal(decompositionOf(daysFrom('2026-01-01', [{ cost: 0 }, { cost: 1, tokens: 1 }])), undefined)
  t.equal(decompositionOf([]), undefined)
})

t.test('the forecast of a steady month is its daily cost times its days', async t => {
  const history = daysFrom('2026-01-01', costs(...Array(41).fill(2)))
  t.match(forecastOf(history, history, decimal(50)), {
    month: '2026-02',
    monthToDateGbp: '20.000000000',
    forecastGbp: '56.000000000',
    lowGbp: '55.799611647',
    highGbp: '56.200388353',
    remainingDays: 18,
    budgetGbp: '50.000000000',
    exhaustedOn: '2026-02-25'
  })
})

t.test('the forecast knows the weekday', async t => {
  const weekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
  const sums = Array.from({ length: 56 }, (_, index) => ({ cost: weekend(addDays('2026-01-05', index)) ? 0 : 10 }))
  const history = daysFrom('2026-01-05', sums)
  t.equal(history.at(-1)?.date, '2026-03-01')
  const found = forecastOf(history, history, undefined)
  t.match(found, { month: '2026-03', monthToDateGbp: '0.000000000', remainingDays: 30 })
  t.equal(near(Number(found?.forecastGbp), 6), 22 * 10)
})

t.test('a day that is not over is made up to a usual one, never counted twice', async t => {
  const full = daysFrom('2026-01-01', costs(...Array(30).fill(2)))
  const ended = (cost: number) =>
    forecastOf([...full, ...daysFrom('2026-01-31', costs(cost))], full, undefined)?.forecastGbp
  t.equal(ended(0.5), '62.000000000')
  t.equal(ended(5), '65.000000000')
})

t.test('a forecast needs seven complete days, and at the end of the month there is nothing left to guess', async t => {
  const week = daysFrom('2026-01-25', costs(1, 2, 3, 4, 5, 6, 7))
  t.match(forecastOf(week, week, undefined), {
    forecastGbp: '28.000000000',
    lowGbp: '28.000000000',
    highGbp: '28.000000000',
    remainingDays: 0
  })
  t.equal(forecastOf(week, week.slice(0, 6), undefined), undefined)
})

t.test('a budget that is used up already says since when', async t => {
  const history = daysFrom('2026-01-01', costs(...Array(20).fill(3)))
  t.match(forecastOf(history, history, decimal(30)), { exhaustedOn: '2026-01-10' })
})
