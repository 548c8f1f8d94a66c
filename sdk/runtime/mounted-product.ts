import 'reflect-metadata'
import { type DependencyContainer, type InjectionToken, container as root } from 'tsyringe'
import type { Action, Context, Failing, Need } from '../action.js'
import { ConfirmationRequired, InvalidInput, type Issue, ProductError } from '../errors.js'
import type { Jobs } from '../jobs.js'
import type { Options, Product, WebhookEvent } from '../product.js'
import type { Answer } from '../products.js'
import { CLOCK, injectedTokens, JOBS, LOGGER, OPTIONS, SETTINGS, STORAGE, Token, WEBHOOKS } from '../tokens.js'
import { Type } from '../typebox.js'
import { checkedActions, explained, named } from './checked-actions.js'
import { type Check, compileInput, compileOutput, type KeepDeclared, keepDeclared } from './compile-schema.js'
import { type CheckedPlan, checkedPlan } from './confirmation.js'
import { type Effects, effectsOf } from './effects.js'
import { InputFields } from './input-fields.js'
import { SettingsRules } from './settings-rules.js'
import { RecordForm, VersionedStorage } from './storage/product-storage.js'

/** What the host gives a product that it mounts. */
export interface MountOptions {
  /** The tokens that this host provides. */
  readonly tokens: readonly Token<unknown>[]
  /** Gives the services that live as long as the product: its logger and the clock. */
  readonly provide: Provide
  readonly container?: DependencyContainer
  /** What the operator chose for the product. */
  readonly options?: Options
}

/** An action with its schemas compiled. */
export interface MountedAction {
  readonly action: Action
  readonly checkInput: Check
  /** The names of the input's fields; others are ignored. */
  readonly fields: InputFields
  readonly checkOutcome: OutcomeChecks
  /** The tokens that the action's needs lead to. */
  readonly tokens: readonly Token<unknown>[]
  /** What it does with an input that was checked. */
  effectsOf(input: Readonly<Record<string, unknown>>): Effects
  /**
   * Runs the action on an input that was checked. Never throws: what the action threw is in what comes back. The needs of the
   * action are added to the context.
   */
  run(input: unknown, context: Context, provide: Provide): Promise<Settled>
}

/** A product that is ready to run: validated, its schemas compiled, its container open. */
export class MountedProduct {
  readonly actions: ReadonlyMap<string, MountedAction>
  /** Only of a connection product. */
  readonly settings: SettingsRules | undefined
  /** The checks of the `data` of webhooks, by the names of the declared events; a member that a schema does not declare is an issue. */
  readonly webhookData: ReadonlyMap<string, Check>
  /** How the product's records are stored. */
  readonly records: RecordForm
  readonly #open: OpenProduct
  readonly #provide: (inner: Provide) => Provide

  /** Throws, in sentences, when the declaration, a schema or a need is not sound. */
  constructor(
    readonly product: Product,
    { tokens, provide, container, options = {} }: MountOptions
  ) {
    const checked = explained(() => checkedActions(product))
    this.settings = product.settings && named('the settings schema', () => new SettingsRules(product))
    this.webhookData = new Map(
      Object.entries(product.webhookEvents ?? {}).map(([name, event]) => [name, dataCheck(name, event)])
    )
    this.records = new RecordForm(product)
    const chosen = checkedOptions(product, options)
    this.#provide = inner => token => {
      if (token.symbol === OPTIONS.symbol) return chosen as never
      if (token.symbol === STORAGE.symbol) return new VersionedStorage(inner(STORAGE), this.records) as never
      if (token.symbol === JOBS.symbol) return checkedJobs(inner(JOBS), this.records) as never
      return inner(token)
    }
    this.#open = new OpenProduct(product, [...tokens, OPTIONS], this.#provide(provide), container)
    this.actions = new Map(
      checked.map(({ name, ...rest }) => {
        const open = this.#open.actions.get(name)
        if (!open) throw new Error(`There is no action "${name}".`)
        const run = (input: unknown, context: Context, provide: Provide) =>
          settle(() => this.#open.run(open, input, context, this.#provide(provide)), rest.checkOutcome, product.slug)
        const effects = (input: Readonly<Record<string, unknown>>) => effectsOf(rest.action, input)
        return [name, { ...rest, tokens: open.tokens, effectsOf: effects, run }]
      })
    )
  }

