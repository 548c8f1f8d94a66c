import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Express, Request } from 'express'
import type { Stripe } from 'stripe'
import { StripeNews } from '../../accounts/billing/stripe/news.js'
import { pages } from '../../pages.js'
import { Problem } from '../../problems.js'
import type { StripeSettings } from '../../settings.js'
import { STRIPE, STRIPE_SETTINGS } from '../../tokens.js'
import { readBytes } from '../body.js'
import { otherMethods } from '../methods.js'
import { sendJson } from '../reply.js'

/** How old the signature of an event may be, in seconds. */
const toleranceSeconds = 300

/** `POST /webhooks/stripe`: takes events that Stripe has signed, and nothing else. */
@injectable()
export class StripeWebhook {
  constructor(
    @inject(STRIPE) private readonly stripe: Stripe,
    @inject(STRIPE_SETTINGS) private readonly settings: StripeSettings,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly news: StripeNews
  ) {}

  addTo(app: Express): void {
    app
      .route(pages.stripeWebhook)
      .post((request, _response) => this.take(request))
      .all(otherMethods('POST, OPTIONS'))
  }

  /** Answers 200 when what the event tells is recorded; before that, Stripe is to send it again. */
  async take(request: Request): Promise<void> {
    await this.news.hear(this.#verified(await readBytes(request), request.headers['stripe-signature']))
    sendJson(request.exchange, 200, { received: true }, { 'Cache-Control': 'no-store' })
  }

  /** The signature covers the bytes of the body, so they are read as they came. */
  #verified(body: Buffer, signature: string | string[] | undefined): Stripe.Event {
    const { webhookSecret } = this.settings
    try {
      return this.stripe.webhooks.constructEvent(
        body,
        signature ?? '',
        webhookSecret,
        toleranceSeconds,
        undefined,
        this.clock.now()
      )
    } catch (error) {
      throw new Problem('invalid_signature', 'The event is not signed as Stripe signs it, or not lately.', {
        cause: error
      })
    }
  }
}
