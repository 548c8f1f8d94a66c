import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  type Read,
  SETTINGS,
  type Settings,
  STORAGE,
  type Static,
  type Storage,
  Type
} from '@product-host/sdk'
import { inbox } from '../delivery/destination.js'
import { type LeadEvent, statusOf } from '../delivery/event.js'
import { type Report, ShownProgress, shownProgress } from '../delivery/report.js'
import { Batch } from '../delivery/sender.js'
import { Classifier, maskedEmail, requestedAddress } from '../leads/email.js'
import { Intake } from '../leads/intake.js'
import { Leads, mergedPayload, readPayload } from '../leads/leads.js'
import {
  type Attributes,
  type Decision,
  decide,
  domainKey,
  prepareDecision,
  type Subject,
  stateKeys
} from './decide.js'
import { type Routed, Router } from './router.js'

/** What a call asks for. */
interface AssignmentRequest extends LeadSelection {
  readonly attributes: Attributes
  readonly deliver: boolean
}

/** The result of the leads of a call. */
export interface Assigned {
  readonly decisions: readonly Decision[]
  readonly routed: readonly ShownLead[]
  /** Leads that are not there, or that another call routed at the same moment. */
  readonly missing: readonly string[]
  /** The attempts that were made to notify their destinations. */
  readonly reports: readonly Report[]
}

/** Finds the leads that a call is about: one by its identifier, one by its e-mail, or those without an owner. */
@injectable()
class Selection {
  constructor(
    private readonly leads: Leads,
    private readonly intake: Intake,
    private readonly classifier: Classifier
  ) {}

  /** The identifiers of the leads; a person who is new, or has something new to say, is taken in. */
  async choose(
    { leadId, email, payload, replace, limit }: LeadSelection,
    signal: AbortSignal
  ): Promise<readonly string[]> {
    if (leadId !== undefined) return [leadId]
    if (email === undefined) return this.leads.unassigned(limit)
    const address = requestedAddress(email)
    const known = await this.leads.ofPerson(address)
    if (known && payload === undefined) return [known.id]
    const taken = await this.intake.take({
      email: await this.classifier.admit(address, signal),
      payload: readPayload(payload ?? ''),
      destination: inbox,
      shouldDeliver: false,
      shouldReplace: replace,
      dedupeHours: 0
    })
    return [taken.leadId]
  }

  /** The leads as they are, or would be if they were taken in. */
  async preview(
    { leadId, email, payload, replace, limit }: LeadSelection,
    signal: AbortSignal
  ): Promise<readonly PreviewedLead[]> {
    if (email === undefined) {
      const leadIds = leadId === undefined ? await this.leads.unassigned(limit) : [leadId]
      const leads = await Promise.all(leadIds.map(id => this.leads.lead(id)))
      return leads.flatMap(lead => (lead ? [{ leadId: lead.id, subject: lead }] : []))
    }
    const address = requestedAddress(email)
    const known = await this.leads.ofPerson(address)
    const sent = readPayload(payload ?? '')
    if (!known) return [{ subject: { email: await this.classifier.classify(address, signal), ...sent } }]
    const said =
      payload === undefined
        ? {}
        : replace
          ? { text: undefined, source: undefined, ...sent }
          : mergedPayload(known, sent)
    return [{ leadId: known.id, subject: { ...known, ...said } }]
  }
}

