import { Worker } from 'node:worker_threads'
import type { Reply } from '../base/reply.js'
import type { AdminOptions } from './admin-listener.js'
import { firstPluginCell, PluginActivity, type Watch } from './circuit-breaker.js'

/** How often the event loop shows that it runs, in milliseconds. */
const beatMs = 100
/** Plugins that can be watched. */
const mostPlugins = 8_192
/** How often the state of the host is published, in milliseconds. */
const publishMs = 1_000

/** What the thread is started with. Cells: 0 the beats; the others as in `PluginActivity`. */
export interface Watched {
  readonly cells: Int32Array
  readonly plugins: readonly WatchedPlugin[]
  readonly beatMs: number
  /** Whether it may write lines. */
  readonly isLogged: boolean
  /** The listener of the thread, if the settings ask for one. */
  readonly admin: AdminOptions | undefined
}

/** What the thread is told. */
export type WatchdogMessage =
  | WatchedPlugin
  | { readonly isLoaded: true }
  | { readonly isLogged: boolean }
  | { readonly readiness: Reply }
  | { readonly metrics: string }

/** What the thread says of its listener. */
export type WatchdogEvent =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'metrics' }

/** What the listener of the thread publishes. */
export interface AdminSource {
  /** The answer to `/readyz`. */
  readiness(): Promise<Reply>
  /** The answer to `/metrics`; undefined when it could not be made. */
  metrics(): Promise<string | undefined>
}

/** The listener of the thread, and what it publishes. */
interface Admin {
  readonly options: AdminOptions
  readonly source: AdminSource
}

/** A plugin that is watched, and its cell. */
export interface WatchedPlugin {
  readonly cell: number
  readonly plugin: string
}

/**
 * Watches the event loop from a thread of its own, which writes a line to standard output while the loop is blocked:
 * the plugin whose code has not returned, or, after an `await`, those that have calls under way.
 */
export class Watchdog implements Watch {
  readonly #cells = new Int32Array(
    new SharedArrayBuffer((firstPluginCell + mostPlugins) * Int32Array.BYTES_PER_ELEMENT)
  )
  readonly #plugins: WatchedPlugin[] = []
  #timer: NodeJS.Timeout | undefined
  #thread: Worker | undefined
  #publishing: NodeJS.Timeout | undefined
  #source: AdminSource | undefined

  /** Without a log it writes no lines. */
  constructor(private isLogged = true) {}

  /**
   * Starts to watch when the host has started: before, no caller waits for a busy event loop. Resolves with the port of the thread's
   * listener, if there is one. Throws when that cannot listen.
   */
  async start(admin?: Admin): Promise<number | undefined> {
    const workerData: Watched = {
      cells: this.#cells,
      plugins: this.#plugins,
      beatMs,
      isLogged: this.isLogged,
      admin: admin?.options
    }
    const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
      name: 'watchdog',
      workerData,
      env: {},
      execArgv: []
    })
    this.#thread = thread
    thread.unref()
    this.#timer = setInterval(() => Atomics.add(this.#cells, 0, 1), beatMs).unref()
    return admin && this.#serve(thread, admin.source)
  }

  /** Says that the host has loaded what it did not need in order to listen: from now on every blocked event loop is logged. */
  loaded(): void {
    this.#tell({ isLoaded: true })
  }

  /** Whether it may write lines from now on. */
  setLogged(isLogged: boolean): void {
    this.isLogged = isLogged
    this.#tell({ isLogged })
  }

  /** Publishes the state of the host now; otherwise this happens once a second. */
  async publish(): Promise<void> {
    if (this.#source) this.#tell({ readiness: await this.#source.readiness() })
  }

  async #serve(thread: Worker, source: AdminSource): Promise<number> {
    const listening = Promise.withResolvers<number>()
    this.#source = source
    thread.on('message', (message: WatchdogEvent) => {
      if (message.kind === 'listening') listening.resolve(message.port)
      else if (message.kind === 'failed') listening.reject(new AdminListenError(message.error))
      else void source.metrics().then(metrics => metrics !== undefined && this.#tell({ metrics }))
    })
    const port = await listening.promise
    await this.publish()
    this.#publishing = setInterval(() => void this.publish(), publishMs).unref()
    return port
  }

  #tell(message: WatchdogMessage): void {
    this.#thread?.postMessage(message)
  }

  activityOf(plugin: string): PluginActivity {
    const cells = this.#cells
    const cell = firstPluginCell + (this.#plugins.length % mostPlugins)
    const watched = { cell, plugin }
    this.#plugins.push(watched)
    this.#tell(watched)
    return new PluginActivity(cells, cell)
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    clearInterval(this.#publishing)
    await this.#thread?.terminate()
  }
}

/** The listener of the thread cannot listen. */
export class AdminListenError extends Error {
  override readonly name = 'AdminListenError'

  constructor(reason: string) {
    super(`The listener at ADMIN_PORT cannot listen: ${reason}`)
  }
}
