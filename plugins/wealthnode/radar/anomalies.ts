import { type Static, Type } from '@product-host/sdk'
import { baselineOf, modifiedZ, sigmasPerMad } from '@product-host/toolkit/numbers'
import { decimal, exact } from '../money.js'
import { anomaly, drift, lambda } from './parameters.js'
import type { Figures } from './sums.js'

/** A day whose cost is not usual. */
export const Anomaly = Type.Object({
  date: Type.String({ title: 'Day', description: 'The day, such as `2026-11-21`.' }),
  costGbp: Type.String({ title: 'Cost in GBP', description: 'What the day cost, as text with nine decimal places.' }),
  expectedGbp: Type.String({
    title: 'Usual cost in GBP',
    description: 'The median of up to 28 days before, as text with nine decimal places.'
  }),
  z: Type.Number({
    title: 'Modified z-score',
    description: 'How unusual it is: above 0 if dearer than usual, below 0 if cheaper; two decimal places.'
  }),
  severity: Type.Union([Type.Literal('amber'), Type.Literal('red')], {
    title: 'Severity',
    description: '`red`: dearer by a z-score above 7; `amber`: any other unusual day.'
  })
})

export type Anomaly = Static<typeof Anomaly>

/**
 * The days from `from` on whose modified z-score against the days before is beyond the threshold. A day that is not over
 * (`openDate`) can only be too dear so far, never too cheap.
 */
export function anomaliesOf(
  history: readonly Figures[],
  from: string,
  threshold: number,
  openDate: string | undefined
): readonly Anomaly[] {
  return history.flatMap(({ date, cost, totals }, index) => {
    const before = history.slice(Math.max(0, index - anomaly.baselineDays), index)
    if (date < from || before.length < anomaly.leastBaselineDays) return []
    const baseline = baselineOf(
      before.map(day => day.cost),
      anomaly.leastDeviation
    )
    const z = modifiedZ(cost, baseline)
    if (Math.abs(z) <= threshold || (date === openDate && z < 0)) return []
    return [
      {
        date,
        costGbp: totals.costGbp,
        expectedGbp: exact(decimal(baseline.median)),
        z: Number(z.toFixed(2)),
        severity: z > anomaly.redZ ? ('red' as const) : ('amber' as const)
      }
    ]
  })
}

/** Whether the last days, taken together, have left what was usual before them. */
export const Drift = Type.Object(
  {
    direction: Type.Union([Type.Literal('none'), Type.Literal('up'), Type.Literal('down')], {
      title: 'Direction',
      description: '`up`: the average is above the upper limit; `down`: below the lower one; `none`: between them.'
    }),
    averageGbp: Type.String({
      title: 'Average in GBP',
      description: 'The exponentially weighted moving average of the last 14 days.'
    }),
    lowGbp: Type.String({ title: 'Lower limit in GBP', description: 'Below this average, the cost has drifted down.' }),
    highGbp: Type.String({ title: 'Upper limit in GBP', description: 'Above this average, the cost has drifted up.' }),
    baselineDays: Type.Integer({
      title: 'Days compared with',
      description: 'Days before the last 14 that say what is usual: 7 to 28.'
    })
  },
  {
    title: 'Drift',
    description: 'Whether the last 14 days left what was usual before. Left out if there are too few days.'
  }
)

export type Drift = Static<typeof Drift>

/** Compares the last 14 complete days with up to 28 days before them; none when there are too few of these. */
export function driftOf(complete: readonly Figures[]): Drift | undefined {
  const costs = complete.map(({ cost }) => cost)
  const before = costs.slice(0, -drift.days).slice(-anomaly.baselineDays)
  if (before.length < anomaly.leastBaselineDays) return undefined
  const { median, mad } = baselineOf(before, anomaly.leastDeviation)
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

/** Exponentially weighted moving averages: each λ · value + (1 − λ) · the one before, the first one after `start`. */
export function ewma(values: readonly number[], start: number): readonly number[] {
  let average = start
  return values.map(value => {
    average = lambda * value + (1 - lambda) * average
    return average
  })
}
