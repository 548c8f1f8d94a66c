import { median, medianAbsoluteDeviation } from 'simple-statistics'

/** A number with so many decimals, never -0. */
export function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals + 0
}

/** A whole number with commas between its thousands. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-GB')
}

/** A count with its noun, such as "1 post" and "1,200 posts". */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** What is usual: the median of some values and their median absolute deviation. */
export interface Baseline {
  readonly median: number
  readonly mad: number
}

/** The least deviation that counts, as a share of the median and by itself, so that equal values do not make it 0. */
export interface LeastDeviation {
  readonly share: number
  readonly value: number
}

/** The standard deviation of a normal distribution, in median absolute deviations: 1 / 0.6745. */
export const sigmasPerMad = 1.4826

/** Makes the median absolute deviation comparable to a standard deviation: the 0.75 quantile of the normal distribution. */
const zFactor = 0.6745

/** What is usual by some values, at least one. */
export function baselineOf(values: readonly number[], least: LeastDeviation): Baseline {
  const middle = median([...values])
  const leastMad = Math.max((least.share * Math.abs(middle)) / sigmasPerMad, least.value)
  return { median: middle, mad: Math.max(medianAbsoluteDeviation([...values]), leastMad) }
}

/** How far a value is from what is usual: 0.6745 · (x − median) / MAD (B. Iglewicz and D. Hoaglin, ASQC 1993). */
export function modifiedZ(value: number, baseline: Baseline): number {
  return (zFactor * (value - baseline.median)) / baseline.mad
}
