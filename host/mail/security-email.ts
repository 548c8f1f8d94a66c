import { inject, injectable } from '@product-host/sdk'
import { Accounts } from '../accounts/accounts.js'
import { OneTimeTokens } from '../accounts/one-time-tokens.js'
import { removalMs } from '../accounts/second-factor-removal.js'
import { kindOf } from '../accounts/security-event-kinds.js'
import type { SecurityEvent } from '../accounts/security-events.js'
import { pages } from '../pages.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'
import { Mailer } from './mailer.js'
import type { Message } from './messages.js'

/** The e-mails about security events. They hold no secret and no link that signs anybody in. */
@injectable()
export class SecurityEmail {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly accounts: Accounts,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer
  ) {}

  /** Sends an e-mail about an event to an address, or to the account's owner; nothing is sent when there is neither. */
  async send(id: string, event: SecurityEvent, to?: string): Promise<void> {
    const address = to ?? (await this.accounts.find(id))?.email
    if (address === undefined) return
    const link = event.kind === 'second_factor_removal_requested' ? await this.#cancelLink(id) : undefined
    const accountPage = this.settings.publicUrl + pages.account
    await this.mailer.send({ to: address, ...securityMessage(event, accountPage, link) }, 'account')
  }

  /** The link cancels a removal and does nothing else: it signs nobody in. */
  async #cancelLink(account: string): Promise<string> {
    const token = await this.tokens.make('cancel-removal', { account }, removalMs)
    return `${this.settings.publicUrl}${pages.cancelRemoval}#token=${token}`
  }
}

/** What an e-mail says about a security event. */
export function securityMessage(event: SecurityEvent, accountPage: string, cancelLink?: string): Message {
  const { title } = kindOf(event.kind)
  const facts = [
    ['Time', new Date(event.at).toUTCString()],
    ['Browser', event.browser],
    ['Network', event.network],
    ['API key', event.keyId],
    ['Product', event.product]
  ].flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}`))
  return {
    subject: `Security notice: ${title}`,
    text: `${title}.

${facts.join('\n')}
${cancelLink === undefined ? '' : cancelText(cancelLink)}
${event.kind === 'email_changed' ? formerAddressText : whatToDo(accountPage)}`
  }
}

/** The former address no longer signs in. */
const formerAddressText = `If you did this, there is nothing to do. If not, write to the operator of this service at once: the account has
another address now, and this one no longer signs in.
`

function whatToDo(accountPage: string): string {
  return `If you or the operator of this service did this, there is nothing to do. If not, sign in, change your password and
look at the security events, sessions and API keys of your account:

${accountPage}
`
}

function cancelText(link: string): string {
  return `
Somebody who knows your password says that the second factor is lost. It will be removed 72 hours after the time above.
If this was not you, cancel it here, and change your password:

${link}
`
}
