import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import { receivedError } from './errors.js'
import type { AnswersNow, FromThread, Question, QuestionNow, ThreadData, ToThread } from './messages.js'

/** How long a thread waits for what is answered at once, in milliseconds. */
const longestWaitMs = 5_000

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The thread's side of what it asks the host. */
export class Asking {
  readonly #port: MessagePort
  readonly #nowPort: MessagePort
  readonly #nowCell: Int32Array
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0

  constructor({ port, nowPort, nowCell }: ThreadData) {
    this.#port = port
    this.#nowPort = nowPort
    this.#nowCell = nowCell
  }

  send(message: FromThread): void {
    this.#port.postMessage(message)
  }

  /** Asks for a call's sake; the signal gives the question up. The host knows what belongs to which question. */
  ask<Result>(call: number, question: Question, signal?: AbortSignal): Promise<Result> {
    const id = ++this.#asked
    return new Promise<Result>((resolve, reject) => {
      const drop = () => this.send({ kind: 'drop', id })
      const done = () => signal?.removeEventListener('abort', drop)
      this.send({ kind: 'ask', id, call, question })
      this.#waiting.set(id, {
        resolve(result) {
          done()
          resolve(result as Result)
        },
        reject(error) {
          done()
          reject(error)
        }
      })
      if (signal?.aborted) drop()
      else signal?.addEventListener('abort', drop, { once: true })
    })
  }

  /** Takes the host's answer. */
  answered(answer: Extract<ToThread, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('error' in answer) waiting?.reject(receivedError(answer.error))
    else waiting?.resolve(answer.result)
  }

  /** Asks, and lets nothing else run in this thread until the host has answered. */
  askNow<Of extends QuestionNow['of']>(
    call: number,
    question: Extract<QuestionNow, { readonly of: Of }>
  ): AnswersNow[Of] {
    const id = ++this.#asked
    this.send({ kind: 'askNow', id, call, question })
    const until = performance.now() + longestWaitMs
    for (let there = Atomics.load(this.#nowCell, 0); there !== id; there = Atomics.load(this.#nowCell, 0))
      if (Atomics.wait(this.#nowCell, 0, there, until - performance.now()) === 'timed-out')
        throw new Error('The host did not answer in time.')
    return this.#received(id)
  }

  /** The answer to a question; one that came too late for an earlier question is passed over. */
  #received<Of extends QuestionNow['of']>(id: number): AnswersNow[Of] {
    for (;;) {
      const received: { message: { id: number; result: AnswersNow[Of] } } | undefined = receiveMessageOnPort(
        this.#nowPort
      )
      if (!received) throw new Error('The host did not answer.')
      if (received.message.id === id) return received.message.result
    }
  }
}
