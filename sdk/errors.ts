import type { ScheduleTiming } from './schedules.js'

/** One issue of an input: where it lies (a JSON Pointer such as `#/email`), what is wrong, and what to send instead. */
export interface Issue {
  /** A JSON Pointer into the input. */
  readonly pointer: string
  /** What is wrong, such as `is past`: the pointer is its subject. */
  readonly detail: string
  /** What to send instead, in a sentence. */
  readonly fix: string
  /** snake_case; `invalid_value` where nothing more exact is known. */
  readonly code?: string
  /** What the schema asks for, where `code` is one of its keywords: the limit, the format, the allowed values. */
  readonly expected?: unknown
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

/** One call of a plan: what a person who confirms the plan allows. */
export interface ConfirmationStep {
  /** The slug of the product; the one that throws when left out. */
  readonly product?: string
  readonly action: string
  /** As the call gets it: values, nothing that is found out later. */
  readonly input: Readonly<Record<string, unknown>>
  /** When the call is made, if a schedule of it is made through `SCHEDULES` in place of the call. */
  readonly schedule?: ScheduleTiming
}

/** A step with its product named. */
export type PlannedCall = Required<Omit<ConfirmationStep, 'schedule'>> & Pick<ConfirmationStep, 'schedule'>

/** What a product would do once a person has confirmed it. */
export interface ConfirmationPlan {
  /** One or two sentences for a person: what will be done, and why it has to be confirmed. */
  readonly message: string
  /** The calls in their order, 50 at most: of actions of the product itself, and of other products that it runs through `PRODUCTS` or `SCHEDULES`. */
  readonly steps: readonly [ConfirmationStep, ...ConfirmationStep[]]
  /** The parts of the request that the product did not understand, and that the steps ignore. */
  readonly notUnderstood?: readonly string[]
  /** Further members of the answer's `detail`, next to `error`; plain JSON that is safe to show. */
  readonly details?: Readonly<Record<string, unknown>>
  /** The answer's metrics; finite numbers. */
  readonly metrics?: Readonly<Record<string, number>>
}

/**
 * Thrown by `run`, before any effect, for what a person has to confirm first. The caller gets 200 with `ok: false` and the code
 * `needs_confirmation`; `detail.error.details` has the steps with their effects, what was not understood, and a token that the host makes.
 * Sent back within 15 minutes in the member `confirmation`, the token runs the action again, once, with the input of then and the plan as
 * `confirmed` in its context: `PRODUCTS` and `SCHEDULES` then run the steps of the plan, in their order and once each, and nothing else. A
 * caller that cannot send a token, such as another product or a job, gets the answer without one. The action declares `needs_confirmation` in `errors`.
 */
export class ConfirmationRequired extends Error {
  override readonly name = 'ConfirmationRequired'

  constructor(readonly plan: ConfirmationPlan) {
    super(plan.message)
  }
}
