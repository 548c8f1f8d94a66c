import { Stripe } from 'stripe'
import { Problem } from '../../../problems.js'
import type { StripeSettings } from '../../../settings.js'

/** How long one answer of Stripe may take, in milliseconds. */
const timeoutMs = 8_000

/** Stripe's own client. It tries once more what failed on the way, under the same idempotency key. */
export function stripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false
  })
}

/** Asks Stripe. What fails there is a 503 `Problem`, so that it is tried again; its cause is for the log. */
export async function asking<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new Problem('billing_unavailable', 'The service that bills does not answer as it should; try again soon.', {
      retryAfter: 5,
      cause: error
    })
  }
}
