import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage
} from '@product-host/sdk'
import { receptionOf } from '../delivery/destination.js'
import { mostLeads, noTotals, type Totals, totalsKey } from '../totals.js'
import { admitted } from './admission.js'
import type { Arrival } from './arrival.js'
import { type DeliveryStatus, type Lead, leadKey, leadPrefix, personKey } from './lead.js'
import { type Seen, seenKey } from './seen.js'

/** What became of an arrival. */
export interface Taken {
  readonly isDuplicate: boolean
  readonly leadId: string
  readonly eventId: string
  /** How the event stands; `stored` when nothing is sent. */
  readonly status: DeliveryStatus
  readonly totals: Totals
}

/**
 * Takes leads in. The lead, the names under which it is found, its event, the event's first job and the totals are one
 * write: from then on the lead is on its way, whatever happens to this process.
 */
@injectable()
export class Intake {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings
  ) {}

  /** Rejects with `queue_full` when no more events can wait. */
  async take(arrival: Arrival): Promise<Taken> {
    for (;;) {
      const taken = await this.#take(arrival)
      if (taken) return taken
    }
  }

  /** Undefined when another call took in the same person at the same moment. */
  async #take(arrival: Arrival): Promise<Taken | undefined> {
    const person = personKey(arrival.email.canonical)
    const seenAs = seenKey({ ...arrival, canonicalEmail: arrival.email.canonical })
    const known = await this.storage.get<string>(person)
    const { clock } = this
    const ids = { leadId: known ?? clock.ulid(), eventId: `msg_${clock.ulid()}`, place: clock.ulid() }
    const oldest = known === undefined ? await this.#oldestLeads() : []
    const reception = receptionOf(this.settings, arrival.destination, 'lead.created')
    const keys = [person, seenAs, leadKey(ids.leadId), totalsKey, ...oldest]
    return this.storage.update<Taken | undefined>(keys, read => {
      const now = clock.now()
      const totals = read<Totals>(totalsKey) ?? noTotals
      const seen = read<Seen>(seenAs)
      if (seen && now < seen.at + arrival.dedupeHours * 3_600_000) {
        const { leadId, eventId } = seen
        return { result: { isDuplicate: true, leadId, eventId, status: 'stored', totals } }
      }
      if (read<string>(person) !== known) return { result: undefined }
      const found = {
        before: read<Lead>(leadKey(ids.leadId)),
        totals,
        oldest: oldest.flatMap(key => read<Lead>(key) ?? [])
      }
      const { writes, jobs, ...admission } = admitted(arrival, found, { ids, reception, seenAs, now })
      const { leadId, eventId } = ids
      return { writes, jobs, result: { isDuplicate: false, leadId, eventId, ...admission } }
    })
  }

  /** The keys of the leads that one more makes too many. */
  async #oldestLeads(): Promise<readonly string[]> {
    const leads = (await this.storage.get<Totals>(totalsKey))?.leads ?? 0
    if (leads < mostLeads) return []
    const oldest = await this.storage.list(leadPrefix, { limit: leads - mostLeads + 1 })
    return oldest.map(({ key }) => key)
  }
}
