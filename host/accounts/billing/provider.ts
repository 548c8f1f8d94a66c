import type { Express } from 'express'
import type { DependencyContainer } from 'tsyringe'
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
export async function providerOf(mode: BillingMode, container: DependencyContainer): Promise<Provider> {
  if (mode !== 'local') return {}
  const { LocalCheckout } = await import('./local/checkout.js')
  const { LocalCheckoutRoutes } = await import('../../http/billing/local-checkout.js')
  return { checkout: container.resolve(LocalCheckout), routes: container.resolve(LocalCheckoutRoutes) }
}
