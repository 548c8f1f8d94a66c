import { inject, injectable, type Storage } from '@product-host/sdk'
import type { Stripe } from 'stripe'
import type { Store } from '../../../storage/store.js'
import { STORE, STRIPE } from '../../../tokens.js'
import type { Account } from '../../accounts.js'
import { billingSubject } from '../entitlements.js'
import { asking } from './client.js'

/** The customer that Stripe knows an account as. */
interface Kept {
  readonly id: string
  /** How many customers there were before it. */
  readonly former: number
  readonly isGone: boolean
}

const customerKey = 'customer'

/** Which customer at Stripe belongs to which account. */
@injectable()
export class StripeCustomers {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(STRIPE) private readonly stripe: Stripe
  ) {}

  /** The customer of an account; undefined when there is none. */
  async find(account: string): Promise<string | undefined> {
    const kept = await this.#records(account).get<Kept>(customerKey)
    return kept && !kept.isGone ? kept.id : undefined
  }

  /** Whether a customer is or was the account's latest one. */
  async isOf(account: string, customer: string): Promise<boolean> {
    return (await this.#records(account).get<Kept>(customerKey))?.id === customer
  }

  /** The customer of an account, made when there is none: by however many requests at once, Stripe makes one. */
  async findOrCreate({ id: account, email }: Account): Promise<string> {
    const kept = await this.#records(account).get<Kept>(customerKey)
    if (kept && !kept.isGone) return kept.id
    const former = kept ? kept.former + 1 : 0
    const { id } = await asking(() =>
      this.stripe.customers.create(
        { email, metadata: { account } },
        { idempotencyKey: `customer-${account}-${former}` }
      )
    ).catch(async (error: unknown) => {
      await this.#noteFailure(account, former)
      throw error
    })
    await this.#records(account).set(customerKey, { id, former, isGone: false } satisfies Kept)
    return id
  }

  /** Notes that Stripe knows the customer no longer; the next checkout makes another one. */
  async noteGone(account: string, customer: string): Promise<void> {
    await this.#records(account).update([customerKey], read => {
      const kept = read<Kept>(customerKey)
      const isNews = kept?.id === customer && !kept.isGone
      return { writes: isNews ? [{ key: customerKey, value: { ...kept, isGone: true } }] : [], result: undefined }
    })
  }

  /** Stripe repeats a failure to whoever asks again under the same key; the next try asks under another. */
  async #noteFailure(account: string, former: number): Promise<void> {
    await this.#records(account).update([customerKey], read => {
      const kept = read<Kept>(customerKey)
      const failed: Kept = { id: '', former, isGone: true }
      return { writes: kept && !kept.isGone ? [] : [{ key: customerKey, value: failed }], result: undefined }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${billingSubject}/${account}`)
  }
}
