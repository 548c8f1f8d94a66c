import { injectable } from '@product-host/sdk'
import { inbox } from '../delivery/destination.js'
import { Classifier } from '../leads/classify.js'
import { Intake } from '../leads/intake.js'
import { Leads } from '../leads/leads.js'
import { readPayload } from '../leads/payload.js'
import { requestedAddress } from '../leads/request.js'
import type { Subject } from './facts.js'

/** Which leads a call is about. */
export interface Selected {
  readonly leadId?: string
  readonly email?: string
  readonly payload?: string
  readonly limit: number
}

/** A lead that a preview is about; without an identifier while it is not kept. */
export interface Imagined {
  readonly leadId?: string
  readonly subject: Subject
}

/** Finds the leads that a call is about: one by its identifier, one by its e-mail, or those that nobody has. */
@injectable()
export class Selection {
  constructor(
    private readonly leads: Leads,
    private readonly intake: Intake,
    private readonly classifier: Classifier
  ) {}

  /** The identifiers of the leads; a person who is new, or has something new to say, is taken in. */
  async choose({ leadId, email, payload, limit }: Selected, signal: AbortSignal): Promise<readonly string[]> {
    if (leadId !== undefined) return [leadId]
    if (email === undefined) return this.leads.unassigned(limit)
    const address = requestedAddress(email)
    const known = await this.leads.ofPerson(address.canonical)
    if (known && payload === undefined) return [known.id]
    const taken = await this.intake.take({
      email: await this.classifier.admit(address, signal),
      payload: readPayload(payload ?? ''),
      destination: inbox,
      shouldDeliver: false,
      dedupeHours: 0
    })
    return [taken.leadId]
  }

  /** The leads as they are, or would be if they were taken in. */
  async imagine({ leadId, email, payload, limit }: Selected, signal: AbortSignal): Promise<readonly Imagined[]> {
    if (email === undefined) {
      const leadIds = leadId === undefined ? await this.leads.unassigned(limit) : [leadId]
      const leads = await Promise.all(leadIds.map(id => this.leads.lead(id)))
      return leads.flatMap(lead => (lead ? [{ leadId: lead.id, subject: lead }] : []))
    }
    const address = requestedAddress(email)
    const known = await this.leads.ofPerson(address.canonical)
    const said = payload === undefined ? {} : readPayload(payload)
    if (known) return [{ leadId: known.id, subject: { ...known, ...said } }]
    return [{ subject: { email: await this.classifier.classify(address, signal), fields: {}, ...said } }]
  }
}
