/** One issue of an input: where it lies (a JSON Pointer such as `#/email`), what is wrong, and what to send instead. */
export interface Issue {
  readonly pointer: string
  readonly detail: string
  readonly fix: string
  /** snake_case; `invalid_value` where nothing more exact is known. */
  readonly code?: string
}

/** Thrown by `run`, before any effect, for what a schema cannot say. The caller gets 400 `invalid_input` with every issue. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'

  constructor(readonly issues: readonly [Issue, ...Issue[]]) {
    super(issues.map(({ pointer, detail }) => `${pointer} ${detail}`).join('; '))
  }
}

/** What a `ProductError` may contain in addition to its code and its message. */
export interface ProductErrorOptions {
  /** Further members of the answer's `detail`, next to `error`; plain JSON that is safe to show. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The answer's metrics; finite numbers. */
  readonly metrics?: Readonly<Record<string, number>>
  /** Whether the same call may succeed later; false unless said. */
  readonly retryable?: boolean
  /** Milliseconds before which a job that ended so is not run again. */
  readonly retryAfterMs?: number
  /** True when nothing was attempted: a job that ended so runs again after `retryAfterMs`, with none of its retries used up. */
  readonly isPostponed?: boolean
}

/**
 * Thrown by `run` for an expected failure that is safe to show.
 * The caller gets 200 with `ok: false`, the message as `summary` and `detail.error = { code, message, retryable }`.
 */
export class ProductError extends Error {
  override readonly name = 'ProductError'
  readonly details: Readonly<Record<string, unknown>>
  readonly metrics: Readonly<Record<string, number>>
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly isPostponed: boolean

  constructor(
    readonly code: string,
    message: string,
    { details = {}, metrics = {}, retryable = false, retryAfterMs, isPostponed = false }: ProductErrorOptions = {}
  ) {
    super(message)
    this.details = details
    this.metrics = metrics
    this.retryable = retryable
    this.retryAfterMs = retryAfterMs
    this.isPostponed = isPostponed
  }
}
