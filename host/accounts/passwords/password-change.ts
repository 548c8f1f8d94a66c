import { injectable } from '@product-host/sdk'
import type { Account } from '../../base/account.js'
import { Problem } from '../../base/problems.js'
import { SystemJobs } from '../../jobs/system-jobs.js'
import { Mailer } from '../../mail/mailer.js'
import { OneTimeTokens, type TokenPurposes } from '../../storage/one-time-tokens.js'
import { Accounts } from '../accounts.js'
import { Sessions } from '../sessions.js'
import { SignIn } from '../sign-in.js'
import { invalidLink, requireGoodPassword } from '../sign-up.js'
import { Passwords } from './passwords.js'

/** Changes the password of an account. Every session ends with the old one. */
@injectable()
export class PasswordChange {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer,
    private readonly systemJobs: SystemJobs
  ) {}

  /** Changes the password of a signed-in person who knows the old one. */
  async change(account: Account, current: string, next: string): Promise<void> {
    const requester = account.id
    await requireGoodPassword(this.passwords, next, account.email, { pointer: '#/next', requester })
    if (!(await this.signIn.confirm(account, current)))
      throw new Problem('invalid_credentials', 'The current password is wrong.')
    await this.#set(account.id, await this.passwords.hash(next, requester), false)
  }

  /** Sends a link if the address has an account; the answer does not reveal whether it has. */
  async request(email: string): Promise<void> {
    if (!this.mailer.isConfigured)
      throw new Problem('mail_not_configured', 'This deployment sends no mail; its operator can reset a password.')
    await this.systemJobs.schedule({ kind: 'reset_letter', email })
  }

  /** Sets the password of the account that a link was sent to; returns the account's id. */
  async reset(token: string, password: string, address: string): Promise<string> {
    const account = await this.#accountOf(await this.tokens.read('reset', token))
    if (!account) throw invalidLink()
    await requireGoodPassword(this.passwords, password, account.email, { requester: address })
    // Before the link is used up: a host that has too many passwords to hash refuses, and the link stays valid.
    const hash = await this.passwords.hash(password, address)
    if (!(await this.#accountOf(await this.tokens.use('reset', token)))) throw invalidLink()
    await this.#set(account.id, hash, true)
    return account.id
  }

  /** A link is invalid once the account's password or address has changed. */
  async #accountOf(purpose: TokenPurposes['reset'] | undefined): Promise<Account | undefined> {
    const account = purpose && (await this.accounts.find(purpose.account))
    const isCurrent =
      account?.passwordChangedAt === purpose?.passwordChangedAt &&
      (purpose?.email === undefined || purpose.email === account?.email)
    return isCurrent ? account : undefined
  }

  async #set(id: string, hash: string, isVerified: boolean): Promise<void> {
    await this.accounts.setPassword(id, hash, isVerified)
    await this.sessions.endAll(id)
  }
}
