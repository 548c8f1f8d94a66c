import { type Static, Type } from '@product-host/sdk'
import { addDays, datesFrom, lastOfMonth, monthOf } from '@product-host/toolkit/calendar'
import { baselineOf, modifiedZ } from '@product-host/toolkit/numbers'
import { mean, sum } from 'simple-statistics'
import { type Decimal, decimal, exact } from '../money.js'
import { anomaly, forecast } from './parameters.js'
import { type Smoothed, smooth } from './smoothing.js'
import { type Figures, sumOf } from './sums.js'

/** What the month will have cost when it is over. */
export const Forecast = Type.Object(
  {
    month: Type.String({ title: 'Month', description: 'The month of the last day, such as `2026-11`.' }),
    monthToDateGbp: Type.String({ title: 'Cost so far in GBP', description: 'Cost of the month up to the last day.' }),
    forecastGbp: Type.String({
      title: 'Expected cost of the month in GBP',
      description: 'Cost so far and what the remaining days will probably cost.'
    }),
    lowGbp: Type.String({
      title: 'Low estimate in GBP',
      description: 'About four months in five end between low and high.'
    }),
    highGbp: Type.String({ title: 'High estimate in GBP', description: 'See the low estimate.' }),
    remainingDays: Type.Integer({
      title: 'Days left',
      description: 'Days of the month that are still to come or not over yet.'
    }),
    budgetGbp: Type.Optional(
      Type.String({ title: 'Budget in GBP', description: 'The budget of a month in the settings.' })
    ),
    exhaustedOn: Type.Optional(
      Type.String({
        title: 'Budget used up on',
        description: 'The day on which the budget is, or was, used up. Left out if that is not in this month.'
      })
    )
  },
  { title: 'Forecast', description: 'What the month will cost. Left out before there are seven complete days.' }
)
export type Forecast = Static<typeof Forecast>

/** A cost of one day, had or still expected. */
interface Cost {
  readonly date: string
  readonly cost: number
}

/**
 * Foretells the month of the last day of `history`: its cost so far, and what the last 13 weeks of complete days let expect of each
 * remaining one. None before there are seven complete days.
 */
export function forecastOf(
  history: readonly Figures[],
  complete: readonly Figures[],
  budgetGbp: Decimal | undefined
): Forecast | undefined {
  const recent = complete.slice(-forecast.historyDays)
  const last = history.at(-1)
  if (!last || recent.length < forecast.leastHistoryDays) return undefined
  const soFar = history.filter(({ date }) => monthOf(date) === monthOf(last.date))
  const { costs, spread } = remaining(recent, last, complete.at(-1) !== last)
  const monthToDate = decimal(sumOf(soFar).costGbp)
  const more = costs.reduce((sum, { cost }) => sum + cost, 0)
  const exhaustedOn = budgetGbp && dayOf(budgetGbp, [...soFar, ...costs])
  return {
    month: monthOf(last.date),
    monthToDateGbp: exact(monthToDate),
    forecastGbp: exact(monthToDate.plus(more)),
    lowGbp: exact(monthToDate.plus(Math.max(0, more - spread))),
    highGbp: exact(monthToDate.plus(more + spread)),
    remainingDays: costs.length,
    ...(budgetGbp && { budgetGbp: exact(budgetGbp) }),
    ...(exhaustedOn !== undefined && { exhaustedOn })
  }
}

/** What the rest of the month will cost, day by day; of a day that is not over, what is missing from the expected cost. */
function remaining(recent: readonly Figures[], last: Figures, isOpen: boolean) {
  const dates = restOfMonth(isOpen ? last.date : addDays(last.date, 1), last.date)
  const { days, spread } = outlookOf(
    recent.map(({ cost }) => cost),
    dates.length
  )
  const costs = dates.map((date, index): Cost => {
    const expected = days[index] ?? 0
    return { date, cost: Math.max(0, date === last.date ? expected - last.cost : expected) }
  })
  return { costs, spread }
}

/** The dates from one on that are in the month of another. */
function restOfMonth(from: string, inMonth: string): readonly string[] {
  const end = lastOfMonth(inMonth)
  return from > end ? [] : datesFrom(from, end)
}

/** The day on which costs add up to the budget. */
function dayOf(budgetGbp: Decimal, costs: readonly Cost[]): string | undefined {
  let sum = decimal(0)
  return costs.find(({ cost }) => {
    sum = sum.plus(cost)
    return sum.gte(budgetGbp)
  })?.date
}

/** What days to come will cost. */
interface Outlook {
  /** The expected cost of each day. */
  readonly days: readonly number[]
  /** In four of five cases the sum of these days is not further from the expected one than this. */
  readonly spread: number
}

/**
 * Expects days that follow others, and says how sure that is by how far off such expectations were before (W. H. Williams and M. L.
 * Goodman, A simple method for the construction of empirical confidence limits for economic forecasts, Journal of the American
 * Statistical Association 66, 1971): for every earlier day, the sum expected over as many days is compared with what came.
 */
