import { type Static, Type } from '@product-host/sdk'
import type { BudgetState } from '../budget.js'
import type { Verification } from '../ledger/verification.js'
import { decimal, estimatedPounds, roundedPounds, toNumber, withThousands } from '../money.js'
import type { Terms } from '../settings.js'
import { dayText, monthText } from '../wording.js'
import type { Anomaly, Drift } from './anomalies.js'
import type { Forecast } from './forecast.js'
import { anomaly } from './parameters.js'

/** What alerts are raised from. */
interface Findings {
  readonly marginPct?: number
  readonly unbilledTokens: string
  /** Tokens of bills beyond those that were booked without a price for the customer. */
  readonly overbilledTokens: string
  readonly budget?: BudgetState
  readonly forecast?: Forecast
  readonly anomalies: readonly Anomaly[]
  readonly drift?: Drift
  readonly verification?: Verification
}

/** Every alert, the worst first. */
export function alertsOf(findings: Findings, terms: Terms): readonly Alert[] {
  return [
    ...verificationAlerts(findings),
    ...marginAlerts(findings, terms),
    ...budgetAlerts(findings),
    ...anomalyAlerts(findings, terms),
    ...driftAlerts(findings),
    ...unpricedAlerts(findings),
    ...twiceBilledAlerts(findings, terms)
  ].sort((left, right) => severities.indexOf(left.severity) - severities.indexOf(right.severity))
}

function* verificationAlerts({ verification }: Findings): Generator<Alert> {
  if (verification?.brokenAt) {
    const { sequence, reason } = verification.brokenAt
    yield {
      severity: 'red',
      code: 'chain_broken',
      message: `The ledger was changed: entry ${sequence} is the first that does not fit (${reason}).`,
      evidence: { measure: 'sequence', value: sequence, limit: verification.checked }
    }
  }
  const [first] = verification?.differences ?? []
  if (!verification || !first) return
  const count = verification.differenceCount
  yield {
    severity: 'red',
    code: 'chain_broken',
    message:
      `The stored sums differ from the entries: ${count} stored ` +
      `${count === 1 ? 'figure differs' : 'figures differ'}, first ${first.record} ${first.field}.`,
    evidence: { measure: 'differences', value: count, limit: 0 }
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
      message: `${monthText(budget.month)} has cost ${roundedPounds(cost)}, over its budget of ${roundedPounds(limit)}.`,
      evidence: { measure: 'monthCostGbp', value: cost.toNumber(), limit: limit.toNumber(), ...date }
    }
  else if (end?.gt(limit))
    yield {
      severity: 'red',
      code: 'forecast_over_budget',
      message: `${monthText(budget.month)} will cost about ${estimatedPounds(end)}, over its budget of ${roundedPounds(limit)}.`,
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
      message: `${count} unusual; ${dayText(date)} cost ${roundedPounds(decimal(costGbp))} where ${roundedPounds(decimal(expectedGbp))} was usual.`,
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
    message: `The daily cost has drifted ${drift.direction}, to about ${roundedPounds(decimal(drift.averageGbp))}.`,
    evidence: { measure: 'averageGbp', value: toNumber(drift.averageGbp), limit: toNumber(limit) }
  }
}

function* unpricedAlerts({ unbilledTokens }: Findings): Generator<Alert> {
  if (decimal(unbilledTokens).lte(0)) return
  yield {
    severity: 'info',
    code: 'unpriced_revenue',
    message: `${withThousands(unbilledTokens)} tokens have a cost and no price for a customer; what they earn is not counted.`,
    evidence: { measure: 'unbilledTokens', value: toNumber(unbilledTokens), limit: 0 }
  }
}

/** Tokens that have a price already, of the entry or of the settings, and are billed again. */
function* twiceBilledAlerts({ overbilledTokens }: Findings, { resalePer1kGbp }: Terms): Generator<Alert> {
  if (decimal(overbilledTokens).lte(0)) return
  yield {
    // With a price in the settings, every use has one. Without it, the bills can be for use before the period.
    severity: resalePer1kGbp === undefined ? 'info' : 'amber',
    code: 'revenue_twice',
    message:
      `Bills are for ${withThousands(overbilledTokens)} tokens more than were used without a price for a ` +
      'customer: their revenue may be counted twice. Book either bills or the customer’s price of a use, which ' +
      'the settings may have.',
    evidence: { measure: 'overbilledTokens', value: toNumber(overbilledTokens), limit: 0 }
  }
}

/** The worst first. */
const severities = ['red', 'amber', 'info'] as const

/** Something that needs attention: the figure that caused it and the limit that it passed. */
export const Alert = Type.Object({
  severity: Type.Union([Type.Literal('red'), Type.Literal('amber'), Type.Literal('info')], {
    title: 'Severity',
    description: '`red`: act now; `amber`: look into it; `info`: good to know, and no reason for another status.'
  }),
  code: Type.Union(
    [
      Type.Literal('chain_broken'),
      Type.Literal('margin_negative'),
      Type.Literal('margin_below_floor'),
      Type.Literal('margin_below_target'),
      Type.Literal('over_budget'),
      Type.Literal('forecast_over_budget'),
      Type.Literal('cost_anomaly'),
      Type.Literal('cost_drift'),
      Type.Literal('unpriced_revenue'),
      Type.Literal('revenue_twice')
    ],
    {
      title: 'Kind of alert',
      description:
        'What it is about; `message` says it in words. `chain_broken`: the ledger was changed. `margin_…`: the ' +
        'margin is negative, below the floor or below the target of the settings. `…over_budget`: the month has ' +
        'exceeded its budget, or will. `cost_anomaly`: unusual days. `cost_drift`: the daily cost has moved. ' +
        '`unpriced_revenue`: tokens have no price for a customer. `revenue_twice`: bills are for tokens that have ' +
        'a price already.'
    }
  ),
  message: Type.String({ title: 'Message', description: 'The alert in a sentence, with its figures.' }),
  evidence: Type.Object(
    {
      measure: Type.String({
        title: 'Figure',
        description: 'What was measured, such as `marginPct` or `monthCostGbp`.'
      }),
      value: Type.Number({ title: 'Value', description: 'What the figure is.' }),
      limit: Type.Number({ title: 'Limit', description: 'What the figure should not pass.' }),
      date: Type.Optional(
        Type.String({ title: 'Day', description: 'The unusual day, or the day on which the budget is used up.' })
      )
    },
    { title: 'Evidence', description: 'The figure that caused the alert, and its limit.' }
  )
})

export type Alert = Static<typeof Alert>

/** The colour of the worst alert; information alone is green. */
export function statusOf(alerts: readonly Alert[]): 'green' | 'amber' | 'red' {
  const worst = alerts[0]?.severity ?? 'info'
  return worst === 'info' ? 'green' : worst
}
