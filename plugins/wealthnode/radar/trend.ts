import { type Static, Type } from '@product-host/sdk'
import { median } from 'simple-statistics'
import { decimal } from '../decimal.js'
import { marginPct } from '../money.js'
import { type Figures, significant } from './figures.js'
import { mannKendall } from './mann-kendall.js'
import { trend } from './parameters.js'
import { type Point, theilSen } from './theil-sen.js'

/** A trend over days, and whether it is more than chance. */
export const Trend = Type.Object({
  days: Type.Integer(),
  slopePerDay: Type.Number({ description: 'Theil-Sen: the median of the slopes between any two days.' }),
  z: Type.Number({ description: 'Mann-Kendall, corrected for ties.' }),
  p: Type.Number({ description: 'The two-sided probability of such a z without any trend.' }),
  real: Type.Boolean({ description: 'p < 0.05' })
})
export type Trend = Static<typeof Trend>

/** The trend of the daily cost, in GBP. */
export const CostTrend = Type.Object({
  ...Trend.properties,
  weeklyPct: Type.Optional(Type.Number({ description: 'Seven days of slope, in per cent of the median day.' }))
})
export type CostTrend = Static<typeof CostTrend>

/** The trend of the daily cost; none of fewer than eight days. */
export function costTrend(days: readonly Figures[]): CostTrend | undefined {
  const found = trendOf(days.map(({ cost }, x) => ({ x, y: cost })))
  if (!found) return undefined
  const usual = median(days.map(({ cost }) => cost))
  return usual > 0 ? { ...found, weeklyPct: significant((found.slopePerDay * 700) / usual) } : found
}

/** The trend of the daily margin, in percentage points; days without revenue have none. */
export function marginTrend(days: readonly Figures[]): Trend | undefined {
  return trendOf(
    days.flatMap(({ totals }, x) => {
      const y = marginPct(decimal(totals.costGbp), decimal(totals.revenueGbp))
      return y === undefined ? [] : [{ x, y }]
    })
  )
}

function trendOf(points: readonly Point[]): Trend | undefined {
  if (points.length < trend.leastDays) return undefined
  const { z, p } = mannKendall(points.map(({ y }) => y))
  return {
    days: points.length,
    slopePerDay: significant(theilSen(points)),
    z: significant(z),
    p: significant(p),
    real: p < trend.significance
  }
}
