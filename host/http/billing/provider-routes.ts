import { Token } from '@product-host/sdk'
import type { Express } from 'express'
import type { DependencyContainer } from 'tsyringe'
import type { BillingMode } from '../../billing/checkout.js'

/** The routes of the billing provider. */
export const PROVIDER_ROUTES = new Token<ProviderRoutes>('PROVIDER_ROUTES')

/** Adds the routes of the billing provider: Stripe's webhook, or the pages of the demo's checkout. */
export interface ProviderRoutes {
  addTo(app: Express): void
}

/** Loads the routes of the billing provider. Only those in use are loaded: the demo's pages exist only in the demo. */
export async function providerRoutes(mode: BillingMode, container: DependencyContainer): Promise<ProviderRoutes> {
  switch (mode) {
    case 'none':
      return { addTo: () => undefined }
    case 'local': {
      const { LocalCheckoutRoutes } = await import('./local-checkout.js')
      return container.resolve(LocalCheckoutRoutes)
    }
    case 'stripe': {
      const { StripeWebhook } = await import('./stripe-webhook.js')
      return container.resolve(StripeWebhook)
    }
  }
}
