/** The plan of the account, as whoever bills for it says; what is not known yet is no plan. */
export interface Plan {
  readonly status: 'trialing' | 'active' | 'expired' | 'canceled'
  /** When the trial ends or ended, in milliseconds; null for a plan without one. */
  readonly trialEndsAt: number | null
}

/** The payment card of the account. */
export interface Card {
  readonly held: boolean
  readonly brand: string | null
  readonly last4: string | null
  /** Since when there was a card, in milliseconds. */
  readonly heldSince: number | null
}

/** What the operator gives: with it an account may run everything, whatever it pays. */
export interface Grant {
  readonly isGiven: boolean
}

/** What an event says is true from its time on; what it does not mention stays as it was. */
export interface Facts {
  readonly plan?: Plan
  readonly card?: Card
  readonly grant?: Grant
  /** A time that has come, in milliseconds: it does not come again though the clock is set back. */
  readonly passed?: number
}

/** Something that happened to an account, told as what is true since: told twice or late, it changes nothing more. */
export interface BillingEvent {
  readonly id: string
  /** Milliseconds; of two events on one matter the later one holds. */
  readonly at: number
  readonly facts: Facts
}

/** No card. */
export const noCard: Card = { held: false, brand: null, last4: null, heldSince: null }
