import type { Readable } from 'node:stream'

/** In milliseconds. */
const windowMs = 100

/**
 * Takes what a stream brings, and no more in a second than it may: the rest waits with the sender. So one that sends without end leaves the
 * host its time.
 */
export class PacedReader {
  #since = performance.now()
  #taken = 0
  #pause: NodeJS.Timeout | undefined
  #isHeld = false
  #isHurried = false

  /** `take` returns for how many bytes a part counts. */
  constructor(
    private readonly stream: Readable,
    private readonly bytesASecond: number,
    take: (part: Buffer) => number
  ) {
    stream.on('error', () => undefined)
    stream.on('data', (part: Buffer) => this.#count(take(part)))
  }

  /** Lets everything wait that comes, until it is told otherwise. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    this.#flow()
  }

  /** Takes everything that is still there: the sender has ended. */
  hurry(): void {
    this.#isHurried = true
    this.#flow()
  }

  #count(bytes: number): void {
    const now = performance.now()
    if (now - this.#since > windowMs) [this.#since, this.#taken] = [now, 0]
    this.#taken += bytes
    const dueMs = (this.#taken / this.bytesASecond) * 1_000
    if (dueMs < windowMs || this.#pause || this.#isHurried) return
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#flow()
    }, dueMs)
    this.#flow()
  }

  #flow(): void {
    const mustWait = (this.#isHeld || this.#pause !== undefined) && !this.#isHurried
    if (mustWait) this.stream.pause()
    else this.stream.resume()
  }
}
