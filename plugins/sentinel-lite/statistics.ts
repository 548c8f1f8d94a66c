/** The number in the middle; of an even count the mean of the two. 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** The smallest of the numbers that at least `share` of them do not exceed (nearest rank). Undefined of none. */
export function percentile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)]
}

/** So many decimals and no more. */
export function rounded(number: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(number * factor) / factor
}
