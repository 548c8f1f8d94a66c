import { injectable } from '@product-host/sdk'
import type { Account } from '../base/account.js'
import { Problem } from '../base/problems.js'
import { FormerTrials } from '../billing/former-trials.js'
import { SystemJobs } from '../jobs/system-jobs.js'
import { Mailer } from '../mail/mailer.js'
import { OneTimeTokens } from '../storage/one-time-tokens.js'
import { Accounts } from './accounts.js'
import { passwordIssues } from './passwords/password-rules.js'
import { Passwords } from './passwords/passwords.js'

/** Creates accounts: at once, or, if mail is configured, by a link that confirms the address. */
@injectable()
export class SignUp {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer,
    private readonly systemJobs: SystemJobs,
    private readonly trials: FormerTrials
  ) {}

  /**
   * Creates an account. If mail is configured, it sends an email instead and returns undefined, whether or not the
   * address has an account. Throws a `Problem` for a bad password and, without mail, for an address that is taken. The
   * hashing counts towards the limit of the network address.
   */
  async begin(email: string, password: string, address: string): Promise<Account | undefined> {
    await requireGoodPassword(this.passwords, password, email, { requester: address })
    const hash = await this.passwords.hash(password, address)
    if (this.mailer.isConfigured) {
      const validMs = this.tokens.validMs('sign-up-request')
      const request = await this.tokens.make('sign-up-request', { email, password: hash }, validMs)
      await this.systemJobs.schedule({ kind: 'sign_up_letter', request })
      return undefined
    }
    return this.#create(email, hash, false)
  }

  /** Creates the account of a link, with the password that was chosen: the link alone may be in other hands. */
  async finish(token: string, password: string, address: string): Promise<Account> {
    const wanted = await this.tokens.read('sign-up', token)
    if (!wanted) throw invalidLink()
    if (!(await this.passwords.verify(password, wanted.password, address)))
      throw new Problem('invalid_credentials', 'This is not the password that was chosen at the sign-up.')
    const used = await this.tokens.use('sign-up', token)
    if (!used) throw invalidLink()
    return this.#create(used.email, used.password, true)
  }

  async #create(email: string, password: string, isVerified: boolean): Promise<Account> {
    const account = await this.accounts.create({ email, password, isVerified })
    if (account) {
      await this.trials.carryOver(account)
      return account
    }
    throw new Problem('email_taken', 'This e-mail address already has an account.')
  }
}

/** Throws a 400 `Problem` that says what is wrong with a new password. */
export async function requireGoodPassword(...parameters: Parameters<typeof passwordIssues>): Promise<void> {
  const errors = await passwordIssues(...parameters)
  if (errors.length > 0) throw new Problem('invalid_input', 'The password cannot be used; see errors.', { errors })
}

/** The refusal of a link that is unknown, used or expired. */
export function invalidLink(): Problem {
  return new Problem('invalid_link', 'This link is invalid or has expired; request another one.')
}
