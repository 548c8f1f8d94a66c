import type { Entitlement } from './entitlement.js'
import { type Card, noCard, type Plan } from './events.js'

/** How long a trial of the plan lasts, in milliseconds: 3 days. */
export const trialMs = 3 * 24 * 60 * 60 * 1000
/** How long a trial with a card goes on without news from whoever charges the card, in milliseconds: an hour. */
export const newsMs = 60 * 60 * 1000

/** What an entitlement comes to at some time. */
export interface Standing {
  readonly status: 'none' | Plan['status']
  /** When the trial ends or ended, in milliseconds; null where there is none. */
  readonly trialEndsAt: number | null
  readonly card: Card
  /** Whether the operator lets the account run everything. */
  readonly isGranted: boolean
  /** When the plan ends if no event comes, in milliseconds; set while it is on trial and when that is over. */
  readonly endsAt?: number
}

/**
 * What an entitlement comes to at a time in milliseconds. Without an event, a trial with no card ends to the second; one whose
 * card came before its end goes on for an hour. A time that has come once does not come again.
 */
export function standingAt({ plan, card, grant, passed = 0 }: Entitlement, clock: number): Standing {
  const now = Math.max(clock, passed)
  const common = { card: card?.fact ?? noCard, isGranted: grant?.fact.isGiven ?? false }
  if (!plan) return { ...common, status: 'none', trialEndsAt: null }
  const { status, trialEndsAt } = plan.fact
  if (status !== 'trialing' || trialEndsAt === null) return { ...common, status, trialEndsAt }
  const { held, heldSince } = common.card
  const isCardInTime = held && (heldSince ?? 0) < trialEndsAt
  const endsAt = trialEndsAt + (isCardInTime ? newsMs : 0)
  return { ...common, status: now < endsAt ? 'trialing' : 'expired', trialEndsAt, endsAt }
}

/** Whether the account may run actions. */
export function isRunning({ status, isGranted }: Standing): boolean {
  return isGranted || status === 'trialing' || status === 'active'
}
