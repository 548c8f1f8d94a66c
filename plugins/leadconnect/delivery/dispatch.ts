import timers from 'node:timers/promises'
import { CLOCK, type Clock, inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import type { Routed } from '../routing/assignment.js'
import { Router } from '../routing/router.js'
import { Courier } from './courier.js'
import type { Occasion } from './course.js'
import { byRules } from './destination.js'
import type { LeadEvent } from './event.js'
import type { Report } from './report.js'
import { quickRetryMs } from './schedule.js'
import { eventKey } from './step.js'

/** What became of an event that was sent. */
export interface Dispatched {
  /** Where the rules sent it, when this call asked them. */
  readonly routed?: Routed
  /** None when nothing is sent, or the event was settled by another call. */
  readonly report?: Report
}

/** Sends events: first through the rules where they are to say where it goes, then to its destination. */
@injectable()
export class Dispatch {
  constructor(
    private readonly router: Router,
    private readonly courier: Courier,
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** One try of the event. */
  async send(eventId: string, occasion: Occasion, signal: AbortSignal): Promise<Dispatched> {
    const event = await this.storage.get<LeadEvent>(eventKey(eventId))
    const routed = event && (await this.#route(event))
    // What was routed just now has a job of its own, which must not keep this call from trying it.
    const report = await this.courier.attempt(eventId, routed && occasion === 'planned' ? 'new' : occasion, signal)
    return { ...(routed && { routed }), ...(report && { report }) }
  }

  /** One try, and a second one a moment later when the first met a brief trouble and it would begin by `until`. */
  async sendAtOnce(
    eventId: string,
    { until, signal }: { readonly until: number; readonly signal: AbortSignal }
  ): Promise<Dispatched> {
    const first = await this.send(eventId, 'new', signal)
    const { outcome } = first.report ?? {}
    const isWorthIt = outcome?.kind === 'failed' && outcome.isBrief && this.clock.now() + quickRetryMs <= until
    if (!isWorthIt) return first
    await timers.setTimeout(quickRetryMs, undefined, { signal })
    const report = await this.courier.attempt(eventId, 'new', signal)
    return { ...first, ...(report && { report }) }
  }

  async #route(event: LeadEvent): Promise<Routed | undefined> {
    if (event.destination !== byRules) return undefined
    return this.router.route({ leadId: event.leadId, attributes: {}, shouldDeliver: !event.isQuiet, waiting: event })
  }
}