/** Routes the leads that a call is about, one write each, and then notifies their destinations. */
@injectable()
export class Assigner {
  constructor(
    private readonly selection: Selection,
    private readonly router: Router,
    private readonly batch: Batch,
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
    const reports = await this.batch.send(outgoing, 'new')
    const shown = all.map(async ({ lead, decision, event }) => ({
      ...shownLead({ leadId: lead.id, address: lead.email.address }, decision, isUnassigned),
      ...(event && { delivery: { eventId: event.id, ...(await this.#progress(event, reports)) } })
    }))
    return { decisions: all.map(({ decision }) => decision), routed: await Promise.all(shown), missing, reports }
  }

  /** The result of this call for the delivery, or its state where another call or its job delivers. */
  async #progress(event: LeadEvent, reports: readonly Report[]): Promise<ShownProgress> {
    const report = reports.find(each => each.event.id === event.id)
    if (report) return shownProgress(report)
    const known = await this.leads.delivery(event.leadId, event.id)
    return shownProgress({ status: known?.status ?? statusOf(event), event })
  }
}

/** Whether the call is about the leads without an owner. */
function isBatch({ leadId, email }: AssignmentRequest): boolean {
  return leadId === undefined && email === undefined
}

/** Computes what the rules would decide now, and stores nothing. */
@injectable()
export class Preview {
  constructor(
    private readonly selection: Selection,
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings
  ) {}

  /** What `Assigner.assign` would do, each lead as if those before it had been assigned. */
  async assign(request: AssignmentRequest, signal: AbortSignal): Promise<Assigned> {
    const changes = new Map<string, string>()
    const decisions: Decision[] = []
    const routed: ShownLead[] = []
    for (const { leadId, subject } of await this.selection.preview(request, signal)) {
      const decision = await this.#decision(subject, request.attributes, changes)
      for (const write of decision.writes) if ('value' in write) changes.set(write.key, JSON.stringify(write.value))
      decisions.push(decision)
      routed.push(shownLead({ leadId, address: subject.email.address }, decision, isBatch(request)))
    }
    const missing = request.leadId !== undefined && routed.length === 0 ? [request.leadId] : []
    return { decisions, routed, missing, reports: [] }
  }

  /** `changes` holds what the decisions before this one would have written, as JSON. */
  async #decision(lead: Subject, attributes: Attributes, changes: ReadonlyMap<string, string>): Promise<Decision> {
    const known = new Map<string, string>()
    const learn = async (key: string) => {
      const text = changes.get(key) ?? JSON.stringify(await this.storage.get(key))
      if (text !== undefined) known.set(key, text)
    }
    const read: Read = key => {
      const text = known.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    }
    const situation = prepareDecision(this.settings, lead, attributes, this.clock.now())
    const domain = domainKey(lead)
    if (domain !== undefined) await learn(domain)
    for (const key of stateKeys(situation, domain && read<string>(domain))) await learn(key)
    return decide({ ...situation, read })
  }
}

/** Which leads a call is about. */
interface LeadSelection {
  readonly leadId?: string
  readonly email?: string
  readonly payload?: string
  readonly replace: boolean
  readonly limit: number
}

/** A lead that a preview is about; without an identifier while it is not stored. */
interface PreviewedLead {
  readonly leadId?: string
  readonly subject: Subject
}

/** A lead with what was decided for it, as an answer shows it. */
export const ShownLead = Type.Object(
  {
    leadId: Type.Optional(
      Type.String({
        title: 'Person',
        description:
          'The identifier of the person, the same for all leads of the person. Left out for a lead that is not stored, which only `dryRun` shows.'
      })
    ),
    email: Type.String({
      title: 'E-mail address',
      description: 'The address of the person. Masked if the call is about several leads.'
    }),
    owner: Type.Optional(
      Type.String({
        title: 'Owner',
        description: 'The name of the owner in the settings. Left out if the lead goes to a destination of no owner.'
      })
    ),
    destination: Type.String({
      title: 'Destination',
      description: 'The name of the destination of the lead; `inbox` if it has none.'
    }),
    rule: Type.String({
      title: 'Rule',
      description:
        'What decided: `sticky` (the person or company already had an owner), `rule.1` and so on, or `fallback` (no rule gave it to anyone).'
    }),
    reason: Type.String({ title: 'Reason', description: 'Why it was decided like this, in a sentence.' }),
    trace: Type.Array(
      Type.Object(
        {
          rule: Type.Integer({ title: 'Rule', description: 'The number of the rule in the settings.' }),
          matched: Type.Boolean({ title: 'Matched', description: 'Whether the lead meets the condition of the rule.' }),
          reason: Type.Optional(
            Type.String({
              title: 'Reason',
              description:
                'Why it does not, such as "employees is no number." Left out if it does, or if no single fact decided.'
            })
          ),
          error: Type.Optional(
            Type.String({
              title: 'Error',
              description: 'Why the rule could not be evaluated; it then counts as not matched.'
            })
          )
        },
        { title: 'Rule' }
      ),
      {
        title: 'Rules',
        description: 'The rules that were evaluated, up to the first that matched. Empty with `sticky`.'
      }
    ),
    delivery: Type.Optional(
      Type.Object(
        {
          eventId: Type.String({
            title: 'Event',
            description: 'The identifier of the delivery, which `replay` takes.'
          }),
          ...ShownProgress.properties
        },
        { title: 'Delivery', description: 'The delivery that the call made. Left out if it sends nothing.' }
      )
    )
  },
  { title: 'Routed lead' }
)

/** A lead with what was decided for it, as an answer shows it. */
export type ShownLead = Static<typeof ShownLead>

/** What is shown of a lead and its decision. */
function shownLead(
  { leadId, address }: { readonly leadId: string | undefined; readonly address: string },
  { owner, destination, by, reason, trace }: Decision,
  isOneOfMany: boolean
): ShownLead {
  return {
    ...(leadId !== undefined && { leadId }),
    email: isOneOfMany ? maskedEmail(address) : address,
    ...(owner !== undefined && { owner }),
    destination,
    rule: by,
    reason,
    trace: [...trace]
  }
}
