// One server of the benchmark, a program of its own: this host or a peer. It is asked for its CPU time, memory and profile.
import { type Profiler, Session } from 'node:inspector/promises'
import { openBenchStore, type StoreChoice, startBenchHost } from './host.js'
import { Job } from './job.js'
import { type Description, peers } from './peers.js'
import { answerQuestions } from './program.js'

/** Which server to start. */
export type ServerOptions = StoreChoice &
  (
    | { readonly kind: 'host'; readonly deployment: string; readonly accounts: number }
    | {
        readonly kind: keyof typeof peers
        readonly isBatched: boolean
        readonly key: string
        readonly description: Description
      }
  )

/** A server that listens, and the bearer keys that it accepts. */
export interface ServerReady {
  readonly port: number
  readonly keys: readonly string[]
}

/** What a server is asked: its CPU time in microseconds, its memory in bytes, or a CPU profile. */
export interface ServerQuestion {
  readonly about: 'cpu' | 'memory' | 'start profile' | 'stop profile'
}

/** Bytes; `heap` is what is left after a collection where the process has `--expose-gc`. */
export interface MemoryAnswer {
  readonly rss: number
  readonly heap: number
}

const session = new Session()
const options = JSON.parse(process.argv[2] ?? '') as ServerOptions
answerQuestions(await start(options), ({ about }: ServerQuestion) => {
  if (about === 'cpu') return cpu()
  if (about === 'memory') return memory()
  return about === 'start profile' ? startProfile() : stopProfile()
})

async function start(options: ServerOptions): Promise<ServerReady> {
  if (options.kind === 'host') return startBenchHost(options, options.deployment, options.accounts)
  const job = new Job(await openBenchStore(options), [options.key])
  return { port: await peers[options.kind](job, options.isBatched, options.description), keys: [options.key] }
}

/** Of all threads of the process. */
function cpu(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function memory(): MemoryAnswer {
  const { rss } = process.memoryUsage()
  globalThis.gc?.()
  return { rss, heap: process.memoryUsage().heapUsed }
}

async function startProfile(): Promise<null> {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 250 })
  await session.post('Profiler.start')
  return null
}

async function stopProfile(): Promise<Profiler.Profile> {
  const { profile } = await session.post('Profiler.stop')
  return profile
}
