import { inject, injectable } from '@product-host/sdk'
import { Accounts } from '../accounts/accounts.js'
import { OneTimeTokens } from '../accounts/one-time-tokens.js'
import { pages } from '../pages.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'
import { Mailer } from './mailer.js'
import {
  emailChangeMessage,
  knownAddressMessage,
  resetMessage,
  signUpMessage,
  takenAddressMessage
} from './messages.js'

/** How long the link of a sign-up is good, in milliseconds. */
const signUpMs = 24 * 60 * 60 * 1000
/** How long the link of a change of address is good, in milliseconds. */
const emailChangeMs = 24 * 60 * 60 * 1000
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
    const link = known ? undefined : await this.tokens.makeRequested('sign-up', request, signUpMs)
    if (!known && link === undefined) return
    const message =
      link === undefined
        ? knownAddressMessage(this.settings.publicUrl + pages.resetPassword)
        : signUpMessage(this.#link(pages.verifyEmail, link))
    await this.mailer.send({ to: wanted.email, ...message }, 'sign_up')
    await this.tokens.use('sign-up-request', request)
  }

  /** Sends the link of a change of address to the new address, or, where that has an account, a notice to its owner. */
  async emailChange(request: string): Promise<void> {
    const wanted = await this.tokens.read('email-change-request', request)
    if (!wanted) return
    const owner = await this.accounts.findByEmail(wanted.email)
    const isTaken = owner !== undefined && owner.id !== wanted.account
    const link = isTaken ? undefined : await this.tokens.makeRequested('email-change', request, emailChangeMs)
    if (!isTaken && link === undefined) return
    const message =
      link === undefined ? takenAddressMessage() : emailChangeMessage(this.#link(pages.confirmEmail, link))
    await this.mailer.send({ to: wanted.email, ...message }, 'email_change')
    await this.tokens.use('email-change-request', request)
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
    const { passwordChangedAt, email } = account
    const token = await this.tokens.make('reset', { account: id, passwordChangedAt, email }, resetMs)
    return this.#link(pages.resetPassword, token)
  }

  /** The token stands behind the "#", so that no server's log and no other site sees it. */
  #link(page: string, token: string): string {
    return `${this.settings.publicUrl}${page}#token=${token}`
  }
}
