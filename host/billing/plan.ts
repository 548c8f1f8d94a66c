import { Problem } from '../base/problems.js'

/** How long a trial of the plan lasts, in milliseconds: 3 days. */
export const trialMs = 3 * 24 * 60 * 60 * 1000

/**
 * How long a trial with a card continues without an event from Stripe, which charges the card, in milliseconds: an
 * hour.
 */
export const chargeGraceMs = 60 * 60 * 1000

/** The state of an account's plan at a time. */
export interface PlanState {
  readonly status: 'none' | BillingPlan['status']
  /** When the trial ends or ended, in milliseconds; null if there is none. */
  readonly trialEndsAt: number | null
  readonly card: PaymentCard
  /** Whether the operator has granted the account everything. */
  readonly isGranted: boolean
  /** When the plan ends without a further event, in milliseconds; set during the trial and after it. */
  readonly endsAt?: number
}

/**
 * The state of the plan at a time in milliseconds. Without an event, a trial with no card ends to the second; one with a
 * card that was added in time continues for an hour. An end that was passed once stays passed if the clock is set back.
 */
export function planStateAt({ plan, card, grant, passed = 0 }: Entitlement, clock: number): PlanState {
  const now = Math.max(clock, passed)
  const common = { card: card?.fact ?? noCard, isGranted: grant?.fact.isGiven ?? false }
  if (!plan) return { ...common, status: 'none', trialEndsAt: null }
  const { status, trialEndsAt } = plan.fact
  if (status !== 'trialing' || trialEndsAt === null) return { ...common, status, trialEndsAt }
  const { held, heldSince } = common.card
  const isCardInTime = held && (heldSince ?? 0) < trialEndsAt
  const endsAt = trialEndsAt + (isCardInTime ? chargeGraceMs : 0)
  return { ...common, status: now < endsAt ? 'trialing' : 'expired', trialEndsAt, endsAt }
}

/** Whether the account may run actions. */
export function isRunning({ status, isGranted }: PlanState): boolean {
  return isGranted || status === 'trialing' || status === 'active'
}

/** Throws a 409 `Problem` when the plan is active or on trial, so that it cannot start again. */
export function requireNoPlan({ status }: PlanState): void {
  if (status === 'trialing' || status === 'active')
    throw new Problem('plan_running', 'The plan is active already; an account has one trial.')
}

/** The plan of the account at the billing provider. */
export interface BillingPlan {
  readonly status: 'trialing' | 'active' | 'expired' | 'canceled'
  /** When the trial ends or ended, in milliseconds; null for a plan without one. */
  readonly trialEndsAt: number | null
}

/** The payment card of the account, or another payment method that the provider charges in place of one. */
export interface PaymentCard {
  readonly held: boolean
  /** The brand of a card, or the type of another method. */
  readonly brand: string | null
  readonly last4: string | null
  /** The type of what is no card, as the provider names it. */
  readonly type?: string
  /** Since when there has been a card, in milliseconds. */
  readonly heldSince: number | null
}

/** A grant of the operator: with it an account may run everything without a plan. */
export interface AccessGrant {
  readonly isGiven: boolean
}

/** The state from an event's time on; members that it leaves out do not change. */
export interface BillingSnapshot {
  readonly plan?: BillingPlan
  readonly card?: PaymentCard
  readonly grant?: AccessGrant
  /** A time that has passed, in milliseconds; it counts as passed even if the clock is set back. */
  readonly passed?: number
}

/** A change of an account's billing state. Recorded twice or late, it has no further effect. */
export interface BillingEvent {
  readonly id: string
  /** Milliseconds; of two events with the same member the later one wins. */
  readonly at: number
  readonly facts: BillingSnapshot
}

/** No card. */
export const noCard: PaymentCard = { held: false, brand: null, last4: null, heldSince: null }

/** A member of an event, with the time and the id of the event. */
export interface Dated<Value> {
  readonly fact: Value
  readonly at: number
  readonly by: string
}

/** The sum of an account's events: for each member the latest value. */
export interface Entitlement {
  readonly plan?: Dated<BillingPlan> | undefined
  readonly card?: Dated<PaymentCard> | undefined
  readonly grant?: Dated<AccessGrant> | undefined
  /** The latest time that has passed, in milliseconds. */
  readonly passed?: number | undefined
}
