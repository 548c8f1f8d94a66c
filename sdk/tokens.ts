import 'reflect-metadata'
import { inject as injectSymbol } from 'tsyringe'
import type { Egress } from './egress.js'
import type { Jobs } from './jobs.js'
import type { Model } from './model.js'
import type { Options, Settings } from './product.js'
import type { Products } from './products.js'
import type { Schedules } from './schedules.js'
import type { Storage } from './storage.js'
import type { Webhooks } from './webhooks.js'

export { injectable } from 'tsyringe'

/** The name of a service that the host provides, typed by what it resolves to. */
export class Token<Service> {
  declare readonly provides: Service
  readonly symbol: symbol

  constructor(readonly name: string) {
    this.symbol = Symbol(name)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a constructor's parameters can only be inferred through any
type AnyClass = abstract new (...parameters: any[]) => unknown

const injected = new WeakMap<object, Map<number, Token<unknown>>>()

/**
 * Asks for a token in the constructor of an `@injectable()` class. A parameter whose type does not fit what the token
 * resolves to does not compile.
 */
export function inject<Service>(
  token: Token<Service>
): <Class extends AnyClass, Index extends number>(
  target: Class & (Service extends ConstructorParameters<Class>[Index] ? unknown : never),
  key: undefined,
  index: Index
) => void {
  return (target, key, index) => {
    const tokens = injected.get(target) ?? new Map<number, Token<unknown>>()
    injected.set(target, tokens.set(index, token))
    injectSymbol(token.symbol)(target, key, index)
  }
}

/** The tokens that a class asks for by `@inject`, by the index of the parameter. */
export function injectedTokens(target: object): ReadonlyMap<number, Token<unknown>> {
  return injected.get(target) ?? new Map()
}

/** The calling account's own records in this product. */
export const STORAGE = new Token<Storage>('STORAGE')

/** Structured log lines that carry the product, the action and the request id by themselves. Never log what a caller sent. */
export interface Logger {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void
  error(message: string, fields?: Readonly<Record<string, unknown>>): void
}

/** Log lines of this product. */
export const LOGGER = new Token<Logger>('LOGGER')

/** The time and new identifiers; settable and seeded in tests, so use these and neither `Date.now` nor `Math.random`. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** A ULID (github.com/ulid/spec): 26 characters that sort by the time of their making, strictly rising in one process. */
  ulid(): string
}

/** The time, and new identifiers. */
export const CLOCK = new Token<Clock>('CLOCK')

/** The other products, run as the same caller. */
export const PRODUCTS = new Token<Products>('PRODUCTS')
/** What the operator chose for the product, checked by its `options` schema and filled up with its defaults. */
export const OPTIONS = new Token<Options>('OPTIONS')
/** The calling account's settings of this product; only for connection products. */
export const SETTINGS = new Token<Settings>('SETTINGS')
/** Requests and connections to other machines; addresses that are not public are refused. */
export const EGRESS = new Token<Egress>('EGRESS')
/** Calls of the product's own actions, later. */
export const JOBS = new Token<Jobs>('JOBS')
/** Schedules of the calling account, which run actions of any product again and again. */
export const SCHEDULES = new Token<Schedules>('SCHEDULES')
/** Signed messages to receivers that the account configured, for connection products. */
export const WEBHOOKS = new Token<Webhooks>('WEBHOOKS')
/** The operator's text model, if any. */
export const MODEL = new Token<Model>('MODEL')
