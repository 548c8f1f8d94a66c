import type { BudgetState } from '../budget/budget.js'
import { decimal } from '../decimal.js'
import type { Verification } from '../ledger/verification.js'
import { estimate, grouped, sum, toNumber } from '../money.js'
import type { Terms } from '../settings.js'
import { type Alert, severities } from './alert.js'
import type { Anomaly } from './anomalies.js'
import type { Drift } from './drift.js'
import type { Forecast } from './forecast.js'
import { anomaly } from './parameters.js'

/** What alerts are raised from. */
export interface Findings {
  readonly marginPct?: number
  readonly unbilledTokens: string
  readonly budget?: BudgetState
  readonly forecast?: Forecast
  readonly anomalies: readonly Anomaly[]
  readonly drift?: Drift
  readonly verification?: Verification
}

/** Every alert, the worst first. */
export function alertsOf(findings: Findings, terms: Terms): readonly Alert[] {
  return [
    ...chainAlerts(findings),
    ...marginAlerts(findings, terms),
    ...budgetAlerts(findings),
    ...anomalyAlerts(findings, terms),
    ...driftAlerts(findings),
    ...unpricedAlerts(findings)
  ].sort((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity))
}

function* chainAlerts({ verification }: Findings): Generator<Alert> {
  if (!verification?.brokenAt) return
  const { sequence, reason } = verification.brokenAt
  yield {
    severity: 'red',
    code: 'chain_broken',
    message: `The ledger is not as it was booked: entry ${sequence} is the first that does not fit (${reason}).`,
    evidence: { measure: 'sequence', value: sequence, limit: verification.checked }
  }
}

function* marginAlerts({ marginPct }: Findings, { floorMarginPct, targetMarginPct }: Terms): Generator<Alert> {
  if (marginPct === undefined) return
  const evidence = (limit: number) => ({ measure: 'marginPct', value: marginPct, limit })
  if (marginPct < 0)
    yield {
      severity: 'red',
      code: 'margin_negative',
      message: `More is spent than earned: the margin is ${marginPct}%.`,
      evidence: evidence(0)
    }
  else if (marginPct < floorMarginPct)
    yield {
      severity: 'red',
      code: 'margin_below_floor',
      message: `The margin of ${marginPct}% is below the floor of ${floorMarginPct}%.`,
      evidence: evidence(floorMarginPct)
    }
  else if (marginPct < targetMarginPct)
    yield {
      severity: 'amber',
      code: 'margin_below_target',
      message: `The margin of ${marginPct}% is below the target of ${targetMarginPct}%.`,
      evidence: evidence(targetMarginPct)
    }
}

function* budgetAlerts({ budget, forecast }: Findings): Generator<Alert> {
  if (!budget) return
  const [limit, cost] = [decimal(budget.monthlyGbp), decimal(budget.costGbp)]
  const end = forecast && decimal(forecast.forecastGbp)
  const date = forecast?.exhaustedOn === undefined ? {} : { date: forecast.exhaustedOn }
  if (cost.gt(limit))
    yield {
      severity: 'red',
      code: 'over_budget',
      message: `${budget.month} has cost ${sum(cost)}, over its budget of ${sum(limit)}.`,
      evidence: { measure: 'monthCostGbp', value: cost.toNumber(), limit: limit.toNumber(), ...date }
    }
  else if (end?.gt(limit))
    yield {
      severity: 'red',
      code: 'forecast_over_budget',
      message: `${budget.month} will cost about ${estimate(end)}, over its budget of ${sum(limit)}.`,
      evidence: { measure: 'forecastGbp', value: end.toNumber(), limit: limit.toNumber(), ...date }
    }
}

function* anomalyAlerts({ anomalies }: Findings, { anomalyZ }: Terms): Generator<Alert> {
  for (const severity of ['red', 'amber'] as const) {
    const found = anomalies.filter(each => each.severity === severity)
    const [furthest] = found.toSorted((left, right) => Math.abs(right.z) - Math.abs(left.z))
    if (!furthest) continue
    const { date, costGbp, expectedGbp, z } = furthest
    const count = found.length === 1 ? 'One day was' : `${found.length} days were`
    yield {
      severity,
      code: 'cost_anomaly',
      message: `${count} unusual; ${date} cost ${sum(decimal(costGbp))} where ${sum(decimal(expectedGbp))} was usual.`,
      evidence: {
        measure: 'modifiedZ',
        value: z,
        limit: severity === 'red' ? Math.max(anomaly.redZ, anomalyZ) : anomalyZ,
        date
      }
    }
  }
}

function* driftAlerts({ drift }: Findings): Generator<Alert> {
  if (!drift || drift.direction === 'none') return
  const limit = drift.direction === 'up' ? drift.highGbp : drift.lowGbp
  yield {
    severity: 'amber',
    code: 'cost_drift',
    message: `The daily cost has drifted ${drift.direction}, to about ${sum(decimal(drift.averageGbp))}.`,
    evidence: { measure: 'averageGbp', value: toNumber(drift.averageGbp), limit: toNumber(limit) }
  }
}

function* unpricedAlerts({ unbilledTokens }: Findings): Generator<Alert> {
  if (decimal(unbilledTokens).lte(0)) return
  yield {
    severity: 'info',
    code: 'unpriced_revenue',
    message: `${grouped(unbilledTokens)} tokens have a cost and no price for a customer; what they earn is not counted.`,
    evidence: { measure: 'unbilledTokens', value: toNumber(unbilledTokens), limit: 0 }
  }
}
