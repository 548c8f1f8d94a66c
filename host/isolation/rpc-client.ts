import type { OnModelText } from '@product-host/sdk'
import { ActiveMap } from '../base/active.js'
import { BatchedPort } from './batched-port.js'
import type { HostChannel } from './launched.js'
import {
  type FromPlugin,
  fromSentError,
  type RpcRequest,
  type SyncRpcRequest,
  type SyncRpcResults,
  type ToPlugin
} from './messages.js'

interface Waiting {
  readonly call: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly onText: OnModelText | undefined
}

/** The plugin's end of the calls that it makes to the host. */
export class RpcClient {
  readonly #outbox: BatchedPort<FromPlugin>
  readonly #waiting = new ActiveMap<Waiting>()
  #lastId = 0

  constructor(private readonly channel: Pick<HostChannel, 'postMessage' | 'answerTo'>) {
    this.#outbox = new BatchedPort(channel, (message, error) => this.#notSent(message, error))
  }

  /** Sends a message at once. */
  send(message: FromPlugin): void {
    this.#outbox.postNow(message)
  }

  /** Sends what was posted. */
  flush(): void {
    this.#outbox.flush()
  }

  /** Sends a message with the others of this turn of the event loop. */
  post(message: FromPlugin): void {
    this.#outbox.post(message)
  }

  #notSent(message: FromPlugin, error: unknown): void {
    if (message.kind !== 'ask') return
    const waiting = this.#waiting.get(message.id)
    this.#waiting.remove(message.id)
    waiting?.reject(error instanceof Error ? error : new Error(String(error)))
  }

  /** Sends a request on behalf of a call; the signal cancels it. `onText` receives the parts of the text that the model writes. */
  request<Result>(call: number, question: RpcRequest, signal?: AbortSignal, onText?: OnModelText): Promise<Result> {
    const id = ++this.#lastId
    return new Promise<Result>((resolve, reject) => {
      const drop = () => this.send({ kind: 'drop', id })
      const done = () => signal?.removeEventListener('abort', drop)
      this.post({ kind: 'ask', id, call, question })
      this.#waiting.add(id, {
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
  written({ id, part }: Extract<ToPlugin, { kind: 'text' }>): void {
    const waiting = this.#waiting.get(id)
    try {
      waiting?.onText?.(part)
    } catch (error) {
      this.#waiting.remove(id)
      this.send({ kind: 'drop', id })
      waiting?.reject(error instanceof Error ? error : new Error(String(error)))
    }
  }

  /** Settles the request that the host has answered. */
  answered(answer: Extract<ToPlugin, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.remove(answer.id)
    if ('error' in answer) waiting?.reject(fromSentError(answer.error))
    else waiting?.resolve(answer.result)
  }

  /** Sends a request and waits for the host's answer; nothing else of the plugin runs meanwhile. */
  requestSync<Of extends SyncRpcRequest['of']>(
    call: number,
    question: Extract<SyncRpcRequest, { readonly of: Of }>
  ): SyncRpcResults[Of] {
    const id = ++this.#lastId
    this.send({ kind: 'askNow', id, call, question })
    const answer = this.channel.answerTo(id)
    if ('error' in answer) throw fromSentError(answer.error)
    return answer.result as SyncRpcResults[Of]
  }
}
