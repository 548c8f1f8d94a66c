import { type Static, Type } from '@product-host/sdk'
import { decimal, exact } from '../decimal.js'
import { baselineOf } from './baseline.js'
import { ewma } from './ewma.js'
import type { Figures } from './figures.js'
import { anomaly, drift, lambda, sigmasPerMad } from './parameters.js'

/** Whether the last days, taken together, have left what was usual before them. */
export const Drift = Type.Object({
  direction: Type.Union([Type.Literal('none'), Type.Literal('up'), Type.Literal('down')]),
  averageGbp: Type.String({ description: 'The exponentially weighted moving average of the last 14 days.' }),
  lowGbp: Type.String(),
  highGbp: Type.String(),
  baselineDays: Type.Integer()
})
export type Drift = Static<typeof Drift>

/** Compares the last 14 complete days with up to 28 days before them; none when there are too few of these. */
export function driftOf(complete: readonly Figures[]): Drift | undefined {
  const costs = complete.map(({ cost }) => cost)
  const before = costs.slice(0, -drift.days).slice(-anomaly.baselineDays)
  if (before.length < anomaly.leastBaselineDays) return undefined
  const { median, mad } = baselineOf(before)
  const { low, high } = ewmaLimits(median, sigmasPerMad * mad)
  const average = ewma(costs.slice(-drift.days), median).at(-1) ?? median
  return {
    direction: average > high ? 'up' : average < low ? 'down' : 'none',
    averageGbp: exact(decimal(average)),
    lowGbp: exact(decimal(low)),
    highGbp: exact(decimal(high)),
    baselineDays: before.length
  }
}

/** The control limits of an EWMA chart: centre ± 3 · sigma · √(λ / (2 − λ)). */
export function ewmaLimits(center: number, sigma: number): { readonly low: number; readonly high: number } {
  const width = drift.limitSigmas * sigma * Math.sqrt(lambda / (2 - lambda))
  return { low: center - width, high: center + width }
}
