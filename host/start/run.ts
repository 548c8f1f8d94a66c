import { flushCompileCache } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { prepareCompilers } from '@product-host/sdk/runtime'
import { type Log, openLog } from '../base/log.js'
import { isStoreError } from '../base/problems.js'
import { billingMode } from '../billing/provider.js'
import { type Cipher, openCipher } from '../config/cipher.js'
import { nameSecrets, tryKeys } from '../config/stored-secrets.js'
import { readDeployment } from '../deployment.js'
import { requireInstalled } from '../products/locate.js'
import { currentResilience } from '../resilience/circuit-breaker.js'
import { AdminListenError, Watchdog } from '../resilience/watchdog.js'
import { readSettings, type Settings, SettingsError } from '../settings.js'
import type { Store } from '../storage/store.js'
import { type DeploymentFollower, followDeployment } from './follow-deployment.js'
import { type HangUp, hangUpOf } from './hang-up.js'
import type { HostOptions, RunningHost } from './host.js'
import { type OpenOptions, openSharedState } from './shared-state.js'

/** How long after the start the compilers that first requests may need are loaded, in milliseconds. */
const prepareAfterMs = 1_000

/** When after the start the memory that only the start needed is released, in milliseconds. */
const releaseAfterMs = 1_500

/** When after the start the host has loaded what it did not need in order to listen, in milliseconds. */
const loadedAfterMs = 2_500

/** The option that creates an empty store in production, and where a key says that there was one. */
export const newStoreOption = '--new-store'

const newStoreMeaning =
  'create an empty store where there is none: asked for in production, and where encryption.key exists'

/** The exit code of a configuration that cannot be used (EX_CONFIG of sysexits.h). */
const wrongConfiguration = 78

/** Starts the host with the settings of the environment, and stops it on SIGTERM, SIGINT, or the SIGHUP of a terminal. */
export async function run(environment: NodeJS.ProcessEnv, options: readonly string[]): Promise<void> {
  if (options.includes('--help') || options.includes('-h')) {
    const { environmentHelp } = await import('../settings.js')
    return void process.stdout.write(
      `product-host: serves product plugins over HTTP.\n\nOptions\n  ${newStoreOption}  ${newStoreMeaning}\n\n${environmentHelp()}`
    )
  }
  try {
    const settings = readSettings(environment)
    const host = await serve(
      settings,
      { mayReplaceStore: options.includes(newStoreOption) },
      { hangUp: hangUpOf(environment) }
    )
    if (settings.isDemo) await greet(settings, host)
  } catch (error) {
    fail(error)
  }
}

/** What a start is given beside the settings. */
interface ServeOptions extends Pick<HostOptions, 'documents' | 'connections'> {
  /** What SIGHUP does; by default it stops the host. */
  readonly hangUp?: HangUp
}

/** Starts the host that the settings describe; SIGTERM, SIGINT and, unless `hangUp` says otherwise, SIGHUP stop it and end the process. */
export async function serve(
  settings: Settings,
  open: OpenOptions = {},
  { hangUp = 'stop', ...chosen }: ServeOptions = {}
): Promise<RunningHost> {
  const deployment = await readDeployment(settings.deploymentFile)
  billingMode(deployment, settings)
  requireInstalled(deployment)
  const log = await openLog(deployment.logLevel ?? settings.logLevel)
  ignoreSignals(settings, log, hangUp)
  let follower: DeploymentFollower | undefined
  if (hangUp === 'reload')
    process.on('SIGHUP', signal => {
      log.logger.info({ signal }, 'the deployment file is read again')
      // A host that still starts looks at the file afterwards.
      follower?.readAgain()
    })
  const [shared, { startHost }] = await Promise.all([
    openSharedState(settings, error => log.logger.error({ err: error }, 'store error'), {
      ...open,
      retention: deployment.retention
    }),
    // The store's thread starts first, so that it opens the file while this thread loads the host's modules.
    nextTurn().then(() => import('./host.js'))
  ])
  const releaseYoungGeneration = holdYoungGeneration()
  const cipher = await openCipher(settings.encryptionKeys, settings.dataFolder)
  handleUnhandledErrors(log)
  const watchdog = new Watchdog(log.logger.level !== 'silent')
  log.logger.on('level-change', level => watchdog.setLogged(level !== 'silent'))
  const parts = { settings, deployment, ...shared, cipher, log, watch: watchdog, ...chosen }
  const host = await startHost(parts).catch(async error => {
    await log.flush()
    throw error
  })
  stopOnSignals(host, log, watchdog, hangUp)
  follower = followDeployment(settings.deploymentFile, deployment, host, log.logger)
  void reportUnreadableSecrets(shared.store, cipher, log.logger)
  flushCompileCache()
  await watch(settings, host, log, watchdog)
  setTimeout(() => {
    prepareCompilers()
    releaseYoungGeneration()
  }, prepareAfterMs).unref()
  setTimeout(releaseStartMemory, releaseAfterMs).unref()
  setTimeout(() => watchdog.loaded(), loadedAfterMs).unref()
  return host
}

