import { type Egress, EgressError } from '../../egress.js'
import type { Settings } from '../../product.js'
import type { Read, Storage, Write } from '../../storage.js'
import type { Clock, Logger } from '../../tokens.js'
import type {
  LoggedWebhookAttempt,
  Webhook,
  WebhookAttemptOptions,
  WebhookEndpoint,
  WebhookFailure,
  WebhookResult
} from '../../webhooks.js'
import {
  admission,
  type EndpointState,
  endpointState,
  failuresToOpen,
  openMs,
  probing,
  stateAfter
} from './endpoint-circuit.js'
import type { WebhookCalls } from './product-webhooks.js'
import { failureOf, firstCharacters, longestRetryAfterMs, unreachable, webhookRetry } from './retry-policy.js'

/** Milliseconds for one attempt, where the product does not say. */
const usualTimeoutMs = 10_000

/** What an attempt may take beyond its time-out before another probe may begin, in milliseconds. */
const probeReserveMs = 10_000

/** Bytes of a response that are read: enough for the characters that are stored. */
const longestBody = 2_048

/** How long the state of an endpoint is stored after its last change by default, in milliseconds: 90 days. */
const endpointTtlMs = 90 * 24 * 3_600_000

/** The attempts that the log of one product and account holds; each further one replaces the oldest. */
const mostAttempts = 500

/** How long an attempt is stored by default, in milliseconds: 30 days. */
const attemptTtlMs = 30 * 24 * 3_600_000

/** The figures by which webhooks are sent, for documentation; times are in milliseconds. */
export const webhookFigures = {
  ...webhookRetry,
  longestRetryAfterMs,
  timeoutMs: usualTimeoutMs,
  failuresToOpen,
  openMs,
  loggedAttempts: mostAttempts,
  loggedMs: attemptTtlMs
} as const

/** An attempt and its result, for those who count or record attempts. */
export interface MadeAttempt {
  readonly webhook: Webhook
  readonly url: string
  readonly attempt: number
  readonly result: Extract<WebhookResult, { readonly ms: number }>
}

/** What a sender works with. */
export interface WebhookSenderOptions {
  readonly slug: string
  /** The records of endpoints and of the log, of one account. */
  readonly storage: Storage
  /** The account's settings of the product, checked. */
  readonly settings: Settings
  readonly egress: Egress
  readonly clock: Clock
  readonly logger: Logger
  readonly signal: AbortSignal
  /** How long an attempt stays in the log, in milliseconds; 30 days by default. */
  readonly attemptMs?: number
  /** How long the state of an endpoint is stored after its last change, in milliseconds; 90 days by default. */
  readonly endpointMs?: number
  /** Called with every attempt whose result is known. */
  readonly made?: (attempt: MadeAttempt) => void
}

/** Sends the webhooks of one product for one account, one attempt at a time. */
export class WebhookSender implements WebhookCalls {
  constructor(private readonly options: WebhookSenderOptions) {}

  /** Rejects when the call is aborted: the result of the attempt is then unknown. */
  async attempt(webhook: Webhook, options: WebhookAttemptOptions = {}): Promise<WebhookResult> {
    const { number = 1, isAsked = false, disabledBy = [] } = options
    const target = targetOf(webhook, this.options.settings)
    if (!target) return { status: 'not_configured' }
    const refusal = await this.#admit(webhook, target, isAsked)
    if (refusal) return refusal
    const { result, response } = await this.#post(webhook, target)
    await this.#record(webhook, target, { number, result, response, disabledBy })
    this.options.made?.({ webhook, url: target.url, attempt: number, result })
    return result
  }

