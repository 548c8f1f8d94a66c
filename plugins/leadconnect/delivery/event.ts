import type { Job, JobChange, Read, WebhookEvent, WebhookResult, Webhooks, Write } from '@product-host/sdk'
import { type DeliveryStatus, type Lead, LeadData, leadKey, type Seen, withDelivery } from '../leads/leads.js'
import {
  claimMarginMs,
  deadLetterMs,
  firstCheckMs,
  firstJobDelayMs,
  jobRetry,
  mostAttempts,
  mostDelivered
} from '../limits.js'
import type { Destination } from './destination.js'

/** What receivers may be told, and when. */
export const webhookEvents = {
  'lead.created': {
    description:
      'The action `ingest` stored a new lead. Not sent for a duplicate, with `deliver: false`, or for the destination `inbox`. ' +
      'If the webhook was given up, the action `route` with the field `replay` sends it again.',
    data: LeadData
  },
  'lead.routed': {
    description:
      'The action `route`, with `deliver: true`, chose a destination for a stored lead. If the webhook was given up, ' +
      'the action `route` with the field `replay` sends it again.',
    data: LeadData
  }
} as const satisfies Readonly<Record<string, WebhookEvent>>

export type EventType = keyof typeof webhookEvents

/** How one attempt ended. */
export interface Attempt {
  readonly number: number
  /** When it ended, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly ms: number
  /** Only where an answer came. */
  readonly httpStatus?: number
  /** Why it failed: `http_503`, or the error code of EGRESS. */
  readonly error?: string
  /** The start of the answer's body, where it failed. */
  readonly response?: string
}

/** The state of an event; times are in milliseconds since 1970-01-01T00:00:00Z. */
type EventState =
  /** It is sent when it is due; until `claimedUntil` an attempt is under way, and no other may begin. */
  | { readonly place: 'waiting'; readonly dueAt: number; readonly claimedUntil?: number }
  /** Its destination is not ready. */
  | { readonly place: 'held'; readonly since: number }
  /** It was given up. */
  | { readonly place: 'dead'; readonly since: number; readonly reason: string }
  /** Its receiver accepted it. */
  | { readonly place: 'delivered'; readonly since: number }

/** One message about a lead on its way to one destination. */
export interface LeadEvent {
  /** `msg_` and a ULID: the `webhook-id` of every attempt. */
  readonly id: string
  readonly type: EventType
  readonly leadId: string
  readonly createdAt: number
  /** Where it goes; `route` until the rules have said where. */
  readonly destination: string
  /** True for an event that is to be routed and not delivered. */
  readonly isQuiet?: boolean
  /** What the body says of the lead; the same in every attempt. Empty once it is delivered. */
  readonly data: Readonly<Record<string, unknown>>
  /** The record by which the lead is known as taken; given back when the event dies, so that it can be sent again. */
  readonly seenAs?: string
  /** Attempts that were begun, since the last replay. */
  readonly attempts: number
  readonly lastAttempt?: Attempt
  /** The attempts before the last one, the oldest first; those whose process died are missing. */
  readonly earlierAttempts?: readonly Attempt[]
  readonly state: EventState
}

/** Whether a text has the form of an event's id. */
export function isEventId(text: string): boolean {
  return /^msg_[0-9A-HJKMNP-TV-Z]{26}$/.test(text)
}

/** The attempts of an event whose results are known, the oldest first. */
export function attemptsOf({ earlierAttempts = [], lastAttempt }: LeadEvent): readonly Attempt[] {
  return lastAttempt ? [...earlierAttempts, lastAttempt] : earlierAttempts
}

/** The event with the result of one more attempt. */
function withAttempt(event: LeadEvent, attempt: Attempt): LeadEvent {
  return { ...event, earlierAttempts: attemptsOf(event).slice(1 - mostAttempts), lastAttempt: attempt }
}

