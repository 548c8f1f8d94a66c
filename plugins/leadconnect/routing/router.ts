import { isDeepStrictEqual } from 'node:util'
import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  type JobChange,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage,
  type Write
} from '@product-host/sdk'
import { byRules, type InitialStatus, inbox, initialStatusOf } from '../delivery/destination.js'
import {
  dead,
  eventChange,
  eventKey,
  initialState,
  type LeadEvent,
  statusOf,
  type Totals,
  totalsKey,
  totalsOf,
  transitionChange,
  transitionKeys
} from '../delivery/event.js'
import { refuseOverflow } from '../delivery/report.js'
import { dataOf, type Lead, leadKey, queueKey, withDelivery } from '../leads/leads.js'
import { type Attributes, type Decision, decide, domainKey, prepareDecision, stateKeys } from './decide.js'

/** What is routed, and how. */
interface RoutingRequest {
  readonly leadId: string
  readonly attributes: Attributes
  /** Whether the destination is notified. */
  readonly shouldDeliver: boolean
  /** True: only if it still has no owner, since another call may have been faster. */
  readonly isUnassigned?: boolean
  /** The event that waits to be routed, where there is one; it is then sent instead of a new one. */
  readonly waiting?: LeadEvent
}

/**
 * Gives leads to owners and destinations: the turn in the pool, the owner's load, the lead and its event are one
 * write.
 */
@injectable()
export class Router {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings
  ) {}

  /** Undefined when there is no such lead, or another call routed it, or the event that waited, before. */
  async route(order: RoutingRequest): Promise<Routed | undefined> {
    for (;;) {
      const lead = await this.storage.get<Lead>(leadKey(order.leadId))
      if (!lead) return order.waiting && this.#giveUp(order.waiting)
      if (order.isUnassigned && lead.queuedAs === undefined) return undefined
      const routed = await this.#route(lead, order)
      if (routed !== 'again') return routed
    }
  }

  /** Says `again` when the lead or its domain changed in the meantime. */
  async #route(
    lead: Lead,
    { attributes, shouldDeliver, waiting }: RoutingRequest
  ): Promise<Routed | 'again' | undefined> {
    const situation = prepareDecision(this.settings, lead, attributes, this.clock.now())
    const domain = domainKey(lead)
    const domainOwner = domain === undefined ? undefined : await this.storage.get<string>(domain)
    const position = this.clock.ulid()
    const newEventId = shouldDeliver && !waiting ? `msg_${this.clock.ulid()}` : undefined
    const type = waiting?.type ?? 'lead.routed'
    const keys = [
      leadKey(lead.id),
      totalsKey,
      ...stateKeys(situation, domainOwner),
      ...(waiting ? [eventKey(waiting.id)] : [])
    ]
    return this.storage.update<Routed | 'again' | undefined>(keys, read => {
      const event = waiting && read<LeadEvent>(eventKey(waiting.id))
      if (waiting && event?.destination !== byRules) return { result: undefined }
      if (!isDeepStrictEqual(read(leadKey(lead.id)), lead)) return { result: 'again' }
      if (domain !== undefined && read(domain) !== domainOwner) return { result: 'again' }
      const decision = decide({ ...situation, read })
      const { writes, jobs, routed } = assignmentChange({
        lead,
        decision,
        totals: totalsOf(read(totalsKey)),
        ...(event && { waiting: event }),
        ...(newEventId !== undefined && { newEventId }),
        reception: initialStatusOf(this.settings, decision.destination, type),
        position,
        now: situation.now
      })
      return { writes, jobs, result: routed }
    })
  }

  /** The lead made room for newer ones before its event could be routed. */
  async #giveUp(waiting: LeadEvent): Promise<undefined> {
    await this.storage.update([eventKey(waiting.id), ...transitionKeys(waiting)], read => {
      const before = read<LeadEvent>(eventKey(waiting.id))
      if (!before) return { result: undefined }
      const at = this.clock.now()
      return { ...transitionChange(read, { before, after: dead(before, at, 'lead_gone'), at }), result: undefined }
    })
  }
}

/** A lead that was routed. */
export interface Routed {
  readonly lead: Lead
  readonly decision: Decision
  /** The event for the destination; none when nothing is sent. */
  readonly event?: LeadEvent
}

/** What a decision is carried out with. */
interface AssignmentInput {
  readonly lead: Lead
  readonly decision: Decision
  readonly totals: Totals
  /** The event that waited to be routed, where there is one. */
  readonly waiting?: LeadEvent
  /** The id of the event for the assignment, where one is to be sent and none waited. */
  readonly newEventId?: string
  /** How the destination receives the event. */
  readonly reception: InitialStatus
  /** A new position in the queue, for a lead that still has no owner. */
  readonly position: string
  readonly now: number
}

/**
 * All that is written when a decision is carried out: owner and load, the turn in the pool, the lead, its event with
 * its job.
 */
function assignmentChange(carrying: AssignmentInput): {
  readonly writes: readonly Write[]
  readonly jobs: readonly JobChange[]
  readonly routed: Routed
} {
  const { decision, totals, waiting, now } = carrying
  const assigned = assignedLead(carrying)
  const event = outgoing(assigned, carrying)
  if (event && !waiting) refuseOverflow(totals)
  const moved = eventChange(waiting, event, totals)
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
function assignedLead({ lead, decision, position, now }: AssignmentInput): Lead {
  const { queuedAs, ...rest } = lead
  const { owner, destination, by } = decision
  const isAssigned = owner !== undefined || destination !== inbox
  return {
    ...rest,
    updatedAt: now,
    assignment: { ...(owner !== undefined && { owner }), by, at: now },
    ...(!isAssigned && { queuedAs: position })
  }
}

/**
 * The event for the destination: the one that waited, with what the rules said, or a new one; undefined when nothing
 * is sent.
 */
function outgoing(
  lead: Lead,
  { decision, waiting, newEventId, reception, now }: AssignmentInput
): LeadEvent | undefined {
  if (reception === 'stored' || waiting?.isQuiet) return undefined
  const { owner, destination, by } = decision
  const changes = {
    destination,
    data: { ...(waiting?.data ?? dataOf(lead)), ...(owner !== undefined && { owner }), rule: by }
  }
  const state = initialState(reception, now)
  if (waiting) return { ...waiting, ...changes, state }
  if (newEventId === undefined) return undefined
  return { id: newEventId, type: 'lead.routed', leadId: lead.id, createdAt: now, ...changes, attempts: 0, state }
}

function queueWrites(before: Lead, after: Lead): readonly Write[] {
  return [
    ...(before.queuedAs === undefined ? [] : [{ key: queueKey(before.queuedAs), delete: true as const }]),
    ...(after.queuedAs === undefined ? [] : [{ key: queueKey(after.queuedAs), value: after.id }])
  ]
}
