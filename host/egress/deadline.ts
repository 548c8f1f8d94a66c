/** The time limit of a request with all its redirects, and the caller's own signal: whichever comes first ends the request. */
export class Deadline {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  #ended: 'timeout' | 'aborted' | undefined

  constructor(
    readonly milliseconds: number,
    private readonly caller: AbortSignal | undefined
  ) {
    this.#timer = setTimeout(() => this.#end('timeout'), milliseconds)
    if (caller?.aborted) this.#end('aborted')
    else caller?.addEventListener('abort', this.#callOff, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The cause of the end; undefined while time is left. */
  get ended(): 'timeout' | 'aborted' | undefined {
    return this.#ended
  }

  /** Runs work, and rejects when the time is over, even if the work ignores the signal. */
  async within<Value>(work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    this.signal.throwIfAborted()
    const { promise, reject } = Promise.withResolvers<never>()
    this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true })
    return Promise.race([work(this.signal), promise])
  }

  /** Removes the timer and the listener of the caller's signal. */
  stop(): void {
    clearTimeout(this.#timer)
    this.caller?.removeEventListener('abort', this.#callOff)
  }

  readonly #callOff = () => this.#end('aborted')

  #end(cause: 'timeout' | 'aborted'): void {
    if (this.#ended) return
    this.#ended = cause
    this.#controller.abort()
  }
}
