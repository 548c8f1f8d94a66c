// Half load for a while, with accounts and keys that come and go: memory, file descriptors, waiting times and the store's size.
// npx node dist-test/faults/soak.js [minutes]
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../fixtures/free-port.js'
import { dataFolder } from '../fixtures/host-process.js'
import { core, newKey, Probe, type ServingHost, send, serve } from './serving-host.js'
import { ending, figure } from './store.js'

const minutes = Number(process.argv[2] ?? 20)
/** The beginning, in which code is compiled and caches fill. */
const warmUpShare = 0.25
/** Memories of each client; all are written in the warm-up. */
const memories = 100

interface Sample {
  readonly hours: number
  /** What is left of the heap and its buffers after a collection. */
  readonly megabytes: number
  readonly residentMegabytes: number
  readonly descriptors: number
  readonly storeBytes: number
}

await ending(async t => {
  const folder = await dataFolder(t)
  const inspectorPort = await freePort()
  const host = await serve(t, folder, { environment: { NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}` } })
  const samples: Sample[] = []
  const probes: Probe[] = []
  let calls = 0
  let failed = 0
  let isEnding = false
  // A client that waits as long as it was served uses half of what one without pauses would.
  const client = async (number: number) => {
    while (!isEnding) {
      const key = `soak-${number}-${calls++ % memories}`
      const { status, ms } = await core(host.url, { action: 'remember', key, value: `value ${calls}` })
      if (status !== 200) failed++
      await delay(ms)
    }
  }
  const clients = Array.from({ length: 8 }, (_, number) => client(number))
  let accounts = 0
  const churn = async () => {
    while (!isEnding) {
      await newKey(folder, `account-${accounts++ % 20}`)
      await delay(5_000)
    }
  }
  const churning = churn()
  const startedAt = performance.now()
  const endsAt = startedAt + minutes * 60_000
  const parts = 20
  for (let part = 0; part < parts && performance.now() < endsAt; part++) {
    const probe = new Probe(() => core(host.url, { action: 'recall', key: 'soak-0-1' }), 100)
    await delay((minutes * 60_000) / parts)
    await probe.end()
    probes.push(probe)
    samples.push(await sample(host, inspectorPort, startedAt))
  }
  isEnding = true
  await Promise.all([...clients, churning])
  await host.end('SIGTERM')
  const warm = samples.slice(Math.ceil(samples.length * warmUpShare))
  const slope = slopeOf(warm.map(({ hours, megabytes }) => [hours, megabytes]))
  const resident = warm.map(({ residentMegabytes }) => residentMegabytes)
  figure('minutes', minutes)
  figure('calls', calls, calls > 0)
  figure('calls that failed', failed, failed === 0)
  figure(
    'live memory, MB after warm-up and at the end',
    [warm[0], warm.at(-1)].map(each => each?.megabytes.toFixed(1)).join(', ')
  )
  figure('live memory, MB an hour after warm-up', slope.toFixed(2), slope < 1)
  figure(
    'resident memory after warm-up, MB, least and most',
    `${Math.min(...resident).toFixed(0)}, ${Math.max(...resident).toFixed(0)}`
  )
  const descriptors = warm.map(sample => sample.descriptors)
  const spread = Math.max(...descriptors) - Math.min(...descriptors)
  figure('file descriptors, most minus least', spread, spread <= 10)
  const half = Math.floor(probes.length / 2)
  const [early, late] = [p99Of(probes.slice(Math.ceil(probes.length * warmUpShare), half)), p99Of(probes.slice(half))]
  figure('drift of p99', `${Math.round((late / early - 1) * 100)} % of ${early.toFixed(1)} ms`, late < early * 1.1)
  const [first, last] = [warm[0]?.storeBytes ?? 0, warm.at(-1)?.storeBytes ?? 0]
  figure('store, bytes after warm-up and at the end', `${first}, ${last}`)
  figure('keys created in 20 accounts', accounts)
})

async function sample(host: ServingHost, inspectorPort: number, startedAt: number): Promise<Sample> {
  const { text } = await send(host.url, 'GET', '/metrics')
  return {
    hours: (performance.now() - startedAt) / 3_600_000,
    megabytes: (await liveMemory(inspectorPort)) / 1_000_000,
    residentMegabytes: host.memory() / 1_000_000,
    descriptors: readdirSync(`/proc/${host.child.pid}/fd`).length,
    storeBytes: Number(/product_host_store_space_bytes\{part="file"\} (\S+)/.exec(text)?.[1])
  }
}

/** What a process holds after a collection, in bytes, asked of its inspector: the heap, and the buffers outside of it. */
async function liveMemory(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await response.json()) as { readonly webSocketDebuggerUrl: string }[]
  if (!target) throw new Error('The host has no inspector.')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  const ask = async (id: number, method: string) => {
    const answered = Promise.withResolvers<Readonly<Record<string, number>>>()
    const listen = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as {
        readonly id?: number
        readonly result: Readonly<Record<string, number>>
      }
      if (message.id === id) answered.resolve(message.result)
    }
    socket.addEventListener('message', listen)
    socket.send(JSON.stringify({ id, method }))
    return answered.promise.finally(() => socket.removeEventListener('message', listen))
  }
  await ask(1, 'HeapProfiler.collectGarbage')
  const { usedSize = 0, embedderHeapUsedSize = 0, backingStorageSize = 0 } = await ask(2, 'Runtime.getHeapUsage')
  socket.close()
  return usedSize + embedderHeapUsedSize + backingStorageSize
}

/** The slope of the line through points by least squares. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
}

function p99Of(probes: readonly Probe[]): number {
  const waits = probes.flatMap(probe => probe.waits).sort((left, right) => left - right)
  return waits[Math.floor(waits.length * 0.99)] ?? Number.NaN
}
