import type { JobChange, Write } from '@product-host/sdk'
import type { Reception } from '../delivery/destination.js'
import { refuseOverflow } from '../delivery/overflow.js'
import { statusOf } from '../delivery/record.js'
import { step } from '../delivery/step.js'
import { type Totals, totalsKey } from '../totals.js'
import { type Arrival, announcement, arrived, type Identifiers } from './arrival.js'
import { type DeliveryStatus, type Lead, leadKey, personKey, queueKey, withDelivery } from './lead.js'
import type { Seen } from './seen.js'

/** What an arrival meets in the store. */
export interface Found {
  /** The lead of the same person. */
  readonly before: Lead | undefined
  readonly totals: Totals
  /** Leads that have to go when this one is one too many, the oldest first. */
  readonly oldest: readonly Lead[]
}

/** All that is written when a lead is taken in. */
export interface Admission {
  readonly writes: readonly Write[]
  readonly jobs: readonly JobChange[]
  readonly status: DeliveryStatus
  readonly totals: Totals
}

/** Takes one lead in: the lead, the names under which it is found, its event with its job, the totals. */
export function admitted(
  arrival: Arrival,
  { before, totals, oldest }: Found,
  options: { readonly ids: Identifiers; readonly reception: Reception; readonly seenAs: string; readonly now: number }
): Admission {
  const { ids, reception, seenAs, now } = options
  const lead = arrived(before, arrival, ids, now)
  const event = announcement(lead, arrival, reception, {
    id: ids.eventId,
    now,
    ...(arrival.dedupeHours > 0 && { seenAs })
  })
  if (event) refuseOverflow(totals)
  const status: DeliveryStatus = event ? statusOf(event) : 'stored'
  const leaving = before ? [] : oldest
  const leads = totals.leads + (before ? 0 : 1) - leaving.length
  const moved = step(undefined, event, { ...totals, leads })
  const delivery = { eventId: ids.eventId, destination: arrival.destination, status, attempts: 0, at: now }
  return {
    writes: [
      ...moved.writes,
      { key: leadKey(lead.id), value: withDelivery(lead, delivery) },
      { key: personKey(lead.email.canonical), value: lead.id },
      ...queueWrites(before, lead),
      ...seenWrites(seenAs, { leadId: lead.id, eventId: ids.eventId, at: now }, arrival.dedupeHours),
      ...leaving.flatMap(departure),
      { key: totalsKey, value: moved.totals }
    ],
    jobs: moved.jobs,
    status,
    totals: moved.totals
  }
}

function queueWrites(before: Lead | undefined, { id, queuedAs }: Lead): readonly Write[] {
  return queuedAs === undefined || before?.queuedAs === queuedAs ? [] : [{ key: queueKey(queuedAs), value: id }]
}

function seenWrites(key: string, seen: Seen, dedupeHours: number): readonly Write[] {
  return dedupeHours > 0 ? [{ key, value: seen, ttlMs: dedupeHours * 3_600_000 }] : []
}

function departure({ id, email, queuedAs }: Lead): readonly Write[] {
  const keys = [leadKey(id), personKey(email.canonical), ...(queuedAs === undefined ? [] : [queueKey(queuedAs)])]
  return keys.map(key => ({ key, delete: true as const }))
}
