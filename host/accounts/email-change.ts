import { injectable } from '@product-host/sdk'
import { SecurityEvents } from '../audit/security-events.js'
import type { Account } from '../base/account.js'
import { Problem } from '../base/problems.js'
import { CustomerRecords } from '../billing/customer-records.js'
import { FormerTrials } from '../billing/former-trials.js'
import { SystemJobs } from '../jobs/system-jobs.js'
import { Mailer } from '../mail/mailer.js'
import { OneTimeTokens, type TokenPurposes } from '../storage/one-time-tokens.js'
import { Accounts } from './accounts.js'
import { DisabledAccounts } from './keys/check-key.js'
import type { ClientInfo } from './second-factor.js'
import { SignIn } from './sign-in.js'
import { invalidLink } from './sign-up.js'

/** Changes an account's e-mail address: at once, or, if mail is configured, by a link to the new address. */
@injectable()
export class EmailChange {
  constructor(
    private readonly accounts: Accounts,
    private readonly signIn: SignIn,
    private readonly disabled: DisabledAccounts,
    private readonly tokens: OneTimeTokens,
    private readonly trials: FormerTrials,
    private readonly customers: CustomerRecords,
    private readonly mailer: Mailer,
    private readonly systemJobs: SystemJobs,
    private readonly events: SecurityEvents
  ) {}

  /**
   * Changes the address if mail is not configured. Otherwise sends a link and returns false, whether or not the new
   * address has an account. Throws a `Problem`: 400 for the account's present address, and without mail 409
   * `email_taken`.
   */
  async begin(account: Account, email: string, client: ClientInfo): Promise<boolean> {
    if (email === account.email) throw sameAddress()
    if (!this.mailer.isConfigured) {
      await this.#set(account, email, false, client)
      return true
    }
    const { id, email: from, passwordChangedAt } = account
    const purpose = { account: id, email, from, passwordChangedAt }
    const validMs = this.tokens.validMs('email-change-request')
    const request = await this.tokens.make('email-change-request', purpose, validMs)
    await this.systemJobs.schedule({ kind: 'email_change_email', request })
    await this.events.record(id, { kind: 'email_change_requested', ...client }, from)
    return false
  }

  /**
   * Changes the address by a link and the account's password: the link alone may be in other hands. A newer password or
   * address invalidates the link. Throws a `Problem`: 401 `invalid_credentials`, 404 `invalid_link`, 409 `email_taken`.
   */
  async finish(token: string, password: string, client: ClientInfo): Promise<void> {
    const wanted = await this.tokens.read('email-change', token)
    const account = wanted && (await this.accounts.find(wanted.account))
    if (!account || !isOf(account, wanted)) throw invalidLink()
    await this.disabled.refuse(account.id)
    if (!(await this.signIn.confirm(account, password)))
      throw new Problem('invalid_credentials', 'This is not the password of the account.')
    const used = await this.tokens.use('email-change', token)
    if (!used) throw invalidLink()
    await this.#set(account, used.email, true, client)
  }

  async #set(account: Account, email: string, isVerified: boolean, client: ClientInfo): Promise<void> {
    const { id, email: from } = account
    const outcome = await this.accounts.changeEmail(id, { from, to: email, isVerified })
    if (outcome === 'taken')
      throw new Problem('email_taken', 'This e-mail address belongs to another account; choose another address.')
    if (outcome === 'gone') throw isVerified ? invalidLink() : changedMeanwhile()
    await this.tokens.endAll(id, from)
    await this.trials.move(account, email)
    const { id: customer } = await this.customers.find(id)
    if (customer !== undefined) await this.systemJobs.schedule({ kind: 'customer_email', account: id, customer })
    await this.events.record(id, { kind: 'email_changed', ...client }, from)
  }
}

function isOf({ email, passwordChangedAt }: Account, wanted: TokenPurposes['email-change']): boolean {
  return email === wanted.from && passwordChangedAt === wanted.passwordChangedAt
}

function changedMeanwhile(): Problem {
  return new Problem(
    'not_found',
    'The address of the account was changed in the meantime; read it, then send the request again.'
  )
}

function sameAddress(): Problem {
  const fault = {
    pointer: '#/email',
    code: 'same_address',
    detail: 'is the address of the account already',
    fix: 'Send another address.'
  }
  return new Problem('invalid_input', 'The body does not fit; see errors.', { errors: [fault] })
}
