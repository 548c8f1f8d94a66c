import type { MessagePort } from 'node:worker_threads'
import {
  type Action,
  type Context,
  type Effect,
  type EgressCode,
  type EgressConnectOptions,
  EgressError,
  type EgressRecords,
  type EgressRequest,
  type Issue,
  ModelError,
  type ModelMessage,
  type ModelTool,
  type NewSchedule,
  OPTIONS,
  type Options,
  type Product,
  type ProductDescription,
  type Progress,
  type Settings,
  type Token,
  type Webhook,
  type WebhookAttemptOptions
} from '@product-host/sdk'
import {
  type Effects,
  type MountedProduct,
  type NamespaceRecords,
  type RecordVersions,
  type Settled,
  type StoredRecord,
  UnreadableRecord
} from '@product-host/sdk/runtime'
import { memberOf } from '../base/json.js'
import { deserializeError, type SerializedError, serializeError } from '../storage/errors.js'
import { providedTokens } from './import-plugin.js'
import type { PlainLine } from './log-line.js'

/** The plugin that a thread or a process runs. */
export interface PluginStart {
  readonly package: string
  /** The module from which the package is imported. */
  readonly parentUrl: string
  readonly options: Options
}

/** What a thread is started with. */
export interface ThreadData extends PluginStart {
  readonly port: MessagePort
  /** For answers that the thread waits for without letting anything else run. */
  readonly nowPort: MessagePort
  /** What both sides read at any time, by `cell`. */
  readonly cells: Int32Array
}

/** The numbers that a thread shares with the host, and that a process tells it. */
export const cell = {
  /** The latest answer that is there for the thread to receive at once. */
  answer: 0,
  /** How many messages the thread has taken. */
  taken: 1,
  /** The call for which the thread last began or went on. */
  call: 2
} as const

/** One call of an action. */
export interface Run {
  readonly kind: 'run'
  readonly id: number
  readonly action: string
  readonly input: unknown
  readonly account: string
  readonly requestId: string
  readonly job?: { readonly id: string; readonly attempt: number }
  /** Of a plan that a person has confirmed. */
  readonly confirmed?: Context['confirmed']
  /** True if the caller asked for reports of progress. */
  readonly isFollowed?: true
  /** Of an action that needs them. */
  readonly settings?: Settings
  /** The host's time in milliseconds, where it does not go by this machine's clock. */
  readonly now?: number
}

/** From the host to the thread or the process of a plugin. */
export type ToPlugin =
  | Run
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'check'; readonly id: number; readonly settings: Settings }
  | { readonly kind: 'effects'; readonly id: number; readonly action: string; readonly input: Input }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly error: SentError }
  /** A part of the text that the model writes for the request `id`. */
  | { readonly kind: 'text'; readonly id: number; readonly part: string }
  /** Asks for nothing: that it is taken shows that the event loop turns. */
  | { readonly kind: 'nudge' }
  | { readonly kind: 'close' }

/** From the thread or the process of a plugin to the host. `call` is the run that it belongs to. */
export type FromPlugin =
  | { readonly kind: 'mounted'; readonly declaration: Declaration }
  | { readonly kind: 'refused'; readonly phase: 'import' | 'validate' | 'mount'; readonly message: string }
  | { readonly kind: 'settled'; readonly id: number; readonly text: string }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: Progress }
  | { readonly kind: 'checked'; readonly id: number; readonly issues: readonly Issue[] }
  | { readonly kind: 'checked'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'effects'; readonly id: number; readonly effects: Effects }
  | { readonly kind: 'ask'; readonly id: number; readonly call: number; readonly question: RpcRequest }
  | { readonly kind: 'drop'; readonly id: number }
  | { readonly kind: 'askNow'; readonly id: number; readonly call: number; readonly question: SyncRpcRequest }
  | { readonly kind: 'log'; readonly call?: number; readonly line: LogLine }
  | { readonly kind: 'unhandled'; readonly error: SentError }

/** As they are before a plugin is imported, which may replace them for itself. */
const { parse, stringify } = JSON

/** What threads send each other of the messages of a turn: one text, which costs a fraction of a copy, or a copy where one of them has bytes. */
export type Sent<Message> = string | readonly Message[]

/** The messages in the form in which they are sent. */
export function sent<Message extends ToPlugin | FromPlugin>(batch: readonly Message[]): Sent<Message> {
  return batch.some(hasBytes) ? batch : stringify(batch)
}

