import { performance } from 'node:perf_hooks'
import { injectable } from '@product-host/sdk'

/** Milliseconds that long work may hold the event loop at a stretch. */
const longestSlice = 5

/** Tells long work when to let other work run. */
export interface Pace {
  /** True when this slice is used up. */
  readonly isOver: boolean
  /** Resolves when this work may continue. */
  rest(): Promise<void>
}

/**
 * Cuts long work into slices: between two of them the event loop goes round, and however much work there is at a time, of
 * whichever accounts, each round holds one slice.
 */
@injectable()
export class Slices {
  readonly #waiting: (() => void)[] = []

  /** The pace of one piece of work that begins now. */
  begin(): Pace {
    let began = performance.now()
    return {
      get isOver() {
        return performance.now() - began >= longestSlice
      },
      rest: async () => {
        await this.#turn()
        began = performance.now()
      }
    }
  }

  #turn(): Promise<void> {
    return new Promise(resolve => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) setImmediate(() => this.#next())
    })
  }

  #next(): void {
    this.#waiting.shift()?.()
    if (this.#waiting.length > 0) setImmediate(() => this.#next())
  }
}

/** Work that never runs twice at the same time: callers that ask for it while it runs share its result. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Promise<Result>>()

  run(name: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(name)
    if (running) return running
    const started = work().finally(() => this.#running.delete(name))
    this.#running.set(name, started)
    return started
  }
}

/** Runs the work of each name in turn: a caller's work begins when that of earlier callers is over. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#last.get(name) ?? Promise.resolve()).then(work)
    const end: Promise<void> = result.then(
      () => this.#end(name, end),
      () => this.#end(name, end)
    )
    this.#last.set(name, end)
    return result
  }

  #end(name: string, end: Promise<unknown>): void {
    if (this.#last.get(name) === end) this.#last.delete(name)
  }
}

/**
 * Waits for work no longer than its call lasts. An index that is being built for it is built to its end, and the next call has it; a
 * thread whose calls do not end is replaced, and would build it again and again.
 */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
