import { CLOCK, type Clock, EgressError, type Issue, inject, injectable } from '@product-host/sdk'
import { Sessions } from '../../accounts/sessions.js'
import { SecurityEvents } from '../../audit/security-events.js'
import { type Caller, sessionKeyId } from '../../base/caller.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import { webhooksScope } from '../../base/scopes.js'
import { DEPLOYMENT, type Deployment } from '../../deployment.js'
import { validateUrl } from '../../egress/url.js'
import type { JobScheduler } from '../../storage/job-records.js'
import { AccountEvents, type Delivery } from '../../webhooks/account-events.js'
import { EndpointStore, type StoredEndpoint } from '../../webhooks/endpoint-store.js'
import type { EventFilter } from '../../webhooks/event-types.js'
import { sessionsEnded } from '../job-callers.js'

/** What a caller sends of an endpoint. */
export interface EndpointRequest {
  readonly url: string
  readonly events: readonly EventFilter[]
  readonly description?: string | undefined
  readonly enabled: boolean
}

/** An endpoint as its caller sees it; times are ISO 8601. */
export interface EndpointView {
  readonly id: string
  readonly url: string
  readonly events: readonly EventFilter[]
  readonly description?: string
  readonly enabled: boolean
  readonly createdAt: string
  readonly updatedAt: string
  readonly keyId: string
  readonly paused?: { readonly code: string; readonly detail: string; readonly since: string }
  readonly failingSince?: string
  /** Until when messages are signed with the secret before this one too. */
  readonly previousSecretUntil?: string
  /** Where it is new: it is shown this once. */
  readonly secret?: string
  readonly links: { readonly self: string; readonly deliveries: string }
}

/** Events that are sent again by one request. */
const mostReplayed = 1_000

