import { CLOCK, type Clock, type Egress, inject, injectable } from '@product-host/sdk'
import { retryDelayMs, WebhookSender } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import Counter from 'prom-client/lib/counter.js'
import { DisabledAccounts } from '../../accounts/keys/check-key.js'
import { Keys } from '../../accounts/keys/keys.js'
import { Sessions } from '../../accounts/sessions.js'
import { SecurityEvents } from '../../audit/security-events.js'
import { sessionKeyId } from '../../base/caller.js'
import { HOST_LOGGER } from '../../base/log.js'
import { Metrics } from '../../base/metrics.js'
import { Problem } from '../../base/problems.js'
import { webhooksScope } from '../../base/scopes.js'
import { RATES, type Rates } from '../../deployment.js'
import { HOST_EGRESS } from '../../egress/egress.js'
import type { JobScheduler, StoredJob } from '../../storage/job-records.js'
import { STORE, type Store } from '../../storage/store.js'
import { AccountEvents, type Delivery } from '../../webhooks/account-events.js'
import {
  type EndpointPause,
  EndpointStore,
  type StoredEndpoint,
  type StoredEvent
} from '../../webhooks/endpoint-store.js'
import type { ExpiringKey } from '../../webhooks/key-expiry.js'
import { sessionsEnded } from '../job-callers.js'
import { productLogger } from '../run-action.js'

const outcomes = ['delivered', 'failed', 'given_up', 'paused'] as const

const dayMs = 24 * 3_600_000

/** How the job of a delivery ended: for good, stopped with the host, until a time in milliseconds is over, or failed for now. */
export type DeliveryEnded =
  | 'done'
  | 'stopped'
  | { readonly waitMs: number }
  | {
      readonly error: { readonly code: string; readonly message: string }
      readonly isRetryable: true
      readonly retryAfterMs?: number
    }

/** Sends what accounts are told to their endpoints, at least once. */
@injectable()
export class WebhookRunner {
  readonly #attempts: Counter<'outcome'>

