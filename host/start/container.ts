import 'reflect-metadata'
import { CLOCK, type Clock, type Egress, type Token } from '@product-host/sdk'
import type { Logger } from 'pino'
import { type DependencyContainer, instanceCachingFactory, Lifecycle, container as root } from 'tsyringe'
import { Accounts } from '../accounts/accounts.js'
import { DisabledAccounts, KEY_CHECKER, type KeyChecker, LastUsedTracker } from '../accounts/keys/check-key.js'
import { Keys } from '../accounts/keys/keys.js'
import { Passwords } from '../accounts/passwords/passwords.js'
import { Throttle } from '../accounts/throttle.js'
import { ACCOUNTS } from '../base/account.js'
import { HOST_LOGGER } from '../base/log.js'
import { Metrics } from '../base/metrics.js'
import { BILLING_MODE, BILLING_PROVIDER, type BillingMode } from '../billing/checkout.js'
import { Entitlements } from '../billing/entitlements.js'
import { billingProvider } from '../billing/provider.js'
import { CIPHER, type Cipher } from '../config/cipher.js'
import { DEPLOYMENT, type Deployment, RATES } from '../deployment.js'
import { HOST_EGRESS, PUBLIC_EGRESS } from '../egress/egress.js'
import { Confirmations } from '../execution/confirmations.js'
import { HookCalls } from '../execution/hooks/calls.js'
import { Idempotency } from '../execution/idempotency.js'
import { JobRunner } from '../execution/job-runner.js'
import { WebhookRunner } from '../execution/webhooks/runner.js'
import { HookRefusals } from '../hooks/hook-refusals.js'
import { PROVIDER_ROUTES, providerRoutes } from '../http/billing/provider-routes.js'
import { ownStaticFiles, STATIC_FILES } from '../http/dashboard/static-files.js'
import { LOAD_APP, LOAD_MCP, LOAD_OAUTH, LOAD_OPERATOR } from '../http/listener.js'
import { RequestLog } from '../http/request-log.js'
import { JobStore } from '../jobs/job-store.js'
import { FailedKeys, KeylessRequests } from '../limits/address-limits.js'
import { Budgets } from '../limits/budgets.js'
import { DashboardLimits } from '../limits/dashboard-limits.js'
import { LIMIT_STORE, type LimitStore, Limits } from '../limits/limits.js'
import { RECIPIENT_LIMITS } from '../mail/mailer.js'
import { BootReport } from '../products/boot-report.js'
import { ProductChoices } from '../products/choices.js'
import { KnownVersions } from '../products/known-versions.js'
import { PRODUCT_DOCUMENTS, type ProductDocuments } from '../products/product-documents.js'
import { Registry } from '../products/registry.js'
import { LoadShedder } from '../resilience/overload.js'
import { RunSignals } from '../runs/run-signals.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { backupInProcess, MAKE_BACKUP } from '../storage/backups/make-backup.js'
import { ScheduledBackups } from '../storage/backups/scheduled-backups.js'
import { Hold } from '../storage/hold.js'
import { serverStore } from '../storage/server-stores.js'
import { STORE, type Store } from '../storage/store.js'
import { noTracing, TRACING, type Tracing } from '../tracing/spans.js'
import { History } from '../usage/history.js'
import { Usage } from '../usage/usage.js'
import { AccountWebhooks } from '../webhooks/account-webhooks.js'
import { measureBackups, measureJobs, measureProducts, measureStore } from './metrics.js'

/** The parts that a start opens before the container is composed. */
interface HostParts {
  readonly settings: Settings
  readonly deployment: Deployment
  readonly billing: BillingMode
  readonly store: Store
  readonly limits: LimitStore
  readonly cipher: Cipher
  readonly egress: Egress
  /** Makes what reaches public addresses alone, when it is first needed. */
  readonly publicEgress: () => Egress
  readonly documents: ProductDocuments
  /** Passwords of another owner, which closes them; without them, the container has its own. */
  readonly passwords?: Passwords | undefined
  readonly logger: Logger
  readonly clock: Clock
  /** Nothing is traced when left out. */
  readonly tracing?: Tracing
}

