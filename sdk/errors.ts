/** One fault of an input: where it lies (a JSON Pointer such as `#/email`), what is wrong, and what to send instead. */
export interface Fault {
  readonly pointer: string
  readonly detail: string
  readonly fix: string
  /** snake_case; `invalid_value` where nothing more exact is known. */
  readonly code?: string
}

/** Thrown by `run`, before any effect, for what a schema cannot say. The caller gets 400 `invalid_input` with every fault. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput'

  constructor(readonly faults: readonly [Fault, ...Fault[]]) {
    super(faults.map(fault => `${fault.pointer} ${fault.detail}`).join('; '))
  }
}

/** What a `ProductError` may carry beside its code and its message. */
export interface ProductErrorOptions {
  /** Shown beside `error` in the answer's `detail`; plain JSON that is safe to show. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The answer's metrics; finite numbers. */
  readonly metrics?: Readonly<Record<string, number>>
  /** Whether the same call may succeed later; false unless said. */
  readonly retryable?: boolean
}

/**
 * Thrown by `run` when a call ended badly in a way that was foreseen and is safe to show.
 * The caller gets 200 with `ok: false`, the message as `summary` and `detail.error = { code, message, retryable }`.
 */
export class ProductError extends Error {
  override readonly name = 'ProductError'
  readonly details: Readonly<Record<string, unknown>>
  readonly metrics: Readonly<Record<string, number>>
  readonly retryable: boolean

  constructor(
    readonly code: string,
    message: string,
    { details = {}, metrics = {}, retryable = false }: ProductErrorOptions = {}
  ) {
    super(message)
    this.details = details
    this.metrics = metrics
    this.retryable = retryable
  }
}
