/** Why a call is cancelled: its time is over, its caller has gone, or the host stops. */
export type CancelReason = 'deadline' | 'gone' | 'stopping'

/** Is told that a call is cancelled, and why. */
export type CancelListener = (reason: CancelReason) => void

/**
 * Whether a call is to end before it has its result, and why. It costs nothing where nobody listens: the `AbortSignal` is made
 * for those who ask for it.
 */
export class Cancellation {
  #reason: CancelReason | undefined
  #controller: AbortController | undefined
  #listener: CancelListener | undefined
  #more: CancelListener[] | undefined

  /** Undefined while the call goes on. */
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

  /** Cancels, once; what comes later changes nothing. */
  cancel(reason: CancelReason): void {
    if (this.#reason) return
    this.#reason = reason
    this.#listener?.(reason)
    for (const listener of this.#more ?? []) listener(reason)
    this.#listener = undefined
    this.#more = undefined
    this.#controller?.abort(abortError(reason))
  }

  /** Calls the listener when it is cancelled, at once if it is already; `unlisten` ends that. */
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

function abortError(reason: CancelReason): DOMException {
  return new DOMException(`The call was cancelled: ${reason}.`, 'AbortError')
}
