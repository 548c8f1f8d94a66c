import type { Static, TSchema } from 'typebox'

/** What is asked of the model: an object of a given form. */
export interface ModelQuestion<Schema extends TSchema> {
  /** What to do, in the product's own words; never a caller's text. */
  readonly instructions: string
  /** Texts of callers, by name; the model gets them as quoted data. */
  readonly data: Readonly<Record<string, string>>
  /** The form of the answer; what does not fit is a `bad_answer`. */
  readonly schema: Schema
  readonly maxTokens?: number
  readonly signal?: AbortSignal
  /** Receives the answer's text in parts, in order, while the model writes it: JSON that is neither complete nor checked. */
  readonly onText?: OnModelText
}

/** Receives each part of a text that the model writes. What it throws ends the request and rejects its promise. */
export type OnModelText = (part: string) => void

/** An object of the form that was asked for. */
export interface ModelAnswer<in out Schema extends TSchema> {
  readonly value: NoInfer<Static<Schema>>
  readonly tokens: number
}

/** One function that the model may call. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One call that the model asks for. */
export interface ModelToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

/** One turn of a conversation. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string }

/** Thrown when the model gave nothing of use; products then go by their rules and name the code as `fallbackReason`. */
export class ModelError extends Error {
  override readonly name = 'ModelError'

  constructor(
    readonly code: 'not_configured' | 'timeout' | 'unavailable' | 'bad_answer',
    message: string
  ) {
    super(message)
  }
}

/**
 * The text model that the operator configured, if any. Each request is given 12 seconds. With `onText` the host asks the endpoint to
 * stream; an endpoint that does not stream gives the text as one part.
 */
export interface Model {
  /** The model's name; undefined when none is configured. */
  readonly name: string | undefined
  /** An answer of a given form. Rejects with `ModelError`. */
  ask<Schema extends TSchema>(question: ModelQuestion<Schema>): Promise<ModelAnswer<Schema>>
  /** The next turn of a conversation with tools. Rejects with `ModelError`. */
  converse(conversation: {
    readonly messages: readonly ModelMessage[]
    readonly tools: readonly ModelTool[]
    readonly maxTokens?: number
    readonly signal?: AbortSignal
    /** Receives the text of the turn in parts, in order; calls of functions are not part of it. */
    readonly onText?: OnModelText
  }): Promise<{ readonly content: string; readonly toolCalls: readonly ModelToolCall[]; readonly tokens: number }>
}
