import { AsyncLocalStorage } from 'node:async_hooks'
import type { Logger as Lines } from 'pino'
import type { PluginEntry } from '../deployment.js'
import { Problem, type ProblemCode } from '../problems.js'
import { Breaker, type Pass, type Standing, type Verdict } from './breaker.js'
import { Bulkhead } from './bulkhead.js'
import type { Cancellation } from './cancellation.js'
import { noWatch, type Place, type Watch } from './watch.js'

/** Whose code runs, also after its waits and in its timers. */
const inside = new AsyncLocalStorage<Fence>()

/** The fence within which the running code was begun, if any. */
export function currentFence(): Fence | undefined {
  return inside.getStore()
}

/** A call's right to be in the product. */
export interface Permit {
  readonly pass: Pass
  readonly hasPlace: boolean
}

/** Refusals that are a fault of the product. */
const faults: readonly ProblemCode[] = ['product_error', 'invalid_output', 'product_timeout']
/** Refusals that say that the product did its work. */
const sound: readonly ProblemCode[] = ['invalid_input']

/** What stands between one plugin and the others: how many calls are in it, whether it is called at all, and what it does astray. */
export class Fence {
  readonly breaker: Breaker
  readonly bulkhead: Bulkhead
  readonly plugin: string
  /** How often its thread was replaced. */
  restarts = 0
  readonly #lines: Lines
  readonly #place: Place

  /** `now` is the time in milliseconds. A plugin in a thread of its own cannot hold the event loop, and is not watched. */
  constructor({ package: plugin, limits, isolation }: PluginEntry, lines: Lines, now: () => number, watch: Watch) {
    this.plugin = plugin
    this.#place = (isolation === 'worker' ? noWatch : watch).place(plugin)
    this.#lines = lines.child({ plugin })
    this.bulkhead = new Bulkhead(limits.atOnce)
    this.breaker = new Breaker(now, (standing, pauseMs) => this.#log(standing, pauseMs))
  }

  /** Whether the product is not called at all; one that recovers is, so that it can. */
  get isResting(): boolean {
    return this.breaker.standing === 'failing' || this.breaker.standing === 'quarantined'
  }

  /** Throws a 503 `Problem` while the product is given up. */
  requireReady(): void {
    const waitMs = this.breaker.waitMs()
    if (waitMs > 0) throw unavailable(waitMs)
  }

  /**
   * Lets a call into the product; a nested one is in its parent's place. Throws a 503 `Problem` while the product is given up
   * or when it has no place. What comes back is to be given to `leave`.
   */
  async enter(isNested: boolean, cancellation: Cancellation): Promise<Permit> {
    const pass = this.breaker.enter()
    if (pass === undefined) throw unavailable(this.breaker.waitMs())
    const entered = isNested || this.bulkhead.enter(cancellation)
    if (entered === true || (await entered)) {
      this.#place.begin()
      return { pass, hasPlace: !isNested }
    }
    this.breaker.leave(pass, 'nothing')
    throw overloaded(cancellation)
  }

  /** Ends a call that was let in, and notes what its error says of the product. */
  leave({ pass, hasPlace }: Permit, error?: unknown): void {
    this.#place.end()
    if (hasPlace) this.bulkhead.leave()
    this.breaker.leave(pass, error === undefined ? 'sound' : verdictOf(error))
  }

  /** Runs the plugin's own code: what it does astray, then or later, is traced to it. */
  trace<Result>(work: () => Result): Result {
    return inside.run(this, () => this.#place.run(work))
  }

  /** Notes an error that the plugin left to nobody. */
  stray(error: unknown): void {
    this.#lines.error({ err: error }, 'the plugin left an error to nobody')
    this.breaker.crash()
  }

  /** Notes that the plugin's thread ended, and why. */
  threadEnded(reason: string): void {
    this.#lines.error({ reason }, 'the thread of the plugin ended')
    this.breaker.crash()
  }

  #log(standing: Standing, pauseMs: number): void {
    if (standing === 'ready') this.#lines.info({ standing }, 'the product is called again')
    else this.#lines.error({ standing, pauseMs }, 'the product is not called for a while')
  }
}

function verdictOf(error: unknown): Verdict {
  if (!(error instanceof Problem)) return 'nothing'
  return faults.includes(error.code) ? 'fault' : sound.includes(error.code) ? 'sound' : 'nothing'
}

function unavailable(waitMs: number): Problem {
  return new Problem('product_unavailable', 'The product has failed repeatedly and is given a pause.', {
    retryAfter: Math.ceil(waitMs / 1000)
  })
}

function overloaded({ reason }: Cancellation): Problem {
  if (reason === 'stopping')
    return new Problem('shutting_down', 'The host is stopping; send the request again.', { retryAfter: 1 })
  if (reason) return new Problem('client_gone', 'The caller closed the connection.')
  return new Problem('overloaded', 'The product has as much under way as it may; try again soon.', { retryAfter: 1 })
}
