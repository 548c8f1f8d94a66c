import { firstState } from '../delivery/course.js'
import { byRules, type Reception } from '../delivery/destination.js'
import type { LeadEvent } from '../delivery/event.js'
import type { Email } from './classify.js'
import { dataOf, type Lead } from './lead.js'
import type { Payload } from './payload.js'

/** A lead as it arrives. */
export interface Arrival {
  readonly email: Email
  readonly payload: Payload
  readonly destination: string
  /** False: it is kept, and routed where the rules are to say where it goes, but nothing is sent. */
  readonly shouldDeliver: boolean
  readonly source?: string
  readonly externalId?: string
  /** Hours in which the same lead is taken once; 0 takes it every time. */
  readonly dedupeHours: number
}

/** The identifiers of what an arrival brings into being. */
export interface Identifiers {
  readonly leadId: string
  readonly eventId: string
  /** The lead's place in the queue of those without an owner. */
  readonly place: string
}

/** The lead with what arrived: a new one, or the same person with newer words. */
export function arrived(before: Lead | undefined, arrival: Arrival, ids: Identifiers, now: number): Lead {
  const { email, payload, source } = arrival
  const { createdAt = now, deliveries = [], assignment } = before ?? {}
  const queuedAs = before?.queuedAs ?? (assignment?.owner === undefined ? ids.place : undefined)
  return {
    id: ids.leadId,
    email,
    ...(source !== undefined && { source }),
    ...payload,
    createdAt,
    updatedAt: now,
    deliveries,
    ...(assignment && { assignment }),
    ...(queuedAs !== undefined && { queuedAs })
  }
}

/** The event that tells of an arrival; undefined when there is nobody to tell. */
export function announcement(
  lead: Lead,
  { destination, shouldDeliver }: Arrival,
  reception: Reception,
  { id, seenAs, now }: { readonly id: string; readonly seenAs?: string; readonly now: number }
): LeadEvent | undefined {
  if (reception === 'stored' || !(shouldDeliver || destination === byRules)) return undefined
  return {
    id,
    type: 'lead.created',
    leadId: lead.id,
    createdAt: now,
    destination,
    ...(!shouldDeliver && { isQuiet: true }),
    data: dataOf(lead),
    ...(seenAs !== undefined && { seenAs }),
    attempts: 0,
    state: firstState(reception, now)
  }
}
