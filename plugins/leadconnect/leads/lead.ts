import type { Email } from './classify.js'
import type { Payload } from './payload.js'

/** How far a lead has come on its way to one destination. */
export type DeliveryStatus = 'stored' | 'retrying' | 'held' | 'delivered' | 'dead'

/** One event of a lead, as the lead remembers it. */
export interface LeadDelivery {
  readonly eventId: string
  readonly destination: string
  readonly status: DeliveryStatus
  readonly attempts: number
  /** When the status last changed. */
  readonly at: number
}

/** Who has a lead, and why. */
export interface Assignment {
  /** Nobody where a rule sent the lead straight to a destination. */
  readonly owner?: string
  /** What decided it, such as `rule.1`. */
  readonly by: string
  readonly at: number
}

/**
 * One person who asked for something, with what is known from the newest event; times are in milliseconds since 1970.
 */
export interface Lead extends Payload {
  readonly id: string
  readonly email: Email
  readonly source?: string
  readonly createdAt: number
  readonly updatedAt: number
  /** The newest events, the newest first. */
  readonly deliveries: readonly LeadDelivery[]
  readonly assignment?: Assignment
  /** The lead's place in the queue of those that nobody has yet. */
  readonly queuedAs?: string
}

/** Most events that a lead remembers. */
const mostDeliveries = 10

/** The lead with what became of one of its events. */
export function withDelivery(lead: Lead, delivery: LeadDelivery): Lead {
  const others = lead.deliveries.filter(({ eventId }) => eventId !== delivery.eventId)
  const deliveries = [delivery, ...others].toSorted((left, right) => (left.eventId < right.eventId ? 1 : -1))
  return { ...lead, updatedAt: delivery.at, deliveries: deliveries.slice(0, mostDeliveries) }
}

/** What receivers are told of a lead. */
export function dataOf({ id, email, source, fields, text }: Lead): Readonly<Record<string, unknown>> {
  const { address, class: kind, quality } = email
  return {
    leadId: id,
    email: address,
    ...(source !== undefined && { source }),
    fields,
    ...(text !== undefined && { text }),
    ...(kind !== undefined && { class: kind }),
    ...(quality !== undefined && { quality })
  }
}

/** The prefix of the keys of leads, the oldest first. */
export const leadPrefix = 'lead:'
/** The prefix of the keys of the queue of leads without an owner; each names a lead. */
export const queuePrefix = 'unassigned:'

/** Where a lead is kept. */
export function leadKey(leadId: string): string {
  return `${leadPrefix}${leadId}`
}

/** Where the lead of a person is named. */
export function personKey(canonicalEmail: string): string {
  return `person:${canonicalEmail}`
}

/** Where a lead waits for an owner. */
export function queueKey(place: string): string {
  return `${queuePrefix}${place}`
}
