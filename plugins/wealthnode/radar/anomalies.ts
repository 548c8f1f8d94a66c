import { type Static, Type } from '@product-host/sdk'
import { decimal, exact } from '../decimal.js'
import { baselineOf, modifiedZ } from './baseline.js'
import type { Figures } from './figures.js'
import { anomaly } from './parameters.js'

/** A day whose cost is not usual. */
export const Anomaly = Type.Object({
  date: Type.String(),
  costGbp: Type.String(),
  expectedGbp: Type.String({ description: 'The median of up to 28 days before.' }),
  z: Type.Number({ description: 'The modified z-score, to two places.' }),
  severity: Type.Union([Type.Literal('amber'), Type.Literal('red')])
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
    const baseline = baselineOf(before.map(day => day.cost))
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
