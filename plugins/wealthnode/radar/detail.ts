import { type Static, Type } from '@product-host/sdk'
import { BudgetState } from '../budget/budget.js'
import { daysBetween } from '../calendar.js'
import { decimal, exact } from '../decimal.js'
import { Verification } from '../ledger/verification.js'
import { toNumber } from '../money.js'
import { Alert } from './alert.js'
import { Anomaly } from './anomalies.js'
import { Decomposition } from './decomposition.js'
import { Drift } from './drift.js'
import { Forecast } from './forecast.js'
import { Group } from './groups.js'
import { Sums } from './sums.js'
import { CostTrend, Trend } from './trend.js'

/** What the radar shows; amounts are text with nine decimal places, in GBP. */
export const RadarDetail = Type.Object({
  status: Type.Union([Type.Literal('green'), Type.Literal('amber'), Type.Literal('red'), Type.Literal('no_data')]),
  window: Type.Object({
    from: Type.String(),
    to: Type.String(),
    days: Type.Integer(),
    timezone: Type.String(),
    lastDayIsOver: Type.Boolean(),
    ledgerSince: Type.Optional(Type.String({ description: 'The first day of the ledger.' }))
  }),
  totals: Sums,
  groups: Type.Array(Group),
  trend: Type.Object({ cost: Type.Optional(CostTrend), margin: Type.Optional(Trend) }),
  anomalies: Type.Array(Anomaly),
  drift: Type.Optional(Drift),
  decomposition: Type.Optional(Decomposition),
  forecast: Type.Optional(Forecast),
  budget: Type.Optional(BudgetState),
  alerts: Type.Array(Alert),
  series: Type.Array(
    Type.Object({ date: Type.String(), costGbp: Type.String(), revenueGbp: Type.String(), tokens: Type.Number() })
  ),
  verification: Type.Optional(Verification)
})
export type RadarDetail = Static<typeof RadarDetail>

/** The radar's figures. */
export const RadarMetrics = Type.Object({
  costGbp: Type.Number(),
  revenueGbp: Type.Number(),
  grossProfitGbp: Type.Number(),
  marginPct: Type.Optional(Type.Number()),
  tokens: Type.Number(),
  anomalies: Type.Integer(),
  forecastCostGbp: Type.Optional(Type.Number()),
  burnPerDayGbp: Type.Number({
    description: 'The cost of an average day of the window, from the ledger’s first day on.'
  }),
  budgetUsedPct: Type.Optional(Type.Number())
})
export type RadarMetrics = Static<typeof RadarMetrics>

/** The figures of what the radar shows. */
export function metricsOf({ totals, window, anomalies, forecast, budget }: RadarDetail): RadarMetrics {
  const { costGbp, revenueGbp, grossProfitGbp, marginPct, tokens } = totals
  return {
    costGbp: toNumber(costGbp),
    revenueGbp: toNumber(revenueGbp),
    grossProfitGbp: toNumber(grossProfitGbp),
    ...(marginPct !== undefined && { marginPct }),
    tokens,
    anomalies: anomalies.length,
    ...(forecast && { forecastCostGbp: toNumber(forecast.forecastGbp) }),
    burnPerDayGbp: burnOf(costGbp, window),
    ...(budget && { budgetUsedPct: budget.usedPct })
  }
}

function burnOf(costGbp: string, { from, to, ledgerSince = from }: RadarDetail['window']): number {
  const days = daysBetween(ledgerSince > from ? ledgerSince : from, to) + 1
  return days > 0 ? toNumber(exact(decimal(costGbp).div(days))) : 0
}
