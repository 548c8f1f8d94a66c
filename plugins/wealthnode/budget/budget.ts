import { type Static, Type } from '@product-host/sdk'
import { decimal, exact } from '../decimal.js'
import { percent } from '../money.js'
import type { Budget } from '../settings.js'
import { thresholds } from './thresholds.js'

/** How a month stands against its budget. */
export const BudgetState = Type.Object({
  month: Type.String(),
  monthlyGbp: Type.String(),
  costGbp: Type.String(),
  usedPct: Type.Number(),
  state: Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('exhausted')])
})
export type BudgetState = Static<typeof BudgetState>

/** How a month that costs so much stands against the budget. */
export function budgetState(budget: Budget, month: string, costGbp: string): BudgetState {
  return {
    month,
    monthlyGbp: exact(budget.monthlyGbp),
    costGbp,
    usedPct: percent(decimal(costGbp), budget.monthlyGbp),
    state: reached(budget, costGbp)?.state ?? 'ok'
  }
}

/** Whether the budget forbids a month that costs so much to cost so much more. */
export function isForbidden({ mode, monthlyGbp }: Budget, monthCostGbp: string, costGbp: string): boolean {
  const cost = decimal(costGbp)
  return mode === 'block' && cost.gt(0) && cost.plus(monthCostGbp).gt(monthlyGbp)
}

/** The highest threshold, in per cent, that a month's cost has reached. */
export function reachedPct(budget: Budget, costGbp: string): number | undefined {
  return reached(budget, costGbp)?.pct
}

function reached({ monthlyGbp }: Budget, costGbp: string) {
  return thresholds.findLast(({ pct }) => decimal(costGbp).times(100).gte(monthlyGbp.times(pct)))
}
