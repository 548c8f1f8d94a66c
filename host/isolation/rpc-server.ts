import {
  EGRESS,
  JOBS,
  MODEL,
  type OnModelText,
  PRODUCTS,
  type ProductDescription,
  SCHEDULES,
  Type,
  WEBHOOKS
} from '@product-host/sdk'
import type { Provide } from '@product-host/sdk/runtime'
import { RECORDS } from '../storage/store.js'
import {
  callRecords,
  type Described,
  type RecordsCall,
  type RpcRequest,
  type SyncRpcRequest,
  type SyncRpcResults,
  type ToPlugin,
  toSentError
} from './messages.js'
import { CALL_EFFECTS } from './served-product.js'

/** The host's end of the calls that a thread makes: answers them with the services of the action's call. */
export class RpcServer {
  /** Requests that can be cancelled; most calls have none. */
  #open: Map<number, AbortController> | undefined

  constructor(
    private readonly provide: Provide,
    private readonly send: (message: ToPlugin) => void
  ) {}

  /** Sends the answer or the error. */
  async answer(id: number, question: RpcRequest): Promise<void> {
    try {
      this.send({ kind: 'answer', id, result: await this.#result(id, question) })
    } catch (error) {
      this.send({ kind: 'answer', id, error: toSentError(error) })
    } finally {
      this.#open?.delete(id)
    }
  }

  /** Cancels a request whose answer is no longer needed. */
  drop(id: number): void {
    this.#open?.get(id)?.abort()
  }

  #result(id: number, question: RpcRequest): Promise<unknown> {
    switch (question.of) {
      case 'storage':
        requireSound(question.call)
        return callRecords(this.provide(RECORDS), question.call)
      case 'request':
        return this.provide(EGRESS).request(question.url, { ...question.options, signal: this.#signal(id) })
      case 'connect':
        return this.provide(EGRESS).connect(question.host, question.port, {
          ...question.options,
          signal: this.#signal(id)
        })
      case 'resolve':
        return this.provide(EGRESS).resolve(question.name, question.type, {
          ...question.options,
          signal: this.#signal(id)
        })
      case 'model': {
        const { isStreamed, schema, ...rest } = question.question
        return this.provide(MODEL).ask({ ...rest, schema: Type.Unsafe(schema), ...this.#modelOptions(id, isStreamed) })
      }
      case 'conversation': {
        const { isStreamed, ...rest } = question.conversation
        return this.provide(MODEL).converse({ ...rest, ...this.#modelOptions(id, isStreamed) })
      }
      case 'execute': {
        const { product, action, input } = question
        return this.provide(PRODUCTS).execute(product, action, input, { signal: this.#signal(id) })
      }
      case 'createSchedule':
        return this.provide(SCHEDULES).create(question.schedule)
      case 'cancel':
        return this.provide(JOBS).cancel(question.id)
      case 'sendWebhook':
        return this.provide(WEBHOOKS).attempt(question.webhook, question.options)
      case 'isWebhookDisabled':
        return this.provide(WEBHOOKS).isDisabled(question.endpoint)
      case 'webhookAttempts':
        return this.provide(WEBHOOKS).attempts()
    }
  }

  #modelOptions(id: number, isStreamed: true | undefined): { signal: AbortSignal; onText?: OnModelText } {
    const signal = this.#signal(id)
    return isStreamed ? { signal, onText: part => this.send({ kind: 'text', id, part }) } : { signal }
  }

  #signal(id: number): AbortSignal {
    const controller = new AbortController()
    this.#open ??= new Map()
    this.#open.set(id, controller)
    return controller.signal
  }
}

/** In bytes. */
const longestKey = 1_200
const largestValue = 1024 * 1024

/** Throws if keys or values are not as the plugin's side lets them through: its code could have been changed. */
function requireSound(call: RecordsCall): void {
  const writes: readonly { readonly key: string; readonly text?: string }[] =
    call.method === 'commit'
      ? [...call.parameters[0].map(({ key }) => ({ key })), ...call.parameters[1]]
      : call.method === 'read'
        ? call.parameters[0].map(key => ({ key }))
        : call.method === 'set'
          ? [{ key: call.parameters[0], text: call.parameters[1] }]
          : [{ key: call.method === 'list' ? 'a prefix may be empty' : call.parameters[0] }]
  for (const { key, text = '' } of writes)
    if (!isText(key, longestKey) || key === '' || key.includes('\0') || !isText(text, largestValue))
      throw new RangeError('This is no key, or no value, of a record.')
}

function isText(text: unknown, mostBytes: number): text is string {
  return typeof text === 'string' && Buffer.byteLength(text) <= mostBytes
}

/** The answer to a blocking request; `described` counts the versions of what describe returns. */
export async function answerNow(
  provide: Provide,
  question: SyncRpcRequest,
  described: (products: readonly ProductDescription[]) => Described
): Promise<SyncRpcResults[SyncRpcRequest['of']]> {
  switch (question.of) {
    case 'describe': {
      const latest = described(provide(PRODUCTS).describe())
      return latest.version === question.version ? undefined : latest
    }
    case 'effect':
      return provide(CALL_EFFECTS).effectOf(question.product, question.action, question.input)
    case 'modelName':
      return provide(MODEL).name
  }
}
