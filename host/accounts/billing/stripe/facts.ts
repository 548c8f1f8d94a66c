import type { Stripe } from 'stripe'
import { type Card, type Facts, noCard, type Plan } from '../events.js'
import { newsMs } from '../standing.js'

/** Everything that Stripe knows of a customer and that matters here. */
export interface CustomerState {
  readonly subscriptions: readonly Stripe.Subscription[]
  /** The newest first. */
  readonly cards: readonly Stripe.PaymentMethod[]
  /** The card that is charged. */
  readonly defaultCard: string | undefined
}

/** What Stripe's word of a customer comes to. A customer who never had a subscription has no plan. */
export function factsOf({ subscriptions, cards, defaultCard }: CustomerState): Facts {
  const plan = planOf(subscriptions)
  return { ...(plan && { plan }), card: cardOf(cards, defaultCard) }
}

function cardOf(cards: CustomerState['cards'], defaultCard: string | undefined): Card {
  const held = cards.find(({ id }) => id === defaultCard) ?? cards[0]
  if (!held?.card) return noCard
  const heldSince = Math.min(...cards.map(({ created }) => created)) * 1000
  return { held: true, brand: held.card.brand, last4: held.card.last4, heldSince }
}

/** The subscription that runs counts, and if none does, the newest. One that was never paid for the first time is none. */
function planOf(subscriptions: CustomerState['subscriptions']): Plan | undefined {
  const known = subscriptions.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired')
  const newest = known.toSorted((one, other) => other.created - one.created)
  const chosen = newest.find(({ status }) => runningAs(status) !== undefined) ?? newest[0]
  if (!chosen) return undefined
  const trialEndsAt = chosen.trial_end === null ? null : chosen.trial_end * 1000
  return { status: runningAs(chosen.status) ?? endedAs(chosen), trialEndsAt }
}

/** While Stripe still tries to collect what is due, the plan runs. */
function runningAs(status: Stripe.Subscription['status']): 'trialing' | 'active' | undefined {
  if (status === 'trialing') return 'trialing'
  return status === 'active' || status === 'past_due' ? 'active' : undefined
}

/** A plan that ended with its trial has expired, unless somebody wanted it to end. */
function endedAs({ trial_end, ended_at, cancellation_details }: Stripe.Subscription): 'expired' | 'canceled' {
  const isAtTrialEnd = trial_end !== null && ended_at !== null && Math.abs(ended_at - trial_end) * 1000 <= newsMs
  return isAtTrialEnd && cancellation_details?.reason !== 'cancellation_requested' ? 'expired' : 'canceled'
}