/** The webhook endpoints of accounts: where they are told of events. Its callers have passed `requireWebhooksScope`. */
@injectable()
export class WebhookEndpoints {
  constructor(
    private readonly store: EndpointStore,
    private readonly accountEvents: AccountEvents,
    private readonly securityEvents: SecurityEvents,
    private readonly sessions: Sessions,
    @inject(DEPLOYMENT) private readonly deployment: Deployment,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Makes an endpoint, and shows its secret. Throws a `Problem`: 400, 429. */
  async create(caller: Caller, request: EndpointRequest): Promise<EndpointView> {
    const { description, ...members } = request
    const checked = { ...members, url: this.#checkedUrl(request.url), ...described(description), by: decider(caller) }
    const { endpoint, secret } = await this.store.create(caller.account, checked)
    await this.#note(caller)
    return { ...viewOf(endpoint), secret }
  }

  /** The oldest first. */
  async list(caller: Caller): Promise<readonly EndpointView[]> {
    const endpoints = await this.store.list(caller.account)
    return Promise.all(endpoints.map(async endpoint => viewOf(await this.#asToday(caller.account, endpoint))))
  }

  async show(caller: Caller, id: string): Promise<EndpointView> {
    return viewOf(await this.#asToday(caller.account, await this.#find(caller, id)))
  }

  /** Changes some members. Another address gets another secret, which is shown; `enabled: true` ends a pause. */
  async change(caller: Caller, id: string, request: Partial<EndpointRequest>): Promise<EndpointView> {
    const { account } = caller
    await this.#find(caller, id)
    const url = request.url === undefined ? undefined : this.#checkedUrl(request.url)
    let secret: string | undefined
    const endpoint = await this.store.change(account, id, stored => {
      const moved = url !== undefined && url !== stored.url ? this.store.withSecret(account, stored, false) : undefined
      secret = moved?.secret
      const { paused, failingSince, description, ...kept } = moved?.endpoint ?? stored
      const goesOn = moved !== undefined || request.enabled === true
      return {
        ...kept,
        url: url ?? kept.url,
        events: request.events ?? kept.events,
        enabled: request.enabled ?? kept.enabled,
        ...described(request.description ?? description),
        ...(!goesOn && paused && { paused }),
        ...(!goesOn && failingSince !== undefined && { failingSince }),
        by: decider(caller),
        updatedAt: this.clock.now()
      }
    })
    if (!endpoint) throw noEndpoint()
    if (request.enabled === true) await this.store.closeCircuit(account, id)
    if (secret !== undefined) await this.#note(caller)
    return { ...viewOf(endpoint), ...(secret !== undefined && { secret }) }
  }

  async delete(caller: Caller, id: string): Promise<void> {
    await this.#find(caller, id)
    await this.store.delete(caller.account, id)
  }

  /** Makes a new secret, and shows it; for a day messages have the signature of the one before too. It ends a pause for want of a secret. */
  async renewSecret(caller: Caller, id: string): Promise<EndpointView> {
    await this.#find(caller, id)
    let secret = ''
    const endpoint = await this.store.change(caller.account, id, before => {
      const made = this.store.withSecret(caller.account, before)
      secret = made.secret
      const { paused, ...endpoint } = made.endpoint
      const staysPaused = paused && paused.code !== 'secret_unreadable'
      return { ...endpoint, ...(staysPaused && { paused }), updatedAt: this.clock.now() }
    })
    if (!endpoint) throw noEndpoint()
    return { ...viewOf(endpoint), secret }
  }

  /** Sends a test event, also while the endpoint is paused. */
  async test(caller: Caller, id: string): Promise<{ readonly eventId: string }> {
    await this.#find(caller, id)
    const event = this.accountEvents.testOf(caller.account, id)
    await this.accountEvents.send(caller.account, [{ endpoint: id, event, isTest: true }])
    return { eventId: event.id }
  }

  /** The attempts to reach an endpoint, the newest first, before the one with a number, and where the next page starts. */
  async deliveries(caller: Caller, id: string, before: number | undefined, limit: number) {
    await this.#find(caller, id)
    const all = await this.store.attempts(caller.account, id)
    const older = before === undefined ? all : all.filter(({ entry }) => entry < before)
    const page = older.slice(0, limit)
    const last = page.at(-1)
    const deliveries = page.map(({ id: eventId, event: type, entry: _entry, endpoint: _url, error, ...rest }) => {
      const status = error === undefined ? ('delivered' as const) : ('failed' as const)
      return { eventId, type, status, ...rest, ...(error !== undefined && { error }) }
    })
    return { deliveries, next: older.length > limit && last ? String(last.entry) : null }
  }

  /** Sends an event again. Throws a `Problem`: 404 for one that was not meant for the endpoint or is no longer stored, 409 while it is paused. */
  async replay(caller: Caller, id: string, eventId: string): Promise<{ readonly eventId: string }> {
    requireSending(await this.#find(caller, id))
    const { account } = caller
    const event = /^evt_[0-9a-f]{32}$/.test(eventId) ? await this.store.event(account, eventId) : undefined
    if (!event || !(await this.store.wasSent(account, id, event)))
      throw new Problem('not_found', 'This endpoint has no event with this id, or it is no longer stored.')
    await this.accountEvents.send(account, [{ endpoint: id, event }])
    return { eventId }
  }

  /** Sends again what has happened since a time in milliseconds, at most 1,000 events, and says from when to go on. */
  async replaySince(caller: Caller, id: string, since: number) {
    requireSending(await this.#find(caller, id))
    const deliveries: Delivery[] = []
    let next: string | null = null
    for await (const event of this.store.eventsSince(caller.account, id, since)) {
      if (event.type === 'webhook.test') continue
      if (deliveries.length === mostReplayed) {
        next = event.timestamp
        break
      }
      deliveries.push({ endpoint: id, event })
    }
    await this.accountEvents.send(caller.account, deliveries)
    return { replayed: deliveries.length, next }
  }

  /** An endpoint with the pause that its next event would find: the session that decided on it has ended. */
  async #asToday(account: string, endpoint: StoredEndpoint): Promise<StoredEndpoint> {
    const { paused, by } = endpoint
    if (paused || by.keyId !== sessionKeyId) return endpoint
    const since = await this.sessions.endedSince(account, by.sessionGeneration ?? 0)
    if (since === undefined) return endpoint
    return { ...endpoint, paused: { code: 'session_required', detail: sessionsEnded, since } }
  }

  async #find(caller: Caller, id: string): Promise<StoredEndpoint> {
    const endpoint = await this.store.get(caller.account, id)
    if (!endpoint) throw noEndpoint()
    return endpoint
  }

  /** The address in its parsed form. What it leads to is checked at each attempt. */
  #checkedUrl(text: string): string {
    try {
      const { ports, allow } = this.deployment.egress
      const own = allow.flatMap(each => (typeof each !== 'string' && 'ports' in each ? each.ports : []))
      return validateUrl(text, new Set([...ports, ...own])).href
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      const issue: Issue = { pointer: '#/url', code: error.code, detail: 'cannot be requested', fix: error.message }
      throw new Problem('invalid_input', 'The address does not fit; see errors.', { errors: [issue] })
    }
  }

  async #note({ account, keyId }: Caller): Promise<void> {
    const key = keyId === sessionKeyId ? {} : { keyId }
    await this.securityEvents.record(account, { kind: 'webhook_endpoint_added', ...key })
  }
}

function requireSending({ enabled, paused }: StoredEndpoint): void {
  if (enabled && !paused) return
  const detail = paused ? paused.detail : 'The endpoint is disabled.'
  throw new Problem('webhook_paused', `${detail} Enable it first: PATCH it with {"enabled": true}.`)
}

function noEndpoint(): Problem {
  return new Problem('not_found', 'This account has no webhook endpoint with this id.')
}

/** Who decides on an endpoint, with the one scope that this needs. */
function decider({ keyId, sessionGeneration }: Caller): JobScheduler {
  return { keyId, scopes: [webhooksScope], ...(sessionGeneration !== undefined && { sessionGeneration }) }
}

function described(description: string | undefined) {
  return description === undefined || description === '' ? {} : { description }
}

function viewOf(endpoint: StoredEndpoint): EndpointView {
  const { id, url, events, description, enabled, by, paused, failingSince, previousUntil } = endpoint
  const self = `/api/v1/products/webhooks/${id}`
  return {
    id,
    url,
    events,
    ...described(description),
    enabled,
    createdAt: isoTime(endpoint.createdAt),
    updatedAt: isoTime(endpoint.updatedAt),
    keyId: by.keyId,
    ...(paused && { paused: { ...paused, since: isoTime(paused.since) } }),
    ...(failingSince !== undefined && { failingSince: isoTime(failingSince) }),
    ...(previousUntil !== undefined && { previousSecretUntil: isoTime(previousUntil) }),
    links: { self, deliveries: `${self}/deliveries` }
  }
}