/** The messages that were sent. */
export function received<Message>(batch: Sent<Message>): readonly Message[] {
  return typeof batch === 'string' ? parse(batch) : batch
}

/** Only bodies of requests, and of their answers, are bytes. */
function hasBytes(message: ToPlugin | FromPlugin): boolean {
  if (message.kind === 'ask')
    return message.question.of === 'request' && typeof message.question.options.body === 'object'
  return message.kind === 'answer' && 'result' in message && memberOf(message.result, 'content') instanceof Uint8Array
}

/** A line for the log. */
export interface LogLine extends PlainLine {
  readonly level: 'info' | 'warn' | 'error'
}

type Input = Readonly<Record<string, unknown>>

type Unsignalled<Options> = Omit<Options, 'signal'>

/** What a product asks of a token. */
export type RpcRequest =
  | { readonly of: 'storage'; readonly call: RecordsCall }
  | { readonly of: 'request'; readonly url: string; readonly options: Unsignalled<EgressRequest> }
  | {
      readonly of: 'connect'
      readonly host: string
      readonly port: number
      readonly options: Unsignalled<EgressConnectOptions>
    }
  | {
      readonly of: 'resolve'
      readonly name: string
      readonly type: keyof EgressRecords
      readonly options: { readonly timeoutMs?: number }
    }
  | { readonly of: 'model'; readonly question: ModelAsk }
  | { readonly of: 'conversation'; readonly conversation: ModelTalk }
  | {
      readonly of: 'execute'
      readonly product: string
      readonly action: string
      readonly input: Input
    }
  | { readonly of: 'createSchedule'; readonly schedule: NewSchedule }
  | { readonly of: 'cancel'; readonly id: string }
  | { readonly of: 'sendWebhook'; readonly webhook: Webhook; readonly options: WebhookAttemptOptions }
  | { readonly of: 'isWebhookDisabled'; readonly endpoint: Pick<Webhook, 'url' | 'secret' | 'authorization'> }
  | { readonly of: 'webhookAttempts' }

/** A question to the text model; the schema is plain JSON. */
interface ModelAsk {
  readonly instructions: string
  readonly data: Readonly<Record<string, string>>
  readonly schema: object
  readonly maxTokens?: number
  /** True when the product wants the text in parts. */
  readonly isStreamed?: true
}

/** A conversation with the text model. */
interface ModelTalk {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxTokens?: number
  readonly isStreamed?: true
}

/** What a product asks and gets at once. */
export type SyncRpcRequest =
  /** With the version that the thread has. */
  | { readonly of: 'describe'; readonly version: number }
  | { readonly of: 'effect'; readonly product: string; readonly action: string; readonly input: Input }
  | { readonly of: 'modelName' }

/** What comes back, by what was asked. */
export interface SyncRpcResults {
  /** Undefined when the thread has the latest version. */
  readonly describe: Described | undefined
  readonly effect: Effect | undefined
  readonly modelName: string | undefined
}

/** The products of the host as a thread has them; the version goes up when they change. */
export interface Described {
  readonly version: number
  readonly products: readonly ProductDescription[]
}

/** A product without its code: what the host describes it, checks inputs and decides access by. */
export interface Declaration {
  readonly product: Omit<Product, 'actions' | 'services' | 'checkSettings'>
  readonly actions: Readonly<Record<string, Omit<Action, 'run' | 'needs'>>>
  /** The names of the tokens that each action's needs lead to. */
  readonly tokens: Readonly<Record<string, readonly string[]>>
  /** The actions whose effects depend on their input. */
  readonly variable: readonly string[]
  readonly checksSettings: boolean
  readonly records: RecordVersions
}

/** What a mounted product declares, as plain JSON. */
export function declarationOf({ product, actions, records }: MountedProduct): Declaration {
  const { actions: declared, checkSettings, ...rest } = product
  const declaration: Declaration = {
    product: rest,
    actions: declared,
    tokens: Object.fromEntries([...actions].map(([name, { tokens }]) => [name, tokens.map(token => token.name)])),
    variable: Object.keys(declared).filter(name => declared[name]?.effectOf || declared[name]?.idempotentOf),
    checksSettings: checkSettings !== undefined,
    records: { version: records.version, readableFrom: records.readableFrom }
  }
  return JSON.parse(JSON.stringify(declaration))
}

