import { median, medianAbsoluteDeviation } from 'simple-statistics'
import { anomaly, sigmasPerMad } from './parameters.js'

/** What is usual: the median of daily costs and their median absolute deviation, in GBP. */
export interface Baseline {
  readonly median: number
  readonly mad: number
}

/** What was usual on some days, with a floor under the deviation; at least one value. */
export function baselineOf(values: readonly number[]): Baseline {
  const middle = median([...values])
  const leastMad = Math.max((anomaly.leastShare * Math.abs(middle)) / sigmasPerMad, anomaly.leastGbp)
  return { median: middle, mad: Math.max(medianAbsoluteDeviation([...values]), leastMad) }
}

/** How far a value lies from what is usual (Iglewicz and Hoaglin): 0.6745 · (x − median) / MAD. */
export function modifiedZ(value: number, baseline: Baseline): number {
  return (anomaly.zFactor * (value - baseline.median)) / baseline.mad
}
