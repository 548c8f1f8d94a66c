import type { ProblemCode } from './problem-codes.js'
import type { AccessCheck, KnownOfCall } from './types.js'
import type { SpentBudget } from './usage.js'

/** One issue of what was sent: where, what, and what to send instead. */
export interface ProblemIssue {
  /** A JSON Pointer such as `#/email`. */
  readonly pointer: string
  readonly detail: string
  readonly fix: string
  readonly code?: string
  /** What the schema asks for, where `code` is one of its keywords: the limit, the format, the allowed values. */
  readonly expected?: unknown
}

/** The body of a refusal (RFC 9457), as the host sends it. */
export interface ProblemBody {
  readonly code: ProblemCode
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly requestId: string
  readonly retryable: boolean
  readonly errors?: readonly ProblemIssue[]
  readonly checks?: readonly AccessCheck[]
  readonly links?: Readonly<Record<string, string>>
  readonly outcome?: KnownOfCall
  readonly budget?: SpentBudget
}

/** The host refused: thrown for every problem that it answers, once no further try makes sense. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  /** Never changes its meaning; `invalid_input`, `rate_limited`, … */
  readonly code: ProblemCode
  readonly status: number
  readonly errors: readonly ProblemIssue[]
  readonly requestId: string
  readonly retryable: boolean
  /** What decided about access, where that is why. */
  readonly checks: readonly AccessCheck[]
  readonly links: Readonly<Record<string, string>>
  /** What is known of the call with the same Idempotency-Key, of `outcome_unknown` and `outcome_settled`. */
  readonly outcome: KnownOfCall | undefined
  /** The budget that is spent, of `call_budget_spent`. */
  readonly budget: SpentBudget | undefined

  constructor(
    problem: ProblemBody,
    /** Seconds after which another try makes sense, if the host said so. */
    readonly retryAfterSeconds: number | undefined,
    /** Whether this is the answer that was given to an earlier call with the same Idempotency-Key. */
    readonly isReplayed: boolean
  ) {
    super(`${problem.detail} (${problem.code}, request ${problem.requestId})`)
    this.code = problem.code
    this.status = problem.status
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId
    this.retryable = problem.retryable
    this.checks = problem.checks ?? []
    this.links = problem.links ?? {}
    this.outcome = problem.outcome
    this.budget = problem.budget
  }
}

/** No answer of the host came: what was on the way failed, or said something else. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly retryable = true

  constructor(
    /**
     * `unreachable`: no connection, or one that broke. `unreadable`: an answer that is not the host's, such as a proxy's page.
     * `deadline`: the time for the whole call was over.
     */
    readonly code: 'unreachable' | 'unreadable' | 'deadline',
    message: string,
    /** Of the answer that could not be read. */
    readonly status?: number,
    /** Seconds after which another try makes sense, if what answered said so. */
    readonly retryAfterSeconds?: number,
    cause?: unknown
  ) {
    super(message, { cause })
  }
}
