import { inject, injectable } from '@product-host/sdk'
import { isoTime } from '../base/clock.js'
import { pages } from '../base/pages.js'
import { type SecurityEvent, type SecurityEventKind, securityEventKind } from '../base/security-event.js'
import { isHookId } from '../hooks/hook-store.js'
import { Mailer } from '../mail/mailer.js'
import {
  type EmailText,
  emailChangeMessage,
  knownAddressMessage,
  resetMessage,
  signUpMessage,
  takenAddressMessage
} from '../mail/messages.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { OneTimeTokens } from '../storage/one-time-tokens.js'
import { Accounts } from './accounts.js'
import { removalMs } from './second-factor-removal.js'

/**
 * The emails of sign-up, change of address and password reset. They are sent after the response, which therefore does
 * not reveal whether an address has an account.
 */
@injectable()
export class AccountEmails {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly accounts: Accounts,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer
  ) {}

  /** Sends the email of a pending sign-up: a link to finish it, or a notice that the address has an account. */
  async signUp(request: string): Promise<void> {
    const wanted = await this.tokens.read('sign-up-request', request)
    if (!wanted) return
    const known = await this.accounts.findByEmail(wanted.email)
    const link = known ? undefined : await this.tokens.makeRequested('sign-up', request)
    if (!known && link === undefined) return
    const message =
      link === undefined
        ? knownAddressMessage(this.settings.publicUrl + pages.resetPassword)
        : signUpMessage(this.#link(pages.verifyEmail, link), this.tokens.validFor('sign-up'))
    await this.mailer.send({ to: wanted.email, ...message }, 'sign_up')
    await this.tokens.use('sign-up-request', request)
  }

  /** Sends the link of a change of address to the new address, or, if that has an account, a notice to its owner. */
  async emailChange(request: string): Promise<void> {
    const wanted = await this.tokens.read('email-change-request', request)
    if (!wanted) return
    const owner = await this.accounts.findByEmail(wanted.email)
    const isTaken = owner !== undefined && owner.id !== wanted.account
    const link = isTaken ? undefined : await this.tokens.makeRequested('email-change', request)
    if (!isTaken && link === undefined) return
    const message =
      link === undefined
        ? takenAddressMessage()
        : emailChangeMessage(this.#link(pages.confirmEmail, link), this.tokens.validFor('email-change'))
    await this.mailer.send({ to: wanted.email, ...message }, 'email_change')
    await this.tokens.use('email-change-request', request)
  }

  /** Sends a link to a new password, if the address has an account. */
  async reset(email: string): Promise<void> {
    const account = await this.accounts.findByEmail(email)
    if (!account) return
    const message = resetMessage(await this.resetLink(account.id), this.tokens.validFor('reset'))
    await this.mailer.send({ to: account.email, ...message }, 'password_reset')
  }

  /** A link to set a new password, valid once, for a limited time. */
  async resetLink(id: string): Promise<string> {
    const account = await this.accounts.find(id)
    if (!account) throw new Error(`There is no account ${id}.`)
    const { passwordChangedAt, email } = account
    const purpose = { account: id, passwordChangedAt, email }
    const token = await this.tokens.make('reset', purpose, this.tokens.validMs('reset'))
    return this.#link(pages.resetPassword, token)
  }

  /** The token is in the fragment of the URL, so that it is in no server's log and in no Referer header. */
  #link(page: string, token: string): string {
    return `${this.settings.publicUrl}${page}#token=${token}`
  }
}

/** The emails about security events. They contain no secret and no link that signs in. */
@injectable()
export class SecurityEmail {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly accounts: Accounts,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer
  ) {}

  /**
   * Sends an email about an event to an address, by default to the account's owner; sends nothing if there is neither.
   */
  async send(id: string, event: SecurityEvent, to?: string): Promise<void> {
    const address = to ?? (await this.accounts.find(id))?.email
    if (address === undefined) return
    const link = event.kind === 'second_factor_removal_requested' ? await this.#cancelLink(id, event.at) : undefined
    await this.mailer.send({ to: address, ...securityMessage(event, this.settings.publicUrl, link) }, 'account')
  }

  /** The link only cancels a removal, and says when it is due; it does not sign in. */
  async #cancelLink(account: string, requestedAt: string): Promise<string> {
    const token = await this.tokens.make('cancel-removal', { account }, removalMs)
    const due = encodeURIComponent(isoTime(Date.parse(requestedAt) + removalMs))
    return `${this.settings.publicUrl}${pages.cancelRemoval}?due=${due}#token=${token}`
  }
}

/** The text of an email about a security event. A key or a hook has its id alone: whoever has made it wrote its name. */
function securityMessage(event: SecurityEvent, publicUrl: string, cancelLink?: string): EmailText {
  const { title } = securityEventKind(event.kind)
  const facts = [
    `Time: ${new Date(event.at).toUTCString()}`,
    event.browser && `Browser: ${event.browser}`,
    event.network && `Network: ${event.network}`,
    event.keyId && `${isHookId(event.keyId) ? 'Hook' : 'API key'}: ${event.keyId}`,
    event.product && `Product: ${event.product}`
  ].filter(fact => fact !== undefined)
  return {
    subject: `Security notice: ${title}`,
    text: `${title}.

${facts.join('\n')}
${cancelLink === undefined ? '' : cancelText(cancelLink)}
${event.kind === 'email_changed' ? formerAddressText : whatToDo(event.kind, publicUrl)}`
  }
}

/** The former address no longer signs in. */
const formerAddressText = `If you did this, there is nothing to do. If not, write to the operator of this service at once: the account has
another address now, and this one no longer signs in.
`

/** What the owner does about events that nobody has caused, and where. */
const remedies: Partial<Record<SecurityEventKind, readonly [text: string, page: string]>> = {
  hook_failed: ['The runs of the account say why:', pages.runs],
  schedule_unreadable: ['Save the input again on the page of the schedule:', pages.schedules],
  jobs_stopped: ['Schedules, hooks and webhooks that have stopped are here, to be resumed or deleted:', pages.paused],
  webhook_endpoint_paused: ['Resume or delete it here:', pages.paused],
  webhook_endpoint_unreadable: ['Make a new secret on the page of the address:', pages.webhookEndpoints],
  webhook_endpoint_failing: ['Repair the receiver, and switch the address on again here:', pages.webhookEndpoints]
}

function whatToDo(kind: SecurityEventKind, publicUrl: string): string {
  const remedy = remedies[kind]
  if (remedy) return `${remedy[0]}\n\n${publicUrl}${remedy[1]}\n`
  return `If you or the operator of this service did this, there is nothing to do. If not, sign in, change your password and
look at the security events, sessions and API keys of your account:

${publicUrl}${pages.account}
`
}

function cancelText(link: string): string {
  return `
Somebody who knows your password says that the authenticator app is lost. Two-factor authentication will be turned off
72 hours after the time above.
If this was not you, cancel it here, and change your password:

${link}
`
}
