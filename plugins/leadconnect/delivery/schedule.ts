import { hash } from 'node:crypto'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * Milliseconds before each try of one event, counted from the try before. Source:
 * Standard Webhooks 1.0, "Deliverability and reliability" (github.com/standard-webhooks/standard-webhooks, spec).
 */
const delaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour
]

/** Tries of one event before it is given up. */
export const mostAttempts = delaysMs.length

/** The share of a delay by which it is moved, either way, so that what failed together is not tried together. */
const jitter = 0.2

/** Longest wait that a receiver may ask for with `Retry-After`. */
export const longestRetryAfterMs = 24 * hour
/** What an event is given to be tried by the call that made it, before its job comes due. */
export const inlineMs = 5 * second
/** What an attempt may take beyond the destination's time-out, before another may begin. */
export const claimMarginMs = 10 * second
/** Before the second try within the call that made the event. */
export const quickRetryMs = 1 * second

/** When the job of an attempt that could not be recorded runs again. */
export const afterFault = { delaysMs: [10 * second, minute, 10 * minute, hour, 6 * hour] }

/** First and longest wait between two looks at held events; each is twice the one before. */
export const firstLookMs = minute
export const longestLookMs = 30 * minute
/** An event this long past its time has lost its job. */
export const overdueMs = 10 * minute

/**
 * Milliseconds from the end of an attempt to the next one, the same on every machine; undefined when there is none
 * left.
 */
export function delayAfter(attempt: number, eventId: string): number | undefined {
  const delayMs = delaysMs[attempt]
  if (delayMs === undefined) return undefined
  return Math.round(delayMs * (1 - jitter + 2 * jitter * shareOf(`${eventId} ${attempt}`)))
}

/** A number from 0 to 1 that looks like chance and is the same for the same text. */
export function shareOf(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) / 0xffffffff
}
