import 'reflect-metadata'
import { type DependencyContainer, type InjectionToken, container as root } from 'tsyringe'
import type { Action, Need } from '../action.js'
import type { Context } from '../context.js'
import type { Product } from '../product.js'
import { CLOCK, injectedTokens, LOGGER, OPTIONS, SETTINGS, Token } from '../tokens.js'

/** Gives the service behind a token, for one call. */
export type Provide = <Service>(token: Token<Service>) => Service

/** One need of an action: the name under which `run` finds it, and every token that has to be there to build it. */
interface OpenNeed {
  readonly name: string
  readonly need: Need
}

/** An action with all that is known about its needs before the first call. */
export interface OpenAction {
  readonly action: Action
  readonly tokens: readonly Token<unknown>[]
  readonly needs: readonly OpenNeed[]
}

/** The tokens that services of a product's whole life may ask for; all others belong to a call. */
const lifelong = [LOGGER, CLOCK, OPTIONS]

/** A product with its container open: runs its actions, each call in a child container of its own. */
export class OpenProduct {
  readonly actions: ReadonlyMap<string, OpenAction>
  readonly #container: DependencyContainer

  /** Builds the product's services. Throws, in a sentence, when a need cannot be built or asks for a token not in `known`. */
  constructor(
    readonly product: Product,
    known: readonly Token<unknown>[],
    provideLifelong: Provide,
    parent: DependencyContainer = root
  ) {
    const services = new Set<Need>(product.services)
    this.actions = new Map(
      Object.entries(product.actions).map(([name, action]) => {
        const needs = Object.entries<Need>(action.needs ?? {}).map(([needName, need]) => ({ name: needName, need }))
        const tokens = new Set(needs.flatMap(({ need }) => tokensOf(need, services)))
        for (const token of tokens)
          if (!known.includes(token))
            throw new Error(`The action "${name}" needs ${token.name}, which this host does not provide.`)
        return [name, { action, needs, tokens: [...tokens] }]
      })
    )
    if (!product.settings && [...this.actions.values()].some(({ tokens }) => tokens.some(token => token === SETTINGS)))
      throw new Error('It needs SETTINGS but declares no settings.')
    this.#container = parent.createChildContainer()
    for (const token of lifelong) this.#container.register(token.symbol, { useValue: provideLifelong<unknown>(token) })
    for (const service of product.services ?? []) {
      const stray = tokensOf(service, new Set()).find(token => !lifelong.some(each => each === token))
      if (stray)
        throw new Error(
          `The service ${service.name} lives as long as the product and cannot ask for ${stray.name}, which belongs to a call.`
        )
      this.#container.registerInstance(service, this.#container.resolve(service))
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

  #resolve(needs: OpenAction['needs'], tokens: OpenAction['tokens'], provide: Provide): Record<string, unknown> {
    const resolved: Record<string, unknown> = {}
    if (needs.every(({ need }) => need instanceof Token)) {
      for (const { name, need } of needs) if (need instanceof Token) resolved[name] = provide(need)
      return resolved
    }
    const call = this.#container.createChildContainer()
    for (const token of tokens) call.register(token.symbol, { useValue: provide(token) })
    for (const { name, need } of needs) resolved[name] = call.resolve<unknown>(injectionToken(need))
    return resolved
  }
}

function injectionToken(need: Need): InjectionToken<unknown> {
  return need instanceof Token ? need.symbol : need
}

/** Every token that a need leads to, through the constructors of classes, stopping at services that stand already. */
function tokensOf(need: Need, services: ReadonlySet<Need>, seen = new Set<Need>()): readonly Token<unknown>[] {
  if (need instanceof Token) return [need]
  if (seen.has(need) || services.has(need)) return []
  seen.add(need)
  if (typeof need !== 'function') throw new Error('A need is neither a token nor a class.')
  const types: unknown = Reflect.getMetadata('design:paramtypes', need)
  const tokens = injectedTokens(need)
  if (need.length > 0 && tokens.size === 0 && !Array.isArray(types))
    throw new Error(`The class ${need.name} asks for services but is not @injectable().`)
  return Array.from({ length: Math.max(need.length, tokens.size) }, (_, index) => index).flatMap(index => {
    const next = tokens.get(index) ?? (Array.isArray(types) ? types[index] : undefined)
    return isNeed(next) ? tokensOf(next, services, seen) : []
  })
}

function isNeed(value: unknown): value is Need {
  return value instanceof Token || (typeof value === 'function' && value !== Object)
}
