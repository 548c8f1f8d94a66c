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

/** One change of an account's jobs, as an `update` returns it beside its records. */
export type JobChange = { readonly schedule: Job } | { readonly cancel: string }

/**
 * Calls that come later, kept in the store: each runs at least once, also when the host was killed in between, on one host at a
 * time, with the access that the account has then. `context.job` tells an action that it runs as a job. A run that ends with
 * `ok: true` or in a failure that is not retryable is over, and so is the job, unless the run scheduled the same id anew;
 * a retryable failure, a bug or a time-out is tried again as `retry` says, and kept as a dead letter after the last try. What
 * must not be scheduled without a record, or the other way round, belongs into one `storage.update` with `jobs`.
 */
export interface Jobs {
  schedule(job: Job): Promise<void>
  /** True when there was such a job. A run that has begun goes on. */
  cancel(id: string): Promise<boolean>
}
