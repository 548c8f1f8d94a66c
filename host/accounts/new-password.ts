import { injectable } from '@product-host/sdk'
import { Errands } from '../jobs/errands.js'
import { Mailer } from '../mail/mailer.js'
import { Problem } from '../problems.js'
import { type Account, Accounts } from './accounts.js'
import { OneTimeTokens } from './one-time-tokens.js'
import { Passwords } from './passwords.js'
import { Sessions } from './sessions.js'
import { SignIn } from './sign-in.js'
import { invalidLink, requireGoodPassword } from './sign-up.js'

/** How an account gets another password. Every session ends with the old one. */
@injectable()
export class NewPassword {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer,
    private readonly errands: Errands
  ) {}

  /** Changes the password of somebody who is signed in and knows the old one. */
  async change(account: Account, current: string, next: string): Promise<void> {
    const requester = account.id
    await requireGoodPassword(this.passwords, next, account.email, { pointer: '#/next', requester })
    if (!(await this.signIn.confirm(account, current)))
      throw new Problem('invalid_credentials', 'The current password is another one.')
    await this.#set(account.id, next, false, requester)
  }

  /** Sends a link, if the address has an account; nothing of this request tells whether it has. */
  async request(email: string): Promise<void> {
    if (!this.mailer.isConfigured)
      throw new Problem('mail_not_configured', 'This deployment sends no mail; its operator can reset a password.')
    await this.errands.schedule({ kind: 'reset_letter', email })
  }

  /** Sets the password of the account that a link was sent to; the account's id. */
  async reset(token: string, password: string, address: string): Promise<string> {
    const account = await this.#accountOf(token)
    if (!account) throw invalidLink()
    await requireGoodPassword(this.passwords, password, account.email, { requester: address })
    if (!(await this.tokens.use('reset', token))) throw invalidLink()
    await this.#set(account.id, password, true, address)
    return account.id
  }

  /** Of a link that was made for another password or address than today's, nothing is left. */
  async #accountOf(token: string): Promise<Account | undefined> {
    const purpose = await this.tokens.read('reset', token)
    const account = purpose && (await this.accounts.find(purpose.account))
    const isCurrent =
      account?.passwordChangedAt === purpose?.passwordChangedAt &&
      (purpose?.email === undefined || purpose.email === account?.email)
    return isCurrent ? account : undefined
  }

  async #set(id: string, password: string, isVerified: boolean, requester: string): Promise<void> {
    await this.accounts.setPassword(id, await this.passwords.hash(password, requester), isVerified)
    await this.sessions.endAll(id)
  }
}
