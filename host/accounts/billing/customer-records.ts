import { inject, injectable, type Storage } from '@product-host/sdk'
import type { Store } from '../../storage/store.js'
import { STORE } from '../../tokens.js'
import { billingSubject } from './entitlements.js'

/** The customer that the service that bills knows an account as. */
interface Kept {
  readonly id: string
  /** How many tries to make a customer there were before it. */
  readonly former: number
  readonly isGone: boolean
}

const customerKey = 'customer'

/** Which customer of the service that bills belongs to which account. */
@injectable()
export class CustomerRecords {
  constructor(@inject(STORE) private readonly store: Store) {}

  /** The customer of an account, or how many tries to make one there were. */
  async find(account: string): Promise<{ readonly id?: string; readonly tries: number }> {
    const kept = await this.#records(account).get<Kept>(customerKey)
    if (!kept) return { tries: 0 }
    return kept.isGone ? { tries: kept.former + 1 } : { id: kept.id, tries: kept.former + 1 }
  }

  /** Whether a customer is or was the account's latest one. */
  async isOf(account: string, customer: string): Promise<boolean> {
    return (await this.#records(account).get<Kept>(customerKey))?.id === customer
  }

  /** Keeps a customer that was made after so many tries before. */
  async keep(account: string, id: string, former: number): Promise<void> {
    await this.#records(account).set(customerKey, { id, former, isGone: false } satisfies Kept)
  }

  /** Counts a try that failed, unless another one made a customer meanwhile. */
  async noteFailure(account: string, former: number): Promise<void> {
    await this.#records(account).update([customerKey], read => {
      const kept = read<Kept>(customerKey)
      const failed: Kept = { id: '', former, isGone: true }
      return { writes: kept && !kept.isGone ? [] : [{ key: customerKey, value: failed }], result: undefined }
    })
  }

  /** Notes that the customer is known no longer; the next checkout makes another one. */
  async noteGone(account: string, customer: string): Promise<void> {
    await this.#records(account).update([customerKey], read => {
      const kept = read<Kept>(customerKey)
      const isNews = kept?.id === customer && !kept.isGone
      return { writes: isNews ? [{ key: customerKey, value: { ...kept, isGone: true } }] : [], result: undefined }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${billingSubject}/${account}`)
  }
}
