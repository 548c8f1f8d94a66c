import { type Static, Type } from '@product-host/sdk'
import { type Decimal, decimal, exact } from '../decimal.js'
import type { Totals } from '../ledger/totals.js'
import { marginPct, toNumber } from '../money.js'

/** Sums, and what follows from them. */
export const Sums = Type.Object({
  costGbp: Type.String(),
  revenueGbp: Type.String(),
  grossProfitGbp: Type.String(),
  marginPct: Type.Optional(Type.Number({ description: '(revenue − cost) / revenue · 100; none without revenue.' })),
  costPer1kGbp: Type.Optional(Type.String({ description: 'What 1,000 tokens cost on average.' })),
  tokens: Type.Number(),
  entries: Type.Integer()
})
export type Sums = Static<typeof Sums>

/** Totals as they are answered. */
export function sumsOf(totals: Totals): Sums {
  const { costGbp, revenueGbp, tokens, entries } = totals
  const [cost, revenue] = [decimal(costGbp), decimal(revenueGbp)]
  const [margin, per1k] = [marginPct(cost, revenue), costPer1k(totals)]
  return {
    costGbp,
    revenueGbp,
    grossProfitGbp: exact(revenue.minus(cost)),
    ...(margin !== undefined && { marginPct: margin }),
    ...(per1k && { costPer1kGbp: exact(per1k) }),
    tokens: toNumber(tokens),
    entries
  }
}

/** What 1,000 tokens cost on average; unknown without tokens. */
export function costPer1k({ costGbp, tokens }: Totals): Decimal | undefined {
  return decimal(tokens).gt(0) ? decimal(costGbp).times(1000).div(tokens) : undefined
}
