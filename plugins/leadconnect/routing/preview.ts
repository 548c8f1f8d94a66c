import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  type Read,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage
} from '@product-host/sdk'
import { type Assigned, type AssignmentRequest, isBatch } from './assigner.js'
import { type Decision, decide } from './decide.js'
import type { Attributes, Subject } from './facts.js'
import { Selection } from './selection.js'
import { type ShownLead, shownLead } from './shown.js'
import { domainKey, outlookOf, stateKeys } from './situation.js'

/** Says what the rules would decide now, and keeps nothing. */
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
    for (const { leadId, subject } of await this.selection.imagine(request, signal)) {
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
    const outlook = outlookOf(this.settings, lead, attributes, this.clock.now())
    const domain = domainKey(lead)
    if (domain !== undefined) await learn(domain)
    for (const key of stateKeys(outlook, domain && read<string>(domain))) await learn(key)
    return decide({ ...outlook, read })
  }
}
