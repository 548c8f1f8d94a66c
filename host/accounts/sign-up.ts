import { injectable } from '@product-host/sdk'
import { Errands } from '../jobs/errands.js'
import { Mailer } from '../mail/mailer.js'
import { Problem } from '../problems.js'
import { type Account, Accounts } from './accounts.js'
import { FormerTrials } from './billing/former-trials.js'
import { OneTimeTokens } from './one-time-tokens.js'
import { passwordFaults } from './password-rules.js'
import { Passwords } from './passwords.js'

/** How long a sign-up waits for its letter to leave, in milliseconds. */
const letterMs = 24 * 60 * 60 * 1000

/** How people get an account: at once, or, where mail can be sent, by a link that shows that the address is theirs. */
@injectable()
export class SignUp {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer,
    private readonly errands: Errands,
    private readonly trials: FormerTrials
  ) {}

  /**
   * Makes an account; undefined when a letter was sent instead, and then the same is done for addresses that have an account
   * and for those that have none. Throws a `Problem` for a bad password and, where no mail is sent, for an address that is taken.
   * The network address is whom the work of hashing is counted for.
   */
  async begin(email: string, password: string, address: string): Promise<Account | undefined> {
    await requireGoodPassword(this.passwords, password, email, { requester: address })
    const hash = await this.passwords.hash(password, address)
    if (this.mailer.isConfigured) {
      const request = await this.tokens.make('sign-up-request', { email, password: hash }, letterMs)
      await this.errands.schedule({ kind: 'sign_up_letter', request })
      return undefined
    }
    return this.#create(email, hash, false)
  }

  /** Makes the account of a link, for who knows the password that was chosen: the link alone may be in other hands. */
  async finish(token: string, password: string, address: string): Promise<Account> {
    const wanted = await this.tokens.read('sign-up', token)
    if (!wanted) throw invalidLink()
    if (!(await this.passwords.verify(password, wanted.password, address)))
      throw new Problem('invalid_credentials', 'This is not the password that was chosen at the sign-up.')
    if (!(await this.tokens.use('sign-up', token))) throw invalidLink()
    return this.#create(wanted.email, wanted.password, true)
  }

  async #create(email: string, password: string, isVerified: boolean): Promise<Account> {
    const account = await this.accounts.create({ email, password, isVerified })
    if (account) {
      await this.trials.carryOver(account)
      return account
    }
    throw new Problem('email_taken', 'This e-mail address has an account already; sign in instead.')
  }
}

/** Throws a 400 `Problem` that says what is wrong with a new password. */
export async function requireGoodPassword(...parameters: Parameters<typeof passwordFaults>): Promise<void> {
  const errors = await passwordFaults(...parameters)
  if (errors.length > 0) throw new Problem('invalid_input', 'The password cannot be used; see errors.', { errors })
}

/** The refusal of a link that is unknown, used up or too old. */
export function invalidLink(): Problem {
  return new Problem('invalid_link', 'This link is not good, or not any more; ask for another one.')
}
