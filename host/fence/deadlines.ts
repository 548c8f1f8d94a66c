import type { Cancellation } from './cancellation.js'

/** How often the deadlines are compared with the time, in milliseconds: how late one may be noticed. */
const lookEveryMs = 10

/** A call that has to end by a time of `performance.now()`. */
export interface Timed {
  readonly endsAt: number
  readonly cancellation: Cancellation
}

/** Cancels calls whose time is over. One timer looks at all of them, which costs a call far less than a timer of its own. */
export class Deadlines {
  readonly #calls = new Set<Timed>()
  #timer: NodeJS.Timeout | undefined

  add(call: Timed): void {
    this.#calls.add(call)
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref()
  }

  remove(call: Timed): void {
    this.#calls.delete(call)
  }

  #look(): void {
    const now = performance.now()
    for (const call of this.#calls)
      if (call.endsAt <= now) {
        this.#calls.delete(call)
        call.cancellation.cancel('deadline')
      }
    if (this.#calls.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