/** The composition root: the only place where the services of the host are registered. */
export async function compose(parts: HostParts): Promise<DependencyContainer> {
  const { settings, deployment, billing, store, limits, cipher, egress, publicEgress } = parts
  const { documents, passwords, logger, clock, tracing = noTracing } = parts
  const container = root.createChildContainer()
  const values: readonly (readonly [Token<unknown>, unknown])[] = [
    [HOST_SETTINGS, settings],
    [DEPLOYMENT, deployment],
    [RATES, deployment.rates],
    [BILLING_MODE, billing],
    [LIMIT_STORE, limits],
    [STORE, store],
    [CIPHER, cipher],
    [HOST_EGRESS, egress],
    [PRODUCT_DOCUMENTS, documents],
    [HOST_LOGGER, logger],
    [STATIC_FILES, await ownStaticFiles()],
    [CLOCK, clock],
    [TRACING, tracing],
    [MAKE_BACKUP, backupInProcess({ dataFolder: settings.dataFolder, server: serverStore(settings) })],
    [LOAD_MCP, once(async () => container.resolve((await import('../mcp/route.js')).McpRoute))],
    [LOAD_OAUTH, once(async () => container.resolve((await import('../http/oauth/service.js')).OAuthService))],
    [
      LOAD_OPERATOR,
      once(async () => container.resolve((await import('../http/operator/routes.js')).OperatorRoutes).build())
    ],
    [LOAD_APP, async () => container.resolve((await import('../http/app.js')).App).build()]
  ]
  for (const [token, useValue] of values) container.register(token.symbol, { useValue })
  for (const single of singles) container.register<unknown>(single, single, { lifecycle: Lifecycle.Singleton })
  if (passwords) container.register(Passwords, { useValue: passwords })
  container.register(PUBLIC_EGRESS.symbol, { useFactory: instanceCachingFactory(publicEgress) })
  container.register(ACCOUNTS.symbol, { useToken: Accounts })
  container.register(RECIPIENT_LIMITS.symbol, { useToken: Throttle })
  container.register(BILLING_PROVIDER.symbol, { useValue: await billingProvider(billing, settings, container) })
  container.register(PROVIDER_ROUTES.symbol, { useValue: await providerRoutes(billing, container) })
  if (settings.isDemo && billing !== 'none') await startDemoPlan(container.resolve(Entitlements))
  const tracker = new LastUsedTracker(container.resolve(Keys), clock, logger)
  const metrics = container.resolve(Metrics)
  measureStore(store, metrics)
  measureJobs(container.resolve(JobStore), container.resolve(Hold), clock, metrics)
  measureProducts(container.resolve(Registry), metrics)
  measureBackups(container.resolve(ScheduledBackups), metrics)
  container.register(KEY_CHECKER.symbol, { useValue: await keyChecker(settings, tracker) })
  return container
}

/** Loads with the first call, and gives every later one the same; a load that failed is tried again by the next call. */
function once<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined
  return () => {
    loaded ??= load().catch(error => {
      loaded = undefined
      throw error
    })
    return loaded
  }
}

/** Services with one instance, because they hold state. */
const singles = [
  ProductChoices,
  Registry,
  BootReport,
  Hold,
  ScheduledBackups,
  KnownVersions,
  DisabledAccounts,
  Keys,
  Entitlements,
  Passwords,
  RequestLog,
  Idempotency,
  Confirmations,
  JobRunner,
  LoadShedder,
  Limits,
  Budgets,
  Metrics,
  FailedKeys,
  KeylessRequests,
  DashboardLimits,
  Usage,
  History,
  AccountWebhooks,
  WebhookRunner,
  RunSignals,
  HookRefusals,
  HookCalls
]

async function startDemoPlan(entitlements: Entitlements): Promise<void> {
  const { demoAccount, demoPlan } = await import('../accounts/keys/demo-key.js')
  await entitlements.record(demoAccount, demoPlan)
}

/** Outside the demo, the class that accepts the demo key is not loaded. */
async function keyChecker({ isDemo }: Settings, keys: KeyChecker): Promise<KeyChecker> {
  if (!isDemo) return keys
  const { DemoKeyChecker } = await import('../accounts/keys/demo-key.js')
  return new DemoKeyChecker(keys)
}
