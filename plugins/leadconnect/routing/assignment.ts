import type { JobChange, Write } from '@product-host/sdk'
import { firstState } from '../delivery/course.js'
import { inbox, type Reception } from '../delivery/destination.js'
import type { LeadEvent } from '../delivery/event.js'
import { refuseOverflow } from '../delivery/overflow.js'
import { statusOf } from '../delivery/record.js'
import { step } from '../delivery/step.js'
import { dataOf, type Lead, leadKey, queueKey, withDelivery } from '../leads/lead.js'
import { type Totals, totalsKey } from '../totals.js'
import type { Decision } from './decide.js'

/** A lead that was routed. */
export interface Routed {
  readonly lead: Lead
  readonly decision: Decision
  /** What is on its way to the destination; none when nothing is sent. */
  readonly event?: LeadEvent
}

/** What a decision is carried out with. */
export interface Carrying {
  readonly lead: Lead
  readonly decision: Decision
  readonly totals: Totals
  /** The event that waited to be routed, where there is one. */
  readonly waiting?: LeadEvent
  /** The name of the event that tells of the assignment, where one is to be sent and none waited. */
  readonly newEventId?: string
  /** How the destination receives the event. */
  readonly reception: Reception
  /** A new place in the queue, for a lead that still has nobody. */
  readonly place: string
  readonly now: number
}

/**
 * All that is written when a decision is carried out: owner and load, the turn in the pool, the lead, its event with
 * its job.
 */
export function carriedOut(carrying: Carrying): {
  readonly writes: readonly Write[]
  readonly jobs: readonly JobChange[]
  readonly routed: Routed
} {
  const { decision, totals, waiting, now } = carrying
  const assigned = assignedLead(carrying)
  const event = outgoing(assigned, carrying)
  if (event && !waiting) refuseOverflow(totals)
  const moved = step(waiting, event, totals)
  const eventId = event?.id ?? waiting?.id
  const status = event ? statusOf(event) : 'stored'
  const lead =
    eventId === undefined
      ? assigned
      : withDelivery(assigned, { eventId, destination: decision.destination, status, attempts: 0, at: now })
  return {
    writes: [
      ...decision.writes,
      ...moved.writes,
      ...queueWrites(carrying.lead, lead),
      { key: leadKey(lead.id), value: lead },
      { key: totalsKey, value: moved.totals }
    ],
    jobs: moved.jobs,
    routed: { lead, decision, ...(event && { event }) }
  }
}

/** A lead leaves the queue when somebody has it or a destination gets it; else it goes to the queue's end. */
function assignedLead({ lead, decision, place, now }: Carrying): Lead {
  const { queuedAs, ...rest } = lead
  const { owner, destination, by } = decision
  const isPlaced = owner !== undefined || destination !== inbox
  return {
    ...rest,
    updatedAt: now,
    assignment: { ...(owner !== undefined && { owner }), by, at: now },
    ...(!isPlaced && { queuedAs: place })
  }
}

/**
 * The event for the destination: the one that waited, with what the rules said, or a new one; undefined when nothing
 * is sent.
 */
function outgoing(lead: Lead, { decision, waiting, newEventId, reception, now }: Carrying): LeadEvent | undefined {
  if (reception === 'stored' || waiting?.isQuiet) return undefined
  const { owner, destination, by } = decision
  const told = {
    destination,
    data: { ...(waiting?.data ?? dataOf(lead)), ...(owner !== undefined && { owner }), rule: by }
  }
  const state = firstState(reception, now)
  if (waiting) return { ...waiting, ...told, state }
  if (newEventId === undefined) return undefined
  return { id: newEventId, type: 'lead.routed', leadId: lead.id, createdAt: now, ...told, attempts: 0, state }
}

function queueWrites(before: Lead, after: Lead): readonly Write[] {
  return [
    ...(before.queuedAs === undefined ? [] : [{ key: queueKey(before.queuedAs), delete: true as const }]),
    ...(after.queuedAs === undefined ? [] : [{ key: queueKey(after.queuedAs), value: after.id }])
  ]
}
