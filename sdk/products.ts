import type { Effect, Intents } from './action.js'

/** What an action's answer looks like to another product: the answer that an HTTP client would get, without its envelope. */
export interface Answer {
  readonly ok: boolean
  readonly summary: string
  readonly metrics: Readonly<Record<string, number>>
  /** On `ok: false`, `detail.error` is `{ code, message, retryable }`. */
  readonly detail: Readonly<Record<string, unknown>>
}

/** One action of a product, as another product sees it. */
export interface ActionDescription {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  /** How people ask for it; empty lists where the action declares none. */
  readonly intents: Required<Intents>
  /** JSON Schema 2020-12 of the input as callers send it. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

/** One product of this deployment, as another product sees it. */
export interface ProductDescription {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly actions: readonly ActionDescription[]
  /** A call that only reads and sums the product up, where the product declares one. */
  readonly overview?: { readonly action: string; readonly input: Readonly<Record<string, unknown>> }
}

/** The other products of this deployment, run as the same caller: same access, its own storage, within the same deadline. */
export interface Products {
  /** Every product that is served, in a fixed order. */
  describe(): readonly ProductDescription[]
  /** What one call would do with this input. Undefined when there is no such action. */
  effect(product: string, action: string, input: Readonly<Record<string, unknown>>): Effect | undefined
  /**
   * Runs an action. A refusal is an answer too: `ok: false` with the problem's code in `detail.error`, so this throws for
   * nothing that the called product does. Calls may be three deep, the caller's own being the first.
   */
  execute(
    product: string,
    action: string,
    input: Readonly<Record<string, unknown>>,
    options?: { readonly signal?: AbortSignal }
  ): Promise<Answer>
}
