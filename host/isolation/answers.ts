import { EGRESS, JOBS, MODEL, PRODUCTS, Type } from '@product-host/sdk'
import type { Provide } from '@product-host/sdk/runtime'
import { callRecords } from '../storage/port.js'
import { RECORDS } from '../tokens.js'
import { sentError } from './errors.js'
import type { AnswersNow, Question, QuestionNow, ToThread } from './messages.js'

/** Answers what the code of one call asks, with the services of that call. */
export class Answers {
  readonly #open = new Map<number, AbortController>()

  constructor(
    private readonly provide: Provide,
    private readonly send: (message: ToThread) => void
  ) {}

  /** Sends the answer, or the error, when it is there. */
  async answer(id: number, question: Question): Promise<void> {
    try {
      this.send({ kind: 'answer', id, result: await this.#result(id, question) })
    } catch (error) {
      this.send({ kind: 'answer', id, error: sentError(error) })
    } finally {
      this.#open.delete(id)
    }
  }

  /** Gives a question up that nobody wants answered any more. */
  drop(id: number): void {
    this.#open.get(id)?.abort()
  }

  #result(id: number, question: Question): Promise<unknown> {
    switch (question.of) {
      case 'storage':
        return callRecords(this.provide(RECORDS), question.call)
      case 'request':
        return this.provide(EGRESS).request(question.url, { ...question.options, signal: this.#signal(id) })
      case 'resolve':
        return this.provide(EGRESS).resolve(question.name, question.type, {
          ...question.options,
          signal: this.#signal(id)
        })
      case 'model':
        return this.provide(MODEL).ask({
          ...question.question,
          schema: Type.Unsafe(question.question.schema),
          signal: this.#signal(id)
        })
      case 'conversation':
        return this.provide(MODEL).converse({ ...question.conversation, signal: this.#signal(id) })
      case 'execute': {
        const { product, action, input } = question
        return this.provide(PRODUCTS).execute(product, action, input, { signal: this.#signal(id) })
      }
      case 'cancel':
        return this.provide(JOBS).cancel(question.id)
    }
  }

  #signal(id: number): AbortSignal {
    const controller = new AbortController()
    this.#open.set(id, controller)
    return controller.signal
  }
}

/** What can be said at once. */
export function answerNow(provide: Provide, question: QuestionNow): AnswersNow[QuestionNow['of']] {
  switch (question.of) {
    case 'describe':
      return provide(PRODUCTS).describe()
    case 'effect':
      return provide(PRODUCTS).effect(question.product, question.action, question.input)
    case 'modelName':
      return provide(MODEL).name
  }
}
