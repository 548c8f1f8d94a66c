import type { Job } from './jobs.js'

/** A setting of the account, by its name. It is read at each attempt, so that a changed value holds from the next one on. */
export interface SettingName {
  readonly setting: string
}

/** One message to a receiver that the account configured. */
export interface Webhook {
  /** The `webhook-id`, such as `msg_` and a ULID: the same in every attempt, so that the receiver recognises a repetition. */
  readonly id: string
  /** The setting that holds the address. The endpoint is known by its name. */
  readonly url: SettingName
  /**
   * The setting that holds the signing secret, `whsec_` and 24 to 64 bytes in base64; `previous` names the setting of the secret
   * before it: while that is set, a message has both signatures. Left out, messages are not signed.
   */
  readonly secret?: SettingName & { readonly previous?: string }
  /** The setting that holds the value of the `Authorization` header. */
  readonly authorization?: SettingName
  /** The `type` of the body, such as `lead.created`. */
  readonly event: string
  /** The `timestamp` of the body: when the event happened, ISO 8601. */
  readonly timestamp: string
  /** The `data` of the body. */
  readonly payload: Readonly<Record<string, unknown>>
  /** Milliseconds for one attempt; 10,000 when left out. */
  readonly timeoutMs?: number
  readonly userAgent?: string
  /** Further ports that the address may have, see `EgressRequest.ports`. */
  readonly ports?: readonly number[]
}

/** An attempt that failed. */
export interface WebhookFailure {
  readonly status: 'failed'
  /** `http_` and the status, or the code of EGRESS. */
  readonly error: string
  /** Left out when no response came. */
  readonly httpStatus?: number
  /** The first 512 characters of the response's body. */
  readonly response?: string
  readonly ms: number
  /** Whether no further attempt may be made. */
  readonly isFinal: boolean
  /** Whether an attempt a moment later may succeed: no connection was made, or the receiver answered 5xx. */
  readonly isBrief: boolean
  /** Milliseconds that the receiver asked for with `Retry-After`, 24 hours at most. */
  readonly retryAfterMs?: number
}

/** What came of a call of `attempt`. */
export type WebhookResult =
  | { readonly status: 'delivered'; readonly httpStatus: number; readonly ms: number }
  | WebhookFailure
  /** Nothing was sent: the circuit of the endpoint is open, or its receiver asked to wait. */
  | { readonly status: 'postponed'; readonly retryAt: number }
  /**
   * Nothing was sent: the receiver answered 410, or a status in `disabledBy`, before. Since then neither its address nor its secret has
   * changed, nor its authorization after such a status, and no attempt that a person asked for was delivered.
   */
  | { readonly status: 'disabled' }
  /** Nothing was sent: the setting of the address or of the secret is not set. */
  | { readonly status: 'not_configured' }

/** How an attempt is made. */
export interface WebhookAttemptOptions {
  /** Which attempt of the message it is, from 1; of a job, the attempt of the job when left out. */
  readonly number?: number
  /** True when a person asks for it: neither an open circuit nor an earlier 410 prevents it, `Retry-After` does. */
  readonly isAsked?: boolean
  /** Further final statuses after which the endpoint is disabled as after 410, such as 401 and 403: for a product that holds messages. */
  readonly disabledBy?: readonly number[]
}

/** The settings by which an endpoint is known. */
export type WebhookEndpoint = Pick<Webhook, 'url' | 'secret' | 'authorization'>

/** An attempt as the delivery log holds it. */
export interface LoggedWebhookAttempt {
  readonly id: string
  readonly event: string
  /** The name of the setting that holds the address. */
  readonly endpoint: string
  readonly attempt: number
  /** When it ended, ISO 8601. */
  readonly at: string
  readonly ms: number
  readonly httpStatus?: number
  /** Left out when the message was delivered. */
  readonly error?: string
  /** The first 512 characters of the response's body. */
  readonly response?: string
}

/**
 * Messages to receivers that the account configured: signed by Standard Webhooks 1.0, sent through EGRESS, retried through JOBS. A
 * product stores a message as a job of an internal action, in the `storage.update` that writes what the message tells, and that
 * action calls `send`. A message that no attempt delivered is a dead letter of the job, and is replayed under the same id.
 */
export interface Webhooks {
  /** A job that is retried by the policy of webhooks, for the `jobs` of a `storage.update`. */
  job(job: Omit<Job, 'retry'>): Job
  /**
   * Makes one attempt, for the action of a job: resolves when the message was delivered, with undefined when the settings hold no
   * address any more. Rejects with a `ProductError` of `webhookErrors` otherwise, by which the job is retried, postponed or ended.
   */
  send(webhook: Webhook): Promise<{ readonly httpStatus: number; readonly ms: number } | undefined>
  /** Makes one attempt and returns its result, for a product that stores the state of its deliveries itself. */
  attempt(webhook: Webhook, options?: WebhookAttemptOptions): Promise<WebhookResult>
  /** Milliseconds from the end of that attempt, counted from 1, to the next one; undefined after the last. The same for the same id. */
  retryDelayMs(id: string, attempt: number): number | undefined
  /** Whether the endpoint is disabled, see `WebhookResult`. */
  isDisabled(endpoint: WebhookEndpoint): Promise<boolean>
  /** The newest attempts of the product for the account, the newest first: 500 at most, for 30 days. */
  attempts(): Promise<readonly LoggedWebhookAttempt[]>
}

/** The codes of the errors of `Webhooks.send`, for the `errors` of an action. */
export const webhookErrors = {
  webhook_failed: 'The receiver did not accept the webhook; it is sent again under the same id.',
  webhook_postponed: 'The circuit of the endpoint is open, or its receiver asked to wait; the webhook is sent later.',
  webhook_refused: 'The receiver refused the webhook, or its address may not be requested; it is not sent again.'
} as const
