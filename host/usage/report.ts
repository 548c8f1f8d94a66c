import {
  type Counts,
  type Latencies,
  noCounts,
  percentile,
  spanMs,
  sum,
  type UsageRecord,
  type Via
} from './records.js'
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

const hoursMs = (hours: number) => hours * spanMs.hour

/** Times up to now that a report divides into steps, with what is stored for them. */
export const periods = {
  '1h': { span: 'minute', stepMs: spanMs.minute, count: 60 },
  '24h': { span: 'minute', stepMs: hoursMs(1 / 4), count: 96 },
  '7d': { span: 'hour', stepMs: hoursMs(2), count: 84 },
  '30d': { span: 'hour', stepMs: hoursMs(12), count: 60 },
  '90d': { span: 'hour', stepMs: hoursMs(24), count: 90 }
} as const

/** A time up to now, such as `24h`. */
export type Period = keyof typeof periods

/** What was used in each step of a time up to now. */
export interface UsageSeries {
  readonly period: Period
  /** When the first step begins and the last one ends, ISO 8601. */
  readonly from: string
  readonly to: string
  readonly stepSeconds: number
  /** Every step, also those without use, the earliest first. */
  readonly steps: readonly (UsageFigures & { readonly from: string })[]
}

/** Sums up the use in a time up to now, step by step. */
export class SeriesCounter {
  readonly #counts: Counts[]
  readonly #stepMs: number
  /** When the first step begins, in milliseconds. */
  readonly from: number

  constructor(
    private readonly period: Period,
    now: number
  ) {
    const { stepMs, count } = periods[period]
    this.#stepMs = stepMs
    this.#counts = Array.from({ length: count }, noCounts)
    this.from = now - (now % stepMs) - (count - 1) * stepMs
  }

  add(at: number, { uses }: UsageRecord): void {
    const index = Math.floor((at - this.from) / this.#stepMs)
    const counts = this.#counts[index]
    if (counts) this.#counts[index] = sum([counts, ...uses.map(use => use.counts)])
  }

  series(): UsageSeries {
    const begin = (index: number) => new Date(this.from + index * this.#stepMs).toISOString()
    return {
      period: this.period,
      from: begin(0),
      to: begin(this.#counts.length),
      stepSeconds: this.#stepMs / 1_000,
      steps: this.#counts.map((counts, index) => ({ from: begin(index), ...figuresOf(counts) }))
    }
  }
}

/** Sums records up, in their order. */
export function reportOf(records: readonly UsageRecord[], { from, to }: Days): UsageReport {
  const days = [...Map.groupBy(records, ({ day }) => day)].map(([day, some]) => ({ day, ...totalOf(some) }))
  const products = [...Map.groupBy(records, each => each.product)].map(([product, some]) => ({
    product,
    ...totalOf(some)
  }))
  const inOrder = days.toSorted((left, right) => (left.day < right.day ? -1 : 1))
  return { from, to, totals: totalOf(records), days: inOrder, products, usage: rowsOf(records) }
}

/** What each action was used. */
export function rowsOf(records: readonly UsageRecord[]): readonly UsageRow[] {
  return records.flatMap(({ day, product, keyId, uses }) =>
    uses.map(({ action, via, counts }) => ({ day, product, action, keyId, via, ...figuresOf(counts) }))
  )
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
