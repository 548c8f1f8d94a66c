import { ActiveList, type Listed } from '../active-list.js'
import type { Cancellation } from './cancellation.js'

/** How often the deadlines are compared with the time, in milliseconds: how late one may be noticed. */
const lookEveryMs = 10
/** Looks without a call after which the timer ends. One that came and went with the calls would keep them alive for long. */
const idleLooks = 500

/** A call that has to end by a time of `performance.now()`. */
export interface Timed extends Listed {
  readonly endsAt: number
  readonly cancellation: Cancellation
}

/** Cancels calls whose time is over. One timer looks at all of them, which costs a call far less than a timer of its own. */
export class Deadlines {
  readonly #calls = new ActiveList<Timed>()
  #timer: NodeJS.Timeout | undefined
  #idle = 0

  add(call: Timed): void {
    this.#calls.add(call)
    this.#idle = 0
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs).unref()
  }

  remove(call: Timed): void {
    this.#calls.remove(call)
  }

  #look(): void {
    const now = performance.now()
    for (const call of this.#calls.all())
      if (call.endsAt <= now) {
        this.#calls.remove(call)
        call.cancellation.cancel('deadline')
      }
    if (this.#calls.size > 0 || ++this.#idle < idleLooks) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
