import type { Clock, Egress } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { billingMode } from './accounts/billing/mode.js'
import { realClock } from './clock.js'
import type { Cipher } from './config/cipher.js'
import { compose } from './container.js'
import type { Deployment } from './deployment.js'
import { guardedEgress } from './egress/egress.js'
import { JobRunner } from './execution/job-runner.js'
import { providedTokens } from './execution/provided-tokens.js'
import { CallServices } from './execution/services.js'
import { Fence } from './fence/fence.js'
import { noWatch, type Watch } from './fence/watch.js'
import { HttpServer } from './http/server.js'
import type { LimitStore } from './limits/limit-store.js'
import { memoryLimits } from './limits/memory.js'
import type { Log } from './log.js'
import { BootReport } from './products/boot-report.js'
import { type Loaded, loadPlugins } from './products/load.js'
import type { Mounted } from './products/mounted.js'
import { Registry } from './products/registry.js'
import type { Settings } from './settings.js'
import type { SiteFiles } from './site/files.js'
import type { Store } from './storage/store.js'
import { SITE_FILES } from './tokens.js'
import { Usage } from './usage/usage.js'

/** What a start is given. */
export interface Start {
  readonly settings: Settings
  readonly deployment: Deployment
  readonly store: Store
  /** Where limits are counted; in this process's memory when left out. */
  readonly limits?: LimitStore
  readonly cipher: Cipher
  readonly log: Pick<Log, 'lines'>
  readonly clock?: Clock
  /** Is told whose code runs. */
  readonly watch?: Watch
  /** The way out; the deployment's own when left out. */
  readonly egress?: Egress
}

/** A host that listens. */
export interface RunningHost {
  readonly port: number
  readonly products: readonly Mounted[]
  readonly report: readonly Loaded[]
  /** Runs the jobs that are due now, and resolves when they have ended; it happens by itself several times a second. */
  runDueJobs(): Promise<void>
  /** Answers what was accepted, ends the products, closes the store. */
  stop(): Promise<void>
}

/** Starts: container, plugins, server, in this order; the store is open already. */
export async function startHost({
  settings,
  deployment,
  store,
  limits = memoryLimits,
  cipher,
  log,
  clock = realClock(),
  watch = noWatch,
  egress = guardedEgress(deployment.egress)
}: Start): Promise<RunningHost> {
  const { lines } = log
  warn(settings, lines)
  const billing = billingMode(deployment, settings)
  const { rates } = deployment
  const container = await compose({ settings, rates, billing, store, limits, cipher, egress, lines, clock })
  const services = container.resolve(CallServices)
  const registry = container.resolve(Registry)
  const report = await loadPlugins(deployment, registry, {
    tokens: providedTokens,
    provideFor: slug => services.provideFor(slug),
    container,
    fenceFor: entry => new Fence(entry, lines, () => clock.now(), watch),
    now: () => clock.now()
  })
  container.resolve(BootReport).record(report)
  for (const { error, ...loaded } of report) {
    if (error === undefined) lines.info(loaded, 'plugin served')
    else lines.error({ ...loaded, reason: error }, 'plugin not served')
  }
  const pages = container.resolve<SiteFiles>(SITE_FILES.symbol)
  if (pages.size === 0) lines.warn('the dashboard is not part of this installation; "npm run build" makes it')
  const server = container.resolve(HttpServer)
  const jobs = container.resolve(JobRunner)
  const usage = container.resolve(Usage)
  const port = await server.listen()
  jobs.start()
  usage.start()
  lines.info({ host: settings.host, port, plugins: report.length, demo: settings.isDemo }, 'listening')
  return {
    port,
    products: registry.all(),
    runDueJobs: () => jobs.runDue(),
    report,
    async stop() {
      await Promise.all([server.stop(), jobs.stop()])
      await usage.stop()
      await Promise.all(registry.all().map(({ mounted }) => mounted.close()))
      await container.dispose()
      await store.close()
      lines.info('stopped')
    }
  }
}

/** Logs a warning for each setting that the host accepts and that is not safe in production. */
function warn({ isProduction, secretsInEnvironment, isPublicUrlInsecure }: Settings, lines: Lines): void {
  if (isProduction && secretsInEnvironment.length > 0)
    lines.warn(
      { variables: secretsInEnvironment },
      'secrets came as plain environment variables: plugins in this process or in a thread can still read them through /proc/self/environ; use <NAME>_FILE or systemd credentials instead'
    )
  if (isPublicUrlInsecure)
    lines.warn('PUBLIC_URL is plain http: cookies and keys can be read on their way; serve clients over https')
}
