import { ActiveList, type ActiveListItem } from '../base/active.js'

/** Why a call is cancelled: its deadline has passed, its caller has disconnected or cancelled it, or the host stops. */
export type CancelReason = 'deadline' | 'gone' | 'stopping'

/** Called when a call is cancelled, with the reason. */
type CancelListener = (reason: CancelReason) => void

/**
 * The cancellation of one call. It costs nothing while nobody listens: the `AbortSignal` is made when it is first read.
 */
export class Cancellation {
  #reason: CancelReason | undefined
  #controller: AbortController | undefined
  #listener: CancelListener | undefined
  #more: CancelListener[] | undefined

  /** Undefined while the call runs. */
  get reason(): CancelReason | undefined {
    return this.#reason
  }

  /** Aborts with the cancellation. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#reason) this.#controller.abort(abortError(this.#reason))
    }
    return this.#controller.signal
  }

  /** Cancels the call; only the first reason counts. */
  cancel(reason: CancelReason): void {
    if (this.#reason) return
    this.#reason = reason
    this.#listener?.(reason)
    for (const listener of this.#more ?? []) listener(reason)
    this.#listener = undefined
    this.#more = undefined
    this.#controller?.abort(abortError(reason))
  }

  /** Calls the listener on cancellation, or immediately if already cancelled; `unlisten` removes it. */
  listen(listener: CancelListener): void {
    if (this.#reason) listener(this.#reason)
    else if (!this.#listener) this.#listener = listener
    else this.#more = [...(this.#more ?? []), listener]
  }

  unlisten(listener: CancelListener): void {
    if (this.#listener === listener) this.#listener = undefined
    else this.#more = this.#more?.filter(each => each !== listener)
  }
}

/** Named as those of `AbortSignal.timeout` and `AbortController`. */
function abortError(reason: CancelReason): DOMException {
  return new DOMException(`The call was cancelled: ${reason}.`, reason === 'deadline' ? 'TimeoutError' : 'AbortError')
}

/** How often the deadlines are checked, in milliseconds. */
const checkEveryMs = 10

/** Checks without a call after which the timer stops. Starting one for every call would keep calls alive in memory. */
const idleChecks = 500

/** A call that must end by a time of `performance.now()`. */
export interface Timed extends ActiveListItem {
  readonly endsAt: number
  readonly cancellation: Cancellation
}

/** Cancels calls whose deadline has passed. One timer checks all of them, which costs far less than a timer for each call. */
export class Deadlines {
  readonly #calls = new ActiveList<Timed>()
  #timer: NodeJS.Timeout | undefined
  #idle = 0
  #busyMs = 0

  /** How long the event loop has worked in all, in milliseconds: at the last check, or now while nothing is checked. */
  get busyMs(): number {
    return this.#timer ? this.#busyMs : eventLoopBusyMs()
  }

  add(call: Timed): void {
    this.#calls.add(call)
    this.#idle = 0
    if (this.#timer) return
    this.#busyMs = eventLoopBusyMs()
    this.#timer = setInterval(() => this.#check(), checkEveryMs).unref()
  }

  remove(call: Timed): void {
    this.#calls.remove(call)
  }

  #check(): void {
    const now = performance.now()
    this.#busyMs = eventLoopBusyMs()
    for (const call of this.#calls.all())
      if (call.endsAt <= now) {
        this.#calls.remove(call)
        call.cancellation.cancel('deadline')
      }
    if (this.#calls.size > 0 || ++this.#idle < idleChecks) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function eventLoopBusyMs(): number {
  return performance.eventLoopUtilization().active
}
