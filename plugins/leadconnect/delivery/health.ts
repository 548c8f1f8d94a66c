import { createHash } from 'node:crypto'
import type { Destination } from './destination.js'
import type { Outcome } from './outcome.js'

/** Failures in a row after which a destination is left alone for a while. */
const mostFailures = 5
/** How long it is left alone. */
const openMs = 5 * 60_000

/** How a destination has been doing; times are in milliseconds since 1970-01-01T00:00:00Z. */
export interface Health {
  /** Which address this is about; a new address begins anew. */
  readonly address: string
  /** Failures in a row. */
  readonly failures: number
  /** Nothing is sent before then: the circuit is open, or a single try is under way that may close it. */
  readonly openUntil?: number
  /** The receiver asked to be left alone until then. */
  readonly notBefore?: number
  /** The receiver said that it is gone for good (410). */
  readonly isGone?: boolean
}

/** Where the health of a destination is kept. */
export function healthKey(destination: string): string {
  return `dest:${destination}`
}

/** The health that counts for the destination as it is configured now. */
export function healthOf({ url }: Destination, stored: Health | undefined): Health {
  const address = createHash('sha256').update(url).digest('base64url')
  return stored?.address === address ? stored : { address, failures: 0 }
}

/** When the next try may begin: at `now`, or later where the receiver asked for it or the circuit is open. */
export function readyAt({ openUntil = 0, notBefore = 0 }: Health, now: number): number {
  return Math.max(now, openUntil, notBefore)
}

/** The health that counts when a person asks for a try: an open circuit and an earlier 410 are no reason to wait. */
export function asked({ address, failures, notBefore }: Health): Health {
  return { address, failures, ...(notBefore !== undefined && { notBefore }) }
}

/** While a try is under way: once the circuit was open, the others wait until that one must have ended. */
export function beginning(health: Health, claimedUntil: number): Health {
  return health.failures < mostFailures ? health : { ...health, openUntil: claimedUntil }
}

/** What a try says of the destination. One that was gone and answers anything else is there again. */
export function healthAfter(health: Health, outcome: Outcome, now: number): Health {
  const { address, failures, isGone = false } = health
  if (outcome.kind === 'delivered') return failures === 0 && !isGone ? health : { address, failures: 0 }
  const { retryAfterMs, httpStatus } = outcome
  return {
    address,
    failures: failures + 1,
    ...(failures + 1 >= mostFailures && { openUntil: now + openMs }),
    ...(retryAfterMs !== undefined && { notBefore: now + retryAfterMs }),
    ...((outcome.isGone || (isGone && httpStatus === undefined)) && { isGone: true })
  }
}
