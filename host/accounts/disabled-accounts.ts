import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import { Problem } from '../problems.js'
import { ReadCache } from '../storage/read-cache.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** That an operator has disabled an account, and why. */
export interface Disablement {
  /** ISO 8601. */
  readonly at: string
  /** For the operator's eyes alone. */
  readonly reason: string
}

/** How long a process may go by what it read, in milliseconds: what is disabled elsewhere is refused here after it. */
const freshMs = 4_000
/** Accounts kept in memory. */
const mostCached = 10_000

/** The accounts that an operator has disabled: their keys, their sessions and their jobs are refused, their data stays. */
@injectable()
export class DisabledAccounts {
  readonly #records: Storage
  readonly #cache = new ReadCache<boolean>({ mostEntries: mostCached, freshMs })

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('disabled-accounts')
  }

  async disable(account: string, reason: string): Promise<Disablement> {
    const disablement: Disablement = { at: isoTime(this.clock.now()), reason }
    await this.#cache.change([account], () => this.#records.set(account, disablement))
    return disablement
  }

  /** False when it was not disabled. */
  async enable(account: string): Promise<boolean> {
    return this.#cache.change([account], () => this.#records.delete(account))
  }

  async find(account: string): Promise<Disablement | undefined> {
    return this.#records.get<Disablement>(account)
  }

  /** Throws a 403 `Problem` for an account that is disabled. */
  async refuse(account: string): Promise<void> {
    const isDisabled = await this.#cache.get(account, async () => (await this.find(account)) !== undefined)
    if (isDisabled)
      throw new Problem('account_disabled', 'The operator of this service has disabled the account; ask there.')
  }
}
