import { inject, injectable, Token } from '@product-host/sdk'
import { mailboxOf } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { HOST_LOGGER } from '../base/log.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'

/** The limits of emails to one recipient. */
export const RECIPIENT_LIMITS = new Token<RecipientLimits>('RECIPIENT_LIMITS')

/** Limits the emails to one recipient. */
export interface RecipientLimits {
  /** Counts an email; returns false and counts nothing if its recipient's limit for the kind is reached. */
  takeIfAllowed(email: CountedEmail): Promise<boolean>
  /** Takes back the count of an email that was not sent. */
  giveBack(email: CountedEmail): Promise<void>
}

/** The limits that an email counts towards. */
type CountedEmail = readonly (readonly [what: `${MailKind}_mail`, mailbox: string])[]

/** One email, in plain text. */
interface OutgoingEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * The kind of an email, for limits. Anyone can cause the first two for any address without being signed in, and anyone
 * who is signed in can cause `email_change`; `account` is for events of an account, such as security notices. Each kind
 * has its own limit per recipient.
 */
type MailKind = 'sign_up' | 'password_reset' | 'email_change' | 'account'

/** How long each step of a delivery may take, in milliseconds. */
const stepMs = 5_000

/** Sends email through the operator's SMTP server; sends nothing if none is configured. */
@injectable()
export class Mailer {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    @inject(RECIPIENT_LIMITS) private readonly limits: RecipientLimits
  ) {}

  get isConfigured(): boolean {
    return this.settings.mail !== undefined
  }

  /**
   * Resolves when the server has accepted the email, or when it is dropped because its recipient's limit is reached.
   */
  async send(email: OutgoingEmail, kind: MailKind): Promise<void> {
    const counted: CountedEmail = [[`${kind}_mail`, mailboxOf(email.to)]]
    if (!(await this.limits.takeIfAllowed(counted)))
      return this.logger.warn({ kind }, 'email not sent: its recipient has reached the limit for this kind')
    try {
      await this.#deliver(email)
    } catch (error) {
      await this.limits.giveBack(counted)
      throw error
    }
  }

  async #deliver(email: OutgoingEmail): Promise<void> {
    const { mail } = this.settings
    if (!mail) throw new Error('SMTP_URL is not set, so no email can be sent.')
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: mail.url,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      dnsTimeout: stepMs
    })
    await transport.sendMail({ ...email, from: mail.from }).catch(error => {
      throw deliveryError(error)
    })
  }
}

/**
 * Why an email was not delivered, for the log and for dead letters: in words of this host, because a mail server repeats the address of
 * the recipient in its answer.
 */
function deliveryError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error('The mail server could not be used.')
  const { code, command, response, responseCode }: Readonly<Record<string, unknown>> = { ...error }
  const step = typeof command === 'string' ? ` to ${command}` : ''
  if (response !== undefined) return new Error(`The mail server answered ${responseCode ?? 'no status'}${step}.`)
  // The library refuses an address itself, and names it.
  if (code === 'EENVELOPE') return new Error('The e-mail has a sender or a recipient that cannot be sent to.')
  return new Error(`The mail server could not be used: ${error.message}`)
}
