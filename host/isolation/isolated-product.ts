import { type Action, type Context, type Product, SETTINGS, type Settings } from '@product-host/sdk'
import {
  type Check,
  compileInput,
  type Effects,
  effectsOf,
  InputFields,
  type Provide,
  type RecordVersions,
  SettingsRules,
  type Settled
} from '@product-host/sdk/runtime'
import type { RunnerConfig } from './launch.js'
import { type Declaration, declaredProduct, declaredTokens } from './messages.js'
import { Runner } from './runner.js'
import { deadlineOf, type ServedAction, type ServedProduct } from './served-product.js'

/**
 * A product that runs in a thread or a process of its own: checked, described and run like any other. One that ended is replaced.
 */
export class IsolatedProduct implements ServedProduct {
  readonly product: Product
  readonly actions: ReadonlyMap<string, ServedAction>
  readonly settings: SettingsRules | undefined
  readonly records: RecordVersions
  readonly isSandboxed: boolean | undefined
  readonly #old = new Set<Runner>()
  #runner: Runner
  #isClosed = false
  /** The thread or process must be replaced and was not, because the circuit was open. */
  #isOverdue = false

  private constructor(
    private readonly config: RunnerConfig,
    runner: Runner,
    declaration: Declaration
  ) {
    const { tokens, checksSettings, variable, records } = declaration
    this.records = records
    this.product = declaredProduct(declaration)
    this.isSandboxed = config.processConfig && config.processConfig.sandbox !== undefined
    const check = checksSettings ? (settings: Settings) => this.#usableRunner().checkSettings(settings) : undefined
    this.settings = this.product.settings && new SettingsRules(this.product, check)
    this.actions = new Map(
      Object.entries(this.product.actions).map(([name, action]) => [
        name,
        {
          action,
          checkInput: compileInput(action.input),
          fields: new InputFields(action.input, action.decisiveFields),
          tokens: declaredTokens(tokens[name] ?? []),
          effectsOf: (input: Readonly<Record<string, unknown>>) =>
            variable.includes(name) ? this.#effectsOf(name, action, input) : effectsOf(action),
          run: (input: unknown, context: Context, provide: Provide) => this.#run(name, input, context, provide)
        }
      ])
    )
    this.#runner = runner
    void this.#replaceWhenNeeded(runner)
  }

  /** Mounts the product in a new thread or process. Rejects if it cannot be served. */
  static async start(config: RunnerConfig): Promise<IsolatedProduct> {
    const runner = new Runner(config)
    try {
      return new IsolatedProduct(config, runner, await runner.mounted)
    } catch (error) {
      void runner.retire()
      throw error
    }
  }

  async #run(name: string, input: unknown, context: Context, provide: Provide): Promise<Settled> {
    const action = this.actions.get(name)
    if (!action) throw new Error(`There is no action "${name}".`)
    const call = {
      action: name,
      input,
      context,
      provide,
      ...(action.tokens.includes(SETTINGS) && { settings: provide(SETTINGS) }),
      longestMs: deadlineOf(action.action, this.config)
    }
    for (let hasWaited = false; ; ) {
      const ended = await this.#usableRunner().run(call)
      if (ended.kind !== 'lost') return ended
      if (ended.how === 'held') return { kind: 'blocked' }
      const goesOn =
        ended.how === 'untaken' ||
        (ended.how === 'waited' && !hasWaited && (await this.#isSafeToRepeat(name, action.action, input)))
      hasWaited ||= ended.how === 'waited'
      if (!goesOn || context.signal.aborted || this.#isClosed) return { kind: 'bug', error: ended.error }
    }
  }

  /** Asks the next one, once it is there. */
  async #isSafeToRepeat(name: string, action: Action, input: unknown): Promise<boolean> {
    await this.#usableRunner().mounted.catch(() => undefined)
    return (await this.#effectsOf(name, action, input as Readonly<Record<string, unknown>>)).isSafeToRepeat
  }

  async #effectsOf(name: string, action: Action, input: Readonly<Record<string, unknown>>): Promise<Effects> {
    return (await this.#runner.effectsOf(name, input)) ?? effectsOf({ ...action, idempotent: false })
  }

  /** The compiled input checks; its answers are checked where it runs. */
  get checks(): readonly Check[] {
    return [...this.actions.values()].map(({ checkInput }) => checkInput)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#runner, ...this.#old].map(runner => runner.close()))
  }

  #usableRunner(): Runner {
    if ((!this.#runner.acceptsCalls || this.#isOverdue) && !this.#isClosed) this.#replaceBy(this.#next())
    return this.#runner
  }

  /**
   * Replaces a thread or process when the next one is ready, and one that has ended at once. While the circuit is open, the next call
   * that it admits gets the next one.
   */
  async #replaceWhenNeeded(runner: Runner): Promise<void> {
    await runner.mustBeReplaced
    if (runner !== this.#runner || this.#isClosed) return
    if (this.config.resilience.isResting) {
      this.#isOverdue = true
      return
    }
    const next = this.#next()
    if (runner.acceptsCalls) await Promise.allSettled([next.mounted])
    if (runner === this.#runner && next.acceptsCalls) this.#replaceBy(next)
    else await next.retire()
  }

  #next(): Runner {
    this.config.resilience.restarts++
    return new Runner(this.config)
  }

  /** Calls that run in the old one end there. */
  #replaceBy(next: Runner): void {
    const old = this.#runner
    this.#old.add(old)
    old.retire().then(() => this.#old.delete(old))
    this.#runner = next
    this.#isOverdue = false
    void this.#replaceWhenNeeded(next)
  }
}
