import { inject, injectable, type Storage } from '@product-host/sdk'
import { STORE, type Store } from '../storage/store.js'
import { billingSubject } from './entitlements.js'

/** The customer of an account at the billing provider. */
interface StoredCustomer {
  readonly id: string
  /** The number of failed attempts to create a customer before it. */
  readonly former: number
  readonly isGone: boolean
}

const customerKey = 'customer'

/** Records which customer at the billing provider belongs to which account. */
@injectable()
export class CustomerRecords {
  constructor(@inject(STORE) private readonly store: Store) {}

  /** The customer of an account, or the number of attempts to create one. */
  async find(account: string): Promise<{ readonly id?: string; readonly attempts: number }> {
    const stored = await this.#records(account).get<StoredCustomer>(customerKey)
    if (!stored) return { attempts: 0 }
    return stored.isGone ? { attempts: stored.former + 1 } : { id: stored.id, attempts: stored.former + 1 }
  }

  /** Whether a customer is or was the account's latest one. */
  async isOf(account: string, customer: string): Promise<boolean> {
    return (await this.#records(account).get<StoredCustomer>(customerKey))?.id === customer
  }

  /** Stores a customer that was created after `former` failed attempts. */
  async save(account: string, id: string, former: number): Promise<void> {
    await this.#records(account).set(customerKey, { id, former, isGone: false } satisfies StoredCustomer)
  }

  /** Counts a failed attempt, unless another request created a customer meanwhile. */
  async noteFailure(account: string, former: number): Promise<void> {
    await this.#records(account).update([customerKey], read => {
      const stored = read<StoredCustomer>(customerKey)
      const failed: StoredCustomer = { id: '', former, isGone: true }
      return { writes: stored && !stored.isGone ? [] : [{ key: customerKey, value: failed }], result: undefined }
    })
  }

  /** Records that the customer no longer exists; the next checkout creates another one. */
  async noteGone(account: string, customer: string): Promise<void> {
    await this.#records(account).update([customerKey], read => {
      const stored = read<StoredCustomer>(customerKey)
      const isChanged = stored?.id === customer && !stored.isGone
      return { writes: isChanged ? [{ key: customerKey, value: { ...stored, isGone: true } }] : [], result: undefined }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${billingSubject}/${account}`)
  }
}
