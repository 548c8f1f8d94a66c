import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  type JobChange,
  ProductError,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage,
  type Write
} from '@product-host/sdk'
import { formerSlug, identityOf, isWholeInSlug, slugify, storedSlug } from '@product-host/toolkit/slug'
import { byRules, type InitialStatus, initialStatusOf } from '../delivery/destination.js'
import {
  eventChange,
  heldPrefix,
  initialState,
  type LeadEvent,
  statusOf,
  type Totals,
  totalsKey,
  totalsOf
} from '../delivery/event.js'
import { refuseOverflow } from '../delivery/report.js'
import { mostLeads, mostPassedOver } from '../limits.js'
import { type Email, maskedEmail } from './email.js'
import {
  type DeliveryStatus,
  dataOf,
  knownPerson,
  type Lead,
  leadKey,
  leadPrefix,
  mergedPayload,
  type Payload,
  personDigest,
  personKey,
  queueKey,
  type Seen,
  seenKey,
  withDelivery
} from './leads.js'

/** The result of an arrival. */
export interface IntakeResult {
  readonly isDuplicate: boolean
  readonly leadId: string
  readonly eventId: string
  /** The state of the event; `stored` when nothing is sent. */
  readonly status: DeliveryStatus
  /** Says which people were removed to make room. */
  readonly warnings: readonly string[]
}

/**
 * Takes leads in. The lead, the names under which it is found, its event, the event's first job and the totals are one
 * write: from then on the lead is delivered, whatever happens to this process.
 */
@injectable()
export class Intake {
  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) private readonly settings: Settings
  ) {}

  /**
   * The name under which a destination is set up or holds events: its identity, or the slug that earlier versions gave it. Those gave one
   * slug to names that they did not distinguish; it counts only for an account that they stored something of.
   */
  async destinationNamed(written: string): Promise<string> {
    const identity = identityOf(written)
    return storedSlug(identity, [formerSlug(written), slugify(written)], async former => {
      if (!isWholeInSlug(written) && !(await this.#isOfEarlierVersion())) return false
      if (Object.keys(this.settings).some(key => key.startsWith(`destination.${former}.`))) return true
      return (await this.storage.list(heldPrefix(former), { limit: 1 })).length > 0
    })
  }

  async #isOfEarlierVersion(): Promise<boolean> {
    return totalsOf(await this.storage.get(totalsKey)).hasIdentities === undefined
  }

  /** Rejects with `queue_full` when no more events can wait. */
  async take(arrival: Arrival): Promise<IntakeResult> {
    for (;;) {
      const taken = await this.#take(arrival)
      if (taken) return taken
    }
  }

  /** Undefined when another call took in the same person at the same moment. */
  async #take(arrival: Arrival): Promise<IntakeResult | undefined> {
    const person = personKey(arrival.email.canonical)
    const seenAs = seenKey({ ...arrival, canonicalEmail: arrival.email.canonical })
    const stored = await knownPerson(this.storage, arrival.email)
    const known = stored?.leadId
    const storedAs = stored?.key ?? person
    const { clock } = this
    const ids = { leadId: known ?? clock.ulid(), eventId: `msg_${clock.ulid()}`, position: clock.ulid() }
    const oldest = known === undefined ? await this.#oldestLeads() : []
    const reception = initialStatusOf(this.settings, arrival.destination, 'lead.created')
    const keys = [...new Set([person, storedAs]), seenAs, leadKey(ids.leadId), totalsKey, ...oldest]
    return this.storage.update<IntakeResult | undefined>(keys, read => {
      const now = clock.now()
      const totals = totalsOf(read(totalsKey))
      const seen = read<Seen>(seenAs)
      if (seen && now < seen.at + arrival.dedupeHours * 3_600_000) {
        refuseOtherPerson(seen, arrival, known)
        const { leadId, eventId } = seen
        return { result: { isDuplicate: true, leadId, eventId, status: 'stored', warnings: [] } }
      }
      if (read<string>(storedAs) !== known || (storedAs !== person && read(person) !== undefined))
        return { result: undefined }
      const found = {
        before: read<Lead>(leadKey(ids.leadId)),
        totals,
        oldest: oldest.flatMap(key => read<Lead>(key) ?? [])
      }
      const { writes, jobs, status } = admissionChange(arrival, found, { ids, reception, seenAs, now })
      const { leadId, eventId } = ids
      const renamed = storedAs === person ? [] : [{ key: storedAs, delete: true as const }]
      const warnings = found.before ? [] : found.oldest.map(removalText)
      return {
        writes: [...writes, ...renamed],
        jobs,
        result: { isDuplicate: false, leadId, eventId, status, warnings }
      }
    })
  }

  /** The keys of the leads that one more makes too many: of the oldest, those without a delivery under way. */
  async #oldestLeads(): Promise<readonly string[]> {
    const leads = (await this.storage.get<Totals>(totalsKey))?.leads ?? 0
    if (leads < mostLeads) return []
    const excess = leads - mostLeads + 1
    const oldest = await this.storage.list<Lead>(leadPrefix, { limit: excess + mostPassedOver })
    const [moving, settled] = [
      oldest.filter(({ value }) => isMoving(value)),
      oldest.filter(({ value }) => !isMoving(value))
    ]
    return [...settled, ...moving].slice(0, excess).map(({ key }) => key)
  }
}

function removalText({ email }: Lead): string {
  return `${maskedEmail(email.address)} was removed, with the oldest lead: an account stores ${mostLeads.toLocaleString('en')} people.`
}

function isMoving({ deliveries }: Lead): boolean {
  return deliveries.some(({ status }) => status === 'retrying' || status === 'held')
}

