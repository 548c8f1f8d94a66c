import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  JOBS,
  type Jobs,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage,
  WEBHOOKS,
  type Webhooks
} from '@product-host/sdk'
import {
  deadLetterMs,
  firstCheckMs,
  mostExpiredAtOnce,
  mostReadPerPage,
  mostShownDeadLetters,
  overdueMs
} from '../limits.js'
import { type Destination, destinationsOf } from './destination.js'
import {
  duePrefix,
  dueTime,
  eventChange,
  eventKey,
  eventPrefix,
  finalPrefixes,
  heldPrefix,
  type LeadEvent,
  resumeJob,
  statusOf,
  type Totals,
  totalsKey,
  totalsOf,
  transitionChange,
  transitionKeys,
  waiting
} from './event.js'

/** The states by which deliveries can be listed. */
export const listedStates = ['all', 'delivered', 'retrying', 'held', 'dead'] as const

/** Which deliveries are listed. */
export interface DeliveryFilter {
  readonly status: (typeof listedStates)[number]
  /** Only those to this destination. */
  readonly destination?: string
  /** Only those of this lead. */
  readonly leadId?: string
}

/** A page of deliveries, the newest first. */
export interface DeliveryPage {
  readonly events: readonly LeadEvent[]
  /** The event after which the next page begins; none on the last page. */
  readonly next?: string
}

/** The deliveries of an account: those that wait, are held, are dead letters or were delivered. */
@injectable()
export class Deliveries {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  /** The deliveries after an event, by the time when the events came into being. A page may be short and not be the last. */
  async page(
    filter: DeliveryFilter,
    { after, limit }: { readonly after?: string; readonly limit: number }
  ): Promise<DeliveryPage> {
    const found: LeadEvent[] = []
    let position = after
    for (let read = 0; read < mostReadPerPage; ) {
      const events = await this.#newest(prefixesOf(filter), position, limit + 1)
      for (const event of events.slice(0, limit)) {
        if (found.length === limit) return { events: found, ...(position !== undefined && { next: position }) }
        position = event.id
        if (matches(event, filter)) found.push(event)
      }
      if (events.length <= limit) return { events: found }
      read += limit
    }
    return { events: found, ...(position !== undefined && { next: position }) }
  }

  /** The newest events under some prefixes; one that moves from one to the next meanwhile is there once, in its later state. */
  async #newest(prefixes: readonly string[], after: string | undefined, limit: number): Promise<readonly LeadEvent[]> {
    const events = new Map<string, LeadEvent>()
    for (const prefix of prefixes) {
      const position = after === undefined ? {} : { after: `${prefix}${after}` }
      const page = await this.storage.list<LeadEvent>(prefix, { ...position, limit, reverse: true })
      for (const { value } of page) events.set(value.id, value)
    }
    return [...events.values()].sort((left, right) => (left.id < right.id ? 1 : -1)).slice(0, limit)
  }
}

function prefixesOf({ status }: DeliveryFilter): readonly string[] {
  if (status === 'dead' || status === 'delivered') return [finalPrefixes[status]]
  return status === 'all' ? [eventPrefix, finalPrefixes.dead, finalPrefixes.delivered] : [eventPrefix]
}

function matches(event: LeadEvent, { status, destination, leadId }: DeliveryFilter): boolean {
  return (
    (status === 'all' || statusOf(event) === status) &&
    (destination === undefined || event.destination === destination) &&
    (leadId === undefined || event.leadId === leadId)
  )
}

/** How much waits, is held and was given up. */
export interface QueueState extends Totals {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly nextAttemptAt?: number
  /** The newest dead letters. */
  readonly deadLetters: readonly LeadEvent[]
}

