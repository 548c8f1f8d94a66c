import type { Deployment } from '../../deployment.js'
import { type Settings, SettingsError } from '../../settings.js'

/** Who bills: nobody; Stripe; or, in the demo, a stand-in on this machine that takes no money. */
export type BillingMode = 'none' | 'local' | 'stripe'

/** Who bills here. Throws a `SettingsError` when the deployment bills and nothing says through whom. */
export function billingMode({ billing }: Pick<Deployment, 'billing'>, { stripe, isDemo }: Settings): BillingMode {
  if (billing === 'none') return 'none'
  if (stripe) return 'stripe'
  if (isDemo) return 'local'
  throw new SettingsError(
    'The deployment file bills by Stripe, but STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET and STRIPE_PRICE_ID are not set; set them, or set "billing" to "none".'
  )
}
