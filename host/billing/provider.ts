import type { DependencyContainer } from 'tsyringe'
import type { Deployment } from '../deployment.js'
import { type Settings, SettingsError, STRIPE_SETTINGS, type StripeSettings } from '../settings.js'
import type { BillingMode, BillingProvider } from './checkout.js'

/** The billing provider. Only the one in use is loaded; the local checkout exists only in the demo. */
export async function billingProvider(
  mode: BillingMode,
  { stripe }: Settings,
  container: DependencyContainer
): Promise<BillingProvider> {
  if (mode === 'local') return localProvider(container)
  return mode === 'stripe' && stripe ? stripeProvider(stripe, container) : {}
}

async function localProvider(container: DependencyContainer): Promise<BillingProvider> {
  const { LocalCheckout } = await import('./local-checkout.js')
  return { checkout: container.resolve(LocalCheckout) }
}

async function stripeProvider(settings: StripeSettings, container: DependencyContainer): Promise<BillingProvider> {
  const { STRIPE, stripeClient } = await import('./stripe/client.js')
  const { StripeCheckout } = await import('./stripe/checkout.js')
  const { StripeCustomers } = await import('./stripe/customers.js')
  const { StripeEventSync } = await import('./stripe/event-sync.js')
  const stripe = stripeClient(settings)
  container.register(STRIPE.symbol, { useValue: stripe })
  container.register(STRIPE_SETTINGS.symbol, { useValue: settings })
  const events = container.resolve(StripeEventSync)
  // The webhook records with the same one, so that both wait for one another.
  container.registerInstance(StripeEventSync, events)
  const customers = container.resolve(StripeCustomers)
  return {
    checkout: container.resolve(StripeCheckout),
    refresh: account => events.refresh(account),
    updateEmail: (account, customer) => customers.updateEmail(account, customer),
    endCharges: customer => customers.remove(customer)
  }
}

/** The billing provider of this deployment. Throws a `SettingsError` if billing is on and no provider is configured. */
export function billingMode({ billing }: Pick<Deployment, 'billing'>, { stripe, isDemo }: Settings): BillingMode {
  if (billing === 'none') return 'none'
  if (stripe) return 'stripe'
  if (isDemo) return 'local'
  throw new SettingsError(
    'The deployment file bills by Stripe, but STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID are not set; set them, or set "billing" to "none".'
  )
}