/**
 * Why an attempt is to be made: because its time has come (`planned`), because the event is new (`new`), or because a
 * person asked for it (`asked`), which an open circuit or an earlier 410 does not prevent.
 */
export type Trigger = 'planned' | 'new' | 'asked'

/** The delay from one attempt to the next, by the retry policy of WEBHOOKS. */
type RetryDelay = Webhooks['retryDelayMs']

/** An attempt that may begin, or the event as it is when none may. */
export type Claim =
  | { readonly kind: 'begun'; readonly event: LeadEvent; readonly destination: Destination }
  /** `later`: another attempt is under way, or was planned meanwhile; `spent`: none is left. */
  | { readonly kind: 'later' | 'spent' | 'held'; readonly event: LeadEvent }

/** The state of a new event: its job comes due when the call that made it must have tried it. */
export function initialState(reception: 'waiting' | 'held', now: number): EventState {
  return reception === 'held' ? { place: 'held', since: now } : { place: 'waiting', dueAt: now + firstJobDelayMs }
}

/** The event when nothing can be sent to its destination. */
function held(event: LeadEvent, now: number): LeadEvent {
  return { ...event, state: { place: 'held', since: now } }
}

/** The event with its next attempt at that time. */
export function waiting(event: LeadEvent, dueAt: number): LeadEvent {
  return { ...event, state: { place: 'waiting', dueAt: Math.round(dueAt) } }
}

/** The event as a dead letter. */
export function dead(event: LeadEvent, now: number, reason: string): LeadEvent {
  return { ...event, state: { place: 'dead', since: now, reason } }
}

/** The event as it is stored once its receiver accepted it: without its body. */
function delivered(event: LeadEvent, now: number): LeadEvent {
  return { ...event, data: {}, state: { place: 'delivered', since: now } }
}

/** Whether an attempt may begin now, and the event as it then is; no destination is one without an address. */
export function claimAttempt(
  event: LeadEvent,
  destination: Destination | undefined,
  { trigger, now, retryDelayMs }: { readonly trigger: Trigger; readonly now: number; readonly retryDelayMs: RetryDelay }
): Claim {
  if (isLater(event, trigger, now)) return { kind: 'later', event }
  if (!destination?.isEnabled) return { kind: 'held', event: held(event, now) }
  if (event.attempts > 0 && retryDelayMs(event.id, event.attempts) === undefined)
    return { kind: 'spent', event: dead(event, now, event.lastAttempt?.error ?? 'no_answer') }
  const attempts = event.attempts + 1
  const claimedUntil = now + destination.timeoutMs + claimMarginMs
  // If this process dies before it stores the result, the next attempt comes when it would after a failure.
  const dueAt = Math.max(claimedUntil, Math.round(now + (retryDelayMs(event.id, attempts) ?? 0)))
  return {
    kind: 'begun',
    event: { ...event, attempts, state: { place: 'waiting', dueAt, claimedUntil } },
    destination
  }
}

function isLater({ state }: LeadEvent, trigger: Trigger, now: number): boolean {
  if (state.place !== 'waiting') return false
  return (state.claimedUntil ?? 0) > now || (trigger === 'planned' && state.dueAt > now)
}

/** A claimed event after its result, at the time `now`: waiting, held, dead or delivered. */
export function afterResult(
  event: LeadEvent,
  result: WebhookResult,
  {
    attempt,
    now,
    retryDelayMs
  }: { readonly attempt?: Attempt; readonly now: number; readonly retryDelayMs: RetryDelay }
): LeadEvent {
  const attempted = attempt ? withAttempt(event, attempt) : event
  if (result.status === 'delivered') return delivered(attempted, now)
  if (result.status !== 'failed') {
    const unsent = { ...event, attempts: event.attempts - 1 }
    return result.status === 'postponed' ? waiting(unsent, result.retryAt) : held(unsent, now)
  }
  const delayMs = result.isFinal ? undefined : retryDelayMs(event.id, event.attempts)
  if (delayMs === undefined) return dead(attempted, now, result.error)
  return waiting(attempted, now + Math.max(delayMs, result.retryAfterMs ?? 0))
}

