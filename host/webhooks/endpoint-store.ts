import { randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { type LogRecord, loggedAttempts } from '@product-host/sdk/runtime'
import { Problem, type ProblemCode } from '../base/problems.js'
import { CIPHER, type Cipher, encryptedSubjects } from '../config/cipher.js'
import { encryptionContext } from '../config/configs.js'
import { RATES, type Rates } from '../deployment.js'
import { entries } from '../storage/entries.js'
import type { JobScheduler } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'
import type { AccountEventType, EventFilter } from './event-types.js'

/** Where an account is told of events. Times are milliseconds since 1970. */
export interface StoredEndpoint {
  readonly id: string
  readonly url: string
  readonly events: readonly EventFilter[]
  readonly description?: string
  readonly enabled: boolean
  /** Who made or changed it last: it is paused when that key or session ends. */
  readonly by: JobScheduler
  readonly createdAt: number
  readonly updatedAt: number
  /** Why nothing is sent, until somebody enables it. */
  readonly paused?: EndpointPause
  /** Of which attempt on all have failed. */
  readonly failingSince?: number
  /** The signing secrets, encrypted. */
  readonly secrets: { readonly current: string; readonly previous?: string }
  /** Until when messages are signed with the previous secret too. */
  readonly previousUntil?: number
}

/** Why nothing is sent to an endpoint. */
export interface EndpointPause {
  readonly code: ProblemCode | 'failing' | 'gone' | 'secret_unreadable'
  readonly detail: string
  readonly since: number
}

/** What a caller decides of an endpoint. */
export type EndpointMembers = Pick<StoredEndpoint, 'url' | 'events' | 'description' | 'enabled' | 'by'>

/** An event as it is sent. */
export interface StoredEvent {
  /** The `webhook-id`: the same for every attempt. */
  readonly id: string
  readonly type: AccountEventType
  /** When it happened, ISO 8601. */
  readonly timestamp: string
  readonly data: object
}

/** The subject of endpoints; each account's are below it. */
export const endpointSubject = encryptedSubjects.webhookEndpoints
/** The subject of what was sent to them, and of their states. */
export const deliverySubject = 'webhook-deliveries'

const endpointPrefix = 'whe_'
/** For how long messages have the signature of the previous secret too, in milliseconds. */
const overlapMs = 24 * 3_600_000

/** The webhook endpoints of every account, and the events that were sent to them. */
@injectable()
export class EndpointStore {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(RATES) private readonly rates: Rates
  ) {}

  /** Throws a 429 `Problem` when the account has too many endpoints. */
  async create(account: string, members: EndpointMembers): Promise<EndpointWithSecret> {
    const { webhookEndpoints: most } = this.rates
    if ((await this.list(account)).length >= most)
      throw new Problem('rate_limited', `The account has ${most} webhook endpoints; delete one first.`, {
        retryAfter: 60
      })
    const id = endpointPrefix + this.clock.ulid()
    const now = this.clock.now()
    const secret = newSecret()
    const secrets = { current: this.#sealed(account, id, 'current', secret) }
    const endpoint: StoredEndpoint = { id, ...members, createdAt: now, updatedAt: now, secrets }
    await this.#endpoints(account).set(id, endpoint)
    return { endpoint, secret }
  }

  /** All endpoints of an account, the oldest first. */
  async list(account: string): Promise<readonly StoredEndpoint[]> {
    const found = await this.#endpoints(account).list<StoredEndpoint>(endpointPrefix, { limit: 1_000 })
    return found.map(({ value }) => value)
  }

  async get(account: string, id: string): Promise<StoredEndpoint | undefined> {
    return isEndpointId(id) ? this.#endpoints(account).get<StoredEndpoint>(id) : undefined
  }

  /** Changes an endpoint; undefined if there is none. */
  async change(
    account: string,
    id: string,
    change: (endpoint: StoredEndpoint) => StoredEndpoint
  ): Promise<StoredEndpoint | undefined> {
    return this.#endpoints(account).update([id], read => {
      const before = read<StoredEndpoint>(id)
      if (!before) return { result: undefined }
      const next = change(before)
      return { writes: next === before ? [] : [{ key: id, value: next }], result: next }
    })
  }

  /** Whether this host has the key that the secret of an endpoint was encrypted with. */
  opens(account: string, { id, secrets }: StoredEndpoint): boolean {
    return this.cipher.opens(secrets.current, encryptionContext(account, id, 'current'))
  }

  /** An endpoint with a new secret: alone, or beside the one that it had, which is valid for a day. */
  withSecret(account: string, endpoint: StoredEndpoint, hasOverlap = true): EndpointWithSecret {
    const { id } = endpoint
    const secret = newSecret()
    const current = this.#sealed(account, id, 'current', secret)
    const { previousUntil: _, ...rest } = endpoint
    if (!hasOverlap || !this.opens(account, endpoint)) return { secret, endpoint: { ...rest, secrets: { current } } }
    const before = this.#opened(account, id, 'current', endpoint.secrets.current)
    const previous = this.#sealed(account, id, 'previous', before)
    return {
      secret,
      endpoint: { ...rest, secrets: { current, previous }, previousUntil: this.clock.now() + overlapMs }
    }
  }

  /** The secrets that a message is signed with now, the current one first. */
  secretsOf(account: string, { id, secrets, previousUntil = 0 }: StoredEndpoint) {
    const { current, previous } = secrets
    return {
      secret: this.#opened(account, id, 'current', current),
      ...(previous !== undefined &&
        previousUntil > this.clock.now() &&
        this.cipher.opens(previous, encryptionContext(account, id, 'previous')) && {
          previous: this.#opened(account, id, 'previous', previous)
        })
    }
  }

  /** Deletes an endpoint with all that was sent to it; false if there is none. */
  async delete(account: string, id: string): Promise<boolean> {
    const wasThere = await this.#endpoints(account).delete(id)
    const records = this.deliveries(account)
    for (const prefix of [`endpoint:${id}:`, `log:${id}:`, `log-head:${id}`, sentPrefix(id)])
      for await (const { key } of entries(records, prefix)) await records.delete(key)
    return wasThere
  }

  /** Forgets the state of the circuit of an endpoint. */
  async closeCircuit(account: string, id: string): Promise<void> {
    await this.deliveries(account).delete(`endpoint:${id}:url`)
  }

  /** The records of deliveries of an account, for the sender. */
  deliveries(account: string): Storage {
    return this.store.own(`${deliverySubject}/${account}`)
  }

  /** The logged attempts to reach an endpoint, the newest first. */
  async attempts(account: string, id: string): Promise<readonly LogRecord[]> {
    return loggedAttempts(this.deliveries(account), id)
  }

  /** Stores an event that is being sent to an endpoint, so that it can be sent again. */
  async remember(account: string, id: string, event: StoredEvent): Promise<void> {
    const ttlMs = this.store.storedMs('webhookAttemptDays')
    await this.deliveries(account).update([], () => ({
      writes: [
        { key: eventKey(event.id), value: event, ttlMs },
        { key: sentKey(id, event.timestamp, event.id), value: event.id, ttlMs }
      ],
      result: undefined
    }))
  }

  async event(account: string, id: string): Promise<StoredEvent | undefined> {
    return this.deliveries(account).get<StoredEvent>(eventKey(id))
  }

  /** Whether an event was meant for an endpoint. */
  async wasSent(account: string, id: string, event: StoredEvent): Promise<boolean> {
    return (await this.deliveries(account).get(sentKey(id, event.timestamp, event.id))) !== undefined
  }

  /** The events that were meant for an endpoint since a time, the oldest first. */
  async *eventsSince(account: string, id: string, since: number): AsyncGenerator<StoredEvent, void> {
    const after = `${sentPrefix(id)}${timeText(since - 1)}~`
    for await (const { value } of entries<string>(this.deliveries(account), sentPrefix(id), { after })) {
      const event = await this.event(account, value)
      if (event) yield event
    }
  }

  /** Everything that is stored of an account's endpoints, for its owner; no secrets. */
  async *all(account: string): AsyncGenerator<EndpointRecord, void> {
    for (const { secrets: _, ...endpoint } of await this.list(account)) {
      yield { kind: 'endpoint', endpoint }
      for (const { entry: _entry, endpoint: _url, ...attempt } of await this.attempts(account, endpoint.id))
        yield { kind: 'attempt', endpoint: endpoint.id, attempt }
    }
    for await (const { value } of entries<StoredEvent>(this.deliveries(account), eventPrefix))
      yield { kind: 'event', event: value }
  }

  #endpoints(account: string): Storage {
    return this.store.own(`${endpointSubject}/${account}`)
  }

  #sealed(account: string, id: string, name: SecretName, secret: string): string {
    return this.cipher.encrypt(secret, encryptionContext(account, id, name))
  }

  #opened(account: string, id: string, name: SecretName, sealed: string): string {
    return this.cipher.decrypt(sealed, encryptionContext(account, id, name))
  }
}

/** An endpoint, and its new secret as its owner gets it. */
interface EndpointWithSecret {
  readonly endpoint: StoredEndpoint
  readonly secret: string
}

/** What is stored of an account's endpoints. */
type EndpointRecord =
  | { readonly kind: 'endpoint'; readonly endpoint: object }
  | { readonly kind: 'attempt'; readonly endpoint: string; readonly attempt: object }
  | { readonly kind: 'event'; readonly event: StoredEvent }

type SecretName = 'current' | 'previous'

const eventPrefix = 'event:'

function eventKey(id: string): string {
  return eventPrefix + id
}

function sentPrefix(endpoint: string): string {
  return `sent:${endpoint}/`
}

function sentKey(endpoint: string, timestamp: string, event: string): string {
  return `${sentPrefix(endpoint)}${timeText(Date.parse(timestamp))}/${event}`
}

function timeText(time: number): string {
  return String(Math.max(0, time)).padStart(14, '0')
}

/** Whether a text has the form of the id of an endpoint. */
export function isEndpointId(text: string): boolean {
  return /^whe_[0-9A-Z]{26}$/.test(text)
}

/** A signing secret of Standard Webhooks: 32 random bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
