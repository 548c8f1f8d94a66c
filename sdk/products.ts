import type { Static, TObject } from 'typebox'
import type { Action, Effect, Intents } from './action.js'
import type { Product } from './product.js'
import { PRODUCTS, type Token } from './tokens.js'

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

/** What an action takes and gives. */
export interface ActionTypes {
  readonly input: object
  readonly detail: object
  readonly metrics: object
  /** The codes of its expected failures. */
  readonly errors?: string
}

/** The actions of products, by slug and name: what `product-host types` writes from a running host, or a record of `TypesOf`. */
export type ProductTypes = Readonly<Record<string, Readonly<Record<string, ActionTypes>>>>

/** The types of a product that is imported by `import type`; fields with a default are required. */
export type TypesOf<Declared extends Pick<Product, 'actions'>> = {
  readonly [Name in keyof Declared['actions']]: TypesOfAction<Declared['actions'][Name]>
}

type TypesOfAction<Declared extends Action> = {
  readonly input: ObjectOf<Declared['input']>
  readonly detail: ObjectOf<Declared['detail']>
  readonly metrics: ObjectOf<NonNullable<Declared['metrics']>>
  readonly errors: keyof NonNullable<Declared['errors']> & string
}

type ObjectOf<Schema> = Schema extends TObject ? Static<Schema> & object : object

/** The answer of an action whose types are known; `ok` tells what it is. */
export type TypedAnswer<Types extends ActionTypes> =
  | {
      readonly ok: true
      readonly summary: string
      readonly metrics: Types['metrics']
      readonly detail: Types['detail']
    }
  | {
      readonly ok: false
      readonly summary: string
      readonly metrics: Readonly<Record<string, number>>
      readonly detail: Readonly<Record<string, unknown>> & {
        /** `code` is one of the action, or that of a refusal by the host, such as `unknown_product`. */
        readonly error: { readonly code: string; readonly message: string; readonly retryable: boolean }
      }
    }

/** `Products` with the types of the products that are called. */
export interface TypedProducts<Types extends ProductTypes> extends Pick<Products, 'describe'> {
  /** As `Products.effect`. */
  effect<Slug extends keyof Types & string, Name extends keyof Types[Slug] & string>(
    product: Slug,
    action: Name,
    input: Types[Slug][Name]['input']
  ): Effect | undefined
  /** As `Products.execute`. */
  execute<Slug extends keyof Types & string, Name extends keyof Types[Slug] & string>(
    product: Slug,
    action: Name,
    input: Types[Slug][Name]['input'],
    options?: { readonly signal?: AbortSignal }
  ): Promise<TypedAnswer<Types[Slug][Name]>>
}

/** The token `PRODUCTS`, typed: a product, an action or a field that `Types` does not have does not compile. */
export function productsOf<Types extends ProductTypes>(): Token<TypedProducts<Types>> {
  const token: Token<unknown> = PRODUCTS
  return token as Token<TypedProducts<Types>>
}
