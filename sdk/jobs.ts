/** When a failed job is tried again. */
export interface Retry {
  /** Milliseconds before the second, third, … try; after the last one a failure is for good. */
  readonly delaysMs: readonly number[]
  /** Each delay is moved by up to this share of itself, either way; 0.2 when left out. */
  readonly jitter?: number
}

/** A call of one of the product's own actions, later, as the same account. */
export interface Job {
  /** 1 to 128 characters, the account's own within this product; scheduling the same id again replaces the job. */
  readonly id: string
  /** When it is due, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** An action of the same product, internal ones included. */
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
  /** Not tried again when left out. */
  readonly retry?: Retry
}

/**
 * When a recurring job is due: by a pattern of minute, hour, day of the month, month and day of the week, in the time of a place of the
 * IANA time zone database, UTC when left out; or every so many seconds, 60 at least.
 */
export type Recurrence = { readonly cron: string; readonly timezone?: string } | { readonly seconds: number }

/** A call of one of the product's own actions, again and again, as the same account. */
export type RecurringJob = Omit<Job, 'at' | 'retry'> & Recurrence

/** One change of an account's jobs, as an `update` returns it beside its records. */
export type JobChange = { readonly schedule: Job } | { readonly every: RecurringJob } | { readonly cancel: string }

/**
 * Calls that run later. The store holds them, so each runs at least once, even if the host was killed in between; on one host at
 * a time; with the access that the account has then. `context.job` tells an action that it runs as a job. A job ends when a run
 * ends with `ok: true` or with a failure that is not retryable, unless that run scheduled the same id again. After a retryable
 * failure, a bug or a time-out, the job runs again as `retry` says, but not before the `retryAfterMs` of the failure; after the
 * last attempt it is a dead letter. A failure with `isPostponed` does not count as an attempt. To schedule a job and write a record
 * together or not at all, pass both to one `storage.update`.
 */
export interface Jobs {
  /** Runs an action once, at a time. */
  schedule(job: Job): Promise<void>
  /**
   * Runs an action again and again, until the job is cancelled: no failure ends it, only the end of the key that scheduled it. What failed runs
   * again at the next time, unless the failure is postponed. Times that pass while no host runs, or while the run before goes on, are made up for by one run.
   * The same id with the same times keeps its rhythm. An account has at most 20 recurring jobs in a product. Throws a `RangeError` for
   * what is no recurrence, and for one job too many.
   */
  every(job: RecurringJob): Promise<void>
  /** True when there was such a job. A run that has begun continues. */
  cancel(id: string): Promise<boolean>
}
