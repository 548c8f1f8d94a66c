import { injectable } from '@product-host/sdk'
import { Errands } from '../jobs/errands.js'
import { Mailer } from '../mail/mailer.js'
import { Problem } from '../problems.js'
import { type Account, Accounts } from './accounts.js'
import { CustomerRecords } from './billing/customer-records.js'
import { FormerTrials } from './billing/former-trials.js'
import { DisabledAccounts } from './disabled-accounts.js'
import { OneTimeTokens, type Purposes } from './one-time-tokens.js'
import type { Client } from './second-factor.js'
import { SecurityEvents } from './security-events.js'
import { SignIn } from './sign-in.js'
import { invalidLink } from './sign-up.js'

/** How long a request waits for its e-mail to be sent, in milliseconds. */
const requestMs = 24 * 60 * 60 * 1000

/** How an account gets another e-mail address: at once, or, where mail is sent, by a link to the new address. */
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
    private readonly errands: Errands,
    private readonly events: SecurityEvents
  ) {}

  /**
   * Changes the address where no mail is sent; false when a link was sent instead, and then the same is done for addresses that
   * have an account and for those that have none. Throws a `Problem`: 400 for the address that the account has, and where no
   * mail is sent 409 `email_taken`.
   */
  async begin(account: Account, email: string, client: Client): Promise<boolean> {
    if (email === account.email) throw sameAddress()
    if (!this.mailer.isConfigured) {
      await this.#set(account, email, false, client)
      return true
    }
    const { id, email: from, passwordChangedAt } = account
    const purpose = { account: id, email, from, passwordChangedAt }
    const request = await this.tokens.make('email-change-request', purpose, requestMs)
    await this.errands.schedule({ kind: 'email_change_email', request })
    await this.events.record(id, { kind: 'email_change_requested', ...client }, from)
    return false
  }

  /**
   * Changes the address by a link, for who knows the password of the account: the link alone may be in other hands. A newer
   * password or address ends the link. Throws a `Problem`: 401 `invalid_credentials`, 404 `invalid_link`, 409 `email_taken`.
   */
  async finish(token: string, password: string, client: Client): Promise<void> {
    const wanted = await this.tokens.read('email-change', token)
    const account = wanted && (await this.accounts.find(wanted.account))
    if (!account || !isOf(account, wanted)) throw invalidLink()
    await this.disabled.refuse(account.id)
    if (!(await this.signIn.confirm(account, password)))
      throw new Problem('invalid_credentials', 'This is not the password of the account.')
    if (!(await this.tokens.use('email-change', token))) throw invalidLink()
    await this.#set(account, wanted.email, true, client)
  }

  async #set(account: Account, email: string, isVerified: boolean, client: Client): Promise<void> {
    const { id, email: from } = account
    const outcome = await this.accounts.changeEmail(id, { from, to: email, isVerified })
    if (outcome === 'taken')
      throw new Problem('email_taken', 'This e-mail address belongs to another account; choose another address.')
    if (outcome === 'gone') throw isVerified ? invalidLink() : changedMeanwhile()
    await this.tokens.endAll(id, from)
    await this.trials.noteFormer(account)
    await this.trials.carryOver({ ...account, email })
    const { id: customer } = await this.customers.find(id)
    if (customer !== undefined) await this.errands.schedule({ kind: 'customer_email', account: id, customer })
    await this.events.record(id, { kind: 'email_changed', ...client }, from)
  }
}

function isOf({ email, passwordChangedAt }: Account, wanted: Purposes['email-change']): boolean {
  return email === wanted.from && passwordChangedAt === wanted.passwordChangedAt
}

function changedMeanwhile(): Problem {
  return new Problem('not_found', 'The account has got another address meanwhile; read it, then send this again.')
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
