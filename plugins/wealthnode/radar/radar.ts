import { type Static, Type, type View } from '@product-host/sdk'
import { daysBetween, monthOf } from '@product-host/toolkit/calendar'
import { BudgetState, budgetState, budgetTones } from '../budget.js'
import { Verification } from '../ledger/verification.js'
import { decimal, estimatedPounds, exact, roundedPounds, toNumber } from '../money.js'
import type { Terms } from '../settings.js'
import { dayText } from '../wording.js'
import { Alert, alertsOf, statusOf } from './alerts.js'
import { Anomaly, anomaliesOf, Drift, driftOf } from './anomalies.js'
import type { DayTotals, Window } from './days.js'
import { Forecast, forecastOf } from './forecast.js'
import {
  Decomposition,
  decompositionOf,
  type Figures,
  figuresOf,
  Group,
  overbilledOf,
  Sums,
  sumOf,
  sumsOf,
  worstOf
} from './sums.js'
import { CostTrend, costTrend, marginTrend, Trend } from './trend.js'

/** What the radar analyses. */
interface RadarInput extends DayTotals {
  readonly window: Window
  readonly verification?: Verification
}

/** Analyses a ledger: sums, trend, unusual days, drift, what made the cost change, forecast, and the alerts that follow. */
export function analyse(input: RadarInput, terms: Terms): RadarDetail {
  const { window, since, days, groups, verification } = input
  const series = figuresOf(days, window.from, window.to)
  const history = historyOf(input)
  const totals = sumOf(series)
  const sums = sumsOf(totals)
  const findings = { ...findingsOf(history, window, terms), ...(verification && { verification }) }
  const overbilledTokens = overbilledOf(totals, input.customers)
  const alerts = alertsOf({ ...findings, ...sums, unbilledTokens: totals.unbilledTokens, overbilledTokens }, terms)
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

/** The days of the window and of the baseline before it, from the first day of the ledger. */
function historyOf({ window, since, days }: RadarInput): readonly Figures[] {
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

/** The radar in one sentence. */
export function summaryOf(detail: RadarDetail, terms: Terms): string {
  const { window, status, verification, forecast } = detail
  if (status === 'no_data') return `The ledger holds no entries up to ${dayText(window.to)}.`
  const parts = [marginPart(detail, terms), ...trendPart(detail), anomalyPart(detail.anomalies.length)]
  const ahead = forecast ? [`month forecast ${estimatedPounds(decimal(forecast.forecastGbp))}`] : []
  const chain = verification ? [verificationPart(verification)] : []
  return `${[parts.join(', '), ...ahead, ...chain].join('; ')}.`
}

function marginPart({ totals, window }: RadarDetail, { targetMarginPct }: Terms): string {
  const days = `over ${window.days} days`
  return totals.marginPct === undefined
    ? `Cost ${roundedPounds(decimal(totals.costGbp))} ${days} without any revenue`
    : `Margin ${totals.marginPct.toFixed(1)}% ${days} (target ${targetMarginPct}%)`
}

function trendPart({ trend: { cost } }: RadarDetail): readonly string[] {
  if (!cost) return []
  if (!cost.real || cost.slopePerDay === 0) return ['cost steady']
  const direction = cost.slopePerDay > 0 ? 'up' : 'down'
  return [
    cost.weeklyPct === undefined
      ? `cost ${direction}`
      : `cost ${direction} ${Math.abs(cost.weeklyPct).toFixed(0)}%/week`
  ]
}

function anomalyPart(count: number): string {
  return `${count === 0 ? 'no' : count} ${count === 1 ? 'anomaly' : 'anomalies'}`
}

function verificationPart({ intact, checked, brokenAt, differenceCount }: Verification): string {
  if (intact) return `all ${checked} entries verified`
  if (brokenAt) return `the ledger was altered at entry ${brokenAt.sequence}`
  return `${differenceCount} stored ${differenceCount === 1 ? 'sum is' : 'sums are'} not what the entries give`
}

/** What the radar shows; amounts are text with nine decimal places, in GBP. */
export const RadarDetail = Type.Object({
  status: Type.Union([Type.Literal('green'), Type.Literal('amber'), Type.Literal('red'), Type.Literal('no_data')], {
    title: 'Status',
    description:
      '`green`: no red or amber alert; `amber` and `red`: the severity of the worst alert; `no_data`: the ledger is empty.'
  }),
  window: Type.Object(
    {
      from: Type.String({ title: 'From', description: 'The first day, such as `2026-11-01`.' }),
      to: Type.String({ title: 'To', description: 'The last day, which is included.' }),
      days: Type.Integer({ title: 'Days', description: 'How many days it has.' }),
      timezone: Type.String({
        title: 'Time zone',
        description: 'The IANA time zone of the settings, by which days begin.'
      }),
      lastDayIsOver: Type.Boolean({
        title: 'Last day is over',
        description: 'False if the last day is today: its costs are not complete.'
      }),
      ledgerSince: Type.Optional(
        Type.String({
          title: 'Ledger since',
          description: 'The first day that has an entry. Left out if the ledger is empty.'
        })
      )
    },
    { title: 'Period', description: 'The days that were analysed.' }
  ),
  totals: Sums,
  groups: Type.Array(Group, {
    title: 'Groups with the worst margin',
    description: 'At most ten models, customers or features, the worst first. Empty without `groupBy`.'
  }),
  trend: Type.Object(
    { cost: Type.Optional(CostTrend), margin: Type.Optional(Trend) },
    { title: 'Trend', description: 'The trends of cost and margin over the complete days. Each needs eight days.' }
  ),
  anomalies: Type.Array(Anomaly, {
    title: 'Unusual days',
    description: 'Days whose cost is far from that of up to 28 days before.'
  }),
  drift: Type.Optional(Drift),
  decomposition: Type.Optional(Decomposition),
  forecast: Type.Optional(Forecast),
  budget: Type.Optional(BudgetState),
  alerts: Type.Array(Alert, { title: 'Alerts', description: 'What needs attention, the worst first.' }),
  series: Type.Array(
    Type.Object({
      date: Type.String({ title: 'Day', description: 'The day, such as `2026-11-21`.' }),
      costGbp: Type.String({
        title: 'Cost in GBP',
        description: 'The cost of the day, as text with nine decimal places.'
      }),
      revenueGbp: Type.String({
        title: 'Revenue in GBP',
        description: 'The revenue of the day, as text with nine decimal places.'
      }),
      tokens: Type.Number({
        title: 'Tokens',
        description: 'Tokens that were used on the day; those of bills do not count again.'
      })
    }),
    { title: 'Days', description: 'Each day of the period, the oldest first; days without an entry are 0.' }
  ),
  verification: Type.Optional(Verification)
})

export type RadarDetail = Static<typeof RadarDetail>

/** The radar's figures. */
export const RadarMetrics = Type.Object({
  costGbp: Type.Number({ title: 'Cost in GBP', description: 'The cost of the period.' }),
  revenueGbp: Type.Number({ title: 'Revenue in GBP', description: 'The revenue of the period.' }),
  grossProfitGbp: Type.Number({
    title: 'Gross profit in GBP',
    description: 'Revenue less cost; below 0 if more is spent than earned.'
  }),
  marginPct: Type.Optional(
    Type.Number({
      title: 'Margin in per cent',
      description: 'Gross profit as a share of the revenue. Left out without revenue.'
    })
  ),
  tokens: Type.Number({ title: 'Tokens', description: 'Tokens of the period.' }),
  anomalies: Type.Integer({ title: 'Unusual days', description: 'How many days of the period had an unusual cost.' }),
  forecastCostGbp: Type.Optional(
    Type.Number({
      title: 'Expected cost of the month in GBP',
      description: 'Of the month of the last day. Left out before there are seven complete days.'
    })
  ),
  burnPerDayGbp: Type.Number({
    title: 'Cost a day in GBP',
    description: 'The cost of an average day of the window, from the ledger’s first day on.'
  }),
  budgetUsedPct: Type.Optional(
    Type.Number({
      title: 'Budget used in per cent',
      description: 'Above 100 if it is exceeded. Left out if the settings have no budget.'
    })
  )
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

const groups: View = { view: 'table', items: '/groups', columns: ['/name', '/marginPct', '/costGbp', '/revenueGbp'] }

/** How an answer of margin_radar is shown. */
export const marginRadarViews: readonly View[] = [
  {
    view: 'status',
    value: '/status',
    tones: { green: 'good', amber: 'warning', red: 'danger', no_data: 'plain' }
  },
  {
    view: 'series',
    title: 'Cost and revenue by day',
    items: '/series',
    x: '/date',
    y: ['/costGbp', '/revenueGbp'],
    unit: 'GBP',
    tones: budgetTones,
    meters: [{ value: '/budget/usedPct', title: 'Budget of the month used', status: '/budget/state' }]
  },
  {
    view: 'cards',
    title: 'Alerts',
    items: '/alerts',
    text: ['/message'],
    status: '/severity',
    tones: { red: 'danger', amber: 'warning', info: 'info' }
  },
  { title: 'Worst margins', ...groups }
]

/** How the groups of an answer are shown where the rest is shown already. */
export const groupViews: readonly View[] = [groups]
