import { memberOf } from '../base/json.js'
import type { Cancellation } from '../resilience/cancellation.js'
import type { McpRequest } from './tool-call.js'

/**
 * The calls of tools that run in this process, so that `notifications/cancelled` finds the call that it names. A client cancels only
 * what it has sent itself: ids of messages are small numbers, which every client counts from the start.
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<Cancellation>>()

  /** Remembers a call until the function that it returns is called; other messages cannot be cancelled. */
  add(request: McpRequest, client: string): () => void {
    const { message, context } = request
    const { method, id } = message
    if (method !== 'tools/call' || !isId(id)) return () => undefined
    const name = nameOf(request, client, id)
    const calls = this.#calls.get(name) ?? new Set()
    this.#calls.set(name, calls.add(context.cancellation))
    return () => {
      calls.delete(context.cancellation)
      if (calls.size === 0 && this.#calls.get(name) === calls) this.#calls.delete(name)
    }
  }

  /** Cancels the call that a notification names; nothing happens where there is none, or more than one that it could be. */
  cancel(request: McpRequest, client: string): void {
    const { method, params } = request.message
    const id = memberOf(params, 'requestId')
    if (method !== 'notifications/cancelled' || !isId(id)) return
    const [call, ...others] = this.#calls.get(nameOf(request, client, id)) ?? []
    if (others.length === 0) call?.cancel('gone')
  }
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number'
}

/** `client` tells clients apart that share a key: its session and its address. */
function nameOf({ identified, product }: McpRequest, client: string, id: string | number): string {
  const { account, keyId } = identified.caller
  return JSON.stringify([account, keyId, product?.slug ?? null, client, id])
}