export function outlookOf(costs: readonly number[], days: number): Outlook {
  if (days === 0) return { days: [], spread: 0 }
  const smoothed = smooth(withoutOutliers(costs))
  const expected = smoothed.next(days)
  const total = sum([...expected])
  const scaleOf = scaleIn(costs)
  const past = pastErrors(costs, smoothed, days, scaleOf)
  const scale = scaleOf(total, days)
  const corrected = Math.max(0, total + past.bias * scale * (days / past.days) ** forecast.biasGrowth)
  const spread =
    studentQuantile(Math.max(1, past.stretches * forecast.overlapGain)) *
    Math.max(past.deviation, forecast.leastDeviation * Math.sqrt(past.days)) *
    scale *
    (days / past.days) ** forecast.spreadGrowth *
    (1 + forecast.shortHistory * (days / costs.length) ** 2)
  return { days: expected.map(cost => (total > 0 ? (cost * corrected) / total : corrected / days)), spread }
}

/**
 * The costs with the usual cost in place of single days far above it, which say nothing of the days to come (S. Gelper, R. Fried and C.
 * Croux, Robust forecasting with exponential and Holt-Winters smoothing, Journal of Forecasting 29, 2010, clean costs likewise before
 * they smooth them). Two such days in a row may be a new level, and many belong to the series: these stay.
 */
function withoutOutliers(costs: readonly number[]): readonly number[] {
  const usual = baselineOf(costs, anomaly.leastDeviation)
  const isFar = costs.map(cost => modifiedZ(cost, usual) > forecast.outlierZ)
  const count = isFar.filter(Boolean).length
  if (usual.median === 0 || count > Math.max(1, forecast.mostOutliers * costs.length)) return costs
  return costs.map((cost, day) => (isFar[day] && !isFar[day - 1] && !isFar[day + 1] ? usual.median : cost))
}

/** What a daily cost is compared with, so that errors on days of different cost can be taken together: never too little. */
function scaleIn(costs: readonly number[]): (total: number, days: number) => number {
  const least = Math.max(forecast.leastScale * mean([...costs]), Number.EPSILON)
  return (total, days) => Math.max(total / days, least)
}

/** How far off earlier expectations over so many days were. */
interface PastErrors {
  /** Fewer than asked for where the history does not hold the asked ones three times. */
  readonly days: number
  /** Stretches of so many days that the history holds. */
  readonly stretches: number
  /** The average error in average days, as far as it is more than chance. */
  readonly bias: number
  /** The standard deviation of the errors around that. */
  readonly deviation: number
}

function pastErrors(
  costs: readonly number[],
  { firstOrigin, sumAfter }: Smoothed,
  wanted: number,
  scaleOf: (total: number, days: number) => number
): PastErrors {
  const known = costs.length - 1 - firstOrigin
  const days = Math.min(wanted, Math.max(1, Math.floor(known / forecast.leastStretches)))
  const errors = Array.from({ length: known - days + 1 }, (_, position) => {
    const origin = firstOrigin + position
    const expected = sumAfter(origin, days)
    return (sum(costs.slice(origin + 1, origin + 1 + days)) - expected) / scaleOf(expected, days)
  })
  const stretches = errors.length / days
  const average = mean(errors)
  const bias = average * shareOfBias(errors, average, stretches)
  return { days, stretches, bias, deviation: deviationOf(errors.map(error => Math.abs(error - bias))) }
}

/** The standard deviation of a normal distribution by its mean absolute deviation, which a few large errors change less. */
function deviationOf(sizes: readonly number[]): number {
  return Math.sqrt(Math.PI / 2) * mean([...sizes])
}

/** How much of an average error is believed: 1 − c · its own variance / its square, at least 0 (W. James and C. Stein 1961). */
function shareOfBias(errors: readonly number[], average: number, stretches: number): number {
  if (average === 0) return 0
  const variance = mean(errors.map(error => (error - average) ** 2)) / Math.max(1, stretches * forecast.overlapGain)
  return Math.max(0, 1 - (forecast.biasCaution * variance) / average ** 2)
}

/** The 0.9 quantile of Student's distribution by its degrees of freedom (NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2). */
const quantiles = [
  { freedom: 1, quantile: 3.078 },
  { freedom: 2, quantile: 1.886 },
  { freedom: 3, quantile: 1.638 },
  { freedom: 4, quantile: 1.533 },
  { freedom: 5, quantile: 1.476 },
  { freedom: 7, quantile: 1.415 },
  { freedom: 10, quantile: 1.372 },
  { freedom: 15, quantile: 1.341 },
  { freedom: 30, quantile: 1.31 },
  { freedom: 60, quantile: 1.296 },
  { freedom: Number.POSITIVE_INFINITY, quantile: 1.282 }
] as const

/** The 0.9 quantile for degrees of freedom from 1 on, whole or not; between those of the table, on a line over their inverses. */
export function studentQuantile(freedom: number): number {
  const above = quantiles.findIndex(row => row.freedom >= freedom)
  const [left, right] = [quantiles[Math.max(0, above - 1)] ?? quantiles[0], quantiles[above] ?? quantiles[0]]
  if (left === right || right.freedom === freedom) return right.quantile
  const share = (1 / left.freedom - 1 / freedom) / (1 / left.freedom - 1 / right.freedom)
  return left.quantile + share * (right.quantile - left.quantile)
}
