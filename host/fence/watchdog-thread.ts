import { writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Watched, WatchedPlugin } from './watchdog.js'

/** How long the loop may stand still, in milliseconds, before it is said. */
const longestStandstillMs = 500

const { cells, plugins: known, beatMs }: Watched = workerData
const plugins = new Map(known.map(({ cell, plugin }) => [cell, plugin]))
let beats = Atomics.load(cells, 0)
let movedAt = performance.now()
let isStanding = false

parentPort?.on('message', ({ cell, plugin }: WatchedPlugin) => plugins.set(cell, plugin))
setInterval(look, beatMs)

function look(): void {
  const now = performance.now()
  const latest = Atomics.load(cells, 0)
  if (latest !== beats) {
    if (isStanding) say({ ms: Math.round(now - movedAt) }, 'the event loop turns again')
    beats = latest
    movedAt = now
    isStanding = false
  } else if (!isStanding && now - movedAt >= longestStandstillMs) {
    isStanding = true
    say(suspects(), 'the event loop stands still')
  }
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
  const line = { level: 50, time: new Date().toISOString(), pid: process.pid, ...fields, msg }
  writeSync(1, `${JSON.stringify(line)}\n`)
}
