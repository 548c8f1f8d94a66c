import { createHash } from 'node:crypto'
import { inject, injectable, STORAGE, type Static, type Storage, Type } from '@product-host/sdk'
import { mailboxOf } from '@product-host/toolkit/addresses'
import { isRecord } from '@product-host/toolkit/guards'
import { canonicalJson } from '@product-host/toolkit/json'
import { deepestPayload, longestFields, mostDeliveriesOfLead, mostLeads } from '../limits.js'
import { type Email, formerCanonicals } from './email.js'

/** The leads of one account. */
@injectable()
export class Leads {
  constructor(@inject(STORAGE) private readonly storage: Storage) {}

  async lead(leadId: string): Promise<Lead | undefined> {
    return this.storage.get<Lead>(leadKey(leadId))
  }

  /** The lead of the person with that address. */
  async ofPerson(email: PersonAddress): Promise<Lead | undefined> {
    const { leadId } = (await knownPerson(this.storage, email)) ?? {}
    return leadId === undefined ? undefined : this.lead(leadId)
  }

  /** The e-mail addresses of leads by their identifiers; those of leads that are no longer stored are missing. */
  async addresses(leadIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const leads = await Promise.all([...new Set(leadIds)].map(leadId => this.lead(leadId)))
    return new Map(leads.flatMap(lead => (lead ? [[lead.id, lead.email.address] as const] : [])))
  }

  /** The newest leads, the newest first. */
  async newest(limit: number): Promise<readonly Lead[]> {
    return (await this.storage.list<Lead>(leadPrefix, { limit, reverse: true })).map(({ value }) => value)
  }

  /** Leads without an owner, those that wait longest first. */
  async unassigned(limit: number): Promise<readonly string[]> {
    const queue = await this.storage.list<string>(queuePrefix, { limit })
    return queue.map(({ value }) => value)
  }

  /** The state of one event of a lead. */
  async delivery(leadId: string, eventId: string): Promise<LeadDelivery | undefined> {
    const lead = await this.lead(leadId)
    return lead?.deliveries.find(delivery => delivery.eventId === eventId)
  }
}

/** The state of a lead's delivery to one destination. */
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
interface Assignment {
  /** Undefined where a rule sent the lead directly to a destination. */
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
  /** The lead's position in the queue of those without an owner. */
  readonly queuedAs?: string
}

/** The lead with the result of one of its events. */
export function withDelivery(lead: Lead, delivery: LeadDelivery): Lead {
  const others = lead.deliveries.filter(({ eventId }) => eventId !== delivery.eventId)
  const deliveries = [delivery, ...others].toSorted((left, right) => (left.eventId < right.eventId ? 1 : -1))
  return { ...lead, updatedAt: delivery.at, deliveries: remembered(deliveries) }
}

/** Those that a lead remembers: if there are too many, the oldest goes that was not given up. */
function remembered(deliveries: readonly LeadDelivery[]): readonly LeadDelivery[] {
  if (deliveries.length <= mostDeliveriesOfLead) return deliveries
  const index = deliveries.findLastIndex(({ status }) => status !== 'dead')
  return deliveries.toSpliced(index, 1)
}

/** What receivers get of a lead, and of what the rules decided. */
export const LeadData = Type.Object({
  leadId: Type.String({ title: 'Lead', description: 'The id of the lead, as in `detail.leadId` of `ingest`.' }),
  email: Type.String({
    title: 'E-mail address',
    description: 'The address of the lead, its domain in lower-case ASCII.'
  }),
  source: Type.Optional(
    Type.String({ title: 'Source', description: 'The newest `source` of the person. Left out if there was none.' })
  ),
  fields: Type.Record(Type.String(), Type.Unknown({ title: 'Value' }), {
    title: 'Fields',
    description:
      'The members of the `payload` of the request to `ingest` if that is a JSON object, and those of earlier ' +
      'leads of the person, where the newer did not replace them.'
  }),
  text: Type.Optional(
    Type.String({
      title: 'Text',
      description: 'The newest `payload` of the person that is no JSON object, as it is. Left out if there was none.'
    })
  ),
  class: Type.Optional(
    Type.String({
      title: 'Class of the address',
      description:
        '`business`, `free` (a free provider), `disposable` (an address for a short time), `education`, ' +
        '`government` or `invalid`. Left out if only the form of the address was checked.'
    })
  ),
  quality: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      title: 'Quality of the address',
      description: 'From 0 (unusable) to 100. Left out if only the form of the address was checked.'
    })
  ),
  owner: Type.Optional(
    Type.String({
      title: 'Owner',
      description:
        'The owner whom the rules chose. Left out if the request to `ingest` named the destination, or the rules chose a destination without an owner.'
    })
  ),
  rule: Type.Optional(
    Type.String({
      title: 'Rule',
      description:
        'What decided: `sticky` (the person or company already had an owner), `rule.1` and so on, or `fallback` ' +
        '(no rule gave it to anyone). Left out if the request to `ingest` named the destination.'
    })
  )
})
type LeadData = Static<typeof LeadData>

