import { type Static, Type } from '@product-host/sdk'
import { median } from 'simple-statistics'
import { addDays, datesFrom, lastOfMonth, monthOf, weekdayOf } from '../calendar.js'
import { type Decimal, decimal, exact } from '../decimal.js'
import { baselineOf } from './baseline.js'
import { ewma } from './ewma.js'
import { type Figures, sumOf } from './figures.js'
import { forecast, sigmasPerMad } from './parameters.js'

/** What the month will have cost when it is over. */
export const Forecast = Type.Object({
  month: Type.String(),
  monthToDateGbp: Type.String(),
  forecastGbp: Type.String(),
  lowGbp: Type.String({ description: 'Four months in five end between low and high.' }),
  highGbp: Type.String(),
  remainingDays: Type.Integer({ description: 'Days of the month that are still to come or not over yet.' }),
  budgetGbp: Type.Optional(Type.String()),
  exhaustedOn: Type.Optional(Type.String({ description: 'The day on which the budget is, or was, used up.' }))
})
export type Forecast = Static<typeof Forecast>

/** A cost of one day, had or still expected. */
interface Cost {
  readonly date: string
  readonly cost: number
}

/**
 * Foretells the month of the last day of `history`: its cost so far and, for each remaining day, half the median of that
 * weekday and half the EWMA of the last 28 complete days. None before there are seven complete days.
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
  const toCome = remaining(recent, last, complete.at(-1) !== last)
  const monthToDate = decimal(sumOf(soFar).costGbp)
  const more = toCome.reduce((sum, { cost }) => sum + cost, 0)
  const width =
    forecast.bandSigmas * sigmasPerMad * baselineOf(recent.map(day => day.cost)).mad * Math.sqrt(toCome.length)
  const exhaustedOn = budgetGbp && dayOf(budgetGbp, [...soFar, ...toCome])
  return {
    month: monthOf(last.date),
    monthToDateGbp: exact(monthToDate),
    forecastGbp: exact(monthToDate.plus(more)),
    lowGbp: exact(monthToDate.plus(Math.max(0, more - width))),
    highGbp: exact(monthToDate.plus(more + width)),
    remainingDays: toCome.length,
    ...(budgetGbp && { budgetGbp: exact(budgetGbp) }),
    ...(exhaustedOn !== undefined && { exhaustedOn })
  }
}

/** What the rest of the month will cost, day by day; of a day that is not over, what is missing from a usual one. */
function remaining(recent: readonly Figures[], last: Figures, isOpen: boolean): readonly Cost[] {
  const costs = recent.map(({ cost }) => cost)
  const usual = median(costs)
  const level = ewma(costs, usual).at(-1) ?? usual
  return datesFrom(isOpen ? last.date : addDays(last.date, 1), lastOfMonth(last.date)).map(date => {
    const sameWeekday = recent.filter(day => weekdayOf(day.date) === weekdayOf(date)).map(({ cost }) => cost)
    const weekday = sameWeekday.length > 0 ? median(sameWeekday) : usual
    const expected = forecast.weekdayShare * weekday + (1 - forecast.weekdayShare) * level
    return { date, cost: Math.max(0, date === last.date ? expected - last.cost : expected) }
  })
}

/** The day on which costs add up to the budget. */
function dayOf(budgetGbp: Decimal, costs: readonly Cost[]): string | undefined {
  let sum = decimal(0)
  return costs.find(({ cost }) => {
    sum = sum.plus(cost)
    return sum.gte(budgetGbp)
  })?.date
}
