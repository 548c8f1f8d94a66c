import { flushCompileCache } from 'node:module'
import { prepareChecks } from '@product-host/sdk/runtime'
import { openCipher } from './config/encryption-keys.js'
import { readDeployment } from './deployment.js'
import { currentFence } from './fence/fence.js'
import { noWatch } from './fence/watch.js'
import { Watchdog } from './fence/watchdog.js'
import { greeting } from './greeting.js'
import { environmentHelp } from './help.js'
import { type RunningHost, startHost } from './host.js'
import { type Log, openLog } from './log.js'
import { readSettings, type Settings, SettingsError } from './settings.js'
import { openShared } from './shared.js'
import { StoreUnavailable } from './storage/errors.js'

/** The exit code of a configuration that cannot be used (EX_CONFIG of sysexits.h). */
const wrongConfiguration = 78

/** Starts the host as the environment says, and stops it on SIGTERM or SIGINT. */
export async function run(environment: NodeJS.ProcessEnv, options: readonly string[]): Promise<void> {
  if (options.includes('--help') || options.includes('-h'))
    return void process.stdout.write(`product-host: serves product plugins over HTTP.\n\n${environmentHelp()}`)
  try {
    const settings = readSettings(environment)
    const host = await serve(settings)
    if (settings.isDemo) await greet(settings, host)
  } catch (error) {
    fail(error)
  }
}

/** Starts the host that the settings describe; SIGTERM and SIGINT stop it and end the process. */
export async function serve(settings: Settings): Promise<RunningHost> {
  const deployment = await readDeployment(settings.deploymentFile)
  const log = await openLog(settings.logLevel)
  const shared = await openShared(settings, error => log.lines.error({ err: error }, 'the store reports'))
  const cipher = await openCipher(settings.encryptionKeys, settings.dataFolder)
  guard(log)
  const watchdog = settings.logLevel === 'silent' ? undefined : new Watchdog()
  const parts = { settings, deployment, ...shared, cipher, log, watch: watchdog ?? noWatch }
  const host = await startHost(parts).catch(async error => {
    await log.flush()
    throw error
  })
  stopOnSignals(host, log)
  flushCompileCache()
  watchdog?.start()
  void prepareChecks(host.products.flatMap(({ mounted }) => mounted.checks))
  return host
}

/** Tells the person who has started the demo where it listens and what to try. */
export async function greet(settings: Settings, { port, products, report }: RunningHost): Promise<void> {
  const { demoKey } = await import('./accounts/demo-key.js')
  const { host } = settings
  process.stderr.write(greeting(`http://${host.includes(':') ? `[${host}]` : host}:${port}`, demoKey, products, report))
}

function stopOnSignals(host: RunningHost, log: Log): void {
  let isStopping = false
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (isStopping) return exit(log, 1, signal)
    isStopping = true
    log.lines.info({ signal }, 'stopping')
    await host.stop()
    await exit(log, 0, signal)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** An error that a plugin left to nobody counts against it and ends nobody else; one that cannot be traced ends the process. */
function guard(log: Log): void {
  const stray = (error: unknown) => {
    const fence = currentFence()
    if (fence) return fence.stray(error)
    log.lines.fatal({ err: error }, 'an error that cannot be traced to a plugin was left to nobody')
    void exit(log, 1, 'SIGKILL')
  }
  process.on('unhandledRejection', stray)
  process.on('uncaughtException', stray)
}

/** Ends the process once the log is written, by a signal where a write of it is blocked: an exit would wait for that write. */
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
  const isForeseen = error instanceof StoreUnavailable || isAddressError(error)
  const text = error instanceof Error ? (isForeseen ? error.message : error.stack) : String(error)
  process.stderr.write(`product-host: ${text}\n`)
  process.exit(1)
}

function isAddressError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
}
