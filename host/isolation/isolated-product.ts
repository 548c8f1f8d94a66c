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
import { type Declaration, declaredProduct, declaredTokens } from './messages.js'
import { deadlineOf, type ServedAction, type ServedProduct } from './served-product.js'
import { Thread, type ThreadConfig } from './thread.js'

/**
 * A product that runs in its own thread: checked, described and run like any other. A thread that ended is replaced.
 */
export class IsolatedProduct implements ServedProduct {
  readonly product: Product
  readonly actions: ReadonlyMap<string, ServedAction>
  readonly settings: SettingsRules | undefined
  readonly records: RecordVersions
  readonly #old = new Set<Thread>()
  #thread: Thread
  #isClosed = false
  /** The thread must be replaced and was not, because the circuit was open. */
  #isOverdue = false

  private constructor(
    private readonly config: ThreadConfig,
    thread: Thread,
    declaration: Declaration
  ) {
    const { tokens, checksSettings, variable, records } = declaration
    this.records = records
    this.product = declaredProduct(declaration)
    const check = checksSettings ? (settings: Settings) => this.#usableThread().checkSettings(settings) : undefined
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
    this.#thread = thread
    void this.#replaceWhenNeeded(thread)
  }

  /** Mounts the product in a new thread. Rejects if it cannot be served. */
  static async start(config: ThreadConfig): Promise<IsolatedProduct> {
    const thread = new Thread(config)
    try {
      return new IsolatedProduct(config, thread, await thread.mounted)
    } catch (error) {
      void thread.retire()
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
      const ended = await this.#usableThread().run(call)
      if (ended.kind !== 'lost') return ended
      if (ended.how === 'held') return { kind: 'blocked' }
      const goesOn =
        ended.how === 'untaken' ||
        (ended.how === 'waited' && !hasWaited && (await this.#isSafeToRepeat(name, action.action, input)))
      hasWaited ||= ended.how === 'waited'
      if (!goesOn || context.signal.aborted || this.#isClosed) return { kind: 'bug', error: ended.error }
    }
  }

  /** Asks the next thread, once it is there. */
  async #isSafeToRepeat(name: string, action: Action, input: unknown): Promise<boolean> {
    await this.#usableThread().mounted.catch(() => undefined)
    return (await this.#effectsOf(name, action, input as Readonly<Record<string, unknown>>)).isSafeToRepeat
  }

  async #effectsOf(name: string, action: Action, input: Readonly<Record<string, unknown>>): Promise<Effects> {
    return (await this.#thread.effectsOf(name, input)) ?? effectsOf({ ...action, idempotent: false })
  }

  /** The compiled input checks; the product's thread checks its answers itself. */
  get checks(): readonly Check[] {
    return [...this.actions.values()].map(({ checkInput }) => checkInput)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#thread, ...this.#old].map(thread => thread.close()))
  }

  #usableThread(): Thread {
    if ((!this.#thread.acceptsCalls || this.#isOverdue) && !this.#isClosed) this.#replaceBy(this.#next())
    return this.#thread
  }

  /**
   * Replaces a thread when the next one is ready, and an ended thread at once. While the circuit is open, the next call
   * that it admits gets the next thread.
   */
  async #replaceWhenNeeded(thread: Thread): Promise<void> {
    await thread.mustBeReplaced
    if (thread !== this.#thread || this.#isClosed) return
    if (this.config.resilience.isResting) {
      this.#isOverdue = true
      return
    }
    const next = this.#next()
    if (thread.acceptsCalls) await Promise.allSettled([next.mounted])
    if (thread === this.#thread && next.acceptsCalls) this.#replaceBy(next)
    else await next.retire()
  }

  #next(): Thread {
    this.config.resilience.restarts++
    return new Thread(this.config)
  }

  /** Calls that run in the old thread end there. */
  #replaceBy(next: Thread): void {
    const old = this.#thread
    this.#old.add(old)
    old.retire().then(() => this.#old.delete(old))
    this.#thread = next
    this.#isOverdue = false
    void this.#replaceWhenNeeded(next)
  }
}
