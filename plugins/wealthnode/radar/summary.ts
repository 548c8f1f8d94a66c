import { decimal } from '../decimal.js'
import { estimate, sum } from '../money.js'
import type { Terms } from '../settings.js'
import type { RadarDetail } from './detail.js'

/** The radar in one sentence. */
export function summaryOf(detail: RadarDetail, terms: Terms): string {
  const { window, status, verification, forecast } = detail
  if (status === 'no_data') return `The ledger holds no entries up to ${window.to}.`
  const parts = [marginPart(detail, terms), ...trendPart(detail), anomalyPart(detail.anomalies.length)]
  const ahead = forecast ? [`month forecast ${estimate(decimal(forecast.forecastGbp))}`] : []
  const chain = verification ? [chainPart(verification)] : []
  return `${[parts.join(', '), ...ahead, ...chain].join('; ')}.`
}

function marginPart({ totals, window }: RadarDetail, { targetMarginPct }: Terms): string {
  const days = `over ${window.days} days`
  return totals.marginPct === undefined
    ? `Cost ${sum(decimal(totals.costGbp))} ${days} without any revenue`
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

function chainPart({ intact, checked, brokenAt }: NonNullable<RadarDetail['verification']>): string {
  return intact ? `all ${checked} entries verified` : `the ledger was altered at entry ${brokenAt?.sequence}`
}