/** What receivers get of a lead before the rules decide. */
export function dataOf({ id, email, source, fields, text }: Lead): LeadData {
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

/** That a lead is asked for which is not there. */
export const leadNotStored = `No lead with this id is stored. An account stores ${mostLeads.toLocaleString('en')} people; after that, the oldest are removed.`

/** The prefix of the keys of leads, the oldest first. */
export const leadPrefix = 'lead:'

/** The prefix of the keys of the queue of leads without an owner; each names a lead. */
const queuePrefix = 'unassigned:'

/** The storage key of a lead. */
export function leadKey(leadId: string): string {
  return `${leadPrefix}${leadId}`
}

/** Where the lead of a person is named. */
export function personKey(canonicalEmail: string): string {
  return `person:${canonicalEmail}`
}

type PersonAddress = Pick<Email, 'address' | 'canonical'>

/** The key under which a person is stored, and the person's lead: by today's form of the address, or by one of an earlier version. */
export async function knownPerson(
  storage: Storage,
  email: PersonAddress
): Promise<{ readonly key: string; readonly leadId: string } | undefined> {
  for (const canonical of [email.canonical, ...formerCanonicals(email)]) {
    const leadId = await storage.get<string>(personKey(canonical))
    if (leadId !== undefined) return { key: personKey(canonical), leadId }
  }
  const name = email.canonical.slice(0, email.canonical.lastIndexOf('@'))
  const tagged = await storage.list<string>(personKey(`${name}+`), { limit: 100 })
  const found = tagged.find(({ key }) => mailboxOf(key.slice(personKey('').length)) === email.canonical)
  return found && { key: found.key, leadId: found.value }
}

/** Where a lead waits for an owner. */
export function queueKey(position: string): string {
  return `${queuePrefix}${position}`
}

/** The record by which the same lead is taken only once. */
export interface Seen {
  readonly leadId: string
  readonly eventId: string
  /** When it was taken, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  /** A digest of the person's mailbox; left out by earlier versions. */
  readonly person?: string
}

/** The digest by which a record names a person without the address. */
export function personDigest(canonicalEmail: string): string {
  return createHash('sha256').update(canonicalEmail).digest('base64url')
}

/** What makes two leads the same. */
interface DuplicateKey {
  readonly canonicalEmail: string
  readonly destination: string
  readonly payload: Payload
  /** The caller's own name for the lead, which is then used in place of e-mail and payload. */
  readonly externalId?: string
}

/** Where a lead is known as taken. */
export function seenKey({ canonicalEmail, destination, payload, externalId }: DuplicateKey): string {
  const identity =
    externalId === undefined
      ? ['content', canonicalEmail, destination, canonicalPayload(payload)]
      : ['external', externalId, destination]
  return `seen:${createHash('sha256').update(JSON.stringify(identity)).digest('base64url')}`
}

/** What a lead says of itself: the members of a JSON object, or text. */
export interface Payload {
  readonly fields: Readonly<Record<string, unknown>>
  /** Only where the payload is not a JSON object. */
  readonly text?: string
}

/**
 * Reads a payload: a JSON object becomes fields, without members called `__proto__`; anything else stays the text it
 * is.
 */
export function readPayload(payload: string): Payload {
  const fields = jsonObject(payload)
  if (fields) return { fields }
  const text = payload.trim()
  return text === '' ? { fields: {} } : { fields: {}, text }
}

/**
 * What is known of a person after one more payload: its members and its text replace those of before, and the others stay. If all members
 * are too long, the earliest go.
 */
export function mergedPayload(before: Payload | undefined, { fields, text = before?.text }: Payload): Payload {
  const merged: Record<string, unknown> = { ...before?.fields, ...fields }
  const earlier = Object.keys(merged).filter(name => !Object.hasOwn(fields, name))
  for (let length = JSON.stringify(merged).length; length > longestFields && earlier.length > 0; ) {
    const name = earlier.shift() ?? ''
    length -= JSON.stringify({ [name]: merged[name] }).length - 1
    delete merged[name]
  }
  return { fields: merged, ...(text !== undefined && { text }) }
}

/** The same text for payloads that say the same. */
function canonicalPayload({ fields, text }: Payload): string {
  return text ?? canonicalJson(fields)
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text, (name, member) => (name === '__proto__' ? undefined : member))
    return isRecord(value) && isShallow(value, deepestPayload) ? value : undefined
  } catch {
    return undefined
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every(member => isShallow(member, levels - 1))
}
