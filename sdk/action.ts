import type { Static, TObject, TProperties } from 'typebox'
import type { Context } from './context.js'
import type { Token } from './tokens.js'

/** What a call does: `read` changes nothing, `write` changes the account's own records, `external` leaves the machine. */
export type Effect = 'read' | 'write' | 'external'

/** How people ask for an action in their own words. */
export interface Asks {
  /** Whole sentences, as a person would say them. */
  readonly sentences: readonly string[]
  /** Short plain phrases that point to this action, in lower case. */
  readonly cues: readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: a class of any constructor can be a need
type NeededClass<Service> = new (...parameters: any[]) => Service

/** A service that an action asks for: a token of the host's, or an `@injectable()` class of the plugin's own. */
export type Need<Service = unknown> = Token<Service> | NeededClass<Service>

/** The needs of an action, by the names under which `run` finds them. */
export type Needs = Readonly<Record<string, Need>>

/** What the needs resolve to. */
export type Resolved<N extends Needs> = {
  readonly [Name in keyof N]: N[Name] extends Need<infer Service> ? Service : never
}

/** What `run` returns when it did what was asked. */
export interface Outcome<Detail, Metrics> {
  /** One sentence for a person. */
  readonly summary: string
  readonly metrics: Metrics
  readonly detail: Detail
}

/** An action as its author writes it. `in out` is true of all four, and saves a compiler seconds of finding it out. */
export interface ActionDeclaration<
  in out Input extends TObject = TObject,
  in out Detail extends TObject = TObject,
  in out Metrics extends TObject = TObject,
  in out N extends Needs = Needs
> {
  readonly title: string
  readonly description: string
  /** The strongest effect that any input has. */
  readonly effect: Effect
  /** The effect that a given input has, where it depends on the input. */
  readonly effectOf?: (input: Static<Input>) => Effect
  /** True when the same call twice leaves what one leaves. */
  readonly idempotent?: boolean
  readonly idempotentOf?: (input: Static<Input>) => boolean
  /** True: not on the wire, only for the product's own use. */
  readonly internal?: boolean
  /** A property with a `default` is optional on the wire and always there in `run`. Other properties are ignored. */
  readonly input: Input
  readonly detail: Detail
  /** Finite numbers only; leave out what is unknown. */
  readonly metrics: Metrics
  readonly examples: readonly { readonly title: string; readonly input: Readonly<Record<string, unknown>> }[]
  readonly asks?: Asks
  /** The codes of the `ProductError`s that it throws, each with what it means. */
  readonly errors?: Readonly<Record<string, string>>
  readonly needs?: N
  /** Milliseconds until the caller is freed; the deployment may allow less. 10,000 when left out. */
  readonly timeoutMs?: number
  /** Set when callers should move on; dates are ISO 8601. */
  readonly deprecated?: { readonly since: string; readonly sunset?: string; readonly instead?: string }
  readonly run: (
    input: Static<Input>,
    context: Resolved<N> & Context
  ) => Promise<Outcome<Static<Detail>, Static<Metrics>>> | Outcome<Static<Detail>, Static<Metrics>>
}

/** An action of any input and answer, as a host handles it: its schemas say what may go in and what must come out. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas guard what goes through, the types cannot
export type Action = ActionDeclaration<any, any, any, any>

/** Declares an action. Input, detail, metrics and needs type `run`; nothing is written twice. */
export function defineAction<
  InputProperties extends TProperties,
  DetailProperties extends TProperties,
  MetricsProperties extends TProperties,
  N extends Needs = Record<never, never>
>(
  declaration: ActionDeclaration<TObject<InputProperties>, TObject<DetailProperties>, TObject<MetricsProperties>, N>
): ActionDeclaration<TObject<InputProperties>, TObject<DetailProperties>, TObject<MetricsProperties>, N> {
  return Object.freeze({ ...declaration })
}
