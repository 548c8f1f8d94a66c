import type { MessagePort } from 'node:worker_threads'
import type {
  Effect,
  EgressRecords,
  EgressRequest,
  Fault,
  ModelMessage,
  ModelTool,
  Options,
  ProductDescription,
  Settings
} from '@product-host/sdk'
import type { RecordsCall } from '../storage/port.js'
import type { Declaration } from './declaration.js'
import type { SentError } from './errors.js'

/** What a thread is started with. */
export interface ThreadData {
  readonly package: string
  /** The module from which the package is imported. */
  readonly parentUrl: string
  readonly options: Options
  readonly port: MessagePort
  /** For answers that the thread waits for without letting anything else run, and the cell that says which one is there. */
  readonly nowPort: MessagePort
  readonly nowCell: Int32Array
}

/** One call of an action. */
export interface Run {
  readonly kind: 'run'
  readonly id: number
  readonly action: string
  readonly input: unknown
  readonly account: string
  readonly requestId: string
  readonly job?: { readonly id: string; readonly attempt: number }
  /** Of an action that needs them. */
  readonly settings?: Settings
  /** The host's time in milliseconds, where it does not go by this machine's clock. */
  readonly now?: number
}

/** From the host to a thread. */
export type ToThread =
  | Run
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'check'; readonly id: number; readonly settings: Settings }
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'close' }

/** From a thread to the host. `call` is the run that it belongs to. */
export type FromThread =
  | { readonly kind: 'mounted'; readonly declaration: Declaration }
  | { readonly kind: 'refused'; readonly phase: 'import' | 'judge' | 'mount'; readonly message: string }
  | { readonly kind: 'settled'; readonly id: number; readonly text: string }
  | { readonly kind: 'aborted'; readonly id: number }
  | { readonly kind: 'checked'; readonly id: number; readonly faults: readonly Fault[] }
  | { readonly kind: 'checked'; readonly id: number; readonly error: SentError }
  | { readonly kind: 'ask'; readonly id: number; readonly call: number; readonly question: Question }
  | { readonly kind: 'drop'; readonly id: number }
  | { readonly kind: 'askNow'; readonly id: number; readonly call: number; readonly question: QuestionNow }
  | { readonly kind: 'log'; readonly call?: number; readonly line: Line }
  | { readonly kind: 'stray'; readonly error: SentError }

/** A line for the log. */
export interface Line {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

type Unsignalled<Options> = Omit<Options, 'signal'>

/** What a product asks of a token. */
export type Question =
  | { readonly of: 'storage'; readonly call: RecordsCall }
  | { readonly of: 'request'; readonly url: string; readonly options: Unsignalled<EgressRequest> }
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
      readonly input: Readonly<Record<string, unknown>>
    }
  | { readonly of: 'cancel'; readonly id: string }

/** A question to the text model; the schema is plain JSON. */
export interface ModelAsk {
  readonly instructions: string
  readonly data: Readonly<Record<string, string>>
  readonly schema: object
  readonly maxTokens?: number
}

/** A conversation with the text model. */
export interface ModelTalk {
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  readonly maxTokens?: number
}

/** What a product asks and gets at once. */
export type QuestionNow =
  | { readonly of: 'describe' }
  | {
      readonly of: 'effect'
      readonly product: string
      readonly action: string
      readonly input: Readonly<Record<string, unknown>>
    }
  | { readonly of: 'modelName' }

/** What comes back, by what was asked. */
export interface AnswersNow {
  readonly describe: readonly ProductDescription[]
  readonly effect: Effect | undefined
  readonly modelName: string | undefined
}
