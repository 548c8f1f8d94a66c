import { writeSync } from 'node:fs'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Reply } from '../base/reply.js'
import type { WatchdogEvent, WatchdogMessage, Watched } from './watchdog.js'

/** How long the loop may be blocked, in milliseconds, before that is logged. */
const longestStandstillMs = 500

/** How long the host has to give its metrics, in milliseconds, before those that it gave last are taken. */
const metricsMs = 1_000

const { cells, plugins: known, beatMs, admin, ...watched }: Watched = workerData
const plugins = new Map(known.map(({ cell, plugin }) => [cell, plugin]))
let beats = Atomics.load(cells, 0)
let movedAt = performance.now()
let lookedAt = movedAt
/** When the host had loaded all of its own modules. */
let loadedAt = Number.POSITIVE_INFINITY
let isStanding = false
let { isLogged } = watched
let readiness: Reply | undefined
let metrics: string | undefined
let metricsGiven = Promise.withResolvers<void>()

parentPort?.on('message', (message: WatchdogMessage) => {
  if ('plugin' in message) plugins.set(message.cell, message.plugin)
  else if ('isLoaded' in message) loadedAt = performance.now()
  else if ('isLogged' in message) isLogged = message.isLogged
  else if ('readiness' in message) readiness = message.readiness
  else {
    metrics = message.metrics
    metricsGiven.resolve()
  }
})
setInterval(look, beatMs)
if (admin && parentPort) await serve(parentPort)

/** Starts the listener for process supervisors, which is loaded only where it is asked for. */
async function serve(host: MessagePort): Promise<void> {
  const send = (message: WatchdogEvent) => host.postMessage(message)
  if (!admin) return
  try {
    const { listenForAdmin } = await import('./admin-listener.js')
    const server = await listenForAdmin(admin, {
      stillMs: () => performance.now() - movedAt,
      readiness: () => readiness,
      async metrics() {
        metricsGiven = Promise.withResolvers<void>()
        send({ kind: 'metrics' })
        await Promise.race([metricsGiven.promise, new Promise(resolve => setTimeout(resolve, metricsMs))])
        return metrics
      }
    })
    const address = server.address()
    send({ kind: 'listening', port: typeof address === 'object' && address ? address.port : admin.port })
  } catch (error) {
    send({ kind: 'failed', error: error instanceof Error ? error.message : String(error) })
  }
}

function look(): void {
  const now = performance.now()
  // For as long as this thread itself did not run, because the process was stopped or the machine busy, nothing is known of the loop.
  movedAt += Math.max(0, now - lookedAt - beatMs)
  lookedAt = now
  const latest = Atomics.load(cells, 0)
  if (latest !== beats) {
    if (isStanding) say({ ms: Math.round(now - movedAt) }, 'the event loop runs again')
    beats = latest
    movedAt = now
    isStanding = false
  } else if (!isStanding && now - movedAt >= longestStandstillMs && !isLoading()) {
    isStanding = true
    say(suspects(), 'the event loop is blocked')
  }
}

/** Whether the host still loads its own modules after the start, which takes long on a busy machine, and no plugin's code runs. */
function isLoading(): boolean {
  return movedAt < loadedAt && Atomics.load(cells, 1) === 0
}

/** The plugin whose code has not returned; else those with calls under way. */
function suspects(): object {
  const running = plugins.get(Atomics.load(cells, 1))
  if (running !== undefined) return { plugin: running }
  const busy = [...plugins].filter(([cell]) => Atomics.load(cells, cell) > 0).map(([, plugin]) => plugin)
  return busy.length === 1 ? { plugin: busy[0] } : { plugins: busy.slice(0, 20) }
}

/** A line in the form of the host's own, which cannot write while it stands still. */
function say(fields: object, msg: string): void {
  if (!isLogged) return
  const line = { level: 50, time: new Date().toISOString(), pid: process.pid, ...fields, msg }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
