import { Worker } from 'node:worker_threads'
import { receivedError, StoreUnavailable } from './errors.js'
import type { Batch, Operation, OperationResult } from './sqlite-batch.js'
import type { BatchReply, WriterSettings } from './sqlite-writer.js'

/** Most operations in one transaction, and the characters of text after which it takes no more. */
const largestBatch = { operations: 1000, characters: 4 * 1024 * 1024 }

/** How a writer thread is run. */
export interface WriterThreadOptions extends WriterSettings {
  /** The time in milliseconds by which records are judged expired. */
  readonly now: () => number
  /** Is told when the thread died. */
  readonly report: (error: Error) => void
  /** What the thread runs; the writer when left out. */
  readonly script?: URL
}

interface Waiting {
  readonly operation: Operation
  readonly settle: (result: OperationResult) => void
  readonly refuse: (error: Error) => void
}

/**
 * The calling thread's side of the thread that writes. What is submitted while a batch is being written waits and becomes
 * the next batch. When the thread dies, what waits is refused, and the next operation starts a new one.
 */
export class WriterThread {
  #worker: Worker | undefined
  #waiting: Waiting[] = []
  #sent: readonly Waiting[] = []
  #isScheduled = false
  #isClosed = false

  constructor(private readonly options: WriterThreadOptions) {}

  /** Resolves when the operation is on disk. */
  submit(operation: Operation): Promise<OperationResult> {
    return new Promise((settle, refuse) => {
      if (this.#isClosed) return refuse(new StoreUnavailable('The store is closed.'))
      this.#waiting.push({ operation, settle, refuse })
      this.#schedule()
    })
  }

  /** Finishes what waits, then ends the thread. */
  async close(): Promise<void> {
    const isIdle = this.#sent.length === 0 && this.#waiting.length === 0
    const last = isIdle ? undefined : this.submit({ kind: 'commit', expected: [], changes: [] })
    this.#isClosed = true
    await Promise.allSettled([last])
    const worker = this.#worker
    if (!worker) return
    const exit = new Promise(resolve => worker.once('exit', resolve))
    worker.postMessage('close')
    await exit
  }

  /** Waits for the end of this turn of the event loop, so that all that it submits goes together. */
  #schedule(): void {
    if (this.#isScheduled || this.#sent.length > 0 || this.#waiting.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#send()
    })
  }

  #send(): void {
    if (this.#waiting.length === 0) return
    this.#sent = this.#waiting.splice(0, batchLength(this.#waiting))
    this.#worker ??= this.#start()
    const operations = this.#sent.map(({ operation }) => operation)
    this.#worker.postMessage({ now: this.options.now(), operations } satisfies Batch)
  }

  #start(): Worker {
    const { file, busyMs, report, script = new URL('./sqlite-writer.js', import.meta.url) } = this.options
    const settings: WriterSettings = { file, busyMs }
    const worker = new Worker(script, { name: 'store-writer', workerData: settings, env: {}, execArgv: [] })
    worker.on('message', (reply: BatchReply) => this.#settle(reply))
    worker.on('error', report)
    worker.on('exit', () => this.#refuseAll())
    return worker
  }

  #settle(reply: BatchReply): void {
    const sent = this.#sent
    this.#sent = []
    if ('error' in reply) for (const { refuse } of sent) refuse(receivedError(reply.error))
    else for (const [index, result] of reply.results.entries()) sent[index]?.settle(result)
    this.#schedule()
  }

  #refuseAll(): void {
    const refused = [...this.#sent, ...this.#waiting]
    this.#worker = undefined
    this.#sent = []
    this.#waiting = []
    for (const { refuse } of refused) refuse(new StoreUnavailable('The thread that writes the store has ended.'))
  }
}

function batchLength(waiting: readonly Waiting[]): number {
  let characters = 0
  let length = 0
  while (length < waiting.length && length < largestBatch.operations && characters < largestBatch.characters)
    characters += sizeOf(waiting[length++]?.operation)
  return length
}

function sizeOf(operation: Operation | undefined): number {
  if (operation?.kind !== 'commit') return 0
  return operation.changes.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
}
