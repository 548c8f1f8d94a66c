/**
 * How long calls took: how many fell into each bucket, by the bucket's number. A bucket ends 2^(1/4) times later than the one
 * before it, so that a percentile is right to within 10 %; histograms of several processes and days add up bucket by bucket.
 */
export type Latencies = Readonly<Record<string, number>>

/** Where the first bucket ends, in milliseconds. */
const firstEndMs = 0.125
const bucketsPerOctave = 4
/** The last bucket holds whatever took longer than five minutes, which is the longest that a call may take. */
const lastBucket = 85

/** The bucket of a latency in milliseconds. */
export function bucketOf(ms: number): number {
  const bucket = Math.ceil(bucketsPerOctave * Math.log2(Math.max(ms, firstEndMs) / firstEndMs))
  return Math.min(bucket, lastBucket)
}

/** The latency in milliseconds that the given share of calls did not exceed (nearest rank); undefined when there were none. */
export function percentile(latencies: Latencies, share: number): number | undefined {
  const buckets = Object.entries(latencies)
    .map(([bucket, calls]) => ({ bucket: Number(bucket), calls }))
    .sort((left, right) => left.bucket - right.bucket)
  let rest = Math.ceil(share * buckets.reduce((sum, { calls }) => sum + calls, 0))
  for (const { bucket, calls } of buckets) {
    rest -= calls
    if (rest <= 0) return middleOf(bucket)
  }
  return undefined
}

/** The geometric middle of a bucket, to three digits. */
function middleOf(bucket: number): number {
  return Number((firstEndMs * 2 ** ((bucket - 0.5) / bucketsPerOctave)).toPrecision(3))
}
