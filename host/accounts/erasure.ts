import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { securityEventSubject } from '../audit/security-events.js'
import { CustomerRecords } from '../billing/customer-records.js'
import { billingSubject } from '../billing/entitlements.js'
import { FormerTrials } from '../billing/former-trials.js'
import { encryptedSubjects } from '../config/cipher.js'
import { HookStore, hookCallSubject } from '../hooks/hook-store.js'
import { JobErasure } from '../jobs/job-store.js'
import { SystemJobs } from '../jobs/system-jobs.js'
import { budgetSubject } from '../limits/budget-counts.js'
import { runSubject } from '../runs/run-store.js'
import { scheduleSubject } from '../runs/schedule-store.js'
import { OneTimeTokens } from '../storage/one-time-tokens.js'
import { STORE, type Store } from '../storage/store.js'
import { History } from '../usage/history.js'
import { Usage } from '../usage/usage.js'
import { webhookSubject } from '../webhooks/account-webhooks.js'
import { deliverySubject, endpointSubject } from '../webhooks/endpoint-store.js'
import { Accounts } from './accounts.js'
import { DisabledAccounts } from './keys/check-key.js'
import { ConnectedApps } from './keys/connected-apps.js'
import { Keys } from './keys/keys.js'
import { secondFactorSubject } from './second-factor-records.js'
import { Sessions, sessionEndSubject } from './sessions.js'

/** The host's own records of an account: each under `<name>/<account>` or below it. */
const accountSubjects = [
  'config',
  'usage',
  'idempotency',
  'open-calls',
  'confirmations',
  budgetSubject,
  runSubject,
  scheduleSubject,
  encryptedSubjects.hooks,
  hookCallSubject,
  'operators',
  billingSubject,
  securityEventSubject,
  secondFactorSubject,
  sessionEndSubject,
  webhookSubject,
  endpointSubject,
  deliverySubject
]
/** When an account is erased a second time, in milliseconds: longer than any call takes. */
export const secondErasureMs = 10 * 60 * 1000

/** Erases accounts with all their data. */
@injectable()
export class AccountErasure {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly sessions: Sessions,
    private readonly keys: Keys,
    private readonly apps: ConnectedApps,
    private readonly disabled: DisabledAccounts,
    private readonly hooks: HookStore,
    private readonly jobs: JobErasure,
    private readonly systemJobs: SystemJobs,
    private readonly customers: CustomerRecords,
    private readonly tokens: OneTimeTokens,
    private readonly trials: FormerTrials,
    private readonly usage: Usage,
    private readonly history: History
  ) {}

  /**
   * Erases an account now, and a second time when calls that still ran have ended. Jobs do both, so a crash does not
   * prevent them.
   */
  async begin(account: string): Promise<void> {
    await this.systemJobs.schedule({ kind: 'erase', account }, { id: account, at: this.clock.now() + secondErasureMs })
    await this.erase(account)
  }

  /**
   * Erases all records. Sign-in is refused from the first step on. What is found by the account's address is erased
   * before the account itself, so that the next run completes an interrupted one.
   */
  async erase(account: string): Promise<void> {
    const person = await this.accounts.find(account)
    await this.sessions.endAll(account)
    await this.apps.removeAll(account)
    await this.keys.removeAll(account)
    if (person) {
      await this.trials.noteFormer(person)
      await this.tokens.endAll(account, person.email)
    }
    await this.accounts.remove(account)
    // No code is exchanged from here on, because the account is gone; those that were meanwhile end here.
    await this.apps.removeAll(account)
    if (person) await this.tokens.endAll(account, person.email)
    await this.disabled.enable(account)
    await this.hooks.deleteAll(account)
    await this.#endCharges(account)
    await this.jobs.erase(account)
    await this.store.eraseAccount(account)
    await this.usage.forget(account)
    await this.history.forget(account)
    for (const name of accountSubjects) await this.store.eraseOwn(`${name}/${account}`)
  }

  /** The billing provider may be unavailable, so a separate job informs it. */
  async #endCharges(account: string): Promise<void> {
    const { id: customer } = await this.customers.find(account)
    if (customer !== undefined) await this.systemJobs.schedule({ kind: 'end_charges', customer }, { id: customer })
  }
}