  /** Runs an action by its name, see `MountedAction.run`. */
  async run(name: string, input: unknown, context: Context, provide: Provide): Promise<Settled> {
    const mounted = this.actions.get(name)
    if (!mounted) throw new Error(`There is no action "${name}".`)
    return mounted.run(input, context, provide)
  }

  /** Ends the product's services. */
  async close(): Promise<void> {
    await this.#open.close()
  }
}

function checkedJobs(jobs: Jobs, records: RecordForm): Jobs {
  return {
    async schedule(job) {
      records.requireJobs([{ schedule: job }])
      await jobs.schedule(job)
    },
    async every(job) {
      records.requireJobs([{ every: job }])
      await jobs.every(job)
    },
    cancel: id => jobs.cancel(id)
  }
}

/** The operator's choice with the product's defaults. Throws when it does not fit. */
function checkedOptions({ options: schema = Type.Object({}) }: Product, options: Options): Options {
  const chosen = structuredClone(options)
  const known = Object.keys(schema.properties)
  const check = named('the options schema', () => compileInput(schema))
  const [unrecognised] = Object.keys(chosen).filter(name => !known.includes(name))
  if (unrecognised !== undefined) throw new Error(`It has no option "${unrecognised}".`)
  const [issue] = check(chosen)
  if (issue) throw new Error(`Its option ${issue.pointer} ${issue.detail}.`)
  return Object.freeze(chosen)
}

function dataCheck(name: string, { data }: WebhookEvent): Check {
  const check = named(`the data schema of the event "${name}"`, () => compileOutput(data))
  const keep = keepDeclared(data)
  return value => {
    const undeclared: string[] = []
    keep?.(value, '#', undeclared)
    const unknown = undeclared.map(pointer => ({ pointer, detail: 'is not declared', fix: 'Add it to the schema.' }))
    return [...check(value), ...unknown]
  }
}

/** Gives the service behind a token, for one call. */
export type Provide = <Service>(token: Token<Service>) => Service

/** One need of an action: the name under which `run` finds it, and how it is built. */
interface OpenNeed {
  readonly name: string
  readonly need: Need
  /** Left out for a class that only tsyringe can build. */
  readonly build?: Build | undefined
}

/** Builds a service from the values of its action's tokens, in their order. */
type Build = (values: readonly unknown[]) => unknown

/** An action with all that is known about its needs before the first call. */
interface OpenAction {
  readonly action: Action
  readonly tokens: readonly Token<unknown>[]
  readonly needs: readonly OpenNeed[]
}

/** The tokens that services of a product's whole life may ask for; all others belong to a call. */
const lifelong = [LOGGER, CLOCK, OPTIONS]

/**
 * A product with its container open: runs its actions. What a constructor asks for is known when the product is mounted, so that
 * a call only calls constructors; a class that is registered with tsyringe in another way is resolved in a container of the call.
 */
class OpenProduct {
  readonly actions = new Map<string, OpenAction>()
  readonly #container: DependencyContainer

