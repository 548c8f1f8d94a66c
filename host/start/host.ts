import { randomUUID } from 'node:crypto'
import type { Clock, Egress } from '@product-host/sdk'
import type { Logger } from 'pino'
import { Accounts } from '../accounts/accounts.js'
import type { Passwords } from '../accounts/passwords/passwords.js'
import { realClock } from '../base/clock.js'
import { versionIn } from '../base/files.js'
import type { Log } from '../base/log.js'
import { Metrics } from '../base/metrics.js'
import { asProblem } from '../base/problems.js'
import { problemReply, type Reply } from '../base/reply.js'
import { FormerTrials } from '../billing/former-trials.js'
import { billingMode } from '../billing/provider.js'
import type { Cipher } from '../config/cipher.js'
import type { Deployment, PlacedEntry } from '../deployment.js'
import { FollowedEgress, guardedEgress } from '../egress/egress.js'
import { Tunnels } from '../egress/tunnels.js'
import { JobRunner } from '../execution/job-runner.js'
import { CallServices } from '../execution/run-action.js'
import { ChangedContracts } from '../execution/webhooks/changed-contracts.js'
import { DegradedProducts } from '../execution/webhooks/degraded-products.js'
import { STATIC_FILES, type StaticFiles } from '../http/dashboard/static-files.js'
import { HealthRoutes } from '../http/health.js'
import { RequestLog } from '../http/request-log.js'
import { type HandedConnections, HttpServer } from '../http/server.js'
import { providedTokens } from '../isolation/import-plugin.js'
import { Budgets } from '../limits/budgets.js'
import { type LimitStore, Limits, memoryLimits } from '../limits/limits.js'
import { BootReport } from '../products/boot-report.js'
import { ProductChoices } from '../products/choices.js'
import { type Followed, Generations } from '../products/generations.js'
import { KnownVersions } from '../products/known-versions.js'
import type { LoadedPlugin } from '../products/load.js'
import { type ProductDocuments, packageDocuments } from '../products/product-documents.js'
import { type Mounted, Registry } from '../products/registry.js'
import { SlugOwners } from '../products/slug-owners.js'
import { noWatch, Resilience, type Watch } from '../resilience/circuit-breaker.js'
import { listensEverywhere, ownAddress, type Settings } from '../settings.js'
import { Approvals } from '../sources/approvals.js'
import { ScheduledBackups } from '../storage/backups/scheduled-backups.js'
import { Hold } from '../storage/hold.js'
import type { Store } from '../storage/store.js'
import type { CollectorSettings } from '../tracing/collector.js'
import { noTracing } from '../tracing/spans.js'
import { History } from '../usage/history.js'
import { Usage } from '../usage/usage.js'
import { compose } from './container.js'
import { liveDeployment } from './live-deployment.js'
import { sampleSaturation } from './metrics.js'
import { Reloads } from './reloads.js'

/** The parameters of a start. */
export interface HostOptions {
  readonly settings: Settings
  readonly deployment: Deployment
  readonly store: Store
  /** Where limits are counted; by default in this process's memory. */
  readonly limits?: LimitStore
  readonly cipher: Cipher
  readonly log: Pick<Log, 'logger'>
  readonly clock?: Clock
  /** Records which plugin’s code runs. */
  readonly watch?: Watch
  /** Requests to other machines; by default those that the deployment file allows, as it changes. */
  readonly egress?: Egress
  /** Requests of the host itself to public addresses. */
  readonly publicEgress?: () => Egress
  /** What is documented of the products; by default what their packages contain. */
  readonly documents?: ProductDocuments
  /** Hashes and checks passwords for several hosts of a process; by default this host has its own. */
  readonly passwords?: Passwords
  /** Connections that another process accepts; by default the host listens. */
  readonly connections?: HandedConnections
  /** How long plugins that are not required may delay listening, in milliseconds; 3,000 when left out. */
  readonly patienceMs?: number
}

/** A host that listens. */
export interface RunningHost {
  readonly port: number
  readonly products: readonly Mounted[]
  readonly report: readonly LoadedPlugin[]
  /** Serves what a deployment says from now on, except for its members that need a restart; see `Generations` for the plugins. */
  follow(next: Deployment): Promise<Followed>
  /** Serves what operators have allowed since it was last looked at; see `Generations`. */
  followChanges(): Promise<Followed>
  /** What commands ask the hosts of the store. */
  readonly reloads: Reloads
  /** Runs the jobs that are due now, and resolves when they have ended. The host also does this several times a second. */
  runDueJobs(): Promise<void>
  /** The answer to `/readyz`. */
  readiness(): Promise<Reply>
  /** The answer to `/metrics`; undefined when it could not be made, which is logged. */
  metrics(): Promise<string | undefined>
  /** Answers the accepted requests, closes the products, closes the store. */
  stop(): Promise<void>
}

