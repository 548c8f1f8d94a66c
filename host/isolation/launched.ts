import type { FromPlugin, SentError, ToPlugin } from './messages.js'

/** A thread or a process that runs a plugin, as the host speaks to it. */
export interface Launched {
  /** What it has taken, and for which call, by `cell`. */
  readonly cells: Int32Array
  /** Sends messages. Throws what cannot be sent. */
  postMessage(batch: readonly ToPlugin[]): void
  /** Answers a request for which the plugin waits without letting anything else run. */
  answerNow(id: number, answer: AnswerNow): void
  /** Whether what it sends waits until the host has answered what it was asked. */
  hold(isHeld: boolean): void
  /** Ends it at once, with everything that it has started. */
  terminate(): void
}

/** The answer to a request for which the plugin waits. */
export type AnswerNow = { readonly result: unknown } | { readonly error: SentError }

/** What the host hears of a thread or a process. */
export interface PluginListener {
  messages(batch: readonly FromPlugin[]): void
  printed(text: string): void
  /** It has used more memory, or sent more, than it may; why, in a sentence. */
  exceeded(reason: string): void
  /** It has ended, and everything that it sent was received. */
  ended(reason: string): void
}

/** The plugin's end of the messages between it and the host. */
export interface HostChannel {
  /** Sends messages. Throws what cannot be sent. */
  postMessage(batch: readonly FromPlugin[]): void
  /** Receives messages from now on. */
  receive(take: (batch: readonly ToPlugin[]) => void): void
  /** Tells that the next message was taken, and goes on with this call. */
  taken(call: number): void
  /** Waits for the answer to a request, and lets nothing else run meanwhile. */
  answerTo(id: number): AnswerNow
}
