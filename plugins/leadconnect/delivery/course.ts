import type { Destination } from './destination.js'
import type { Attempt, EventState, LeadEvent } from './event.js'
import { asked, type Health, readyAt } from './health.js'
import type { Outcome } from './outcome.js'
import { claimMarginMs, delayAfter, inlineMs, mostAttempts, shareOf } from './schedule.js'

/** Over how many milliseconds the events that waited for one destination are spread. */
const spreadMs = 30_000

/**
 * Why a try is to be made: because its time has come (`planned`), because the event is new (`new`), or because a
 * person asked for it (`asked`), which is no less welcome while the circuit is open or after a 410.
 */
export type Occasion = 'planned' | 'new' | 'asked'

/** A try that may begin, or the event as it stands when none may. */
export type Opening =
  | {
      readonly kind: 'begun'
      readonly event: LeadEvent
      readonly destination: Destination
      readonly claimedUntil: number
    }
  /** `later`: another try is under way, or was planned meanwhile; `spent`: none is left. */
  | { readonly kind: 'later' | 'spent' | 'held' | 'postponed'; readonly event: LeadEvent }

/** How a new event stands: its job comes due when the call that made it must have tried it. */
export function firstState(reception: 'waiting' | 'held', now: number): EventState {
  return reception === 'held' ? { place: 'held', since: now } : { place: 'waiting', dueAt: now + inlineMs }
}

/** Whether the destination takes events at all: it is switched on, and did not say that it is gone. */
export function isReady({ isEnabled }: Destination, { isGone = false }: Health): boolean {
  return isEnabled && !isGone
}

/** The event when nothing can be sent to its destination. */
export function held(event: LeadEvent, now: number): LeadEvent {
  return { ...event, state: { place: 'held', since: now } }
}

/** The event with its next try at that time. */
export function waiting(event: LeadEvent, dueAt: number): LeadEvent {
  return { ...event, state: { place: 'waiting', dueAt } }
}

/** The event when it is given up. */
export function dead(event: LeadEvent, now: number, reason: string): LeadEvent {
  return { ...event, state: { place: 'dead', since: now, reason } }
}

/** Whether a try may begin now, and the event as it then stands; no destination is one without an address. */
export function opened(
  event: LeadEvent,
  destination: Destination | undefined,
  health: Health | undefined,
  { occasion, now }: { readonly occasion: Occasion; readonly now: number }
): Opening {
  if (isLater(event, occasion, now)) return { kind: 'later', event }
  const known = health && occasion === 'asked' ? asked(health) : health
  if (!destination || !known || !isReady(destination, known)) return { kind: 'held', event: held(event, now) }
  const at = readyAt(known, now)
  if (at > now) return { kind: 'postponed', event: waiting(event, at + Math.round(spreadMs * shareOf(event.id))) }
  const attempts = event.attempts + 1
  if (attempts > mostAttempts)
    return { kind: 'spent', event: dead(event, now, event.lastAttempt?.error ?? 'no_answer') }
  const claimedUntil = now + destination.timeoutMs + claimMarginMs
  // Should nobody live to say how the try ended, the next one comes when it would after a failure.
  const dueAt = Math.max(claimedUntil, now + (delayAfter(attempts, event.id) ?? 0))
  return {
    kind: 'begun',
    event: { ...event, attempts, state: { place: 'waiting', dueAt, claimedUntil } },
    destination,
    claimedUntil
  }
}

function isLater({ state }: LeadEvent, occasion: Occasion, now: number): boolean {
  if (state.place !== 'waiting') return false
  return (state.claimedUntil ?? 0) > now || (occasion === 'planned' && state.dueAt > now)
}

/** The event after a try: waiting for the next one, or dead; undefined when it was delivered. */
export function ended(event: LeadEvent, outcome: Outcome, attempt: Attempt): LeadEvent | undefined {
  if (outcome.kind === 'delivered') return undefined
  const tried = { ...event, lastAttempt: attempt }
  const delayMs = outcome.isFinal ? undefined : delayAfter(attempt.number, event.id)
  if (delayMs === undefined) return dead(tried, attempt.at, outcome.error)
  return waiting(tried, attempt.at + Math.max(delayMs, outcome.retryAfterMs ?? 0))
}
