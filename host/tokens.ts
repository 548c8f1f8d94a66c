import { type Egress, Token } from '@product-host/sdk'
import type { CornerRecords } from '@product-host/sdk/runtime'
import type { Logger as LineLogger } from 'pino'
import type { Stripe } from 'stripe'
import type { BillingMode } from './accounts/billing/mode.js'
import type { Provider } from './accounts/billing/provider.js'
import type { Identity } from './accounts/identity.js'
import type { Cipher } from './config/cipher.js'
import type { LimitStore } from './limits/limit-store.js'
import type { Rates } from './limits/limits.js'
import type { Settings, StripeSettings } from './settings.js'
import type { SiteFiles } from './site/files.js'
import type { Store } from './storage/store.js'

/** What the environment decides. */
export const HOST_SETTINGS = new Token<Settings>('HOST_SETTINGS')
/** The store as a whole. */
export const STORE = new Token<Store>('STORE')
/** The records below the storage of one call, for a product in another thread. */
export const RECORDS = new Token<CornerRecords>('RECORDS')
/** Encrypts the secrets of configs. */
export const CIPHER = new Token<Cipher>('CIPHER')
/** The host's own log lines. */
export const LINES = new Token<LineLogger>('LINES')
/** Tells whom a bearer key stands for. */
export const IDENTITY = new Token<Identity>('IDENTITY')
/** Who bills. */
export const BILLING_MODE = new Token<BillingMode>('BILLING_MODE')
/** Where people pay. */
export const PROVIDER = new Token<Provider>('PROVIDER')
/** Stripe's client; only where Stripe bills. */
export const STRIPE = new Token<Stripe>('STRIPE')
/** The account at Stripe; only where Stripe bills. */
export const STRIPE_SETTINGS = new Token<StripeSettings>('STRIPE_SETTINGS')
/** The guarded way out, which all products share. */
export const WAY_OUT = new Token<Egress>('WAY_OUT')
/** How much callers may ask for. */
export const RATES = new Token<Rates>('RATES')
/** Where that is counted. */
export const LIMIT_STORE = new Token<LimitStore>('LIMIT_STORE')
/** The built pages of the dashboard. */
export const SITE_FILES = new Token<SiteFiles>('SITE_FILES')
