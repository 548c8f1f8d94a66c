import { CLOCK, type Clock } from '@product-host/sdk'
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
  /** Asks who bills what is true of an account now, and records it; left out where there is nobody to ask. */
  readonly refresh?: (account: string) => Promise<void>
  /** Gives a customer the address that its account has now; left out where there are no customers. */
  readonly updateEmail?: (account: string, customer: string) => Promise<void>
  /** Ends what a customer is charged for; left out where there are no customers. */
  readonly endCharges?: (customer: string) => Promise<void>
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
  const { StripeCustomers } = await import('./stripe/customers.js')
  const { StripeNews } = await import('./stripe/news.js')
  const { StripeWebhook } = await import('../../http/billing/stripe-webhook.js')
  const stripe = stripeClient(settings)
  container.register(STRIPE.symbol, { useValue: stripe })
  container.register(STRIPE_SETTINGS.symbol, { useValue: settings })
  const news = container.resolve(StripeNews)
  const customers = container.resolve(StripeCustomers)
  return {
    checkout: container.resolve(StripeCheckout),
    routes: new StripeWebhook(stripe, settings, container.resolve<Clock>(CLOCK.symbol), news),
    refresh: account => news.refresh(account),
    updateEmail: (account, customer) => customers.updateEmail(account, customer),
    endCharges: customer => customers.remove(customer)
  }
}
