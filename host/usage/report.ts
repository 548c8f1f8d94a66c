import { type Counts, type Latencies, percentile, sum, type UsageRecord, type Via } from './records.js'
import type { Days } from './usage-store.js'

/** The sums and percentiles of counts. */
interface UsageFigures {
  readonly calls: number
  readonly errors: number
  readonly replays: number
  readonly refusals: Readonly<Record<string, number>>
  /** Milliseconds that half, 95 % and 99 % of the calls did not exceed; null when there were none. */
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number } | null
}

/** The use of one action by one key on one day. */
interface UsageRow extends UsageFigures {
  readonly day: string
  readonly product: string
  readonly action: string | null
  readonly keyId: string
  readonly via: Via
}

/** What an account used in some days. */
export interface UsageReport extends Days {
  readonly totals: UsageFigures
  /** Every day with use, the earliest first. */
  readonly days: readonly (UsageFigures & { readonly day: string })[]
  /** Every product with use, in the order of the records. */
  readonly products: readonly (UsageFigures & { readonly product: string })[]
  readonly usage: readonly UsageRow[]
}

/** Sums records up, in their order. */
export function reportOf(records: readonly UsageRecord[], { from, to }: Days): UsageReport {
  const usage = records.flatMap(({ day, product, keyId, uses }) =>
    uses.map(({ action, via, counts }) => ({ day, product, action, keyId, via, ...figuresOf(counts) }))
  )
  const days = [...Map.groupBy(records, ({ day }) => day)].map(([day, some]) => ({ day, ...totalOf(some) }))
  const products = [...Map.groupBy(records, each => each.product)].map(([product, some]) => ({
    product,
    ...totalOf(some)
  }))
  const inOrder = days.toSorted((left, right) => (left.day < right.day ? -1 : 1))
  return { from, to, totals: totalOf(records), days: inOrder, products, usage }
}

function totalOf(records: readonly UsageRecord[]): UsageFigures {
  return figuresOf(sum(records.flatMap(({ uses }) => uses.map(({ counts }) => counts))))
}

function figuresOf({ calls, errors, replays, refusals, latencies }: Counts): UsageFigures {
  return { calls, errors, replays, refusals, latencyMs: percentilesOf(latencies) }
}

function percentilesOf(latencies: Latencies): UsageFigures['latencyMs'] {
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => percentile(latencies, share))
  return p50 === undefined || p95 === undefined || p99 === undefined ? null : { p50, p95, p99 }
}
