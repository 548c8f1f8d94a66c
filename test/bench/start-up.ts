import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../fixtures/root.js'
import { type Spread, spreadOf } from './statistics.js'

/** How long the host takes to start. */
export interface StartUp {
  readonly pairs: number
  /** From the start of the process to the first 200 of `/readyz`, six products, in milliseconds. */
  readonly hostMs: Spread
  /** From the start of `node -e 0` to its end, in milliseconds. */
  readonly nodeMs: Spread
  /** Host to Node, pair by pair. */
  readonly ratio: Spread
  /** Resident memory of the host two seconds after it was ready, without a request, in bytes; undefined outside Linux. */
  readonly idleRss: Spread | undefined
}

/**
 * Starts the repository's own deployment as `npm start` does, on the embedded store, and `node -e 0`, in turns. Both use one
 * compile cache, which a first start has filled.
 */
export async function measureStartUp(pairs: number): Promise<StartUp> {
  const folder = await mkdtemp(join(tmpdir(), 'product-host-bench-'))
  const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, 'cache') }
  const hosts: Started[] = []
  const nodes: number[] = []
  await startHost(folder, environment, 0)
  for (let pair = 0; pair < pairs; pair++) {
    hosts.push(await startHost(folder, environment, pair < Math.min(3, pairs / 3) ? 2_000 : 0))
    nodes.push(await startNode(environment))
  }
  await rm(folder, { recursive: true })
  const idle = hosts.map(({ rss }) => rss).filter(rss => rss !== undefined)
  return {
    pairs,
    hostMs: spreadOf(hosts.map(({ ms }) => ms)),
    nodeMs: spreadOf(nodes),
    ratio: spreadOf(hosts.map(({ ms }, pair) => ms / (nodes[pair] ?? Number.NaN))),
    idleRss: idle.length > 0 ? spreadOf(idle) : undefined
  }
}

interface Started {
  readonly ms: number
  readonly rss: number | undefined
}

/** Starts the host, waits until it is ready, perhaps leaves it idle for a while, and stops it. */
async function startHost(folder: string, environment: NodeJS.ProcessEnv, idleMs: number): Promise<Started> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(root, 'host/dist/main.js')], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...environment,
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DEMO_MODE: 'local',
      PRODUCT_HOST_CONFIG: 'plugins/product-host.json'
    }
  })
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The host ended with ${child.exitCode}.`)
    await delay(2)
  }
  const ms = performance.now() - startedAt
  let rss: number | undefined
  if (idleMs > 0) {
    await delay(idleMs)
    rss = await residentMemory(child.pid)
  }
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  return { ms, rss }
}

async function startNode(environment: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore', env: environment })
  await once(child, 'exit')
  return performance.now() - startedAt
}

function isReady(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    socket.once('error', () => resolve(false))
    socket.once('data', answer => {
      socket.destroy()
      resolve(answer.toString().startsWith('HTTP/1.1 200 '))
    })
  })
}

async function residentMemory(pid: number | undefined): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1_024
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}
