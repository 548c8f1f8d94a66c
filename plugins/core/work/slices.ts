import { performance } from 'node:perf_hooks'
import { injectable } from '@product-host/sdk'

/** Milliseconds that long work may hold the event loop at a stretch. */
const longestSlice = 5

/** How long work asks whether it should let others go on. */
export interface Pace {
  /** True when this slice is used up. */
  readonly isOver: boolean
  /** Resolves when it is this work's turn again. */
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