/** The code of the refusal, with its meaning. */
export const externalIdCodes = {
  external_id_reused:
    'Within `dedupeHours`, this `externalId` was sent for another e-mail address. Nothing was stored. Send an identifier of its own for each lead.'
} as const

/** Throws when an identifier of the caller names another person than before. */
function refuseOtherPerson(seen: Seen, { externalId, email }: Arrival, known: string | undefined): void {
  const isSame = seen.person === undefined ? seen.leadId === known : seen.person === personDigest(email.canonical)
  if (externalId !== undefined && !isSame)
    throw new ProductError(
      'external_id_reused',
      'This externalId was sent for another e-mail address; nothing was stored.'
    )
}

/** What an arrival meets in the store. */
interface StoredState {
  /** The lead of the same person. */
  readonly before: Lead | undefined
  readonly totals: Totals
  /** Leads that have to go when this one is one too many, the oldest first. */
  readonly oldest: readonly Lead[]
}

/** All that is written when a lead is taken in. */
interface Admission {
  readonly writes: readonly Write[]
  readonly jobs: readonly JobChange[]
  readonly status: DeliveryStatus
}

/** Takes one lead in: the lead, the names under which it is found, its event with its job, the totals. */
function admissionChange(
  arrival: Arrival,
  { before, totals, oldest }: StoredState,
  options: { readonly ids: NewIds; readonly reception: InitialStatus; readonly seenAs: string; readonly now: number }
): Admission {
  const { ids, reception, seenAs, now } = options
  const lead = arrived(before, arrival, ids, now)
  const event = announcement(lead, arrival, reception, {
    id: ids.eventId,
    now,
    ...(arrival.dedupeHours > 0 && { seenAs })
  })
  if (event) refuseOverflow(totals)
  const status: DeliveryStatus = event ? statusOf(event) : 'stored'
  const leaving = before ? [] : oldest
  const leads = totals.leads + (before ? 0 : 1) - leaving.length
  const moved = eventChange(undefined, event, { ...totals, leads })
  const delivery = { eventId: ids.eventId, destination: arrival.destination, status, attempts: 0, at: now }
  return {
    writes: [
      ...moved.writes,
      { key: leadKey(lead.id), value: withDelivery(lead, delivery) },
      { key: personKey(lead.email.canonical), value: lead.id },
      ...newQueueWrites(before, lead),
      ...seenWrites(
        seenAs,
        { leadId: lead.id, eventId: ids.eventId, at: now, person: personDigest(lead.email.canonical) },
        arrival.dedupeHours
      ),
      ...leaving.flatMap(departure),
      { key: totalsKey, value: moved.totals }
    ],
    jobs: moved.jobs,
    status
  }
}

function newQueueWrites(before: Lead | undefined, { id, queuedAs }: Lead): readonly Write[] {
  return queuedAs === undefined || before?.queuedAs === queuedAs ? [] : [{ key: queueKey(queuedAs), value: id }]
}

function seenWrites(key: string, seen: Seen, dedupeHours: number): readonly Write[] {
  return dedupeHours > 0 ? [{ key, value: seen, ttlMs: dedupeHours * 3_600_000 }] : []
}

function departure({ id, email, queuedAs }: Lead): readonly Write[] {
  const keys = [leadKey(id), personKey(email.canonical), ...(queuedAs === undefined ? [] : [queueKey(queuedAs)])]
  return keys.map(key => ({ key, delete: true as const }))
}

/** A lead as it arrives. */
interface Arrival {
  readonly email: Email
  readonly payload: Payload
  readonly destination: string
  /** False: it is stored, and routed where the rules are to say where it goes, but nothing is sent. */
  readonly shouldDeliver: boolean
  readonly source?: string
  readonly externalId?: string
  /** True: what earlier leads of the person said is forgotten. */
  readonly shouldReplace?: boolean
  /** Hours in which the same lead is taken once; 0 takes it every time. */
  readonly dedupeHours: number
}

/** The identifiers of what an arrival brings into being. */
interface NewIds {
  readonly leadId: string
  readonly eventId: string
  /** The lead's position in the queue of those without an owner. */
  readonly position: string
}

/** The lead with what arrived: a new one, or the same person with what is new. */
function arrived(before: Lead | undefined, arrival: Arrival, ids: NewIds, now: number): Lead {
  const { email, payload, shouldReplace = false } = arrival
  const earlier = shouldReplace ? undefined : before
  const { source = earlier?.source } = arrival
  const { createdAt = now, deliveries = [], assignment } = before ?? {}
  const queuedAs = before?.queuedAs ?? (assignment?.owner === undefined ? ids.position : undefined)
  return {
    id: ids.leadId,
    email,
    ...(source !== undefined && { source }),
    ...mergedPayload(earlier, payload),
    createdAt,
    updatedAt: now,
    deliveries,
    ...(assignment && { assignment }),
    ...(queuedAs !== undefined && { queuedAs })
  }
}

/** The event of an arrival; undefined when there is no receiver. */
function announcement(
  lead: Lead,
  { destination, shouldDeliver }: Arrival,
  reception: InitialStatus,
  { id, seenAs, now }: { readonly id: string; readonly seenAs?: string; readonly now: number }
): LeadEvent | undefined {
  if (reception === 'stored' || !(shouldDeliver || destination === byRules)) return undefined
  return {
    id,
    type: 'lead.created',
    leadId: lead.id,
    createdAt: now,
    destination,
    ...(!shouldDeliver && { isQuiet: true }),
    data: dataOf(lead),
    ...(seenAs !== undefined && { seenAs }),
    attempts: 0,
    state: initialState(reception, now)
  }
}
