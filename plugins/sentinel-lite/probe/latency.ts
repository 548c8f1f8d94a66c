import { median, percentile } from '../statistics.js'
import { type Check, isUp } from './check.js'

/** The time of answer that so large a share of the good checks did not exceed. */
export function latencyOf(checks: readonly Check[], share: number): number | undefined {
  return percentile(latencies(checks), share)
}

/**
 * Whether a time of answer is unusually long for a target: its modified z-score (Iglewicz and Hoaglin, 1993) over the last
 * 50 good checks, 10 at least, is over 3.5. The deviation is held at 5 % of the median and 1 ms, so that a steady target has one.
 */
export function isUnusual(ms: number, checks: readonly Check[]): boolean {
  const earlier = latencies(checks).slice(-50)
  if (earlier.length < 10) return false
  const middle = median(earlier)
  const deviation = Math.max(median(earlier.map(each => Math.abs(each - middle))), (0.05 * middle) / 1.4826, 1)
  return (0.6745 * (ms - middle)) / deviation > 3.5
}

function latencies(checks: readonly Check[]): readonly number[] {
  return checks.filter(isUp).flatMap(({ ms }) => ms ?? [])
}
