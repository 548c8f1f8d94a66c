import { errorFunction } from 'simple-statistics'

/** The outcome of a Mann-Kendall test: S, its normal score, and the two-sided probability of such a score without a trend. */
export interface MannKendall {
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
