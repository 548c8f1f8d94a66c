import { Script } from 'node:vm'
import { isMainThread, Worker } from 'node:worker_threads'
import { defineProduct, isProduct, type Product } from '../../product.js'
import { callWatches } from '../call-watch.js'
import { cell, locationAt, sharedBytes, type Tried } from './blocked-worker.js'

/** Bound before any test replaces them. */
const { setInterval, clearInterval } = globalThis

/** How often the thread shows that it is not blocked, in milliseconds. */
const beatMs = 50
/** How long a run may block its thread, in milliseconds; a host ends a thread that is blocked for 1 s on an idle machine. */
export const mostBlockedMs = 3_000
/** How much longer than its limit a run may block the thread before it is ended: the watch finds out where it is meanwhile. */
const graceMs = 1_000

/** Watches from another thread whether what is tried blocks this one. */
export class BlockedWatch {
  readonly #memory = new SharedArrayBuffer(sharedBytes)
  readonly #cells = new Int32Array(this.#memory, 0, 2)
  readonly #beat = setInterval(() => this.#beats(), beatMs).unref()
  /** Left out where this is itself a worker, as of some test runners: the watch could only see the main thread. */
  readonly #worker: Worker | undefined

  constructor() {
    if (!isMainThread) return
    const file = new URL('blocked-worker.js', import.meta.url)
    this.#worker = new Worker(file, { workerData: this.#memory, execArgv: [] })
    this.#worker.unref()
    this.#worker.on('error', () => undefined)
  }

  /** Says what is tried next, and how long it may take. */
  next({ what, limitMs }: Tried): void {
    this.#beats()
    this.#worker?.postMessage({ what, limitMs: Math.min(limitMs, mostBlockedMs) } satisfies Tried)
  }

  /** Where the run was that blocked the thread. */
  get location(): string | undefined {
    const length = Atomics.load(this.#cells, cell.length)
    return length === 0 ? undefined : new TextDecoder().decode(new Uint8Array(this.#memory, locationAt, length).slice())
  }

  async end(): Promise<void> {
    clearInterval(this.#beat)
    await this.#worker?.terminate()
  }

  #beats(): void {
    Atomics.store(this.#cells, cell.length, 0)
    Atomics.add(this.#cells, cell.beats, 1)
  }
}

/** Thrown by a run that did not let its thread go on. */
export class Blocked extends Error {
  override readonly name = 'Blocked'
}

/**
 * The product as `conform` runs it: the synchronous part of an action ends with a `Blocked` soon after the deadline of the run, and what it
 * has not written when it returns is noted.
 */
export function watchedProduct(product: Product, deadline: (action: string) => number): Product {
  if (!isProduct(product)) return product
  const actions = Object.entries(product.actions).map(([name, action]) => {
    if (typeof action?.run !== 'function') return [name, action]
    const run: typeof action.run = async (...call) => {
      const outcome = await within(Math.min(deadline(name), mostBlockedMs) + graceMs, () => action.run(...call))
      const watch = callWatches.getStore()
      if (watch) [watch.unawaited] = watch.open.values()
      return outcome
    }
    return [name, { ...action, run }]
  })
  return defineProduct({ ...product, actions: Object.fromEntries(actions) })
}

const key = '@product-host/sdk call of conform'
const script = new Script(`globalThis[Symbol.for(${JSON.stringify(key)})]()`)

/** Calls a function; throws a `Blocked` if it does not return in time. */
function within<Result>(timeout: number, work: () => Result): Result {
  Object.defineProperty(globalThis, Symbol.for(key), { value: work, configurable: true })
  try {
    return script.runInThisContext({ timeout })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new Blocked('The run blocks the thread.', { cause: error })
    throw error
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for(key))
  }
}
