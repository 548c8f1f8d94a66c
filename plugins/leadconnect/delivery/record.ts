import type { JobChange, Read, Write } from '@product-host/sdk'
import { type DeliveryStatus, type Lead, leadKey, withDelivery } from '../leads/lead.js'
import type { Seen } from '../leads/seen.js'
import { mostDead, noTotals, type Totals, totalsKey } from '../totals.js'
import type { LeadEvent } from './event.js'
import { step } from './step.js'

/** One step of an event. */
export interface Move {
  readonly before: LeadEvent
  /** Undefined when the event was delivered. */
  readonly after: LeadEvent | undefined
  readonly at: number
  /** The keys of the oldest dead letters: as many of them go as are too many after this step. */
  readonly oldestDead?: readonly string[]
}

/** The keys that `recorded` reads, but for those of dead letters. */
export function recordedKeys({ leadId, seenAs }: LeadEvent): readonly string[] {
  return [leadKey(leadId), totalsKey, ...(seenAs === undefined ? [] : [seenAs])]
}

/** An event's step, with what its lead and the totals then say. */
export function recorded(
  read: Read,
  { before, after, at, oldestDead = [] }: Move
): { readonly writes: readonly Write[]; readonly jobs: readonly JobChange[] } {
  const { writes, jobs, totals } = step(before, after, read<Totals>(totalsKey) ?? noTotals)
  const surplus = oldestDead.filter(key => read(key) !== undefined).slice(0, Math.max(0, totals.dead - mostDead))
  const lead = read<Lead>(leadKey(before.leadId))
  const { id: eventId, destination, attempts } = after ?? before
  const delivery = { eventId, destination, status: statusOf(after), attempts, at }
  return {
    writes: [
      ...writes,
      ...[...surplus, ...givenBack(read, after)].map(key => ({ key, delete: true as const })),
      { key: totalsKey, value: { ...totals, dead: totals.dead - surplus.length } },
      ...(lead ? [{ key: leadKey(lead.id), value: withDelivery(lead, delivery) }] : [])
    ],
    jobs
  }
}

/** An event that dies gives its name back, so that the lead can be sent again. */
function givenBack(read: Read, after: LeadEvent | undefined): readonly string[] {
  if (after?.state.place !== 'dead' || after.seenAs === undefined) return []
  return read<Seen>(after.seenAs)?.eventId === after.id ? [after.seenAs] : []
}

/** What people are told of an event that stands so; one that is nowhere was delivered. */
export function statusOf(event: LeadEvent | undefined): Exclude<DeliveryStatus, 'stored'> {
  switch (event?.state.place) {
    case 'waiting':
      return 'retrying'
    case 'held':
      return 'held'
    case 'dead':
      return 'dead'
    default:
      return 'delivered'
  }
}
