import { isDeepStrictEqual } from 'node:util'
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
import { dead } from '../delivery/course.js'
import { byRules, receptionOf } from '../delivery/destination.js'
import type { LeadEvent } from '../delivery/event.js'
import { recorded, recordedKeys } from '../delivery/record.js'
import { eventKey } from '../delivery/step.js'
import { type Lead, leadKey } from '../leads/lead.js'
import { noTotals, type Totals, totalsKey } from '../totals.js'
import { carriedOut, type Routed } from './assignment.js'
import { decide } from './decide.js'
import type { Attributes } from './facts.js'
import { domainKey, outlookOf, stateKeys } from './situation.js'

/** What is routed, and how. */
export interface RoutingOrder {
  readonly leadId: string
  readonly attributes: Attributes
  /** Whether the destination is told. */
  readonly shouldDeliver: boolean
  /** True: only if it still has nobody, since another call may have been faster. */
  readonly isUnassigned?: boolean
  /** The event that waits to be routed, where there is one; it is then told instead of a new one. */
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
  async route(order: RoutingOrder): Promise<Routed | undefined> {
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
    { attributes, shouldDeliver, waiting }: RoutingOrder
  ): Promise<Routed | 'again' | undefined> {
    const outlook = outlookOf(this.settings, lead, attributes, this.clock.now())
    const domain = domainKey(lead)
    const domainOwner = domain === undefined ? undefined : await this.storage.get<string>(domain)
    const place = this.clock.ulid()
    const newEventId = shouldDeliver && !waiting ? `msg_${this.clock.ulid()}` : undefined
    const type = waiting?.type ?? 'lead.routed'
    const keys = [
      leadKey(lead.id),
      totalsKey,
      ...stateKeys(outlook, domainOwner),
      ...(waiting ? [eventKey(waiting.id)] : [])
    ]
    return this.storage.update<Routed | 'again' | undefined>(keys, read => {
      const event = waiting && read<LeadEvent>(eventKey(waiting.id))
      if (waiting && event?.destination !== byRules) return { result: undefined }
      if (!isDeepStrictEqual(read(leadKey(lead.id)), lead)) return { result: 'again' }
      if (domain !== undefined && read(domain) !== domainOwner) return { result: 'again' }
      const decision = decide({ ...outlook, read })
      const { writes, jobs, routed } = carriedOut({
        lead,
        decision,
        totals: read<Totals>(totalsKey) ?? noTotals,
        ...(event && { waiting: event }),
        ...(newEventId !== undefined && { newEventId }),
        reception: receptionOf(this.settings, decision.destination, type),
        place,
        now: outlook.now
      })
      return { writes, jobs, result: routed }
    })
  }

  /** The lead made room for newer ones before its event could be routed. */
  async #giveUp(waiting: LeadEvent): Promise<undefined> {
    await this.storage.update([eventKey(waiting.id), ...recordedKeys(waiting)], read => {
      const before = read<LeadEvent>(eventKey(waiting.id))
      if (!before) return { result: undefined }
      const at = this.clock.now()
      return { ...recorded(read, { before, after: dead(before, at, 'lead_gone'), at }), result: undefined }
    })
  }
}
