import type { Static, TObject, TProperties } from 'typebox'
import type { PlannedCall, ProductError, ProductErrorOptions } from './errors.js'
import type { Token } from './tokens.js'

/** What a call does: `read` changes nothing, `write` changes the account's own records, `external` leaves the machine. */
export type Effect = 'read' | 'write' | 'external'

/** How people ask for an action in their own words. Products such as core read them to route a request to an action. */
export interface Intents {
  /** Whole requests as a person would say them, such as `remember that the client prefers mornings`. */
  readonly phrases?: readonly string[]
  /** Words or short phrases that point to the action wherever they occur in a request, in lower case, such as `note down`. */
  readonly keywords?: readonly string[]
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

/** What `run` returns when it did what was asked. `metrics` may be left out where the action declares none. */
export type Outcome<Detail, Metrics> = {
  /** One sentence for a person. */
  readonly summary: string
  readonly detail: Detail
} & (keyof Metrics extends never ? { readonly metrics?: Metrics } : { readonly metrics: Metrics })

/** The codes of an action's expected failures, and what each of them means. */
export type ErrorMeanings = Readonly<Record<string, string>>

/** An action as its author writes it. `in out` is true of all five, and saves a compiler seconds of finding it out. */
export interface ActionDeclaration<
  in out Input extends TObject = TObject,
  in out Detail extends TObject = TObject,
  in out Metrics extends TObject = TObject,
  in out N extends Needs = Needs,
  in out Errors extends ErrorMeanings = ErrorMeanings
> {
  /** What people call it. */
  readonly title: string
  /** What it does, in one sentence or two. */
  readonly description: string
  /** The strongest effect that any input has. */
  readonly effect: Effect
  /** The effect that a given input has, where it depends on the input. */
  readonly effectOf?: (input: Static<Input>) => Effect
  /**
   * True when the action may delete or overwrite what nobody can restore; false when left out. An action that only reads is
   * never destructive.
   */
  readonly destructive?: boolean
  /** True when the same call twice leaves what one leaves. */
  readonly idempotent?: boolean
  /** Whether that is so for a given input, where it depends on the input. */
  readonly idempotentOf?: (input: Static<Input>) => boolean
  /** True: not on the wire, only for the product's own use. */
  readonly internal?: boolean
  /** A property with a `default` is optional on the wire and always there in `run`. Other properties are ignored. */
  readonly input: Input
  /** The schema of the answer's `detail`. */
  readonly detail: Detail
  /** Finite numbers only; leave out what is unknown. An action that measures nothing leaves the schema out. */
  readonly metrics?: Metrics
  /**
   * The fields of the input on which money, safety or delivery depends. While one of them is absent, a call with a field whose name is
   * close to its name ends as an expected failure with the code `misspelt_field`, and `run` is not called.
   */
  readonly decisiveFields?: readonly (keyof Static<Input> & string)[]
  /**
   * The fields of the input by which a caller says that a person agrees, such as `confirm`. Tools of the Model Context Protocol do not have
   * them, so that no model can say so; a call of a tool is run as if they were left out. Each of them is optional or has a default.
   */
  readonly confirmationFields?: readonly (keyof Static<Input> & string)[]
  /** Inputs that work, at least one; callers see them. */
  readonly examples: readonly { readonly title: string; readonly input: Readonly<Record<string, unknown>> }[]
  /** How people ask for it. */
  readonly intents?: Intents
  /** The codes of the `ProductError`s that it throws, each with what it means. */
  readonly errors?: Errors
  /** The tokens and classes that `run` gets, by the names under which it finds them. */
  readonly needs?: N
  /** Milliseconds until the caller is freed; the deployment may allow less. 10,000 when left out. */
  readonly timeoutMs?: number
  /** Set when callers should move on; dates are ISO 8601. */
  readonly deprecated?: { readonly since: string; readonly sunset?: string; readonly instead?: string }
  /** Does what the action does; see how it ends in the manual. */
  readonly run: (
    input: Static<Input>,
    context: Resolved<N> & Context & Failing<keyof Errors & string>
  ) => Promise<Outcome<Static<Detail>, Static<Metrics>>> | Outcome<Static<Detail>, Static<Metrics>>
}

/** An action of any input and answer, as a host handles it: its schemas say what may go in and what must come out. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas guard what goes through, the types cannot
export type Action = ActionDeclaration<any, any, any, any, any>

/** Declares an action. Input, detail, metrics and needs type `run`; nothing is written twice. */
export function defineAction<
  InputProperties extends TProperties,
  DetailProperties extends TProperties,
  MetricsProperties extends TProperties = Record<never, never>,
  N extends Needs = Record<never, never>,
  Errors extends ErrorMeanings = Record<never, never>
>(
  declaration: ActionDeclaration<
    TObject<InputProperties>,
    TObject<DetailProperties>,
    TObject<MetricsProperties>,
    N,
    Errors
  >
): ActionDeclaration<TObject<InputProperties>, TObject<DetailProperties>, TObject<MetricsProperties>, N, Errors> {
  const { decisiveFields = [], errors } = declaration
  if (decisiveFields.length === 0) return Object.freeze({ ...declaration })
  return Object.freeze({ ...declaration, errors: Object.assign({}, misspelt, errors) })
}

/** The way to fail that each action with fields that decide has. */
const misspelt = {
  misspelt_field:
    'A field that decides is absent, and the name of a field that was sent is close to its name. Nothing was done.'
}

/** How far a call has come. */
export interface Progress {
  /** What is done, in whatever unit the action counts; finite, and greater in every report. */
  readonly done: number
  /** What there is to do, in the same unit, where it is known. */
  readonly total?: number
  /** One sentence for a person. */
  readonly message?: string
}

/** How `run` makes its expected failures: with the codes of its `errors` alone. */
export interface Failing<Codes extends string = string> {
  /** A `ProductError` to throw. A code that the action does not declare in `errors` does not compile. */
  failure(code: Codes, message: string, options?: ProductErrorOptions): ProductError
}

/** What `run` gets in addition to its input and its needs. */
export interface Context {
  /** The calling account's identifier: opaque, stable, and the same in every product. */
  readonly account: string
  /** The request's identifier, as the answer and the log carry it. */
  readonly requestId: string
  /**
   * Aborts at the deadline, when the caller has gone, and when the host stops. Hand it on to whatever can wait. Take it by its
   * name: it is made when it is asked for, and a copy of the context by spread or rest may lack it.
   */
  readonly signal: AbortSignal
  /**
   * Reports how far the call has come, to a caller that asked to be told, as a client of the Model Context Protocol can. Costs
   * nothing when nobody asked, never throws and waits for nothing; a host may drop reports that follow each other closely. A
   * product that calls another one reports for itself: the other one's reports go nowhere.
   */
  readonly progress: (progress: Progress) => void
  /** Set when the call runs as a job: the job's id, and which try it is, counted from 1. */
  readonly job?: { readonly id: string; readonly attempt: number }
  /** Set when a person has confirmed the plan of a `ConfirmationRequired` that the action threw for this input: its steps. */
  readonly confirmed?: { readonly steps: readonly PlannedCall[] }
}
