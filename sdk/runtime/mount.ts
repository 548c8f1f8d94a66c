import type { DependencyContainer } from 'tsyringe'
import type { Action } from '../action.js'
import type { Context } from '../context.js'
import type { Options, Product } from '../product.js'
import { OPTIONS, STORAGE, type Token } from '../tokens.js'
import { Type } from '../typebox.js'
import { type Check, compileInput, compileOutput } from './checks.js'
import { judgeCalls } from './declared-calls.js'
import { judgeManifest } from './manifest.js'
import { OpenProduct, type Provide } from './open.js'
import { RecordForm } from './record-form.js'
import { SettingsRules } from './settings.js'
import { type OutcomeChecks, type Settled, settle } from './settle.js'
import { VersionedStorage } from './versioned-storage.js'

/** What a product is mounted on. */
export interface Ground {
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
  readonly checkOutcome: OutcomeChecks
  /** The names of the input's properties; others are ignored. */
  readonly known: ReadonlySet<string>
  /** The tokens that the action's needs lead to. */
  readonly tokens: readonly Token<unknown>[]
  /**
   * Runs the action on an input that was checked. Never throws: what the action threw is in what comes back. The needs of the
   * action are added to the context.
   */
  run(input: unknown, context: Context, provide: Provide): Promise<Settled>
}

/** A product that is ready to run: judged, its schemas compiled, its container open. */
export class MountedProduct {
  readonly actions: ReadonlyMap<string, MountedAction>
  /** Only of a connection product. */
  readonly settings: SettingsRules | undefined
  /** How the product's records are stored. */
  readonly records: RecordForm
  readonly #open: OpenProduct
  readonly #provide: (inner: Provide) => Provide

  /** Throws, in sentences, when the declaration, a schema or a need is not sound. */
  constructor(
    readonly product: Product,
    { tokens, provide, container, options = {} }: Ground
  ) {
    const faults = judgeManifest(product)
    if (faults.length > 0) throw new Error(faults.join(' '))
    const checked = Object.entries(product.actions).map(([name, action]) => ({
      name,
      action,
      ...compiled(name, action)
    }))
    judgeCalls(product, name => checked.find(each => each.name === name)?.checkInput)
    this.settings = product.settings && named('the settings schema', () => new SettingsRules(product))
    this.records = new RecordForm(product)
    const chosen = checkedOptions(product, options)
    this.#provide = inner => token => {
      if (token.symbol === OPTIONS.symbol) return chosen as never
      if (token.symbol === STORAGE.symbol) return new VersionedStorage(inner(STORAGE), this.records) as never
      return inner(token)
    }
    this.#open = new OpenProduct(product, [...tokens, OPTIONS], this.#provide(provide), container)
    this.actions = new Map(
      checked.map(({ name, ...rest }) => {
        const open = this.#open.actions.get(name)
        if (!open) throw new Error(`There is no action "${name}".`)
        const known = new Set(Object.keys(rest.action.input.properties))
        const run = (input: unknown, context: Context, provide: Provide) =>
          settle(() => this.#open.run(open, input, context, this.#provide(provide)), rest.checkOutcome)
        return [name, { ...rest, known, tokens: open.tokens, run }]
      })
    )
  }

  /** Runs an action by its name, see `MountedAction.run`. */
  async run(name: string, input: unknown, context: Context, provide: Provide): Promise<Settled> {
    const mounted = this.actions.get(name)
    if (!mounted) throw new Error(`There is no action "${name}".`)
    return mounted.run(input, context, provide)
  }

  /** The checks of its actions, whose code can be made before it is needed. */
  get checks(): readonly Check[] {
    return [...this.actions.values()].flatMap(({ checkInput, checkOutcome }) => [
      checkInput,
      checkOutcome.detail,
      checkOutcome.metrics
    ])
  }

  /** Ends the product's services. */
  async close(): Promise<void> {
    await this.#open.close()
  }
}

/** The operator's choice with the product's defaults. Throws when it does not fit. */
function checkedOptions({ options: schema = Type.Object({}) }: Product, options: Options): Options {
  const chosen = structuredClone(options)
  const known = Object.keys(schema.properties)
  const check = named('the options schema', () => compileInput(schema))
  const [stray] = Object.keys(chosen).filter(name => !known.includes(name))
  if (stray !== undefined) throw new Error(`It has no option "${stray}".`)
  const [fault] = check(chosen)
  if (fault) throw new Error(`Its option ${fault.pointer} ${fault.detail}.`)
  return Object.freeze(chosen)
}

function compiled(name: string, action: Action): Pick<MountedAction, 'checkInput' | 'checkOutcome'> {
  return {
    checkInput: named(`the input schema of "${name}"`, () => compileInput(action.input)),
    checkOutcome: {
      detail: named(`the detail schema of "${name}"`, () => compileOutput(action.detail)),
      metrics: named(`the metrics schema of "${name}"`, () => compileOutput(action.metrics))
    }
  }
}

function named<Compiled>(what: string, compile: () => Compiled): Compiled {
  try {
    return compile()
  } catch (error) {
    throw new Error(
      `${what[0]?.toUpperCase()}${what.slice(1)} does not compile: ${error instanceof Error ? error.message : String(error)}.`
    )
  }
}
