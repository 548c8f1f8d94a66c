import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage,
  type Write
} from '@product-host/sdk'
import { mostDead, type Totals, totalsKey } from '../totals.js'
import { ended, type Occasion, type Opening, opened } from './course.js'
import { type Destination, destinationOf } from './destination.js'
import type { Attempt, LeadEvent } from './event.js'
import { beginning, type Health, healthAfter, healthKey, healthOf } from './health.js'
import type { Outcome } from './outcome.js'
import { recorded, recordedKeys, statusOf } from './record.js'
import type { Report } from './report.js'
import { deadPrefix, eventKey } from './step.js'

/** A try that was made. */
export interface Tried {
  readonly event: LeadEvent
  readonly destination: Destination
  readonly outcome: Outcome
  readonly attempt: Attempt
}

/**
 * The record of every try. A try is claimed in the store before it is made, and what came of it is written together
 * with the event's next job, so that neither a second process nor a sudden death makes two tries at once, or forgets
 * one.
 */
@injectable()
export class Tries {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings
  ) {}

  /** Claims the event's next try where one may be made; undefined when the event is no longer on its way. */
  async begin(eventId: string, occasion: Occasion): Promise<Opening | undefined> {
    const known = await this.storage.get<LeadEvent>(eventKey(eventId))
    if (!known) return undefined
    const destination = destinationOf(this.settings, known.destination)
    const keys = [eventKey(eventId), healthKey(known.destination), ...recordedKeys(known)]
    return this.storage.update<Opening | undefined>(keys, read => {
      const before = read<LeadEvent>(eventKey(eventId))
      if (!before) return { result: undefined }
      const now = this.clock.now()
      const health = destination && healthOf(destination, read<Health>(healthKey(destination.name)))
      const opening = opened(before, destination, health, { occasion, now })
      if (opening.kind === 'later') return { result: opening }
      const { writes, jobs } = recorded(read, { before, after: opening.event, at: now })
      if (!health || opening.kind !== 'begun') return { writes, jobs, result: opening }
      const probing = healthWrites(opening.destination, health, beginning(health, opening.claimedUntil))
      return { writes: [...writes, ...probing], jobs, result: opening }
    })
  }

  /** Writes what came of a try; undefined when another try settled the event in the meantime. */
  async settle({ event, destination, outcome, attempt }: Tried): Promise<Report | undefined> {
    const after = ended(event, outcome, attempt)
    const oldestDead = after?.state.place === 'dead' ? await this.#oldestDead() : []
    const keys = [eventKey(event.id), healthKey(destination.name), ...recordedKeys(event), ...oldestDead]
    return this.storage.update<Report | undefined>(keys, read => {
      const health = healthOf(destination, read<Health>(healthKey(destination.name)))
      const learnt = healthWrites(destination, health, healthAfter(health, outcome, attempt.at))
      const before = read<LeadEvent>(eventKey(event.id))
      const isOvertaken = before?.attempts !== event.attempts && outcome.kind === 'failed'
      if (!before || isOvertaken) return { writes: learnt, result: undefined }
      const { writes, jobs } = recorded(read, { before, after, at: attempt.at, oldestDead })
      return {
        writes: [...writes, ...learnt],
        jobs,
        result: { status: statusOf(after), event: after ?? event, attempt, outcome }
      }
    })
  }

  /** The keys of the dead letters that one more makes too many. */
  async #oldestDead(): Promise<readonly string[]> {
    const dead = (await this.storage.get<Totals>(totalsKey))?.dead ?? 0
    if (dead < mostDead) return []
    const oldest = await this.storage.list(deadPrefix, { limit: dead - mostDead + 1 })
    return oldest.map(({ key }) => key)
  }
}

function healthWrites(destination: Destination, before: Health, after: Health): readonly Write[] {
  return before === after ? [] : [{ key: healthKey(destination.name), value: after }]
}