/** How much an account has of everything that is counted; written with whatever changes it. */
export interface Totals {
  readonly leads: number
  /** Events that wait for their next attempt. */
  readonly waiting: number
  /** Events whose destination is not ready. */
  readonly held: number
  /** Events that were given up. */
  readonly dead: number
  /** Events that were delivered and are stored for the list of deliveries. */
  readonly delivered: number
  /** True if all was stored by a version that gave different destinations different names. */
  readonly hasIdentities?: true
}

/** The storage key of the totals. */
export const totalsKey = 'totals'

/** The totals as they are stored: none for an account that has nothing, and without those that an earlier version did not count. */
export function totalsOf(stored: Partial<Totals> | undefined): Totals {
  return { leads: 0, waiting: 0, held: 0, dead: 0, delivered: 0, ...(stored ?? { hasIdentities: true }) }
}

/** One step of an event. */
interface Transition {
  readonly before: LeadEvent
  readonly after: LeadEvent
  readonly at: number
  /** The keys of the oldest delivered events: as many of them go as are too many after this step. */
  readonly oldest?: readonly string[]
}

/** The prefixes of the keys of events in a final state. */
export const finalPrefixes = { dead: 'dead:', delivered: 'sent:' } as const

/** The keys that `transitionChange` reads, except those of the oldest events. */
export function transitionKeys({ leadId, seenAs }: LeadEvent): readonly string[] {
  return [leadKey(leadId), totalsKey, ...(seenAs === undefined ? [] : [seenAs])]
}

/** An event's step, with what its lead and the totals then say. */
export function transitionChange(
  read: Read,
  { before, after, at, oldest = [] }: Transition
): { readonly writes: readonly Write[]; readonly jobs: readonly JobChange[] } {
  const { writes, jobs, totals } = eventChange(before, after, totalsOf(read(totalsKey)))
  const surplus = surplusOf(
    after,
    totals,
    oldest.filter(key => read(key) !== undefined)
  )
  const lead = read<Lead>(leadKey(before.leadId))
  const { id: eventId, destination, attempts } = after
  const delivery = { eventId, destination, status: statusOf(after), attempts, at }
  return {
    writes: [
      ...writes,
      ...[...surplus, ...releasedSeenKeys(read, after)].map(key => ({ key, delete: true as const })),
      { key: totalsKey, value: { ...totals, [after.state.place]: totals[after.state.place] - surplus.length } },
      ...(lead ? [{ key: leadKey(lead.id), value: withDelivery(lead, delivery) }] : [])
    ],
    jobs
  }
}

/** Of the oldest delivered events, those that one more makes too many. */
function surplusOf({ state: { place } }: LeadEvent, totals: Totals, oldest: readonly string[]): readonly string[] {
  return place === 'delivered' ? oldest.slice(0, Math.max(0, totals.delivered - mostDelivered)) : []
}

/** An event that dies gives its name back, so that the lead can be sent again. */
function releasedSeenKeys(read: Read, after: LeadEvent): readonly string[] {
  if (after.state.place !== 'dead' || after.seenAs === undefined) return []
  return read<Seen>(after.seenAs)?.eventId === after.id ? [after.seenAs] : []
}

/** What people are told of the state of an event. */
export function statusOf({ state: { place } }: LeadEvent): Exclude<DeliveryStatus, 'stored'> {
  return place === 'waiting' ? 'retrying' : place
}

/** What an event's step from one state to the next changes, all of it or nothing. */
interface EventChange {
  readonly writes: readonly Write[]
  readonly jobs: readonly JobChange[]
  readonly totals: Totals
}

/** The prefix of the keys of events that wait or are held. */
export const eventPrefix = 'event:'

/** The storage key of an event while it waits or is held. */
export function eventKey(eventId: string): string {
  return `${eventPrefix}${eventId}`
}

