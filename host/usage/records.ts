/** Where a call came from: an HTTP request, another product's call, or the schedule. */
export type Via = 'request' | 'nested' | 'job'

/** What one key did with one product on one day (UTC), as it is stored. */
export interface UsageRecord {
  /** Such as `2026-01-31`. */
  readonly day: string
  readonly product: string
  readonly keyId: string
  readonly uses: readonly ActionUse[]
}

/** The part of it that concerns one action, which is null for what was refused before its action was known. */
interface ActionUse {
  readonly action: string | null
  readonly via: Via
  readonly counts: Counts
}

/** The lengths of the steps whose use is stored, in milliseconds. */
export const spanMs = { minute: 60_000, hour: 60 * 60_000 } as const

/** What an account used in one minute or hour, as it is stored. */
export interface UsageStep {
  readonly span: keyof typeof spanMs
  /** When it began, in milliseconds. */
  readonly at: number
  /** At most `mostRecords`, and one for each product whose further keys have no record of their own. */
  readonly records: readonly UsageRecord[]
}

/** Most records of a product and a key in one step. */
const mostRecords = 100
/** What stands for the keys beyond them. */
const otherKeys = 'other'

/** Two parts of the same step as one. */
export function mergedStep(left: UsageStep, right: UsageStep): UsageStep {
  const records = combined([...left.records, ...right.records])
  if (records.length <= mostRecords) return { ...left, records }
  const others = records.slice(mostRecords).map(record => ({ ...record, keyId: otherKeys }))
  return { ...left, records: combined([...records.slice(0, mostRecords), ...others]) }
}

/** The records with one of each day, product and key, in their order. */
export function combined(records: readonly UsageRecord[]): readonly UsageRecord[] {
  const found = new Map<string, UsageRecord>()
  for (const record of records) {
    const name = `${record.day} ${record.product} ${record.keyId}`
    const other = found.get(name)
    found.set(name, other ? merged(other, record) : record)
  }
  return [...found.values()]
}

/** Two records of the same day, product and key as one. */
export function merged(left: UsageRecord, right: UsageRecord): UsageRecord {
  const uses = new Map<string, ActionUse>()
  for (const use of [...left.uses, ...right.uses]) {
    const name = `${use.via} ${use.action}`
    const other = uses.get(name)
    uses.set(name, other ? { ...other, counts: sum([other.counts, use.counts]) } : use)
  }
  return { ...left, uses: [...uses.values()] }
}

/** What was counted of calls that belong together. */
export interface Counts {
  /** Calls that were run, whatever they came to. */
  calls: number
  /** Those of them that ended in a fault of the product or the host. */
  errors: number
  /** Answers given again for an Idempotency-Key; they are no calls. */
  replays: number
  /** What was refused, by the status of the refusal; these are no calls either. */
  refusals: Record<string, number>
  /** How long the calls took: see `Latencies`. */
  latencies: Record<string, number>
}

/** Nothing counted yet. */
export function noCounts(): Counts {
  return { calls: 0, errors: 0, replays: 0, refusals: {}, latencies: {} }
}

/** The sum of counts. */
export function sum(all: readonly Counts[]): Counts {
  const total = noCounts()
  for (const { calls, errors, replays, refusals, latencies } of all) {
    total.calls += calls
    total.errors += errors
    total.replays += replays
    for (const status in refusals) increase(total.refusals, status, refusals[status] ?? 0)
    for (const bucket in latencies) increase(total.latencies, bucket, latencies[bucket] ?? 0)
  }
  return total
}

function increase(numbers: Record<string, number>, name: string, by: number): void {
  numbers[name] = (numbers[name] ?? 0) + by
}

/**
 * How long calls took: how many fell into each bucket, by the bucket's number. A bucket ends 2^(1/4) times later than the one
 * before it, so that a percentile is right to within 10 %; histograms of several processes and days add up bucket by bucket.
 */
export type Latencies = Readonly<Record<string, number>>

/** Where the first bucket ends, in milliseconds. */
export const firstEndMs = 0.125

/** Buckets from one latency to twice that. */
export const bucketsPerOctave = 4

/** The last bucket holds whatever took longer than five minutes, which is the longest that a call may take. */
export const lastBucket = 85

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
