import { Token } from '@product-host/sdk'
import { Stripe } from 'stripe'
import { Problem } from '../../base/problems.js'
import type { StripeSettings } from '../../settings.js'

/** Stripe's client; registered only if Stripe is the provider. */
export const STRIPE = new Token<Stripe>('STRIPE')

/** How long one answer of Stripe may take, in milliseconds. */
const timeoutMs = 8_000

/** Stripe's own client. It retries a failed request once, with the same idempotency key. */
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

/** Calls Stripe. A failure of Stripe becomes a 503 `Problem`, so that it is retried; its cause is logged. */
export async function callStripe<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    throw new Problem('billing_unavailable', 'The billing service is unavailable; try again soon.', {
      retryAfter: 5,
      cause: loggedError(error)
    })
  }
}

/** Whether Stripe has no object of an id, or none that this key may read. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing'
}

/**
 * An error of Stripe for the log: what identifies it at Stripe. Its text and its body can repeat the address of a person, the data of
 * a card, or a part of the key.
 */
function loggedError({
  type,
  code,
  param,
  statusCode,
  requestId,
  message
}: InstanceType<typeof Stripe.errors.StripeError>): Error {
  if (statusCode === undefined) return new Error(message)
  const about = [type, code, param, requestId].filter(Boolean).join(', ')
  return new Error(`Stripe answered ${statusCode}: ${about}.`)
}