/** The product that was declared; its actions run elsewhere. */
export function declaredProduct({ product, actions }: Declaration): Product {
  const run = () => Promise.reject(new Error('This action runs in a thread or a process of its own.'))
  const entries = Object.entries(actions).map(([name, action]): [string, Action] => [name, { ...action, run }])
  return { ...product, actions: Object.fromEntries(entries) }
}

/** The tokens of an action, by their names. */
export function declaredTokens(names: readonly string[]): readonly Token<unknown>[] {
  return [...providedTokens, OPTIONS].filter(({ name }) => names.includes(name))
}

/** How a call ended, from the text that is sent of it. Throws what it cannot be. */
export function settledOf(text: string): Settled {
  const settled = JSON.parse(text)
  const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
  const part = { answered: settled.answer, confirmation: settled.plan }[String(settled.kind)]
  switch (settled.kind) {
    case 'answered':
    case 'confirmation':
      if (isObject(part) && typeof (part.summary ?? part.message) === 'string' && isObject(part.metrics)) return settled
      break
    case 'invalid_input':
    case 'invalid_output':
      if (Array.isArray(settled.issues) && settled.issues.every(isObject)) return settled
      break
    case 'too_large':
    case 'blocked':
      return settled
    case 'bug':
      return { kind: 'bug', error: fromSentError(settled.error) }
  }
  throw new TypeError('A call cannot end in this way.')
}

/** An error as it is sent from one thread or process to another. */
export interface SentError extends SerializedError {
  readonly stack?: string
  readonly egress?: { readonly code: EgressCode; readonly known: EgressError['known'] }
  readonly model?: ModelError['code']
  readonly unreadable?: Pick<UnreadableRecord, 'key' | 'reason' | 'isNewer'>
}

/** What a receiver needs to throw the same kind of error again. */
export function toSentError(error: unknown): SentError {
  return {
    ...serializeError(error),
    ...(error instanceof Error && error.stack !== undefined && { stack: error.stack }),
    ...(error instanceof EgressError && { egress: { code: error.code, known: error.known } }),
    ...(error instanceof ModelError && { model: error.code }),
    ...(error instanceof UnreadableRecord && {
      unreadable: { key: error.key, reason: error.reason, isNewer: error.isNewer }
    })
  }
}

/** The error that was sent, as one of its own kind. */
export function fromSentError(sent: SentError): Error {
  const { message, egress, model, unreadable, stack } = sent
  if (egress) return new EgressError(egress.code, message, egress.known)
  if (model) return new ModelError(model, message)
  if (unreadable) return new UnreadableRecord(unreadable.key, unreadable.reason, unreadable.isNewer)
  const error = deserializeError(sent)
  if (stack !== undefined) error.stack = stack
  return error
}

/** Why a product was not mounted in its thread or process, and how far it came. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    readonly phase: 'import' | 'validate' | 'mount',
    message: string
  ) {
    super(message)
  }
}

/** One call of a method of `NamespaceRecords`, as it is sent to another thread or process. */
export type RecordsCall = {
  [Method in keyof NamespaceRecords]: {
    readonly method: Method
    readonly parameters: Parameters<NamespaceRecords[Method]>
  }
}[keyof NamespaceRecords]

/** Records that send every call to another thread or process. */
export function remoteRecords(send: <Result>(call: RecordsCall) => Promise<Result>): NamespaceRecords {
  return {
    get: (...parameters) => send({ method: 'get', parameters }),
    set: (key, text, ttlMs) =>
      send({ method: 'set', parameters: ttlMs === undefined ? [key, text] : [key, text, ttlMs] }),
    delete: (...parameters) => send({ method: 'delete', parameters }),
    read: async (...parameters) => {
      const found = await send<(StoredRecord | null)[]>({ method: 'read', parameters })
      return found.map(record => record ?? undefined)
    },
    commit: (...parameters) => send({ method: 'commit', parameters }),
    list: (...parameters) => send({ method: 'list', parameters })
  }
}

/** Executes a received call. */
export async function callRecords(records: NamespaceRecords, call: RecordsCall): Promise<unknown> {
  switch (call.method) {
    case 'get':
      return records.get(...call.parameters)
    case 'set':
      return records.set(...call.parameters)
    case 'delete':
      return records.delete(...call.parameters)
    case 'read':
      // A text has no undefined.
      return (await records.read(...call.parameters)).map(record => record ?? null)
    case 'commit':
      return records.commit(...call.parameters)
    case 'list':
      return records.list(...call.parameters)
    default:
      throw new TypeError('This is not a call of the store.')
  }
}
