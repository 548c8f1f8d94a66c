import { inject, injectable } from '@product-host/sdk'
import type { Stripe } from 'stripe'
import { STRIPE } from '../../../tokens.js'
import { type Account, Accounts } from '../../accounts.js'
import { CustomerRecords } from '../customer-records.js'
import { asking } from './client.js'

/** The customers at Stripe. */
@injectable()
export class StripeCustomers {
  constructor(
    @inject(STRIPE) private readonly stripe: Stripe,
    private readonly records: CustomerRecords,
    private readonly accounts: Accounts
  ) {}

  /** The customer of an account, made when there is none: by however many requests at once, Stripe makes one. */
  async findOrCreate({ id: account, email }: Account): Promise<string> {
    const { id: known, tries } = await this.records.find(account)
    if (known !== undefined) return known
    const wanted = { email, metadata: { account } }
    const { id } = await asking(() =>
      this.stripe.customers.create(wanted, { idempotencyKey: `customer-${account}-${tries}` })
    ).catch(async (error: unknown) => {
      // Stripe repeats a failure to whoever asks again under the same key.
      await this.records.noteFailure(account, tries)
      throw error
    })
    await this.records.keep(account, id, tries)
    return id
  }

  /** Gives a customer the address that its account has now. */
  async updateEmail(account: string, customer: string): Promise<void> {
    const owner = await this.accounts.find(account)
    if (!owner) return
    await asking(async () => {
      if ((await this.stripe.customers.retrieve(customer)).deleted) return
      await this.stripe.customers.update(customer, { email: owner.email })
    })
  }

  /** Deletes a customer, with which Stripe ends what it charges for. */
  async remove(customer: string): Promise<void> {
    await asking(async () => {
      if (!(await this.stripe.customers.retrieve(customer)).deleted) await this.stripe.customers.del(customer)
    })
  }
}