  async isDisabled(endpoint: WebhookEndpoint): Promise<boolean> {
    const { url } = endpoint
    const target = targetOf(endpoint, this.options.settings)
    if (!target) return false
    return endpointState(target, await this.options.storage.get(this.#endpointKey(url))).isDisabled ?? false
  }

  async attempts(): Promise<readonly LoggedWebhookAttempt[]> {
    const records = await loggedAttempts(this.options.storage, this.options.slug)
    return records.map(({ entry: _entry, ...attempt }) => attempt)
  }

  /** Why no attempt may begin now; undefined when one may, which is then noted as the probe where the circuit is half-open. */
  async #admit(
    { id, url, timeoutMs = usualTimeoutMs }: Webhook,
    target: Target,
    isAsked: boolean
  ): Promise<WebhookResult | undefined> {
    const { storage, clock } = this.options
    const key = this.#endpointKey(url)
    if ((await storage.get(key)) === undefined) return undefined
    return storage.update<WebhookResult | undefined>([key], read => {
      const now = clock.now()
      const state = endpointState(target, read<EndpointState>(key))
      const admitted = admission(state, { id, now, isAsked })
      if (admitted === 'open') return { result: undefined }
      if (admitted === 'disabled') return { result: { status: 'disabled' } }
      if (admitted !== 'probe') return { result: { status: 'postponed', ...admitted } }
      return { writes: [this.#endpointWrite(key, probing(state, now + timeoutMs + probeReserveMs))], result: undefined }
    })
  }

  async #post(webhook: Webhook, { url, secrets, authorization }: Target): Promise<Posted> {
    const { egress, clock, signal } = this.options
    const { id, event, timestamp, payload, timeoutMs = usualTimeoutMs, userAgent, ports } = webhook
    const now = clock.now()
    const body = JSON.stringify({ type: event, timestamp, data: payload })
    const { webhookHeaders } = await import('./signature.js')
    try {
      const response = await egress.request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(userAgent !== undefined && { 'user-agent': userAgent }),
          ...webhookHeaders({ id, now, body, secrets })
        },
        ...(authorization !== undefined && { secretHeaders: { authorization } }),
        body,
        timeoutMs,
        maxBytes: longestBody,
        ...(ports && { ports }),
        signal
      })
      const { status, totalMs } = response
      const delivered = { status: 'delivered', httpStatus: status, ms: Math.round(totalMs) } as const
      return { result: failureOf(response, now) ?? delivered, response: firstCharacters(response.body) }
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof EgressError)) throw error
      return { result: unreachable(error), response: '' }
    }
  }

  /** Stores the result in the state of the endpoint and in the log, in one update, and logs a line. */
  async #record(
    webhook: Webhook,
    target: Target,
    { number, result, response, disabledBy }: Posted & { number: number; disabledBy: readonly number[] }
  ) {
    const { slug, storage, clock, logger } = this.options
    const { id, event, url } = webhook
    const failure = result.status === 'failed' ? result : undefined
    const { httpStatus } = result
    const shown = {
      ...(httpStatus !== undefined && { httpStatus }),
      ...(failure && { error: failure.error })
    }
    const { attemptMs = attemptTtlMs } = this.options
    const key = this.#endpointKey(url)
    await storage.update([key, logHeadKey(slug)], read => {
      const now = clock.now()
      const stored = read<EndpointState>(key)
      const after = stateAfter(endpointState(target, stored), failure, { now, target, disabledBy })
      const attempt: LoggedWebhookAttempt = {
        id,
        event,
        endpoint: url.setting,
        attempt: number,
        at: new Date(now).toISOString(),
        ms: result.ms,
        ...shown,
        ...(response !== '' && { response })
      }
      const writes = [...this.#stateWrites(key, stored, after), ...logWrites(slug, read, attempt, attemptMs)]
      return { writes, result: undefined }
    })
    const fields = { webhookId: id, event, endpoint: url.setting, attempt: number, ms: result.ms, ...shown }
    if (failure) logger.warn('webhook not delivered', fields)
    else logger.info('webhook delivered', fields)
  }

  #stateWrites(key: string, before: EndpointState | undefined, after: EndpointState | undefined): readonly Write[] {
    if (after) return [this.#endpointWrite(key, after)]
    return before ? [{ key, delete: true }] : []
  }

  #endpointWrite(key: string, value: EndpointState): Write {
    return { key, value, ttlMs: this.options.endpointMs ?? endpointTtlMs }
  }

  #endpointKey({ setting }: Webhook['url']): string {
    return `endpoint:${this.options.slug}:${setting}`
  }
}

/** The result of a request, and the first characters of its response. */
interface Posted {
  readonly result: { readonly status: 'delivered'; readonly httpStatus: number; readonly ms: number } | WebhookFailure
  readonly response: string
}

/** Where a message goes and what proves its origin, as the settings say now. */
interface Target {
  readonly url: string
  /** The current secret, and the previous one while it is set. */
  readonly secrets: readonly string[]
  readonly authorization?: string
}

/** Undefined when the settings do not hold what the webhook names. */
function targetOf({ url, secret, authorization }: WebhookEndpoint, settings: Settings): Target | undefined {
  const address = settings[url.setting]
  const current = secret && settings[secret.setting]
  if (address === undefined || (secret && current === undefined)) return undefined
  const previous = secret?.previous === undefined ? undefined : settings[secret.previous]
  const credentials = authorization && settings[authorization.setting]
  return {
    url: address,
    secrets: [current, previous].filter(each => each !== undefined),
    ...(credentials !== undefined && { authorization: credentials })
  }
}

/** An attempt with its number in the log, from 0. */
export interface LogRecord extends LoggedWebhookAttempt {
  readonly entry: number
}

/** The key of the number of the next entry. */
function logHeadKey(slug: string): string {
  return `log-head:${slug}`
}

/** The records that add an attempt to the log, for an update that reads `logHeadKey`. */
function logWrites(slug: string, read: Read, attempt: LoggedWebhookAttempt, ttlMs: number): readonly Write[] {
  const entry = read<number>(logHeadKey(slug)) ?? 0
  const record: LogRecord = { ...attempt, entry }
  return [
    { key: logHeadKey(slug), value: entry + 1 },
    { key: `${logPrefix(slug)}${entry % mostAttempts}`, value: record, ttlMs }
  ]
}

/** The attempts in the log of a product, the newest first. */
export async function loggedAttempts(storage: Storage, slug: string): Promise<readonly LogRecord[]> {
  const records = await storage.list<LogRecord>(logPrefix(slug), { limit: mostAttempts })
  return records.map(({ value }) => value).sort((left, right) => right.entry - left.entry)
}

function logPrefix(slug: string): string {
  return `log:${slug}:`
}
