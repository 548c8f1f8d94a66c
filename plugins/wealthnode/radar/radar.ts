import { budgetState } from '../budget/budget.js'
import { monthOf } from '../calendar.js'
import type { Verification } from '../ledger/verification.js'
import { toNumber } from '../money.js'
import type { Terms } from '../settings.js'
import { statusOf } from './alert.js'
import { alertsOf } from './alerts.js'
import { anomaliesOf } from './anomalies.js'
import type { Reading } from './days.js'
import { decompositionOf } from './decomposition.js'
import type { RadarDetail } from './detail.js'
import { driftOf } from './drift.js'
import { type Figures, figuresOf, sumOf } from './figures.js'
import { forecastOf } from './forecast.js'
import { worstOf } from './groups.js'
import { sumsOf } from './sums.js'
import { costTrend, marginTrend } from './trend.js'
import type { Window } from './window.js'

/** What is looked at. */
export interface Sight extends Reading {
  readonly window: Window
  readonly verification?: Verification
}

/** Looks at a ledger: sums, trend, unusual days, drift, what made the cost change, forecast, and the alerts that follow. */
export function look(sight: Sight, terms: Terms): RadarDetail {
  const { window, since, days, groups, verification } = sight
  const series = figuresOf(days, window.from, window.to)
  const history = historyOf(sight)
  const totals = sumOf(series)
  const sums = sumsOf(totals)
  const findings = { ...findingsOf(history, window, terms), ...(verification && { verification }) }
  const alerts = alertsOf({ ...findings, ...sums, unbilledTokens: totals.unbilledTokens }, terms)
  const status = statusOf(alerts)
  return {
    status: history.length === 0 && status === 'green' ? 'no_data' : status,
    window: {
      from: window.from,
      to: window.to,
      days: window.days,
      timezone: terms.timeZone,
      lastDayIsOver: window.openDate === undefined,
      ...(since !== undefined && { ledgerSince: since })
    },
    totals: sums,
    groups: [...worstOf(groups)],
    ...findings,
    alerts: [...alerts],
    series: series.map(({ date, totals: { costGbp, revenueGbp, tokens } }) => ({
      date,
      costGbp,
      revenueGbp,
      tokens: toNumber(tokens)
    }))
  }
}

/** Every day that counts, from the ledger's first on: before it there was nothing to compare with. */
function historyOf({ window, since, days }: Sight): readonly Figures[] {
  if (since === undefined || since > window.to) return []
  return figuresOf(days, since > window.historyFrom ? since : window.historyFrom, window.to)
}

function findingsOf(history: readonly Figures[], { from, to, openDate }: Window, terms: Terms) {
  const complete = history.filter(({ date }) => date !== openDate)
  const completeInWindow = complete.filter(({ date }) => date >= from)
  const [cost, margin] = [costTrend(completeInWindow), marginTrend(completeInWindow)]
  const drift = driftOf(complete)
  const decomposition = decompositionOf(completeInWindow)
  const forecast = forecastOf(history, complete, terms.budget?.monthlyGbp)
  return {
    trend: { ...(cost && { cost }), ...(margin && { margin }) },
    anomalies: [...anomaliesOf(history, from, terms.anomalyZ, openDate)],
    ...(drift && { drift }),
    ...(decomposition && { decomposition }),
    ...(forecast && { forecast }),
    ...(terms.budget && { budget: budgetState(terms.budget, monthOf(to), monthToDate(history, to)) })
  }
}

function monthToDate(history: readonly Figures[], to: string): string {
  return sumOf(history.filter(({ date }) => monthOf(date) === monthOf(to))).costGbp
}
