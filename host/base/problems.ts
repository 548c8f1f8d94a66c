import type { Issue } from '@product-host/sdk'
import type { BudgetPeriod } from './caller.js'

interface ProblemKind {
  readonly status: number
  /** One sentence that holds for every problem with this code. */
  readonly title: string
  readonly retryable?: true
}

/** Every refusal that this host gives, by its code. Codes are public and never used for anything else. */
export const problems = {
  malformed_json: { status: 400, title: 'The body is not valid JSON.' },
  missing_action: { status: 400, title: 'The body has no action.' },
  unknown_action: { status: 400, title: 'The product has no such action.' },
  invalid_input: { status: 400, title: 'The input is not valid.' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP.' },
  invalid_signature: { status: 400, title: 'The signature of the webhook from Stripe is not valid.' },
  invalid_header: { status: 400, title: 'A header is not valid.' },
  invalid_confirmation: { status: 400, title: 'No plan of the account waits for the confirmation.' },
  invalid_config: { status: 400, title: 'The settings are not valid.' },
  missing_key: { status: 401, title: 'An API key is required.' },
  invalid_key: { status: 401, title: 'The API key is not valid.' },
  expired_key: { status: 401, title: 'The API key has expired.' },
  revoked_key: { status: 401, title: 'The API key was revoked.' },
  session_required: { status: 401, title: 'A sign-in is required.' },
  invalid_credentials: { status: 401, title: 'The e-mail address or the password is wrong.' },
  second_factor_required: { status: 401, title: 'The code of two-factor authentication is required too.' },
  invalid_hook_signature: { status: 401, title: 'The call of the hook is not signed, or its signature is not valid.' },
  invalid_code: { status: 401, title: 'The code of two-factor authentication is wrong or was already used.' },
  trial_required: { status: 402, title: 'The account has no plan yet.' },
  trial_expired: { status: 402, title: 'The trial or the plan of the account has ended.' },
  cross_site_request: { status: 403, title: 'The request comes from a page of another site.' },
  insufficient_scope: { status: 403, title: 'The API key lacks the scope for this.' },
  account_disabled: { status: 403, title: 'The account is disabled.' },
  operator_required: { status: 403, title: 'The account is not an operator of this host.' },
  operator_factor_required: {
    status: 403,
    title: 'The operator has not set up two-factor authentication, or has set it up again since becoming an operator.'
  },
  recent_sign_in_required: { status: 403, title: 'The password must be confirmed first.' },
  waitlisted: {
    status: 403,
    title: 'The account is on the waitlist of the product until a payment card is added to the account.'
  },
  hook_disabled: { status: 403, title: 'The hook takes no calls at the moment.' },
  product_disabled: { status: 403, title: 'The account has switched the product off.' },
  unknown_product: { status: 404, title: 'The URL names no product of this host.' },
  config_not_supported: { status: 404, title: 'The product has no settings.' },
  invalid_link: { status: 404, title: 'The link is not valid, or no longer valid.' },
  not_found: { status: 404, title: 'There is nothing at this URL.' },
  method_not_allowed: { status: 405, title: 'This URL does not accept this method.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive.', retryable: true },
  email_taken: { status: 409, title: 'An account with this e-mail address already exists.' },
  second_factor_active: { status: 409, title: 'Two-factor authentication is already on.' },
  second_factor_inactive: { status: 409, title: 'Two-factor authentication is off.' },
  input_unreadable: { status: 409, title: 'This host lacks the key that the stored input was encrypted with.' },
  record_in_use: { status: 409, title: 'Other records of the product depend on the record.' },
  key_ended: { status: 409, title: 'The API key has already expired or been revoked.' },
  too_many_keys: { status: 409, title: 'The account has too many API keys.' },
  plan_running: { status: 409, title: 'The plan is already running.' },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with the same Idempotency-Key is in progress.',
    retryable: true
  },
  confirmation_in_progress: {
    status: 409,
    title: 'A request with the same confirmation is in progress.',
    retryable: true
  },
  already_confirmed: { status: 409, title: 'The plan was already confirmed.' },
  outcome_unknown: { status: 409, title: 'The action was run before, and its outcome is not known.' },
  run_not_failed: { status: 409, title: 'Only a run that failed or was cancelled is run again.' },
  webhook_paused: { status: 409, title: 'The webhook endpoint is paused or disabled: nothing is sent to it.' },
  outcome_settled: { status: 409, title: 'The outcome of the request is settled.' },
  revision_conflict: { status: 412, title: 'The settings have changed since they were read.' },
  contract_changed: {
    status: 412,
    title: 'The Product-Contract of the request is old: the actions or fields of the product have changed.'
  },
  payload_too_large: { status: 413, title: 'The body is too large.' },
  unsupported_media_type: { status: 415, title: 'The body is not sent as JSON.' },
  misdirected_request: { status: 421, title: 'The request names another host in Host.' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request.' },
  rate_limited: { status: 429, title: 'Too many requests were sent in a short time.', retryable: true },
  call_budget_spent: {
    status: 429,
    title: 'The API key or the account has made all the calls of its budget.',
    retryable: true
  },
  too_many_concurrent: {
    status: 429,
    title: 'Too many actions of the account are running at the same time.',
    retryable: true
  },
  headers_too_large: { status: 431, title: 'The headers are too large.' },
  client_gone: { status: 499, title: 'The client closed the connection before the response.' },
  internal_error: { status: 500, title: 'The host failed.' },
  mail_not_configured: { status: 501, title: 'This host sends no e-mail.' },
  billing_not_configured: { status: 501, title: 'This host has no billing.' },
  product_error: { status: 502, title: 'The product failed.' },
  invalid_output: { status: 502, title: 'The response of the product does not match its schema.' },
  response_too_large: { status: 502, title: 'The response of the product is too large.' },
  store_unavailable: { status: 503, title: 'The host cannot read or write its data at the moment.', retryable: true },
  product_unavailable: { status: 503, title: 'The product is not available at the moment.', retryable: true },
  billing_unavailable: { status: 503, title: 'The billing service is not available at the moment.', retryable: true },
  overloaded: { status: 503, title: 'The host is overloaded at the moment.', retryable: true },
  held: { status: 503, title: 'The host starts nothing in the background at the moment.', retryable: true },
  shutting_down: { status: 503, title: 'The host is stopping.', retryable: true },
  product_timeout: { status: 504, title: 'The product took too long.', retryable: true }
} as const satisfies Record<string, ProblemKind>

/** The code of a refusal. */
export type ProblemCode = keyof typeof problems

/** What is known of a call whose outcome was lost; times are ISO 8601. */
export interface KnownOfCall {
  readonly action?: string
  readonly requestId?: string
  /** The name of the machine that ran it. */
  readonly host?: string
  readonly beganAt?: string
  /** When it had ended at the latest. */
  readonly deadlineAt?: string
  /** How it ended, where that does not say what was done. */
  readonly failure?: ProblemCode
  /** When somebody settled the outcome as done. */
  readonly settledAt?: string
  /** What they noted. */
  readonly note?: string
}

/** A budget that is spent. */
export interface SpentBudget {
  readonly of: 'account' | 'key'
  readonly period: BudgetPeriod
  readonly stopAt: number
  /** When the next period begins, ISO 8601. */
  readonly resetsAt: string
}

/** What a refusal may contain in addition to its code and its detail. */
interface ProblemOptions {
  readonly errors?: readonly Issue[]
  /** Everything that decided about access. */
  readonly checks?: readonly AccessCheck[]
  /** More headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds after which another try makes sense. */
  readonly retryAfter?: number
  readonly links?: Readonly<Record<string, string>>
  readonly outcome?: KnownOfCall
  readonly budget?: SpentBudget
  /** Whether the same problem is thrown again and again: its reply is then prepared. */
  readonly isRepeated?: true
  /** Whether the action has begun: it may have done a part of its work, and may still run. */
  readonly mayHaveRun?: true
  /** Whether the same request must not be sent again, although its code is retryable: the action could take effect twice. */
  readonly isFinal?: true
  readonly cause?: unknown
}

/** A refusal: thrown anywhere in the host, answered as `application/problem+json`. The detail never repeats what was sent. */
export class Problem extends Error {
  override readonly name = 'Problem'

  constructor(
    readonly code: ProblemCode,
    readonly detail: string,
    readonly options: ProblemOptions = {}
  ) {
    super(detail, { cause: options.cause })
  }

  get status(): number {
    return problems[this.code].status
  }

  /** Whether the same request can succeed if it is only sent again later, without taking effect twice. */
  get isRetryable(): boolean {
    return 'retryable' in problems[this.code] && this.options.isFinal !== true
  }
}

/** Problems of one refusal that are stored at most, by their `Retry-After`. */
const mostRepeated = 100

/**
 * A refusal that many requests get, with its `Retry-After` in seconds. Each problem is made once: the stack trace of an error
 * costs more than the rest of a refusal.
 */
export function repeatedProblem(code: ProblemCode, detail: string): (retryAfter: number) => Problem {
  const made = new Map<number, Problem>()
  return retryAfter => {
    const known = made.get(retryAfter)
    if (known) return known
    const problem = new Problem(code, detail, { retryAfter, isRepeated: true })
    if (made.size < mostRepeated) made.set(retryAfter, problem)
    return problem
  }
}

/** The refusal that an error is answered with; what is none of ours is a fault of the host, and nothing of it is shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof StoreUnavailable)
    return new Problem(
      'store_unavailable',
      'The store does not answer at the moment; nothing was lost. Try again soon.',
      {
        retryAfter: error.retryAfterSeconds,
        cause: error
      }
    )
  return new Problem('internal_error', 'The host failed; the fault is its own and was logged under the request id.', {
    cause: error
  })
}

/** The store cannot serve now. No acknowledged write is lost; the host answers 503 `store_unavailable`. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'

  /** The message is for the operator: what is wrong, with which file or server, and what to do. */
  constructor(
    message: string,
    readonly retryAfterSeconds = 1
  ) {
    super(message)
  }
}

/**
 * The store refused what the host asked of it, or contains what the host did not write: a fault of the host, never of the product
 * that was running. Unlike `StoreUnavailable`, it does not pass by itself; the host answers 500 `internal_error`.
 */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal'
}

/** Whether an error is one of the store, for which nobody who used it is to blame. */
export function isStoreError(error: unknown): error is StoreUnavailable | StoreRefusal {
  return error instanceof StoreUnavailable || error instanceof StoreRefusal
}

/** One thing that decides whether a product may be run, where that is laid down, and how it came out. */
export interface AccessCheck {
  readonly check: 'scope' | 'plan' | 'payment_card' | 'enabled'
  readonly source: 'key' | 'billing' | 'deployment' | 'config'
  readonly outcome: 'passed' | 'refused' | 'not_required'
  /** The code of the refusal. */
  readonly code?: ProblemCode
  readonly detail: string
}