/** Starts the container, the plugins and the server, in this order; the store is open already. */
export async function startHost({
  settings: given,
  deployment,
  store,
  limits = memoryLimits,
  cipher,
  log,
  clock = realClock(),
  watch = noWatch,
  egress,
  publicEgress = () => guardedEgress({ allow: [], ports: [443], dns: false }),
  documents = packageDocuments(deployment.folder),
  passwords,
  connections,
  patienceMs = 3_000
}: HostOptions): Promise<RunningHost> {
  const { logger } = log
  const { collector } = given
  const tracing = collector
    ? await (await import('../tracing/otlp-traces.js')).openTracing(collector, logger)
    : noTracing
  warn(given, logger)
  const settings = listeningSettings(given)
  const billing = billingMode(deployment, settings)
  const live = liveDeployment(deployment)
  const guarded = new FollowedEgress(deployment.egress)
  const container = await compose({
    settings,
    deployment: live,
    billing,
    store,
    limits,
    cipher,
    egress: egress ?? guarded,
    publicEgress,
    documents,
    passwords,
    logger,
    clock,
    tracing
  })
  await container.resolve(Hold).read()
  await container.resolve(FormerTrials).noteEarlier(container.resolve(Accounts).all())
  const services = container.resolve(CallServices)
  const registry = container.resolve(Registry)
  const degraded = container.resolve(DegradedProducts)
  const contracts = container.resolve(ChangedContracts)
  const owners = container.resolve(SlugOwners)
  const knownVersions = container.resolve(KnownVersions)
  const tunnels = new Tunnels(deployment.egress, container.resolve(Metrics))
  const dependencies = {
    tokens: providedTokens,
    provideFor: (slug: string) => services.provideFor(slug),
    container,
    resilienceFor: (entry: PlacedEntry) => {
      const resilience = new Resilience(entry, logger, () => clock.now(), watch)
      resilience.degraded = accounts => void degraded.tell(resilience, accounts)
      return resilience
    },
    now: () => clock.now(),
    approvals: container.resolve(Approvals),
    tunnels,
    owners,
    knownVersions,
    ...(deployment.operator && { choices: container.resolve(ProductChoices) })
  }
  const generations = new Generations(deployment, registry, dependencies, logger)
  const { report, late } = await generations.start({ patienceMs })
  live.serves(generations.current)
  const boot = container.resolve(BootReport)
  const history = container.resolve(History)
  history.serves('', versionIn(new URL('../../package.json', import.meta.url)))
  const record = (loaded: readonly LoadedPlugin[], gone: readonly string[] = []) => {
    boot.record(loaded, gone)
    for (const each of loaded) logLoaded(each, logger)
    for (const { phase, slug, version } of loaded)
      if (phase === 'served' && slug !== undefined && version !== undefined) history.serves(slug, version)
    const served = loaded.flatMap(({ slug = '', phase }) => (phase === 'served' ? [registry.bySlug.get(slug)] : []))
    const products = served.filter(product => product !== undefined)
    return Promise.all([contracts.note(products), owners.note(products)])
  }
  const note = async (following: Promise<Followed>) => {
    const followed = await following
    live.serves(generations.current)
    for (const plugin of followed.gone) logger.info({ plugin }, 'plugin no longer served')
    await record(followed.report, followed.gone)
    return followed
  }
  await record(report)
  generations.changed = line => void record([line])
  let isStopping = false
  for (const each of late)
    void each.then(async loaded => {
      if (isStopping) await registry.bySlug.get(loaded.slug ?? '')?.mounted.close()
      else await record([loaded])
    })
  const pages = container.resolve<StaticFiles>(STATIC_FILES.symbol)
  if (pages.size === 0) logger.warn('the dashboard is not part of this installation; "npm run build" makes it')
  const server = container.resolve(HttpServer)
  const jobs = container.resolve(JobRunner)
  const callerLimits = container.resolve(Limits)
  const backups = container.resolve(ScheduledBackups)
  const usage = container.resolve(Usage)
  const budgets = container.resolve(Budgets)
  const health = container.resolve(HealthRoutes)
  const requests = container.resolve(RequestLog)
  const metrics = container.resolve(Metrics)
  const sending = collector && (await startMetrics(collector, metrics, logger))
  void store.changes.follow(err => logger.warn({ err }, 'what other hosts change is seen within 5 s, and not at once'))
  const port = await server.listen(connections)
  settings.listensAt(port)
  jobs.start()
  backups.start()
  usage.start()
  history.start()
  const sampling = sampleSaturation(history, registry, metrics)
  logger.info({ host: settings.host, port, plugins: report.length, demo: settings.isDemo }, 'listening')
  return {
    port,
    products: registry.all(),
    reloads: new Reloads(store),
    runDueJobs: () => jobs.runDue(),
    report,
    async follow(next) {
      guarded.follow(next.egress)
      tunnels.follow(next.egress)
      if (next.logLevel !== live.logLevel) logger.level = next.logLevel ?? settings.logLevel
      store.retention = next.retention
      live.follow(next)
      await callerLimits.giveBack()
      return note(generations.follow(next))
    },
    followChanges: () => note(generations.followChanges()),
    readiness: () => health.readiness(requests.isDraining).catch(error => problemReply(asProblem(error), randomUUID())),
    metrics: () =>
      metrics.text().catch(err => {
        logger.error({ err }, 'the metrics could not be read')
        return undefined
      }),
    async stop() {
      isStopping = true
      await Promise.all([server.stop(), jobs.stop(), backups.stop()])
      sampling.end()
      await Promise.all([usage.stop(), budgets.stop(), callerLimits.giveBack()])
      await history.stop()
      await generations.stop()
      await knownVersions.stop()
      await container.dispose()
      await store.close()
      await Promise.all([tracing.end(), sending?.end()])
      logger.info('stopped')
    }
  }
}

