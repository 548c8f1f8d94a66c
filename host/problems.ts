import type { Fault } from '@product-host/sdk'
import type { Check } from './execution/checks.js'
import { StoreUnavailable } from './storage/errors.js'

interface Kind {
  readonly status: number
  /** One sentence that holds for every problem with this code. */
  readonly title: string
  readonly retryable?: true
}

/** Every refusal that this host gives, by its code. Codes are public and never used for anything else. */
export const problems = {
  malformed_json: { status: 400, title: 'The body is not JSON that can be read.' },
  missing_action: { status: 400, title: 'The body names no action.' },
  unknown_action: { status: 400, title: 'The product has no such action.' },
  invalid_input: { status: 400, title: 'The input does not fit what the action takes.' },
  malformed_request: { status: 400, title: 'The request is not HTTP that can be read.' },
  invalid_signature: { status: 400, title: 'The event is not signed by who should have sent it.' },
  invalid_header: { status: 400, title: 'A header is not of the form that it takes.' },
  invalid_config: { status: 400, title: 'The config does not fit what the product takes.' },
  missing_key: { status: 401, title: 'A bearer key is needed.' },
  invalid_key: { status: 401, title: 'The bearer key is not valid.' },
  expired_key: { status: 401, title: 'The bearer key has expired.' },
  revoked_key: { status: 401, title: 'The bearer key was revoked.' },
  session_required: { status: 401, title: 'Somebody has to be signed in.' },
  invalid_credentials: { status: 401, title: 'E-mail address and password do not belong together.' },
  second_factor_required: { status: 401, title: 'The code of the second factor is needed too.' },
  invalid_code: { status: 401, title: 'The code of the second factor is wrong or was used already.' },
  trial_required: { status: 402, title: 'The account has no plan yet.' },
  trial_expired: { status: 402, title: 'The plan of the account has ended.' },
  cross_site_request: { status: 403, title: 'The request comes from a page of another site.' },
  insufficient_scope: { status: 403, title: 'The bearer key is not good for this.' },
  account_disabled: { status: 403, title: 'The account is disabled.' },
  recent_sign_in_required: { status: 403, title: 'The password has to be confirmed first.' },
  waitlisted: { status: 403, title: 'The account is on the waitlist of the product.' },
  product_disabled: { status: 403, title: 'The account has switched the product off.' },
  unknown_product: { status: 404, title: 'There is no such product here.' },
  config_not_supported: { status: 404, title: 'The product has nothing to configure.' },
  invalid_link: { status: 404, title: 'The link is not good, or not any more.' },
  not_found: { status: 404, title: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, title: 'This address does not take this method.' },
  request_timeout: { status: 408, title: 'The request took too long to arrive.', retryable: true },
  email_taken: { status: 409, title: 'The e-mail address has an account already.' },
  second_factor_active: { status: 409, title: 'The second factor is on already.' },
  second_factor_inactive: { status: 409, title: 'The second factor is off.' },
  key_ended: { status: 409, title: 'The key has ended.' },
  too_many_keys: { status: 409, title: 'The account has too many keys.' },
  plan_running: { status: 409, title: 'The plan runs already.' },
  idempotency_in_progress: {
    status: 409,
    title: 'A request with the same Idempotency-Key is under way.',
    retryable: true
  },
  revision_conflict: { status: 412, title: 'The config is no longer the one that the request was made for.' },
  contract_changed: { status: 412, title: 'The product no longer has the contract that the request was written for.' },
  payload_too_large: { status: 413, title: 'The body is too large.' },
  unsupported_media_type: { status: 415, title: 'The body is not sent as JSON.' },
  misdirected_request: { status: 421, title: 'The request was meant for another host.' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request.' },
  rate_limited: { status: 429, title: 'Too many requests came in too short a time.', retryable: true },
  too_many_concurrent: { status: 429, title: 'Too many executions are under way.', retryable: true },
  headers_too_large: { status: 431, title: 'The headers are too large.' },
  client_gone: { status: 499, title: 'The caller closed the connection before the answer.' },
  internal_error: { status: 500, title: 'The host failed.' },
  mail_not_configured: { status: 501, title: 'This deployment sends no mail.' },
  billing_not_configured: { status: 501, title: 'This deployment bills for nothing.' },
  product_error: { status: 502, title: 'The product failed.' },
  invalid_output: { status: 502, title: 'The product answered with something that it does not declare.' },
  store_unavailable: { status: 503, title: 'The store does not answer at the moment.', retryable: true },
  product_unavailable: { status: 503, title: 'The product is not available at the moment.', retryable: true },
  billing_unavailable: { status: 503, title: 'The service that bills does not answer at the moment.', retryable: true },
  overloaded: { status: 503, title: 'The host has too much to do at the moment.', retryable: true },
  shutting_down: { status: 503, title: 'The host is stopping.', retryable: true },
  product_timeout: { status: 504, title: 'The product took too long.', retryable: true }
} as const satisfies Record<string, Kind>

/** The code of a refusal. */
export type ProblemCode = keyof typeof problems

/** What a refusal may carry beside its code and its detail. */
export interface ProblemOptions {
  readonly errors?: readonly Fault[]
  /** Everything that decided about access. */
  readonly checks?: readonly Check[]
  /** More headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** Seconds after which another try makes sense. */
  readonly retryAfter?: number
  readonly links?: Readonly<Record<string, string>>
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
