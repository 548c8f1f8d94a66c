import { inject, injectable } from '@product-host/sdk'
import { Accounts } from '../accounts/accounts.js'
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
    private readonly mailer: Mailer
  ) {}

  /** Sends an e-mail about an event to an address, or to the account's owner; nothing is sent when there is neither. */
  async send(id: string, event: SecurityEvent, to?: string): Promise<void> {
    const address = to ?? (await this.accounts.find(id))?.email
    if (address === undefined) return
    await this.mailer.send({ to: address, ...securityMessage(event, this.settings.publicUrl + pages.account) })
  }
}

/** What an e-mail says about a security event. */
export function securityMessage(event: SecurityEvent, accountPage: string): Message {
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

If you or the operator of this service did this, there is nothing to do. If not, sign in, change your password and
look at the security events, sessions and API keys of your account:

${accountPage}
`
  }
}
