import 'reflect-metadata'
import { CLOCK, type Clock, type Egress, type Token } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { type DependencyContainer, Lifecycle, container as root } from 'tsyringe'
import { Entitlements } from './accounts/billing/entitlements.js'
import type { BillingMode } from './accounts/billing/mode.js'
import { providerOf } from './accounts/billing/provider.js'
import { DisabledAccounts } from './accounts/disabled-accounts.js'
import type { Identity } from './accounts/identity.js'
import { Keys } from './accounts/keys.js'
import { NotedIdentity } from './accounts/noted-identity.js'
import { Passwords } from './accounts/passwords.js'
import type { Cipher } from './config/cipher.js'
import { JobRunner } from './execution/job-runner.js'
import { Exchanges } from './http/exchanges.js'
import { DashboardLimits } from './limits/dashboard-limits.js'
import { FailedKeys } from './limits/failed-keys.js'
import type { LimitStore } from './limits/limit-store.js'
import { Limits, type Rates } from './limits/limits.js'
import { Metrics } from './metrics/metrics.js'
import { BootReport } from './products/boot-report.js'
import { Registry } from './products/registry.js'
import type { Settings } from './settings.js'
import { readSiteFiles } from './site/files.js'
import type { Store } from './storage/store.js'
import {
  BILLING_MODE,
  CIPHER,
  HOST_SETTINGS,
  IDENTITY,
  LIMIT_STORE,
  LINES,
  PROVIDER,
  RATES,
  SITE_FILES,
  STORE,
  WAY_OUT
} from './tokens.js'
import { Usage } from './usage/usage.js'

/** What the host is made of. */
export interface Parts {
  readonly settings: Settings
  readonly rates: Rates
  readonly billing: BillingMode
  readonly store: Store
  readonly limits: LimitStore
  readonly cipher: Cipher
  readonly egress: Egress
  readonly lines: Lines
  readonly clock: Clock
}

/** The composition root: what the host is made of is registered here, and nowhere else. */
export async function compose(parts: Parts): Promise<DependencyContainer> {
  const { settings, rates, billing, store, limits, cipher, egress, lines, clock } = parts
  const container = root.createChildContainer()
  const values: readonly (readonly [Token<unknown>, unknown])[] = [
    [HOST_SETTINGS, settings],
    [RATES, rates],
    [BILLING_MODE, billing],
    [LIMIT_STORE, limits],
    [STORE, store],
    [CIPHER, cipher],
    [WAY_OUT, egress],
    [LINES, lines],
    [SITE_FILES, await readSiteFiles()],
    [CLOCK, clock]
  ]
  for (const [token, useValue] of values) container.register(token.symbol, { useValue })
  for (const single of singles) container.register<unknown>(single, single, { lifecycle: Lifecycle.Singleton })
  container.register(PROVIDER.symbol, { useValue: await providerOf(billing, settings, container) })
  if (settings.isDemo && billing !== 'none') await startDemoPlan(container.resolve(Entitlements))
  const noted = new NotedIdentity(container.resolve(Keys), clock, lines)
  container.register(IDENTITY.symbol, { useValue: await identity(settings, noted) })
  return container
}

/** Services of which there is one, since they hold state. */
const singles = [
  Registry,
  BootReport,
  DisabledAccounts,
  Keys,
  Entitlements,
  Passwords,
  Exchanges,
  JobRunner,
  Limits,
  Metrics,
  FailedKeys,
  DashboardLimits,
  Usage
]

async function startDemoPlan(entitlements: Entitlements): Promise<void> {
  const { demoAccount, demoPlan } = await import('./accounts/demo-key.js')
  await entitlements.record(demoAccount, demoPlan)
}

/** The class that accepts the demo key is not even loaded outside the demo. */
async function identity({ isDemo }: Settings, keys: Identity): Promise<Identity> {
  if (!isDemo) return keys
  const { DemoIdentity } = await import('./accounts/demo-key.js')
  return new DemoIdentity(keys)
}
