import { StoreUnavailable } from '../../base/problems.js'

/** One step of an operation, run only while all before it in the operation held. */
export interface Step {
  /** Compares a version, writes a record, deletes one, or deletes one and says whether there was one. */
  readonly kind: 'expect' | 'put' | 'drop' | 'delete'
  readonly key: string
  readonly version?: string
  readonly text?: string
  /** When a record expires, in milliseconds. */
  readonly expires?: number
}

/** The steps of one operation, of which all or none are done. */
export type WriteOperation = readonly Step[]

interface PendingWrite {
  readonly operation: WriteOperation
  readonly resolve: (isDone: boolean) => void
  readonly reject: (error: unknown) => void
}

/** The steps and the characters of text after which a transaction takes no more operations: it has to end in time. */
const largestBatch = { steps: 2_000, characters: 4 * 1024 * 1024 }

/**
 * Sends the operations of a turn of the event loop as one batch, and those that arrive while it is on its way as the next one: none
 * overtakes another.
 */
export class WriteQueue {
  readonly #waiting: PendingWrite[] = []
  #isSending = false

  /** `write` makes one transaction of a batch, and says of each operation whether it was done. */
  constructor(private readonly write: (batch: readonly WriteOperation[]) => Promise<readonly boolean[]>) {}

  /** Resolves to whether the operation was done, once it is committed. */
  submit(operation: WriteOperation): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation, resolve, reject })
      if (this.#isSending) return
      this.#isSending = true
      setImmediate(() => void this.#sendAll())
    })
  }

  /** Waits until all that was submitted is settled. */
  async settled(): Promise<void> {
    if (this.#isSending) await Promise.allSettled([this.submit([])])
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#send(this.#nextBatch())
    this.#isSending = false
  }

  #nextBatch(): readonly PendingWrite[] {
    let [count, steps, characters] = [0, 0, 0]
    while (count < this.#waiting.length && steps < largestBatch.steps && characters < largestBatch.characters) {
      const operation = this.#waiting[count++]?.operation ?? []
      steps += operation.length
      for (const { text = '' } of operation) characters += text.length
    }
    return this.#waiting.splice(0, count)
  }

  /** Where the server refuses a batch for what one of its operations asks, each is written alone. */
  async #send(batch: readonly PendingWrite[]): Promise<void> {
    try {
      const results = await this.write(batch.map(({ operation }) => operation))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] ?? false)
    } catch (error) {
      if (batch.length > 1 && !(error instanceof StoreUnavailable)) for (const each of batch) await this.#send([each])
      else for (const { reject } of batch) reject(error)
    }
  }
}
