import { decimal, exact } from '../decimal.js'
import type { Entry } from './chain.js'

/** Exact sums over entries; decimals as text. */
export interface Totals {
  readonly costGbp: string
  readonly revenueGbp: string
  /** Tokens that cost something; those of bills are not counted again. */
  readonly tokens: string
  /** Tokens booked without a price for the customer, less those billed by entries of kind `revenue`. */
  readonly unbilledTokens: string
  readonly entries: number
}

const none = exact(decimal(0))

/** The sums of nothing. */
export const zero: Totals = { costGbp: none, revenueGbp: none, tokens: '0', unbilledTokens: '0', entries: 0 }

/** What one entry adds. */
export function totalsOf({ kind, tokens, costGbp, revenueGbp }: Entry): Totals {
  const isBill = kind === 'revenue'
  return {
    costGbp,
    revenueGbp: revenueGbp ?? none,
    tokens: isBill ? '0' : tokens,
    unbilledTokens: isBill ? decimal(tokens).neg().toString() : revenueGbp === undefined ? tokens : '0',
    entries: 1
  }
}

/** Both sums together, without any rounding. */
export function added(left: Totals, right: Totals): Totals {
  return {
    costGbp: exact(decimal(left.costGbp).plus(right.costGbp)),
    revenueGbp: exact(decimal(left.revenueGbp).plus(right.revenueGbp)),
    tokens: decimal(left.tokens).plus(right.tokens).toFixed(),
    unbilledTokens: decimal(left.unbilledTokens).plus(right.unbilledTokens).toFixed(),
    entries: left.entries + right.entries
  }
}