/** The keys of waiting events, the first due first. */
export const duePrefix = 'due:'

/** Digits of a time in these keys, so that their order is the order of time. */
const dueDigits = 14

/** When the waiting event under that key is due, in milliseconds since 1970-01-01T00:00:00Z. */
export function dueTime(key: string): number {
  return Number(key.slice(duePrefix.length, duePrefix.length + dueDigits))
}

/** The keys of events that one destination holds up, the oldest first. */
export function heldPrefix(destination: string): string {
  return `held:${destination}:`
}

/**
 * An event's step: its record, its entries in the lists, its job and the totals change together. A new event has no before, one
 * that is not to be sent any more has no after.
 */
export function eventChange(before: LeadEvent | undefined, after: LeadEvent | undefined, totals: Totals): EventChange {
  const next = recordsOf(after)
  const gone = [...recordsOf(before).keys()].filter(key => !next.has(key))
  return {
    writes: [
      ...gone.map(key => ({ key, delete: true as const })),
      ...[...next].map(([key, value]) => ({ key, value }))
    ],
    jobs: [...deliveryJobs(before, after), ...resumeJobs(after, totals), ...expiryJobs(after)],
    totals: counted(counted(totals, before, -1), after, 1)
  }
}

/** The job that checks whether the destinations of held events are ready, and whether events lost their job. */
export function resumeJob(at: number, everyMs: number): Job {
  return { id: 'resume', at, action: 'resume', input: { everyMs }, retry: jobRetry }
}

function recordsOf(event: LeadEvent | undefined): ReadonlyMap<string, unknown> {
  if (!event) return new Map()
  const { id, destination, state } = event
  switch (state.place) {
    case 'waiting':
      return new Map<string, unknown>([
        [eventKey(id), event],
        [dueKey(state.dueAt, id), id]
      ])
    case 'held':
      return new Map<string, unknown>([
        [eventKey(id), event],
        [`${heldPrefix(destination)}${id}`, id]
      ])
    case 'dead':
    case 'delivered':
      return new Map([[`${finalPrefixes[state.place]}${id}`, event]])
  }
}

function dueKey(dueAt: number, eventId: string): string {
  return `${duePrefix}${String(dueAt).padStart(dueDigits, '0')}:${eventId}`
}

function deliveryJobs(before: LeadEvent | undefined, after: LeadEvent | undefined): readonly JobChange[] {
  if (after?.state.place === 'waiting') return [{ schedule: deliveryJob(after.id, after.state.dueAt) }]
  return before?.state.place === 'waiting' ? [{ cancel: deliveryJob(before.id, 0).id }] : []
}

function deliveryJob(eventId: string, at: number): Job {
  return { id: `deliver:${eventId}`, at, action: 'deliver', input: { eventId }, retry: jobRetry }
}

/** The first event that is held schedules the checks; each schedules the next one while anything is held. */
function resumeJobs(after: LeadEvent | undefined, totals: Totals): readonly JobChange[] {
  if (after?.state.place !== 'held' || totals.held > 0) return []
  return [{ schedule: resumeJob(after.state.since + firstCheckMs, firstCheckMs) }]
}

/** The dead letters of one day share the job that removes them. */
function expiryJobs(after: LeadEvent | undefined): readonly JobChange[] {
  if (after?.state.place !== 'dead') return []
  const date = new Date(after.state.since).toISOString().slice(0, 10)
  return [{ schedule: expiryJob(date, Date.parse(date) + day + deadLetterMs) }]
}

/** The job that removes the dead letters that are too old. */
export function expiryJob(date: string, at: number): Job {
  return { id: `expire:${date}`, at, action: 'expire', input: { date }, retry: jobRetry }
}

const day = 24 * 3_600_000

function counted(totals: Totals, event: LeadEvent | undefined, by: number): Totals {
  return event ? { ...totals, [event.state.place]: totals[event.state.place] + by } : totals
}