/** All that waits for its destination: what is held because there is none, and what waits for its next attempt. */
@injectable()
export class Backlog {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings,
    @inject(JOBS) private readonly jobs: Jobs,
    @inject(WEBHOOKS) private readonly webhooks: Webhooks
  ) {}

  async totals(): Promise<Totals> {
    return totalsOf(await this.storage.get(totalsKey))
  }

  /**
   * Schedules a check for now when something could be sent: a held event's destination is ready, or an event lost its
   * job.
   */
  async wake(): Promise<void> {
    const { held, waiting } = await this.totals()
    if ((held > 0 && (await this.#releasable(1)).length > 0) || (waiting > 0 && (await this.#overdue(1)).length > 0))
      await this.jobs.schedule(resumeJob(this.clock.now(), firstCheckMs))
  }

  /** Puts held events whose destination is ready, and events that lost their job, on their way; how many. */
  async resume(limit: number): Promise<number> {
    const eventIds = [...(await this.#releasable(limit)), ...(await this.#overdue(limit))]
    for (const eventId of eventIds) await this.#requeue(eventId)
    return eventIds.length
  }

  /** Events that a person may ask to send now: those that wait, the first due first, then those that are held. */
  async pending(limit: number): Promise<readonly LeadEvent[]> {
    const due = await this.storage.list<string>(duePrefix, { limit })
    const enabled = destinationsOf(this.settings).filter(({ isEnabled }) => isEnabled)
    const eventIds = [...due.map(({ value }) => value), ...(await this.#heldBy(enabled, limit - due.length))]
    const events = await Promise.all(eventIds.map(eventId => this.storage.get<LeadEvent>(eventKey(eventId))))
    return events.filter(event => event !== undefined)
  }

  /** How much waits, is held and is dead, and when the next attempt is due. */
  async state(): Promise<QueueState> {
    const [first] = await this.storage.list<string>(duePrefix, { limit: 1 })
    const letters = await this.storage.list<LeadEvent>(finalPrefixes.dead, {
      limit: mostShownDeadLetters,
      reverse: true
    })
    return {
      ...(await this.totals()),
      ...(first && { nextAttemptAt: dueTime(first.key) }),
      deadLetters: letters.map(({ value }) => value)
    }
  }

  /** Removes dead letters that are too old; how many. Their leads remember that the deliveries were given up. */
  async expire(): Promise<number> {
    const oldest = this.clock.now() - deadLetterMs
    let [removed, after]: [number, string | undefined] = [0, undefined]
    for (;;) {
      const page: readonly { readonly key: string; readonly value: LeadEvent }[] = await this.storage.list<LeadEvent>(
        finalPrefixes.dead,
        { limit: mostExpiredAtOnce, ...(after !== undefined && { after }) }
      )
      for (const { key, value } of page) {
        const isExpired = value.state.place === 'dead' && value.state.since <= oldest
        if (isExpired) removed += await this.#forget(key)
      }
      if (page.length < mostExpiredAtOnce) return removed
      after = page.at(-1)?.key
    }
  }

  async #forget(key: string): Promise<number> {
    return this.storage.update<number>([key, totalsKey], read => {
      const before = read<LeadEvent>(key)
      if (!before) return { result: 0 }
      const { writes, totals } = eventChange(before, undefined, totalsOf(read(totalsKey)))
      return { writes: [...writes, { key: totalsKey, value: totals }], result: 1 }
    })
  }

  async #requeue(eventId: string): Promise<void> {
    const known = await this.storage.get<LeadEvent>(eventKey(eventId))
    if (!known) return
    await this.storage.update([eventKey(eventId), ...transitionKeys(known)], read => {
      const before = read<LeadEvent>(eventKey(eventId))
      const at = this.clock.now()
      if (!before || !isStuck(before, at)) return { result: undefined }
      return { ...transitionChange(read, { before, after: waiting(before, at), at }), result: undefined }
    })
  }

  async #releasable(limit: number): Promise<readonly string[]> {
    const ready: Destination[] = []
    for (const destination of destinationsOf(this.settings)) {
      if (destination.isEnabled && !(await this.webhooks.isDisabled(destination.endpoint))) ready.push(destination)
    }
    return this.#heldBy(ready, limit)
  }

  async #heldBy(destinations: readonly Destination[], limit: number): Promise<readonly string[]> {
    const eventIds: string[] = []
    for (const { name } of destinations) {
      if (eventIds.length >= limit) break
      const held = await this.storage.list<string>(heldPrefix(name), { limit: limit - eventIds.length })
      eventIds.push(...held.map(({ value }) => value))
    }
    return eventIds
  }

  async #overdue(limit: number): Promise<readonly string[]> {
    const due = await this.storage.list<string>(duePrefix, { limit })
    return due.filter(({ key }) => dueTime(key) + overdueMs < this.clock.now()).map(({ value }) => value)
  }
}

function isStuck({ state }: LeadEvent, now: number): boolean {
  return state.place === 'held' || (state.place === 'waiting' && state.dueAt + overdueMs < now)
}
