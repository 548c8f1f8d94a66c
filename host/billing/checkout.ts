import { Token } from '@product-host/sdk'
import type { Account } from '../base/account.js'

/** The billing provider. */
export const BILLING_MODE = new Token<BillingMode>('BILLING_MODE')

/** The hosted checkout. */
export const BILLING_PROVIDER = new Token<BillingProvider>('BILLING_PROVIDER')

/** The hosted checkout. */
export interface BillingProvider {
  /** Left out without a billing provider. */
  readonly checkout?: Checkout
  /** Reads the state of an account from Stripe and records it; left out with another provider. */
  readonly refresh?: (account: string) => Promise<void>
  /** Sets a customer's address to the present one of its account; left out without customers. */
  readonly updateEmail?: (account: string, customer: string) => Promise<void>
  /** Ends all charges of a customer; left out without customers. */
  readonly endCharges?: (customer: string) => Promise<void>
}

/** The purpose of a checkout: the plan, which begins with its trial, or a payment card. */
export type CheckoutPurpose = 'trial' | 'card'

/** The hosted pages for the plan and the payment card; their results arrive as events. */
export interface Checkout {
  /** The address of the page that the person continues on. Throws a 409 `Problem` if the plan is active or on trial. */
  begin(owner: Account, purpose: CheckoutPurpose): Promise<string>
  /** The address of a page where the person manages cards and the plan. */
  portal(owner: Account): Promise<string>
  /**
   * What the plan costs; null where it costs nothing, or where the price depends on more than the time. Asks the provider
   * seldom, so that anyone may call it as often as they like. Throws a 503 `Problem`.
   */
  price(): Promise<PlanPrice | null>
}

/** What the plan costs, as the provider has it. */
export interface PlanPrice {
  /** In the smallest unit of the currency, such as pence. */
  readonly amount: number
  /** ISO 4217, in capitals. */
  readonly currency: string
  /** The unit of the billing period, and the number of units. */
  readonly interval: 'day' | 'week' | 'month' | 'year'
  readonly intervals: number
}

/** The billing provider: none; Stripe; or, in the demo, a local page that takes no money. */
export type BillingMode = 'none' | 'local' | 'stripe'
