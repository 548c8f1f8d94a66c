import { hash } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type JobChange } from '@product-host/sdk'
import { webhookRetry } from '@product-host/sdk/runtime'
import { isoTime } from '../base/clock.js'
import type { JobOwner, SchedulingCall } from '../storage/job-records.js'
import { STORE, type Store } from '../storage/store.js'
import { deliverySubject, EndpointStore, type StoredEvent } from './endpoint-store.js'
import { type AccountEventData, type AccountEventType, wants } from './event-types.js'

/** What an account is told. */
export type NewAccountEvent = {
  readonly [Name in AccountEventType]: {
    readonly type: Name
    /** What it happened to, and when if it can happen again: the same type and id are the same event, which is sent once. */
    readonly id: string
    readonly data: AccountEventData<Name>
  }
}[AccountEventType]

/** What a job sends. */
export interface Delivery {
  readonly endpoint: string
  readonly event: StoredEvent
  /** Somebody asked for this message: it is sent also while the endpoint is paused, and not again. */
  readonly isTest?: true
}

/** In place of a slug, the owner of the jobs that send webhooks of accounts. */
export const webhookJobOwner = '@webhooks'

/** Jobs that are scheduled by one update. */
const mostAtOnce = 100

/** Tells accounts what happens, by webhooks. An account without an endpoint that wants it costs one read of the store. */
@injectable()
export class AccountEvents {
  constructor(
    private readonly endpoints: EndpointStore,
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Tells an account of an event. Rejects if the store is away; what is announced twice is one event. */
  async announce(account: string, event: NewAccountEvent): Promise<void> {
    const jobs = await this.jobsOf(account, event)
    if (jobs.length > 0 && !(await this.endpoints.event(account, eventIdOf(account, event))))
      await this.#schedule(account, jobs)
  }

  /** The jobs that tell an account of an event, for an update that stores what it tells: `owner` says whose they are. */
  async jobsOf(account: string, event: NewAccountEvent): Promise<readonly JobChange[]> {
    const endpoints = await this.endpoints.list(account)
    const told = endpoints.filter(({ events }) => wants(events, event.type))
    if (told.length === 0) return []
    const { type, data } = event
    const stored = { id: eventIdOf(account, event), type, timestamp: isoTime(this.clock.now()), data }
    return told.map(({ id }) => this.#job({ endpoint: id, event: stored }))
  }

  /** Whose jobs send webhooks of an account, for `Store.own`. */
  owner(account: string): { readonly owner: JobOwner; readonly call: SchedulingCall } {
    const now = () => this.clock.now()
    return { owner: { account, slug: webhookJobOwner }, call: { begunAt: now(), now } }
  }

  /** Sends events to an endpoint, whether they were sent before or not. */
  async send(account: string, deliveries: readonly Delivery[]): Promise<void> {
    for (let start = 0; start < deliveries.length; start += mostAtOnce)
      await this.#schedule(
        account,
        deliveries.slice(start, start + mostAtOnce).map(delivery => this.#job(delivery))
      )
  }

  /** The test event of an endpoint. */
  testOf(account: string, endpoint: string): StoredEvent {
    const id = eventIdOf(account, { type: 'webhook.test', id: this.clock.ulid() })
    return { id, type: 'webhook.test', timestamp: isoTime(this.clock.now()), data: { endpointId: endpoint } }
  }

  #job(delivery: Delivery): JobChange {
    const { endpoint, event } = delivery
    const input = { ...delivery }
    const id = `${event.id}.${endpoint}`
    return { schedule: { id, at: this.clock.now(), action: event.type, input, retry: webhookRetry } }
  }

  async #schedule(account: string, jobs: readonly JobChange[]): Promise<void> {
    const records = this.store.own(`${deliverySubject}/${account}`, 'jobs', this.owner(account))
    await records.update([], () => ({ jobs, result: undefined }))
  }
}

/** The `webhook-id` of an event: it follows from what happened, so that a crash makes no second one. It has no full stop, as the signature asks. */
function eventIdOf(account: string, { type, id }: Pick<NewAccountEvent, 'type' | 'id'>): string {
  return `evt_${hash('sha256', `${account} ${type} ${id}`).slice(0, 32)}`
}
