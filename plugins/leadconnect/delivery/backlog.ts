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
  type Storage
} from '@product-host/sdk'
import { noTotals, type Totals, totalsKey } from '../totals.js'
import { isReady, waiting } from './course.js'
import { type Destination, destinationsOf } from './destination.js'
import type { LeadEvent } from './event.js'
import { type Health, healthKey, healthOf } from './health.js'
import { recorded, recordedKeys } from './record.js'
import { firstLookMs, overdueMs } from './schedule.js'
import { deadPrefix, duePrefix, dueTime, eventKey, heldPrefix, lookJob } from './step.js'

/** How much waits, is held and was given up. */
export interface Standing extends Totals {
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly nextAttemptAt?: number
  /** The newest dead letters. */
  readonly letters: readonly LeadEvent[]
}

/** Most dead letters that a standing names. */
const mostLetters = 5

/** All that waits for its destination: what is held because there is none, and what is tried again later. */
@injectable()
export class Backlog {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings,
    @inject(JOBS) private readonly jobs: Jobs
  ) {}

  async totals(): Promise<Totals> {
    return (await this.storage.get<Totals>(totalsKey)) ?? noTotals
  }

  /**
   * Schedules a look at once when something could go on: a held event's destination is ready, or an event lost its
   * job.
   */
  async wake(): Promise<void> {
    const { held, waiting } = await this.totals()
    if ((held > 0 && (await this.#releasable(1)).length > 0) || (waiting > 0 && (await this.#overdue(1)).length > 0))
      await this.jobs.schedule(lookJob(this.clock.now(), firstLookMs))
  }

  /** Puts held events whose destination is ready, and events that lost their job, on their way; how many. */
  async resume(limit: number): Promise<number> {
    const eventIds = [...(await this.#releasable(limit)), ...(await this.#overdue(limit))]
    for (const eventId of eventIds) await this.#putOnTheWay(eventId)
    return eventIds.length
  }

  /** Events that a person may ask to try now: those on their way, the first due first, then those that are held. */
  async pending(limit: number): Promise<readonly LeadEvent[]> {
    const due = await this.storage.list<string>(duePrefix, { limit })
    const enabled = destinationsOf(this.settings).filter(({ isEnabled }) => isEnabled)
    const eventIds = [...due.map(({ value }) => value), ...(await this.#heldBy(enabled, limit - due.length))]
    const events = await Promise.all(eventIds.map(eventId => this.storage.get<LeadEvent>(eventKey(eventId))))
    return events.filter(event => event !== undefined)
  }

  /** How much waits, is held and was given up, and when the next try is due. */
  async standing(): Promise<Standing> {
    const [first] = await this.storage.list<string>(duePrefix, { limit: 1 })
    const letters = await this.storage.list<LeadEvent>(deadPrefix, { limit: mostLetters, reverse: true })
    return {
      ...(await this.totals()),
      ...(first && { nextAttemptAt: dueTime(first.key) }),
      letters: letters.map(({ value }) => value)
    }
  }

  async #putOnTheWay(eventId: string): Promise<void> {
    const known = await this.storage.get<LeadEvent>(eventKey(eventId))
    if (!known) return
    await this.storage.update([eventKey(eventId), ...recordedKeys(known)], read => {
      const before = read<LeadEvent>(eventKey(eventId))
      const at = this.clock.now()
      if (!before || !isStuck(before, at)) return { result: undefined }
      return { ...recorded(read, { before, after: waiting(before, at), at }), result: undefined }
    })
  }

  async #releasable(limit: number): Promise<readonly string[]> {
    const ready: Destination[] = []
    for (const destination of destinationsOf(this.settings)) {
      const health = healthOf(destination, await this.storage.get<Health>(healthKey(destination.name)))
      if (isReady(destination, health)) ready.push(destination)
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
