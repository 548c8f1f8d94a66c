import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { STORE, type Store } from '../../storage/store.js'
import type { CheckoutPurpose } from '../checkout.js'
import { billingSubject } from '../entitlements.js'

/** A checkout that was started and may still be open. */
interface PendingCheckout {
  readonly id: string
  readonly url: string
  /** In milliseconds. */
  readonly expiresAt: number
  /** How many checkouts of this purpose the account has started. */
  readonly count: number
}

/** The checkouts that accounts have started: a second request returns the one that is open. */
@injectable()
export class PendingCheckouts {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** The latest checkout of an account, and whether it is open. */
  async latest(
    account: string,
    purpose: CheckoutPurpose
  ): Promise<{ readonly pending?: PendingCheckout; readonly isOpen: boolean }> {
    const pending = await this.#records(account).get<PendingCheckout>(keyOf(purpose))
    return pending ? { pending, isOpen: this.clock.now() < pending.expiresAt } : { isOpen: false }
  }

  async save(account: string, purpose: CheckoutPurpose, pending: PendingCheckout): Promise<void> {
    await this.#records(account).set(keyOf(purpose), pending)
  }

  /** Counts a checkout that could not be created: Stripe repeats a failure for the same idempotency key. */
  async noteFailure(account: string, purpose: CheckoutPurpose, count: number): Promise<void> {
    await this.save(account, purpose, { id: '', url: '', expiresAt: 0, count })
  }

  /** Closes the checkout with an id, and returns its purpose; undefined if the account's latest ones have another id. */
  async close(account: string, id: string): Promise<CheckoutPurpose | undefined> {
    const keys = purposes.map(keyOf)
    return this.#records(account).update(keys, read => {
      const purpose = purposes.find(each => read<PendingCheckout>(keyOf(each))?.id === id)
      const pending = purpose && read<PendingCheckout>(keyOf(purpose))
      if (!pending) return { result: undefined }
      return { writes: [{ key: keyOf(purpose), value: { ...pending, expiresAt: 0 } }], result: purpose }
    })
  }

  /** Closes all checkouts of an account: nobody can complete one whose customer is gone. */
  async closeAll(account: string): Promise<void> {
    const keys = purposes.map(keyOf)
    await this.#records(account).update(keys, read => {
      const writes = keys.flatMap(key => {
        const pending = read<PendingCheckout>(key)
        return pending ? [{ key, value: { ...pending, expiresAt: 0 } }] : []
      })
      return { writes, result: undefined }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${billingSubject}/${account}`)
  }
}

const purposes = ['trial', 'card'] as const

function keyOf(purpose: CheckoutPurpose): string {
  return `checkout:${purpose}`
}
