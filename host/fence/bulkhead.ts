/** Calls that wait, for each that may be inside. */
const waitingShare = 4
/** How long a call may wait, in milliseconds. */
const longestWaitMs = 1_000

/** So many calls at once; a few more wait a moment for a place. */
export class Bulkhead {
  #inside = 0
  readonly #waiting = new Set<(isIn: boolean) => void>()

  constructor(private readonly atOnce: number) {}

  get inside(): number {
    return this.#inside
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** Takes a place: true at once when there is one. Otherwise resolves with true when one is free, with false when none comes in time. */
  enter(signal: AbortSignal): true | Promise<boolean> {
    if (this.#inside < this.atOnce) {
      this.#inside++
      return true
    }
    if (this.#waiting.size >= this.atOnce * waitingShare) return Promise.resolve(false)
    return this.#wait(signal)
  }

  /** Gives the place to who has waited longest. */
  leave(): void {
    const [next] = this.#waiting
    if (next) next(true)
    else this.#inside--
  }

  #wait(signal: AbortSignal): Promise<boolean> {
    return new Promise(resolve => {
      const end = (isIn: boolean) => {
        this.#waiting.delete(end)
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        resolve(isIn)
      }
      const giveUp = () => end(false)
      const timer = setTimeout(giveUp, longestWaitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.add(end)
    })
  }
}
