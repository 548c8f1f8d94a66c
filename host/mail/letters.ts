import { inject, injectable } from '@product-host/sdk'
import { Accounts } from '../accounts/accounts.js'
import { OneTimeTokens } from '../accounts/one-time-tokens.js'
import { pages } from '../pages.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'
import { Mailer } from './mailer.js'
import { knownAddressMessage, resetMessage, signUpMessage } from './messages.js'

/** How long the link of a sign-up is good, in milliseconds. */
const signUpMs = 24 * 60 * 60 * 1000
/** How long the link of a reset is good, in milliseconds. */
export const resetMs = 30 * 60 * 1000

/** Writes the host's letters. Whether an address has an account is looked up here, long after the answer of the request. */
@injectable()
export class Letters {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly accounts: Accounts,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer
  ) {}

  /** Answers a sign-up that waits under the token: with a link to finish it, or with the news that there is an account. */
  async signUp(request: string): Promise<void> {
    const wanted = await this.tokens.read('sign-up-request', request)
    if (!wanted) return
    const known = await this.accounts.findByEmail(wanted.email)
    const link = known ? undefined : await this.tokens.makeSignUp(request, signUpMs)
    if (!known && link === undefined) return
    const message =
      link === undefined
        ? knownAddressMessage(this.settings.publicUrl + pages.resetPassword)
        : signUpMessage(this.#link(pages.verifyEmail, link))
    await this.mailer.send({ to: wanted.email, ...message }, 'sign_up')
    await this.tokens.use('sign-up-request', request)
  }

  /** Sends a link to a new password, if the address has an account. */
  async reset(email: string): Promise<void> {
    const account = await this.accounts.findByEmail(email)
    if (!account) return
    const message = resetMessage(await this.resetLink(account.id))
    await this.mailer.send({ to: account.email, ...message }, 'password_reset')
  }

  /** A link with which an account gets a new password, once and for 30 minutes. */
  async resetLink(id: string): Promise<string> {
    const account = await this.accounts.find(id)
    if (!account) throw new Error(`There is no account ${id}.`)
    const { passwordChangedAt } = account
    return this.#link(pages.resetPassword, await this.tokens.make('reset', { account: id, passwordChangedAt }, resetMs))
  }

  /** The token stands behind the "#", so that no server's log and no other site sees it. */
  #link(page: string, token: string): string {
    return `${this.settings.publicUrl}${page}#token=${token}`
  }
}
