import type { Express } from 'express'
import type { DependencyContainer } from 'tsyringe'
import type { Settings, StripeSettings } from '../../settings.js'
import { STRIPE, STRIPE_SETTINGS } from '../../tokens.js'
import type { Checkout } from './checkout.js'
import type { BillingMode } from './mode.js'

/** Where people pay, and the addresses that belong to it. */
export interface Provider {
  /** Left out where nobody bills. */
  readonly checkout?: Checkout
  /** Left out where nobody bills. */
  readonly routes?: ProviderRoutes
}

/** Addresses of the host itself that belong to who bills. */
export interface ProviderRoutes {
  addTo(app: Express): void
}

/** Who bills. What is not used is not even loaded: the stand-in exists in the demo alone. */
export async function providerOf(
  mode: BillingMode,
  { stripe }: Settings,
  container: DependencyContainer
): Promise<Provider> {
  if (mode === 'local') return local(container)
  return mode === 'stripe' && stripe ? byStripe(stripe, container) : {}
}

async function local(container: DependencyContainer): Promise<Provider> {
  const { LocalCheckout } = await import('./local/checkout.js')
  const { LocalCheckoutRoutes } = await import('../../http/billing/local-checkout.js')
  return { checkout: container.resolve(LocalCheckout), routes: container.resolve(LocalCheckoutRoutes) }
}

async function byStripe(settings: StripeSettings, container: DependencyContainer): Promise<Provider> {
  const { stripeClient } = await import('./stripe/client.js')
  const { StripeCheckout } = await import('./stripe/checkout.js')
  const { StripeWebhook } = await import('../../http/billing/stripe-webhook.js')
  container.register(STRIPE.symbol, { useValue: stripeClient(settings) })
  container.register(STRIPE_SETTINGS.symbol, { useValue: settings })
  return { checkout: container.resolve(StripeCheckout), routes: container.resolve(StripeWebhook) }
}
