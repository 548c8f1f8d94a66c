import type { Cancellation } from './cancellation.js'

/** Calls that wait, for each that may be inside. */
const waitingShare = 4
/** How long a call may wait, in milliseconds, and how often it is looked whether it still should. */
const longestWaitMs = 1_000
const lookEveryMs = 100

interface Waiting {
  readonly cancellation: Cancellation
  readonly until: number
  readonly end: (isIn: boolean) => void
}

/** So many calls at once; a few more wait a moment for a place. */
export class Bulkhead {
  #inside = 0
  readonly #waiting = new Set<Waiting>()
  #look: NodeJS.Timeout | undefined

  constructor(private readonly atOnce: number) {}

  get inside(): number {
    return this.#inside
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Takes a place: true at once when there is one. Otherwise resolves with true when one is free, with false when none comes in time. */
  enter(cancellation: Cancellation): true | Promise<boolean> {
    if (this.#inside < this.atOnce) {
      this.#inside++
      return true
    }
    if (this.#waiting.size >= this.atOnce * waitingShare) return Promise.resolve(false)
    this.#look ??= setInterval(() => this.#sendAway(), lookEveryMs)
    return new Promise(end => this.#waiting.add({ cancellation, until: performance.now() + longestWaitMs, end }))
  }

  /** Gives the place to who has waited longest and is still there. */
  leave(): void {
    for (const waiting of this.#waiting) {
      const isThere = waiting.cancellation.reason === undefined
      this.#end(waiting, isThere)
      if (isThere) return
    }
    this.#inside--
  }

  /** One look at all who wait costs them less than a timer and a listener each. */
  #sendAway(): void {
    const now = performance.now()
    for (const waiting of this.#waiting)
      if (waiting.cancellation.reason || waiting.until <= now) this.#end(waiting, false)
    if (this.#waiting.size > 0) return
    clearInterval(this.#look)
    this.#look = undefined
  }

  #end(waiting: Waiting, isIn: boolean): void {
    this.#waiting.delete(waiting)
    waiting.end(isIn)
  }
}
