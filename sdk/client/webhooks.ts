import type { CallOptions, Calls } from './calls.js'
import type { EventFilter } from './webhook-events.js'

/** What is decided of a webhook endpoint; what is left out is as the host documents it. */
export interface WebhookMembers {
  readonly url: string
  /** All events when left out. */
  readonly events?: readonly EventFilter[]
  readonly description?: string
  readonly enabled?: boolean
}

/** A webhook endpoint of the account; times are ISO 8601. */
export interface WebhookEndpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly EventFilter[]
  readonly description?: string
  readonly enabled: boolean
  readonly createdAt: string
  readonly updatedAt: string
  /** Of the key that decided on it. */
  readonly keyId: string
  /** Why nothing is sent, until somebody enables it. */
  readonly paused?: { readonly code: string; readonly detail: string; readonly since: string }
  /** Of which time on every attempt has failed. */
  readonly failingSince?: string
  /** Until when messages are signed with the secret before too. */
  readonly previousSecretUntil?: string
  readonly links: { readonly self: string; readonly deliveries: string }
}

/** An endpoint with its new secret, which no other answer shows. */
export interface NewWebhookEndpoint extends WebhookEndpoint {
  readonly secret: string
}

/** An attempt to send an event. */
export interface WebhookDelivery {
  readonly eventId: string
  readonly type: string
  readonly status: 'delivered' | 'failed'
  readonly attempt: number
  /** ISO 8601. */
  readonly at: string
  readonly ms: number
  readonly httpStatus?: number
  readonly error?: string
  /** The first characters of the answer. */
  readonly response?: string
}

/** A page of attempts. */
export interface WebhookDeliveryPage {
  readonly deliveries: readonly WebhookDelivery[]
  readonly next: string | null
}

const base = '/products/webhooks'

/** The account's webhook endpoints: where it is told of events. The client's key needs the scope `account:webhooks`. */
export class WebhookClient {
  constructor(private readonly calls: Calls) {}

  /** The oldest first. */
  async list(options?: CallOptions): Promise<readonly WebhookEndpoint[]> {
    return (await this.calls.send({ method: 'GET', path: base, isRepeatable: true }, options)).body.endpoints
  }

  async get(id: string, options?: CallOptions): Promise<WebhookEndpoint> {
    return (await this.calls.send({ method: 'GET', path: at(id), isRepeatable: true }, options)).body
  }

  /** Makes an endpoint. It is not sent again when no answer came: the first try may have made it. */
  async create(members: WebhookMembers, options?: CallOptions): Promise<NewWebhookEndpoint> {
    return (await this.calls.send({ method: 'POST', path: base, body: members, isRepeatable: false }, options)).body
  }

  /** Changes an endpoint. Another address gets another secret; it is not sent again when no answer came, which would lose the secret. */
  async change(
    id: string,
    change: Partial<WebhookMembers>,
    options?: CallOptions
  ): Promise<WebhookEndpoint | NewWebhookEndpoint> {
    const isRepeatable = change.url === undefined
    return (await this.calls.send({ method: 'PATCH', path: at(id), body: change, isRepeatable }, options)).body
  }

  /** It is not sent again when no answer came: the first try may have deleted it. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.calls.send({ method: 'DELETE', path: at(id), isRepeatable: false }, options)
  }

  /** Makes a new secret; for a day, messages are signed with the one before too. It is not sent again when no answer came. */
  async renewSecret(id: string, options?: CallOptions): Promise<NewWebhookEndpoint> {
    return (await this.calls.send({ method: 'POST', path: `${at(id)}/secret`, isRepeatable: false }, options)).body
  }

  /** Sends a test event once. */
  async test(id: string, options?: CallOptions): Promise<{ readonly eventId: string }> {
    return (await this.calls.send({ method: 'POST', path: `${at(id)}/test`, isRepeatable: true }, options)).body
  }

  /** The attempts, the newest first: a page, from the `next` of the page before. */
  async deliveries(id: string, after?: string, options?: CallOptions): Promise<WebhookDeliveryPage> {
    const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`
    const sent = { method: 'GET', path: `${at(id)}/deliveries${query}`, isRepeatable: true } as const
    return (await this.calls.send(sent, options)).body
  }

  /** Sends an event again, with the same id. */
  async replay(id: string, eventId: string, options?: CallOptions): Promise<void> {
    const path = `${at(id)}/deliveries/${encodeURIComponent(eventId)}/replay`
    await this.calls.send({ method: 'POST', path, isRepeatable: true }, options)
  }

  /** Sends again what has happened since a time (ISO 8601), at most 1,000 events; `next` is the time from which to go on. */
  async replaySince(
    id: string,
    since: string,
    options?: CallOptions
  ): Promise<{ readonly replayed: number; readonly next: string | null }> {
    const sent = { method: 'POST', path: `${at(id)}/replay`, body: { since }, isRepeatable: true } as const
    return (await this.calls.send(sent, options)).body
  }
}

function at(id: string): string {
  return `${base}/${encodeURIComponent(id)}`
}
