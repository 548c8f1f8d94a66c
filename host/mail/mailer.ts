import { inject, injectable } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { mailboxOf } from '../accounts/email.js'
import { Throttle, type Try } from '../accounts/throttle.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS, LINES } from '../tokens.js'

/** One mail, in plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/**
 * What an email is counted as. Anyone can cause the first two for any address, without being signed in, and anyone who is
 * signed in can cause `email_change`; `account` is for what
 * happens to an account, such as security notices. Each has a limit per recipient of its own, so that none uses up another's.
 */
export type MailKind = 'sign_up' | 'password_reset' | 'email_change' | 'account'

/** How long each step of a delivery may take, in milliseconds. */
const stepMs = 5_000

/** Hands mail to the operator's server; without one, nothing may be sent. */
@injectable()
export class Mailer {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(LINES) private readonly lines: Lines,
    private readonly throttle: Throttle
  ) {}

  get isConfigured(): boolean {
    return this.settings.mail !== undefined
  }

  /** Resolves when the server has taken the mail, or when its recipient has had so many of this kind that it is dropped. */
  async send(letter: Letter, kind: MailKind): Promise<void> {
    const counted: Try = [[`${kind}_mail`, mailboxOf(letter.to)]]
    if (!(await this.throttle.takeIfLeft(counted)))
      return this.lines.warn({ kind }, 'email not sent: its recipient has reached the limit for this kind')
    try {
      await this.#deliver(letter)
    } catch (error) {
      await this.throttle.giveBack(counted)
      throw error
    }
  }

  async #deliver(letter: Letter): Promise<void> {
    const { mail } = this.settings
    if (!mail) throw new Error('SMTP_URL is not set, so that no mail can be sent.')
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url: mail.url,
      connectionTimeout: stepMs,
      greetingTimeout: stepMs,
      socketTimeout: stepMs,
      dnsTimeout: stepMs
    })
    await transport.sendMail({ ...letter, from: mail.from })
  }
}
