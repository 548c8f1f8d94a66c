import type { Account } from '../accounts.js'

/** What a checkout is for: the plan, which begins with its trial, or a payment card. */
export type Purpose = 'trial' | 'card'

/** The hosted pages on which people begin the plan and leave a card; what they do there comes back as events. */
export interface Checkout {
  /** The address of a page where the person goes on. Throws a 409 `Problem` when the plan runs already. */
  begin(owner: Account, purpose: Purpose): Promise<string>
  /** The address of a page where the person looks after cards and plan. */
  portal(owner: Account): Promise<string>
}
