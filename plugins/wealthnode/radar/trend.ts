import { type Static, Type } from '@product-host/sdk'
import { errorFunction, median } from 'simple-statistics'
import { decimal, marginPct } from '../money.js'
import { trend } from './parameters.js'
import { type Figures, significant } from './sums.js'

/** A trend over days, and whether it is more than chance. */
export const Trend = Type.Object(
  {
    days: Type.Integer({ title: 'Days', description: 'How many days it rests on; at least 8.' }),
    slopePerDay: Type.Number({
      title: 'Change a day',
      description: 'By how much it rises or falls a day (Theil-Sen: the median of the slopes between any two days).'
    }),
    z: Type.Number({
      title: 'Mann-Kendall z',
      description: 'The score of the Mann-Kendall test, corrected for ties: above 0 if it rises, below 0 if it falls.'
    }),
    p: Type.Number({ title: 'Probability', description: 'The two-sided probability of such a z without any trend.' }),
    real: Type.Boolean({ title: 'More than chance', description: 'True if the probability is below 0.05.' })
  },
  {
    title: 'Trend of the margin, in points',
    description: 'How the daily margin changes, in percentage points. Days without revenue are left out.'
  }
)

export type Trend = Static<typeof Trend>

/** The trend of the daily cost, in GBP. */
export const CostTrend = Type.Object(
  {
    ...Trend.properties,
    weeklyPct: Type.Optional(
      Type.Number({
        title: 'Change a week in per cent',
        description: 'Seven days of slope, in per cent of the median day.'
      })
    )
  },
  { title: 'Trend of the cost, in GBP', description: 'How the daily cost changes.' }
)

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

/** The outcome of a Mann-Kendall test: S, its normal score, and the two-sided probability of such a score without a trend. */
interface MannKendall {
  readonly s: number
  readonly z: number
  readonly p: number
}

/** The Mann-Kendall test for a monotonic trend, corrected for ties (R. O. Gilbert 1987, chapter 16). */
export function mannKendall(values: readonly number[]): MannKendall {
  const s = values.reduce(
    (sum, left, index) => values.slice(index + 1).reduce((part, right) => part + Math.sign(right - left), sum),
    0
  )
  const ties = tieSizes(values).reduce((sum, size) => sum + spread(size), 0)
  const variance = (spread(values.length) - ties) / 18
  const z = variance > 0 ? (s - Math.sign(s)) / Math.sqrt(variance) : 0
  return { s, z, p: Math.min(1, 1 - errorFunction(Math.abs(z) / Math.SQRT2)) }
}

function spread(count: number): number {
  return count * (count - 1) * (2 * count + 5)
}

function tieSizes(values: readonly number[]): readonly number[] {
  const sizes = new Map<number, number>()
  for (const value of values) sizes.set(value, (sizes.get(value) ?? 0) + 1)
  return [...sizes.values()]
}

/** A value on a day; days are counted. */
interface Point {
  readonly x: number
  readonly y: number
}

/** The median of the slopes between any two points (H. Theil 1950, P. K. Sen 1968); two points at least. */
export function theilSen(points: readonly Point[]): number {
  return median(
    points.flatMap((left, index) => points.slice(index + 1).map(right => (right.y - left.y) / (right.x - left.x)))
  )
}