  /** Builds the product's services. Throws, in a sentence, when a need cannot be built or asks for a token not in `known`. */
  constructor(
    readonly product: Product,
    known: readonly Token<unknown>[],
    provideLifelong: Provide,
    parent: DependencyContainer = root
  ) {
    const services = new Set<Need>(product.services)
    for (const [name, action] of Object.entries(product.actions)) {
      const needs = Object.entries<Need>(action.needs ?? {}).map(([needName, need]) => ({ name: needName, need }))
      const tokens = new Set(needs.flatMap(({ need }) => tokensOf(need, services)))
      for (const token of tokens)
        if (!known.includes(token))
          throw new Error(`The action "${name}" needs ${token.name}, which this host does not provide.`)
      this.actions.set(name, { action, needs, tokens: [...tokens] })
    }
    for (const token of [SETTINGS, WEBHOOKS])
      if (!product.settings && [...this.actions.values()].some(({ tokens }) => tokens.some(each => each === token)))
        throw new Error(`It needs ${token.name} but declares no settings.`)
    this.#container = parent.createChildContainer()
    for (const token of lifelong) this.#container.register(token.symbol, { useValue: provideLifelong<unknown>(token) })
    for (const service of product.services ?? []) {
      const refused = tokensOf(service, new Set()).find(token => !lifelong.some(each => each === token))
      if (refused)
        throw new Error(
          `The service ${service.name} lives as long as the product and cannot ask for ${refused.name}, which belongs to a call.`
        )
      this.#container.registerInstance(service, this.#container.resolve(service))
    }
    for (const [name, { needs, ...rest }] of this.actions) {
      const built = needs.map(each => ({ ...each, build: this.#builderOf(each.need, rest.tokens, services) }))
      this.actions.set(name, { ...rest, needs: built })
    }
  }

  /**
   * Calls `run`, whatever comes of it, with the needs added to the context, whose members may be made only when they are asked
   * for. An action without needs pays for no container.
   */
  async run(
    { action, needs, tokens }: OpenAction,
    input: unknown,
    context: Context,
    provide: Provide
  ): Promise<unknown> {
    return action.run(input, Object.assign(context, this.#resolve(needs, tokens, provide)))
  }

  /** Ends the services that have a `dispose` method. */
  async close(): Promise<void> {
    await this.#container.dispose()
  }

  #resolve(
    needs: OpenAction['needs'],
    tokens: OpenAction['tokens'],
    provide: Provide
  ): Record<string, unknown> & Failing {
    const values = tokens.map(token => provide(token))
    const resolved: Record<string, unknown> & Failing = { ...failing }
    let call: DependencyContainer | undefined
    for (const { name, need, build } of needs) {
      if (!build) call ??= this.#containerOf(tokens, values)
      resolved[name] = build ? build(values) : call?.resolve<unknown>(injectionToken(need))
    }
    return resolved
  }

  #containerOf(tokens: OpenAction['tokens'], values: readonly unknown[]): DependencyContainer {
    const call = this.#container.createChildContainer()
    for (const [index, { symbol }] of tokens.entries()) call.register(symbol, { useValue: values[index] })
    return call
  }

  /**
   * As tsyringe resolves a class that nobody registered: a new instance wherever it is asked for. With a container for each call, an
   * execute of an inline product takes 9 % more CPU time (November 2026).
   */
  #builderOf(
    need: Need,
    tokens: readonly Token<unknown>[],
    services: ReadonlySet<Need>,
    above: readonly Need[] = []
  ): Build | undefined {
    if (need instanceof Token) {
      const index = tokens.indexOf(need)
      return values => values[index]
    }
    if (services.has(need)) {
      const service = this.#container.resolve(need)
      return () => service
    }
    const parameters = parametersOf(need)
    if (above.includes(need) || this.#container.isRegistered(need, true) || parameters.length !== need.length)
      return undefined
    const parts: Build[] = []
    for (const parameter of parameters) {
      const part = isNeed(parameter) ? this.#builderOf(parameter, tokens, services, [...above, need]) : undefined
      if (!part) return undefined
      parts.push(part)
    }
    return values => new need(...parts.map(part => part(values)))
  }
}

/** The same for all actions: their types say which codes each of them has. */
const failing: Failing = { failure: (code, message, options) => new ProductError(code, message, options) }

function injectionToken(need: Need): InjectionToken<unknown> {
  return need instanceof Token ? need.symbol : need
}

/** Every token that a need leads to, through the constructors of classes, stopping at services that stand already. */
function tokensOf(need: Need, services: ReadonlySet<Need>, seen = new Set<Need>()): readonly Token<unknown>[] {
  if (need instanceof Token) return [need]
  if (seen.has(need) || services.has(need)) return []
  seen.add(need)
  if (typeof need !== 'function') throw new Error('A need is neither a token nor a class.')
  return parametersOf(need).flatMap(next => (isNeed(next) ? tokensOf(next, services, seen) : []))
}

/** What a class's constructor asks for, in order: a token or a class each, as far as that is known. */
function parametersOf(need: Exclude<Need, Token<unknown>>): readonly unknown[] {
  const found: unknown = Reflect.getMetadata('design:paramtypes', need)
  const types: readonly unknown[] = Array.isArray(found) ? found : []
  const tokens = injectedTokens(need)
  if (need.length > 0 && tokens.size === 0 && !Array.isArray(found))
    throw new Error(`The class ${need.name} asks for services but is not @injectable().`)
  const length = Math.max(need.length, types.length, tokens.size)
  return Array.from({ length }, (_, index) => tokens.get(index) ?? types[index])
}

function isNeed(value: unknown): value is Need {
  return value instanceof Token || (typeof value === 'function' && value !== Object)
}

/** How a call of `run` ended. */
export type Settled =
  | {
      readonly kind: 'answered'
      readonly answer: Answer
      /** Members that the schemas do not declare, as JSON Pointers; they are not in the answer. */
      readonly undeclared?: readonly string[]
    }
  | { readonly kind: 'confirmation'; readonly plan: CheckedPlan }
  | { readonly kind: 'invalid_input'; readonly issues: readonly Issue[] }
  | { readonly kind: 'invalid_output'; readonly issues: readonly Issue[] }
  /** Only of a product in a thread, whose answer is then not sent to the host. */
  | { readonly kind: 'too_large' }
  /** Only of a product in a thread: it did not let its event loop turn, and was ended. */
  | { readonly kind: 'blocked' }
  | { readonly kind: 'bug'; readonly error: unknown }

/** The checks of an outcome. */
export interface OutcomeChecks {
  readonly detail: Check
  readonly metrics: Check
  readonly keepDetail: KeepDeclared | undefined
  readonly keepMetrics: KeepDeclared | undefined
}

/** Runs, and brings every way of ending into one form; never throws. */
async function settle(run: () => Promise<unknown>, checks: OutcomeChecks, slug: string): Promise<Settled> {
  try {
    return checkedOutcome(await run(), checks)
  } catch (error) {
    if (error instanceof InvalidInput) return { kind: 'invalid_input', issues: error.issues }
    if (error instanceof ProductError) return { kind: 'answered', answer: failure(error) }
    if (error instanceof ConfirmationRequired) return planned(slug, error)
    return { kind: 'bug', error }
  }
}

function planned(slug: string, { plan }: ConfirmationRequired): Settled {
  const checked = checkedPlan(slug, plan)
  return 'steps' in checked ? { kind: 'confirmation', plan: checked } : { kind: 'invalid_output', issues: checked }
}

/** The answer to a call that ended in an expected failure. */
function failure(failed: ProductError): Answer {
  const { code, message, retryable, retryAfterMs, isPostponed, metrics, details } = failed
  const error = {
    code,
    message,
    retryable,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(isPostponed && { isPostponed })
  }
  return { ok: false, summary: message, metrics, detail: { ...details, error } }
}

function checkedOutcome(outcome: unknown, checks: OutcomeChecks): Settled {
  if (typeof outcome !== 'object' || outcome === null)
    return invalid('#', 'is not an object of summary, metrics and detail')
  const { summary, metrics = {}, detail } = outcome as Partial<Record<'summary' | 'metrics' | 'detail', unknown>>
  if (typeof summary !== 'string' || summary === '') return invalid('#/summary', 'is not a sentence')
  const issues = [
    ...checks.metrics(metrics).map(issue => within('metrics', issue)),
    ...checks.detail(detail).map(issue => within('detail', issue))
  ]
  if (issues.length > 0) return { kind: 'invalid_output', issues }
  const undeclared: string[] = []
  const answer: Answer = {
    ok: true,
    summary,
    metrics: keepIn(checks.keepMetrics, metrics as Answer['metrics'], '#/metrics', undeclared),
    detail: keepIn(checks.keepDetail, detail as Answer['detail'], '#/detail', undeclared)
  }
  return undeclared.length > 0 ? { kind: 'answered', answer, undeclared } : { kind: 'answered', answer }
}

function keepIn<Value>(keep: KeepDeclared | undefined, value: Value, pointer: string, undeclared: string[]): Value {
  return keep ? keep(value, pointer, undeclared) : value
}

function invalid(pointer: string, detail: string): Settled {
  return { kind: 'invalid_output', issues: [{ pointer, detail, fix: 'Return { summary, metrics, detail }.' }] }
}

function within(part: string, issue: Issue): Issue {
  return { ...issue, pointer: `#/${part}${issue.pointer.slice(1)}` }
}