function logLoaded({ error, refused, isLater, formerly, ...loaded }: LoadedPlugin, logger: Logger): void {
  const { plugin, phase } = loaded
  if (formerly && !isLater && (phase === 'served' || error !== undefined))
    logger.info({ plugin, formerly }, 'plugin runs in a process, which is the default: its entry names no isolation')
  if (refused !== undefined) logger.error({ ...loaded, reason: refused }, 'plugin not changed: it is served as before')
  else if (error !== undefined) logger.error({ ...loaded, reason: error }, 'plugin not served')
  else if (loaded.waitsFor)
    logger.warn(loaded, 'plugin waits until other hosts have ended, which serve another version of its records')
  else if (loaded.phase === 'served') logger.info(loaded, 'plugin served')
  else logger.info(loaded, 'plugin is still being imported; the host listens without it')
}

/** The settings, with the address of the port that the host listens at where the operator has named no address. */
function listeningSettings(given: Settings): Settings & { listensAt(port: number): void } {
  let { publicUrl } = given
  return {
    ...given,
    get publicUrl() {
      return publicUrl
    },
    listensAt(port) {
      if (!given.isPublicUrlGiven) publicUrl = ownAddress(given.host, port)
    }
  }
}

/** Logs a warning for each setting that the host accepts and that clients or people may suffer from. */
function warn(settings: Settings, logger: Logger): void {
  const { isProduction, secretsInEnvironment, isPublicUrlInsecure, isPublicUrlGiven } = settings
  if (!isPublicUrlGiven && listensEverywhere(settings))
    logger.warn(
      'PUBLIC_URL is not set and HOST is every address: links, metadata and documents name localhost; set PUBLIC_URL to the address that clients see'
    )
  if (isProduction && secretsInEnvironment.length > 0)
    logger.warn(
      { variables: secretsInEnvironment },
      'secrets came as plain environment variables, or from a settings file: plugins in this process or in a thread can still read them ' +
        'in /proc/self/environ or in the file; use <NAME>_FILE or systemd credentials instead'
    )
  if (isPublicUrlInsecure)
    logger.warn('PUBLIC_URL is plain http: cookies and keys can be read on their way; serve clients over https')
}

async function startMetrics(collector: CollectorSettings, { instruments }: Metrics, logger: Logger) {
  const { sendMetrics } = await import('../tracing/otlp-metrics.js')
  return sendMetrics(collector, () => instruments.getMetricsAsJSON(), logger)
}
