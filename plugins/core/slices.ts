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

/** The pace of work that is never to be interrupted. */
export const withoutRest: Pace = { isOver: false, rest: async () => {} }

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
