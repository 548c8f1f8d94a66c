import { inject, injectable, STORAGE, type Storage } from '@product-host/sdk'
import { type Lead, type LeadDelivery, leadKey, personKey, queuePrefix } from './lead.js'

/** The leads of one account. */
@injectable()
export class Leads {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  async lead(leadId: string): Promise<Lead | undefined> {
    return this.storage.get<Lead>(leadKey(leadId))
  }

  /** The lead of the person with that address. */
  async ofPerson(canonicalEmail: string): Promise<Lead | undefined> {
    const leadId = await this.storage.get<string>(personKey(canonicalEmail))
    return leadId === undefined ? undefined : this.lead(leadId)
  }

  /** Leads that nobody has, those that wait longest first. */
  async unassigned(limit: number): Promise<readonly string[]> {
    const queue = await this.storage.list<string>(queuePrefix, { limit })
    return queue.map(({ value }) => value)
  }

  /** How one event of a lead stands now. */
  async delivery(leadId: string, eventId: string): Promise<LeadDelivery | undefined> {
    const lead = await this.lead(leadId)
    return lead?.deliveries.find(delivery => delivery.eventId === eventId)
  }
}
