/** Most messages of one batch: what is received is handled in parts, so that others have their turn. */
const largestBatch = 500

/**
 * Sends what is posted within one turn of the event loop as one message: waking another thread or process and receiving there costs more than most
 * messages do.
 */
export class BatchedPort<Sent> {
  #batch: Sent[] = []

  /** `refused` gets a message that cannot be sent, and why. */
  constructor(
    private readonly port: { postMessage(batch: readonly Sent[]): void },
    private readonly refused: (message: Sent, error: unknown) => void
  ) {}

  /** Sends a message when the callbacks of this turn have run. */
  post(message: Sent): void {
    const { length } = this.#batch
    if (length === 0) setImmediate(() => this.flush())
    if (length === largestBatch) this.flush()
    this.#batch.push(message)
  }

  /** Sends a message now, and before it what was posted earlier. */
  postNow(message: Sent): void {
    this.#batch.push(message)
    this.flush()
  }

  /** Sends what was posted. */
  flush(): void {
    const batch = this.#batch
    if (batch.length === 0) return
    this.#batch = []
    try {
      this.port.postMessage(batch)
    } catch {
      for (const message of batch) this.#postAlone(message)
    }
  }

  #postAlone(message: Sent): void {
    try {
      this.port.postMessage([message])
    } catch (error) {
      this.refused(message, error)
    }
  }
}
