import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, withoutPostgres } from '../fixtures/postgres-server.js'
import { startRedis, withoutRedis } from '../fixtures/redis-server.js'
import type { StoreChoice } from './host.js'
import { install } from './install.js'
import type { Description, peers } from './peers.js'
import { setProduct } from './product.js'
import { Program } from './program.js'
import type { MemoryAnswer, ServerOptions, ServerQuestion, ServerReady } from './server.js'

/** A server to start, such as `fastify batched memory` or `host thread sqlite`; one process for each that differs. */
export interface ServerChoice {
  readonly kind: 'host' | keyof typeof peers
  readonly store: StoreChoice['store']
  /** Of a peer: whether replies that are ready in one turn are sent together. */
  readonly isBatched?: boolean
  /** Of the host: where the product runs. */
  readonly isolation?: 'inline' | 'thread'
  /** Sets apart a server that is to serve one kind of request only, so that no other kind changes how it is compiled. */
  readonly purpose?: string
  /** Of the host: how many accounts have a key. */
  readonly accounts?: number
}

/** A server in its own process. */
export class BenchServer {
  readonly #program: Program<ServerReady>

  constructor(program: Program<ServerReady>) {
    this.#program = program
  }

  get port(): number {
    return this.#program.ready.port
  }

  get keys(): readonly string[] {
    return this.#program.ready.keys
  }

  /** Its CPU time so far, all threads, in microseconds. */
  cpu(): Promise<number> {
    return this.#ask('cpu')
  }

  memory(): Promise<MemoryAnswer> {
    return this.#ask('memory')
  }

  async startProfile(): Promise<void> {
    await this.#ask('start profile')
  }

  stopProfile<Profile>(): Promise<Profile> {
    return this.#ask('stop profile')
  }

  end(): Promise<void> {
    return this.#program.end()
  }

  #ask<Answer>(about: ServerQuestion['about']): Promise<Answer> {
    return this.#program.ask({ about } satisfies ServerQuestion)
  }
}

/** Starts the host with a deployment file, its store in memory. */
export async function startDeployment(deployment: string): Promise<BenchServer> {
  const options: ServerOptions = { kind: 'host', store: 'memory', folder: '', deployment, accounts: 1 }
  return new BenchServer(await Program.start<ServerReady>('server', options))
}

const peerKey = `phk_${'b'.repeat(36)}`

/** Starts servers on demand, each once, and ends them and what they stored together. */
export class BenchServers {
  readonly #running = new Map<string, Promise<BenchServer>>()
  readonly #ends: (() => unknown)[] = []
  readonly #urls = new Map<'redis' | 'postgres', Promise<string>>()

  constructor(private readonly description: Description = { body: '{}', etag: '' }) {}

  /** The running server of this choice. */
  running(choice: ServerChoice): Promise<BenchServer> {
    const id = JSON.stringify(choice)
    const server = this.#running.get(id) ?? this.start(choice)
    this.#running.set(id, server)
    return server
  }

  /** Another server of this choice. */
  async start(choice: ServerChoice, flags: readonly string[] = []): Promise<BenchServer> {
    const program = await Program.start<ServerReady>('server', await this.#options(choice), flags)
    const server = new BenchServer(program)
    this.#ends.push(() => server.end())
    return server
  }

  /** Ends all servers, the newest first, and deletes their folders. */
  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end()
  }

  async #options(choice: ServerChoice): Promise<ServerOptions> {
    const { kind, store, isBatched = false } = choice
    const stored = {
      store,
      folder: await this.#folder(),
      ...((store === 'redis' || store === 'postgres') && { url: await this.#url(store) })
    }
    if (kind !== 'host') return { ...stored, kind, isBatched, key: peerKey, description: this.description }
    const limits = { atOnce: 1_000, timeoutMs: 10_000 }
    const isolation = choice.isolation ?? 'inline'
    const folder = await install({ bench: { source: setProduct, entry: { isolation, limits } } }, { core: { limits } })
    this.#ends.push(() => rm(folder, { recursive: true }))
    const deployment = join(folder, 'product-host.json')
    return { ...stored, kind, deployment, accounts: choice.accounts ?? 1 }
  }

  async #folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'product-host-bench-'))
    this.#ends.push(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  /** One Redis and one PostgreSQL for all servers, which differ in their accounts and slugs or use it one after another. */
  #url(store: 'redis' | 'postgres'): Promise<string> {
    const ending = { teardown: (end: () => unknown) => void this.#ends.push(end) }
    const start = async () =>
      (await (store === 'redis' ? startRedis(ending, { appendfsync: 'always' }) : startPostgres(ending))).url
    const url = this.#urls.get(store) ?? start()
    this.#urls.set(store, url)
    return url
  }
}

/** The programs of this machine that stores are measured on beside SQLite. */
export const storeServers = [
  ...(withoutRedis === false ? (['redis'] as const) : []),
  ...(withoutPostgres === false ? (['postgres'] as const) : [])
]
