/** Counts and latencies of calls. */
export interface UsageFigures {
  readonly calls: number
  readonly errors: number
  readonly replays: number
  /** Refused calls by their status. */
  readonly refusals: Readonly<Record<string, number>>
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number } | null
}

/** What an account used in some days (UTC). */
export interface UsageReport {
  readonly from: string
  readonly to: string
  readonly totals: UsageFigures
  readonly days: readonly (UsageFigures & { readonly day: string })[]
  readonly products: readonly (UsageFigures & { readonly product: string })[]
  readonly usage: readonly (UsageFigures & {
    readonly day: string
    readonly product: string
    readonly action: string | null
    readonly keyId: string
    readonly via: 'request' | 'nested' | 'job'
  })[]
  /** The use in each step of the period, when one was asked for. */
  readonly series?: UsageSeries
  /** The budgets in which calls of the caller are counted. */
  readonly budgets: readonly CallBudget[]
}

/** A time up to now. */
export type UsagePeriod = '1h' | '24h' | '7d' | '30d' | '90d'

/** What was used in each step of a time up to now. */
export interface UsageSeries {
  readonly period: UsagePeriod
  /** When the first step begins and the last one ends, ISO 8601. */
  readonly from: string
  readonly to: string
  readonly stepSeconds: number
  /** Every step, also those without use, the earliest first. */
  readonly steps: readonly (UsageFigures & { readonly from: string })[]
}

/** A period of a budget, with the calls that were counted in it. */
export interface CallBudget {
  readonly of: 'account' | 'key'
  /** The key whose budget it is. */
  readonly keyId?: string
  /** A UTC day or month. */
  readonly period: 'day' | 'month'
  /** The number of calls at which the owner is told. */
  readonly warnAt: number | null
  /** The number of calls after which others are refused. */
  readonly stopAt: number | null
  readonly used: number
  /** When the next period begins, ISO 8601. */
  readonly resetsAt: string
}

/** A budget that is spent, of `call_budget_spent`. */
export type SpentBudget = Pick<CallBudget, 'of' | 'period' | 'resetsAt'> & { readonly stopAt: number }

/** Which use is asked for; 30 days up to today when nothing is said. */
export interface UsageQuestion {
  /** In place of days; the report has its steps as `series`. */
  readonly period?: UsagePeriod
  /** Days such as `2026-01-31`. */
  readonly from?: string
  readonly to?: string
  /** The slug of one product. */
  readonly product?: string
  /** The id of one key, or `session` for calls from the dashboard. */
  readonly key?: string
}
