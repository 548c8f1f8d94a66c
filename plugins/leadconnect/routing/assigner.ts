import { injectable } from '@product-host/sdk'
import type { LeadEvent } from '../delivery/event.js'
import { statusOf } from '../delivery/record.js'
import type { Report } from '../delivery/report.js'
import { Rounds } from '../delivery/rounds.js'
import { type ShownProgress, shownProgress } from '../delivery/shown.js'
import { Leads } from '../leads/leads.js'
import type { Routed } from './assignment.js'
import type { Decision } from './decide.js'
import type { Attributes } from './facts.js'
import { Router } from './router.js'
import { type Selected, Selection } from './selection.js'
import { type ShownLead, shownLead } from './shown.js'

/** What a call asks for. */
export interface AssignmentRequest extends Selected {
  readonly attributes: Attributes
  readonly deliver: boolean
}

/** What became of the leads of a call. */
export interface Assigned {
  readonly decisions: readonly Decision[]
  readonly routed: readonly ShownLead[]
  /** Leads that are not there, or that another call routed at the same moment. */
  readonly missing: readonly string[]
  /** The tries that were made to tell their destinations. */
  readonly reports: readonly Report[]
}

/** Routes the leads that a call is about, one write each, and then tells their destinations. */
@injectable()
export class Assigner {
  constructor(
    private readonly selection: Selection,
    private readonly router: Router,
    private readonly rounds: Rounds,
    private readonly leads: Leads
  ) {}

  async assign(request: AssignmentRequest, signal: AbortSignal): Promise<Assigned> {
    const { attributes, deliver } = request
    const all: Routed[] = []
    const missing: string[] = []
    const isUnassigned = isBatch(request)
    for (const leadId of await this.selection.choose(request, signal)) {
      const routed = await this.router.route({ leadId, attributes, shouldDeliver: deliver, isUnassigned })
      if (routed) all.push(routed)
      else missing.push(leadId)
    }
    const outgoing = all.flatMap(({ event }) => event ?? []).filter(({ state }) => state.place === 'waiting')
    const reports = await this.rounds.make(outgoing, 'new', signal)
    const shown = all.map(async ({ lead, decision, event }) => ({
      ...shownLead({ leadId: lead.id, address: lead.email.address }, decision, isUnassigned),
      ...(event && { delivery: { eventId: event.id, ...(await this.#progress(event, reports)) } })
    }))
    return { decisions: all.map(({ decision }) => decision), routed: await Promise.all(shown), missing, reports }
  }

  /** What this call made of the delivery, or how it stands where another did or its job will. */
  async #progress(event: LeadEvent, reports: readonly Report[]): Promise<ShownProgress> {
    const report = reports.find(each => each.event.id === event.id)
    if (report) return shownProgress(report)
    const known = await this.leads.delivery(event.leadId, event.id)
    return shownProgress({ status: known?.status ?? statusOf(event), event })
  }
}

/** Whether the call is about the leads that nobody has. */
export function isBatch({ leadId, email }: AssignmentRequest): boolean {
  return leadId === undefined && email === undefined
}
