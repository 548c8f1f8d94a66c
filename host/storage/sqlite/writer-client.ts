import { Worker } from 'node:worker_threads'
import type { Expected, ListedRecord, StoredWrite } from '@product-host/sdk/runtime'
import { StoreUnavailable } from '../../base/problems.js'
import { deserializeError } from '../errors.js'
import type { FilesNotice, WriteMessage, WriteReply, WriteResult, WriterSettings } from './writer-thread.js'

/** The most operations in one transaction, and the characters of text after which it takes no more. */
const largestBatch = { operations: 1000, characters: 4 * 1024 * 1024 }

/** How a writer thread is run. */
interface WriterOptions extends WriterSettings {
  /** The time in milliseconds by which records expire. */
  readonly now: () => number
  /** Is told when the thread ends with an error. */
  readonly report: (error: Error) => void
  /** Is told when the store's files are no longer those that were opened, and, with undefined, when they are again. */
  readonly filesChanged?: (error: Error | undefined) => void
  /** The script of the thread; the writer by default. */
  readonly script?: URL
}

/** Operations that become one transaction: their message, which lacks only the time at its start, and who waits for each. */
interface WriteBatch {
  readonly message: WriteMessage
  readonly pending: PendingWrite[]
  characters: number
}

interface PendingWrite {
  readonly resolve: (result: WriteResult) => void
  readonly reject: (error: Error) => void
}

/**
 * The calling thread's side of the thread that writes. Operations that are submitted while a batch is being written become the
 * next batch. When the thread dies, pending operations are rejected, and the next one starts a new thread. Every method resolves
 * when its operation is on disk.
 */
export class WriterClient {
  #worker: Worker | undefined
  /** The batches that are not sent yet; only the last one takes operations. */
  readonly #queue: WriteBatch[] = []
  #sent: WriteBatch | undefined
  #isScheduled = false
  #isClosed = false

  constructor(private readonly options: WriterOptions) {}

  /** Writes one record unconditionally. */
  set(key: string, text: string, ttlMs?: number): Promise<WriteResult> {
    return this.#submit(['set', key, text, this.#expiry(ttlMs)], text.length)
  }

  /** The same, with the time at which the record expires. */
  put({ key, text, expiresAt }: ListedRecord): Promise<WriteResult> {
    return this.#submit(['set', key, text, expiresAt ?? null], text.length)
  }

  /** Resolves to whether there was a record. */
  delete(key: string): Promise<WriteResult> {
    return this.#submit(['delete', key], 0)
  }

  /** Resolves to whether all expected versions were current and everything was written. */
  commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<WriteResult> {
    const operation: WriteMessage = ['commit', expected.length, writes.length]
    let characters = 0
    for (const { key, version } of expected) operation.push(key, version ?? null)
    for (const { key, text, ttlMs } of writes) {
      operation.push(key, text ?? null, this.#expiry(ttlMs))
      characters += text?.length ?? 0
    }
    return this.#submit(operation, characters)
  }

  /** Deletes at most so many records that had expired at a time, and resolves to their number. */
  sweep(limit: number, expiredAt: number): Promise<WriteResult> {
    return this.#submit(['sweep', expiredAt, limit], 0)
  }

  /** Gives free pages back to the file system, and resolves to the number of those that are left. */
  vacuum(): Promise<WriteResult> {
    return this.#submit(['vacuum'], 0)
  }

  /** Completes the pending operations, then ends the thread. */
  async close(): Promise<void> {
    const isIdle = !this.#sent && this.#queue.length === 0
    const last = isIdle ? undefined : this.commit([], [])
    this.#isClosed = true
    await Promise.allSettled([last])
    const worker = this.#worker
    if (!worker) return
    const exit = new Promise(resolve => worker.once('exit', resolve))
    worker.postMessage('close')
    await exit
  }

  #expiry(ttlMs: number | undefined): number | null {
    return ttlMs === undefined ? null : this.options.now() + ttlMs
  }

  #submit(operation: WriteMessage, characters: number): Promise<WriteResult> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new StoreUnavailable('The store is closed.'))
      const batch = this.#openBatch()
      for (const value of operation) batch.message.push(value)
      batch.pending.push({ resolve, reject })
      batch.characters += characters
      this.#schedule()
    })
  }

  #openBatch(): WriteBatch {
    const last = this.#queue.at(-1)
    const isOpen = last && last.pending.length < largestBatch.operations && last.characters < largestBatch.characters
    if (isOpen) return last
    const batch: WriteBatch = { message: [0], pending: [], characters: 0 }
    this.#queue.push(batch)
    return batch
  }

  /** Waits for the end of this turn of the event loop, so that everything that an idle thread is given by it is one batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#sent || this.#queue.length === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (!this.#sent) this.#send()
    })
  }

  #send(): void {
    const batch = this.#queue.shift()
    if (!batch) return
    this.#sent = batch
    this.#worker ??= this.#start()
    batch.message[0] = this.options.now()
    this.#worker.postMessage(batch.message)
  }

  #start(): Worker {
    const { file, busyMs, report, filesChanged, script = new URL('./writer-thread.js', import.meta.url) } = this.options
    const settings: WriterSettings = { file, busyMs }
    const worker = new Worker(script, { name: 'store-writer', workerData: settings, env: {}, execArgv: [] })
    worker.on('message', (message: WriteReply | FilesNotice) => {
      if ('changed' in message) filesChanged?.(message.changed ? deserializeError(message.changed) : undefined)
      else this.#settle(message)
    })
    worker.on('error', report)
    worker.on('exit', () => this.#rejectAll())
    return worker
  }

  #settle(reply: WriteReply): void {
    const { pending = [] } = this.#sent ?? {}
    this.#sent = undefined
    // What waited is sent first: the thread writes while those who waited for this batch continue.
    this.#send()
    if ('error' in reply) for (const { reject } of pending) reject(deserializeError(reply.error))
    else for (let index = 0; index < pending.length; index++) pending[index]?.resolve(reply.results[index] ?? false)
  }

  #rejectAll(): void {
    const rejected = this.#sent ? [this.#sent, ...this.#queue.splice(0)] : this.#queue.splice(0)
    this.#worker = undefined
    this.#sent = undefined
    for (const { pending } of rejected)
      for (const { reject } of pending) reject(new StoreUnavailable("The store's writer thread has exited."))
  }
}