/**
 * Keeps V8's young generation from growing until the returned function is called. While modules load, so much stays
 * alive that it would grow to its maximum of 32 MiB, which an idle host would retain; afterwards it grows with the
 * load.
 */
function holdYoungGeneration(): () => void {
  setFlagsFromString('--semi-space-growth-factor=1')
  return () => setFlagsFromString('--semi-space-growth-factor=2')
}

/** Returns the memory that only the start needed to the system, once, in about 30 ms: an idle host would keep it. */
function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--no-expose-gc')
}

/** Prints where the demo listens and what to try. */
export async function greet(settings: Settings, { port, products, report }: RunningHost): Promise<void> {
  const { demoKey } = await import('../accounts/keys/demo-key.js')
  const { greeting } = await import('./greeting.js')
  const { host } = settings
  process.stderr.write(greeting(`http://${host.includes(':') ? `[${host}]` : host}:${port}`, demoKey, products, report))
}

/** Logs which stored secrets cannot be decrypted: without it, each would fail only when a product needs it. */
async function reportUnreadableSecrets(store: Store, cipher: Cipher, logger: Log['logger']): Promise<void> {
  try {
    const { secrets, unreadable } = await tryKeys(cipher, subject => store.ownBelow(subject))
    if (unreadable.length > 0)
      logger.error(
        { secrets, unreadable: unreadable.length },
        `stored secrets were encrypted with none of the keys of this host: ${nameSecrets(unreadable)}`
      )
  } catch (error) {
    logger.warn({ err: error }, 'the stored secrets could not be checked')
  }
}

/** Starts the watchdog, with its listener where the settings ask for one. */
async function watch(
  { admin, metricsToken }: Settings,
  host: RunningHost,
  { logger }: Log,
  watchdog: Watchdog
): Promise<void> {
  const listener = admin && { options: { ...admin, metricsToken }, source: host }
  const port = await watchdog.start(listener).catch(async error => {
    await host.stop()
    throw error
  })
  if (admin) logger.info({ host: admin.host, port }, 'admin listener')
}

function stopOnSignals(host: RunningHost, log: Log, watchdog: Watchdog, hangUp: HangUp): void {
  let isStopping = false
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return exit(log, 1, signal)
    isStopping = true
    log.logger.info({ signal }, 'stopping')
    const stopped = host.stop()
    await watchdog.publish()
    await stopped
    await exit(log, 0, signal)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    if (signal !== 'SIGHUP' || hangUp === 'stop') process.on(signal, stop)
}

/**
 * Neither user signal ends the host: Node's default for SIGUSR2 is to end at once, and for SIGUSR1 to open a debugger, by which every
 * program of the same user could read secrets; that stays possible outside production. SIGHUP stays ignored where it was.
 */
function ignoreSignals({ isProduction }: Settings, { logger }: Log, hangUp: HangUp): void {
  const ignore = (signal: NodeJS.Signals) => logger.info({ signal }, 'signal ignored')
  process.on('SIGUSR2', ignore)
  if (hangUp === 'ignore') process.on('SIGHUP', ignore)
  if (isProduction) process.on('SIGUSR1', ignore)
}

/**
 * An unhandled error of a plugin counts only against that plugin; one that cannot be traced to a plugin ends the
 * process.
 */
function handleUnhandledErrors(log: Log): void {
  const handle = (error: unknown) => {
    const resilience = currentResilience()
    if (resilience) return resilience.unhandledError(error)
    log.logger.fatal({ err: error }, 'unhandled error that cannot be traced to a plugin')
    void exit(log, 1, 'SIGKILL')
  }
  process.on('unhandledRejection', handle)
  process.on('uncaughtException', handle)
}

/** Ends the process once the log is written. If a write of the log is blocked, a signal ends it: `exit` would wait for that write. */
async function exit(log: Log, code: number, signal: NodeJS.Signals): Promise<void> {
  if (await log.flush()) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

function fail(error: unknown): never {
  if (error instanceof SettingsError) {
    process.stderr.write(`product-host: ${error.message}\n`)
    process.exit(wrongConfiguration)
  }
  const isExpected = isStoreError(error) || error instanceof AdminListenError || isAddressError(error)
  const text = error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)
  process.stderr.write(`product-host: ${text}\n`)
  process.exit(1)
}

function isAddressError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
}
