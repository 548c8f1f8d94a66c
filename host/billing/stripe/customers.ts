import { inject, injectable } from '@product-host/sdk'
import type { Stripe } from 'stripe'
import { ACCOUNTS, type Account, type AccountDirectory } from '../../base/account.js'
import { CustomerRecords } from '../customer-records.js'
import { callStripe, STRIPE } from './client.js'

/** The customers at Stripe. */
@injectable()
export class StripeCustomers {
  constructor(
    @inject(STRIPE) private readonly stripe: Stripe,
    private readonly records: CustomerRecords,
    @inject(ACCOUNTS) private readonly accounts: AccountDirectory
  ) {}

  /** The customer of an account, created if there is none. Concurrent requests create one customer. */
  async findOrCreate({ id: account, email }: Account): Promise<string> {
    const { id: known, attempts } = await this.records.find(account)
    if (known !== undefined) return known
    const wanted = { email, metadata: { account } }
    const { id } = await callStripe(() =>
      this.stripe.customers.create(wanted, { idempotencyKey: `customer-${account}-${attempts}` })
    ).catch(async (error: unknown) => {
      // Stripe repeats a failure for the same idempotency key.
      await this.records.noteFailure(account, attempts)
      throw error
    })
    await this.records.save(account, id, attempts)
    return id
  }

  /** Sets a customer's address to the present one of its account. */
  async updateEmail(account: string, customer: string): Promise<void> {
    const owner = await this.accounts.find(account)
    if (!owner) return
    await callStripe(async () => {
      if ((await this.stripe.customers.retrieve(customer)).deleted) return
      await this.stripe.customers.update(customer, { email: owner.email })
    })
  }

  /** Deletes a customer; Stripe then ends all its charges. */
  async remove(customer: string): Promise<void> {
    await callStripe(async () => {
      if (!(await this.stripe.customers.retrieve(customer)).deleted) await this.stripe.customers.del(customer)
    })
  }
}
