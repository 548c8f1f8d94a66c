import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Express, Request } from 'express'
import { Stripe } from 'stripe'
import { pages } from '../../base/pages.js'
import { Problem } from '../../base/problems.js'
import { STRIPE } from '../../billing/stripe/client.js'
import { StripeEventSync } from '../../billing/stripe/event-sync.js'
import { readEvent, type StripeNotice } from '../../billing/stripe/events.js'
import { STRIPE_SETTINGS, type StripeSettings } from '../../settings.js'
import { sendJson } from '../reply.js'
import { readBytes } from '../request-body.js'
import { addRoute } from '../route.js'

/** How old the signature of an event may be, in seconds. */
const toleranceSeconds = 300

/** `POST /webhooks/stripe`: accepts only events that Stripe has signed. */
@injectable()
export class StripeWebhook {
  constructor(
    @inject(STRIPE) private readonly stripe: Stripe,
    @inject(STRIPE_SETTINGS) private readonly settings: StripeSettings,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly sync: StripeEventSync
  ) {}

  addTo(app: Express): void {
    addRoute(app, pages.stripeWebhook, { post: request => this.receive(request) })
  }

  /** Answers 200 once the event is recorded; until then, Stripe sends it again. */
  async receive(request: Request): Promise<void> {
    await this.sync.receive(noticeIn(this.#verified(await readBytes(request), request.headers['stripe-signature'])))
    sendJson(request.context, 200, { received: true }, { 'Cache-Control': 'no-store' })
  }

  /** The signature covers the raw bytes of the body. */
  #verified(body: Buffer, signature: string | string[] | undefined): unknown {
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
      if (error instanceof Stripe.errors.StripeSignatureVerificationError)
        throw new Problem('invalid_signature', 'The signature of the event is invalid or too old.', { cause: error })
      if (error instanceof SyntaxError) throw new Problem('malformed_json', 'The event is signed, and is not JSON.')
      throw new Problem('invalid_input', 'The event is signed, and has a form that this webhook does not take.', {
        cause: error
      })
    }
  }
}

/** Throws a 400 `Problem` for what Stripe has signed and is no event of its API. */
function noticeIn(event: unknown): StripeNotice {
  const { notice, issues } = readEvent(event)
  if (notice) return notice
  throw new Problem('invalid_input', 'The body is signed, and is no event; see errors.', { errors: issues })
}
