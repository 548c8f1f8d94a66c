import { datesFrom } from '../calendar.js'
import { added, type Totals, zero } from '../ledger/totals.js'
import { toNumber } from '../money.js'

/** One day's sums, exact, and its cost and revenue as numbers for statistics. */
export interface Figures {
  readonly date: string
  readonly totals: Totals
  readonly cost: number
  readonly revenue: number
}

/** The figures of every day from one to another; days without a record are zero. */
export function figuresOf(days: ReadonlyMap<string, Totals>, from: string, to: string): readonly Figures[] {
  return datesFrom(from, to).map(date => {
    const totals = days.get(date) ?? zero
    return { date, totals, cost: toNumber(totals.costGbp), revenue: toNumber(totals.revenueGbp) }
  })
}

/** The exact sums over days. */
export function sumOf(figures: readonly Figures[]): Totals {
  return figures.reduce((sum, { totals }) => added(sum, totals), zero)
}

/** A statistic with the six digits that mean something; never the zero with a minus. */
export function significant(value: number): number {
  return Number(value.toPrecision(6)) + 0
}
