import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { Errands } from '../jobs/errands.js'
import { JobErasure } from '../jobs/job-erasure.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import { Accounts } from './accounts.js'
import { CustomerRecords } from './billing/customer-records.js'
import { billingSubject } from './billing/entitlements.js'
import { FormerTrials } from './billing/former-trials.js'
import { DisabledAccounts } from './disabled-accounts.js'
import { Keys } from './keys.js'
import { OneTimeTokens } from './one-time-tokens.js'
import { secondFactorSubject } from './second-factor-records.js'
import { securityEventSubject } from './security-events.js'
import { Sessions } from './sessions.js'

/** What the host keeps for an account beside its products' records: each under `<name>/<account>` or below it. */
const ownSubjects = ['config', 'usage', 'idempotency', billingSubject, securityEventSubject, secondFactorSubject]
/** When an account is erased once more, in milliseconds: longer than any call takes that was under way. */
export const onceMoreMs = 10 * 60 * 1000

/** Erases accounts with all their data. */
@injectable()
export class Erasure {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly keys: Keys,
    private readonly disabled: DisabledAccounts,
    private readonly jobs: JobErasure,
    private readonly errands: Errands,
    private readonly customers: CustomerRecords,
    private readonly tokens: OneTimeTokens,
    private readonly trials: FormerTrials
  ) {}

  /** Erases an account now, and once more when what still ran for it has ended; also when this process dies meanwhile. */
  async begin(account: string): Promise<void> {
    await this.errands.schedule({ kind: 'erase', account }, { id: account, at: this.clock.now() + onceMoreMs })
    await this.erase(account)
  }

  /**
   * Erases what is there; nobody can come in any more from the first step on. What is found by the account's address comes before
   * the account itself, so that a run that was interrupted is finished by the next.
   */
  async erase(account: string): Promise<void> {
    const person = await this.accounts.find(account)
    await this.sessions.endAll(account)
    await this.keys.removeAll(account)
    if (person) {
      await this.trials.noteFormer(person)
      await this.tokens.endAll(account, person.email)
    }
    await this.accounts.remove(account)
    if (person) await this.tokens.endAll(account, person.email)
    await this.disabled.enable(account)
    await this.#endCharges(account)
    await this.jobs.erase(account)
    await this.store.eraseCorners(account)
    for (const name of ownSubjects) await this.store.eraseOwn(`${name}/${account}`)
  }

  /** Whoever bills may be away just now, so that the host tells it in a job of its own. */
  async #endCharges(account: string): Promise<void> {
    const { id: customer } = await this.customers.find(account)
    if (customer !== undefined) await this.errands.schedule({ kind: 'end_charges', customer }, { id: customer })
  }
}
