import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Store } from '../../../storage/store.js'
import { STORE } from '../../../tokens.js'
import type { Purpose } from '../checkout.js'
import { billingSubject } from '../entitlements.js'

/** A checkout that was begun and may still be open. */
export interface Begun {
  readonly id: string
  readonly url: string
  /** In milliseconds. */
  readonly expiresAt: number
  /** How many checkouts of this purpose the account has begun. */
  readonly count: number
}

/** The checkouts that accounts have begun: whoever asks again is led to the one that is open. */
@injectable()
export class BegunCheckouts {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** The latest checkout of an account, and whether it is open. */
  async latest(account: string, purpose: Purpose): Promise<{ readonly begun?: Begun; readonly isOpen: boolean }> {
    const begun = await this.#records(account).get<Begun>(keyOf(purpose))
    return begun ? { begun, isOpen: this.clock.now() < begun.expiresAt } : { isOpen: false }
  }

  async keep(account: string, purpose: Purpose, begun: Begun): Promise<void> {
    await this.#records(account).set(keyOf(purpose), begun)
  }

  /** Counts a checkout that could not be made: Stripe repeats a failure to whoever asks again under the same key. */
  async noteFailure(account: string, purpose: Purpose, count: number): Promise<void> {
    await this.keep(account, purpose, { id: '', url: '', expiresAt: 0, count })
  }

  /** Closes the checkout with an id, if it is the account's. */
  async close(account: string, id: string): Promise<void> {
    const keys = [keyOf('trial'), keyOf('card')]
    await this.#records(account).update(keys, read => {
      const key = keys.find(each => read<Begun>(each)?.id === id)
      const begun = key === undefined ? undefined : read<Begun>(key)
      return { writes: key && begun ? [{ key, value: { ...begun, expiresAt: 0 } }] : [], result: undefined }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${billingSubject}/${account}`)
  }
}

function keyOf(purpose: Purpose): string {
  return `checkout:${purpose}`
}