  constructor(
    private readonly endpoints: EndpointStore,
    private readonly accountEvents: AccountEvents,
    private readonly keys: Keys,
    private readonly sessions: Sessions,
    private readonly disabled: DisabledAccounts,
    private readonly events: SecurityEvents,
    @inject(STORE) private readonly store: Store,
    @inject(HOST_EGRESS) private readonly egress: Egress,
    @inject(RATES) private readonly rates: Rates,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    { instruments }: Metrics
  ) {
    this.#attempts = new Counter({
      name: 'product_host_account_webhooks_total',
      help: 'Attempts to tell an account of an event: delivered, failed and to be retried, given up, or not sent to a paused endpoint.',
      labelNames: ['outcome'],
      registers: [instruments]
    })
    for (const outcome of outcomes) this.#attempts.inc({ outcome }, 0)
  }

  /** Makes the attempt of a claimed job. */
  async run(claimed: StoredJob, signal: AbortSignal): Promise<DeliveryEnded> {
    const { account, job, attempts } = claimed
    const input = job.input as unknown as Delivery | ExpiringKey
    if ('keyId' in input) return this.#announceExpiry(account, input)
    const { endpoint: id, event, isTest = false } = input
    const endpoint = await this.endpoints.get(account, id)
    if (!endpoint) return 'done'
    if (attempts === 1) await this.endpoints.remember(account, id, event)
    const isReadable = this.endpoints.opens(account, endpoint)
    if (!isReadable) await this.#pauseUnreadable(account, id)
    if (!isReadable || (!isTest && !(await this.#isSending(account, endpoint)))) {
      this.#attempts.inc({ outcome: 'paused' })
      return 'done'
    }
    try {
      return await this.#attempt(claimed, endpoint, { event, isTest, signal })
    } catch (error) {
      if (signal.aborted) return 'stopped'
      throw error
    }
  }

  /** Pauses an endpoint whose secret cannot be decrypted, and says so once. */
  async #pauseUnreadable(account: string, id: string): Promise<void> {
    const detail = 'Its secret cannot be decrypted. Make a new secret.'
    if (!(await this.#pause(account, id, { code: 'secret_unreadable', detail }))) return
    this.logger.error(
      { account, endpoint: id },
      'a webhook endpoint is paused: ENCRYPTION_KEYS lacks the key that its secret was encrypted with'
    )
    await this.events.record(account, { kind: 'webhook_endpoint_unreadable' })
  }

  /** Tells an account that a key expires, if it still does so then and nothing has replaced it. */
  async #announceExpiry(account: string, { keyId, expiresAt }: ExpiringKey): Promise<DeliveryEnded> {
    const key = await this.keys.find(account, keyId)
    const isSo = key?.expiresAt === expiresAt && key.revokedAt === undefined && key.replacedBy === undefined
    const data = { keyId, expiresAt }
    if (isSo) await this.accountEvents.announce(account, { type: 'key.expiring', id: `${keyId} ${expiresAt}`, data })
    return 'done'
  }

  async #attempt(
    claimed: StoredJob,
    endpoint: StoredEndpoint,
    { event, isTest, signal }: Sent
  ): Promise<DeliveryEnded> {
    const { account, job, attempts } = claimed
    const { id, type, timestamp, data } = event
    const { secret, previous } = this.endpoints.secretsOf(account, endpoint)
    const settings = { url: endpoint.url, secret, ...(previous !== undefined && { previous }) }
    const sender = new WebhookSender({
      slug: endpoint.id,
      storage: this.endpoints.deliveries(account),
      settings,
      egress: this.egress,
      clock: this.clock,
      logger: productLogger(this.logger, { account, endpointId: endpoint.id }),
      signal,
      attemptMs: this.store.storedMs('webhookAttemptDays'),
      endpointMs: this.store.storedMs('webhookEndpointDays')
    })
    const webhook = {
      id,
      url: { setting: 'url' },
      secret: { setting: 'secret', previous: 'previous' },
      event: type,
      timestamp,
      payload: { ...data },
      userAgent: 'product-host/1.0'
    }
    const result = await sender.attempt(webhook, { number: attempts, isAsked: isTest })
    switch (result.status) {
      case 'delivered':
        this.#attempts.inc({ outcome: 'delivered' })
        if (endpoint.failingSince !== undefined) await this.#clearFailure(account, endpoint.id)
        return 'done'
      case 'postponed':
        return { waitMs: Math.max(0, result.retryAt - this.clock.now()) }
      case 'failed': {
        const isGone = result.httpStatus === 410
        if (!isTest) await this.#noteFailure(account, endpoint.id, isGone)
        const wasRefused = result.isFinal && result.httpStatus === undefined
        if (isTest || isGone || wasRefused || retryDelayMs(job, attempts) === undefined) return this.#giveUp()
        this.#attempts.inc({ outcome: 'failed' })
        const { error, retryAfterMs } = result
        return {
          error: { code: error, message: 'The webhook was not delivered.' },
          isRetryable: true,
          ...(retryAfterMs !== undefined && { retryAfterMs })
        }
      }
      default:
        return this.#giveUp()
    }
  }

  #giveUp(): DeliveryEnded {
    this.#attempts.inc({ outcome: 'given_up' })
    return 'done'
  }

  /** Whether anything is sent to an endpoint; it is paused when the key or session that decided on it has ended. */
  async #isSending(account: string, { id, enabled, paused, by }: StoredEndpoint): Promise<boolean> {
    if (!enabled || paused || (await this.#isDisabled(account))) return false
    const pause = await this.#pauseOf(account, by)
    if (!pause) return true
    const isNew = await this.#pause(account, id, pause)
    const key = by.keyId === sessionKeyId ? {} : { keyId: by.keyId }
    if (isNew) await this.events.record(account, { kind: 'webhook_endpoint_paused', ...key })
    return false
  }

  async #isDisabled(account: string): Promise<boolean> {
    try {
      await this.disabled.refuse(account)
      return false
    } catch (error) {
      if (error instanceof Problem && error.code === 'account_disabled') return true
      throw error
    }
  }

  async #pauseOf(
    account: string,
    { keyId, sessionGeneration = 0 }: JobScheduler
  ): Promise<Omit<EndpointPause, 'since'> | undefined> {
    if (keyId === sessionKeyId) {
      if (sessionGeneration >= (await this.sessions.generation(account))) return undefined
      return { code: 'session_required', detail: sessionsEnded }
    }
    const today = await this.keys.today({ account, keyId, scopes: [webhooksScope] })
    if ('ended' in today)
      return {
        code: today.ended,
        detail: `The key that decided on this endpoint ${today.ended === 'revoked_key' ? 'was revoked' : 'has expired'}.`
      }
    if (today.scopes.includes(webhooksScope)) return undefined
    return {
      code: 'insufficient_scope',
      detail: `The key that decided on this endpoint no longer has the scope ${webhooksScope}.`
    }
  }

  /** Pauses an endpoint; whether it was not paused before. */
  async #pause(account: string, id: string, pause: Omit<EndpointPause, 'since'>): Promise<boolean> {
    let isNew = false
    await this.endpoints.change(account, id, endpoint => {
      isNew = !endpoint.paused
      return endpoint.paused ? endpoint : { ...endpoint, paused: { ...pause, since: this.clock.now() } }
    })
    return isNew
  }

  async #clearFailure(account: string, id: string): Promise<void> {
    await this.endpoints.change(account, id, ({ failingSince: _, ...endpoint }) => endpoint)
  }

  /** Notes since when an endpoint fails, and pauses it when that is long ago or its receiver says that it is gone. */
  async #noteFailure(account: string, id: string, isGone: boolean): Promise<void> {
    const now = this.clock.now()
    const days = this.rates.webhookFailingDays
    const noted = await this.endpoints.change(account, id, endpoint =>
      endpoint.failingSince === undefined ? { ...endpoint, failingSince: now } : endpoint
    )
    if (!noted) return
    const isLong = now - (noted.failingSince ?? now) >= days * dayMs
    if (!isGone && !isLong) return
    const detail = isGone
      ? 'The receiver answered with status 410: it wants no webhooks.'
      : `Every attempt has failed for ${days} days.`
    const isNew = await this.#pause(account, id, { code: isGone ? 'gone' : 'failing', detail })
    if (isNew) await this.events.record(account, { kind: 'webhook_endpoint_failing' })
  }
}

/** What is sent, and how. */
interface Sent {
  readonly event: StoredEvent
  readonly isTest: boolean
  readonly signal: AbortSignal
}
