import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { OnModelText } from '@product-host/sdk'
import { BatchedPort } from './batched-port.js'
import {
  cell,
  type FromThread,
  fromThreadError,
  type RpcRequest,
  type SyncRpcRequest,
  type SyncRpcResults,
  type ThreadData,
  type ToThread
} from './messages.js'

/** How long a blocking request waits, in milliseconds. */
const longestWaitMs = 5_000

interface Waiting {
  readonly call: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly onText: OnModelText | undefined
}

/** The thread's end of the calls that it makes to the host. */
export class RpcClient {
  readonly #outbox: BatchedPort<FromThread>
  readonly #nowPort: MessagePort
  readonly #cells: Int32Array
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor({ port, nowPort, cells }: ThreadData) {
    this.#outbox = new BatchedPort(port, (message, error) => this.#notSent(message, error))
    this.#nowPort = nowPort
    this.#cells = cells
  }

  /** Sends a message at once. */
  send(message: FromThread): void {
    this.#outbox.postNow(message)
  }

  /** Sends what was posted. */
  flush(): void {
    this.#outbox.flush()
  }

  /** Sends a message with the others of this turn of the event loop. */
  post(message: FromThread): void {
    this.#outbox.post(message)
  }

  #notSent(message: FromThread, error: unknown): void {
    if (message.kind !== 'ask') return
    const waiting = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    waiting?.reject(error instanceof Error ? error : new Error(String(error)))
  }

  /** Sends a request on behalf of a call; the signal cancels it. `onText` receives the parts of the text that the model writes. */
  request<Result>(call: number, question: RpcRequest, signal?: AbortSignal, onText?: OnModelText): Promise<Result> {
    const id = ++this.#lastId
    return new Promise<Result>((resolve, reject) => {
      const drop = () => this.send({ kind: 'drop', id })
      const done = () => signal?.removeEventListener('abort', drop)
      this.post({ kind: 'ask', id, call, question })
      this.#waiting.set(id, {
        call,
        resolve(result) {
          done()
          resolve(result as Result)
        },
        reject(error) {
          done()
          reject(error)
        },
        onText
      })
      if (signal?.aborted) drop()
      else signal?.addEventListener('abort', drop, { once: true })
    })
  }

  /** The call that a question was asked for. */
  callOf(id: number): number | undefined {
    return this.#waiting.get(id)?.call
  }

  /** Hands a part of the model's text to the request that it belongs to. What the product throws there ends the request. */
  written({ id, part }: Extract<ToThread, { kind: 'text' }>): void {
    const waiting = this.#waiting.get(id)
    try {
      waiting?.onText?.(part)
    } catch (error) {
      this.#waiting.delete(id)
      this.send({ kind: 'drop', id })
      waiting?.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Settles the request that the host has answered. */
  answered(answer: Extract<ToThread, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(fromThreadError(answer.error))
    else waiting?.resolve(answer.result)
  }

  /** Sends a request and blocks this thread until the host has answered. */
  requestSync<Of extends SyncRpcRequest['of']>(
    call: number,
    question: Extract<SyncRpcRequest, { readonly of: Of }>
  ): SyncRpcResults[Of] {
    const id = ++this.#lastId
    this.send({ kind: 'askNow', id, call, question })
    const until = performance.now() + longestWaitMs
    const latest = () => Atomics.load(this.#cells, cell.answer)
    for (let there = latest(); there !== id; there = latest())
      if (Atomics.wait(this.#cells, cell.answer, there, until - performance.now()) === 'timed-out')
        throw new Error('The host did not answer in time.')
    return this.#received(id)
  }

  /** The answer to a request; late answers to earlier requests are skipped. */
  #received<Of extends SyncRpcRequest['of']>(id: number): SyncRpcResults[Of] {
    for (;;) {
      const received: { message: { id: number; result: SyncRpcResults[Of] } } | undefined = receiveMessageOnPort(
        this.#nowPort
      )
      if (!received) throw new Error('The host did not answer.')
      if (received.message.id === id) return received.message.result
    }
  }
}
