import { inject, injectable } from '@product-host/sdk'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'

/** One mail, in plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** How long each step of a delivery may take, in milliseconds. */
const stepMs = 5_000

/** Hands mail to the operator's server; without one, nothing may be sent. */
@injectable()
export class Mailer {
  constructor(@inject(HOST_SETTINGS) private readonly settings: Settings) {}

  get isConfigured(): boolean {
    return this.settings.mail !== undefined
  }

  /** Resolves when the server has taken the mail. */
  async send(letter: Letter): Promise<void> {
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
