import { type Context, type Product, SETTINGS, type Settings } from '@product-host/sdk'
import { type Check, compileInput, type Provide, SettingsRules, type Settled } from '@product-host/sdk/runtime'
import type { ServedAction, ServedProduct } from '../products/mounted.js'
import { deadlineOf } from '../products/plan.js'
import { type Declaration, declaredProduct, declaredTokens } from './declaration.js'
import { Thread, type ThreadGround } from './thread.js'

/** A product that runs in a thread of its own: judged, described and run like any other. A thread that ended is replaced. */
export class IsolatedProduct implements ServedProduct {
  readonly product: Product
  readonly actions: ReadonlyMap<string, ServedAction>
  readonly settings: SettingsRules | undefined
  readonly #old = new Set<Thread>()
  #thread: Thread
  #isClosed = false

  private constructor(
    private readonly ground: ThreadGround,
    thread: Thread,
    declaration: Declaration
  ) {
    const { tokens, checksSettings } = declaration
    this.product = declaredProduct(declaration)
    const ask = checksSettings ? (settings: Settings) => this.#fitThread().checkSettings(settings) : undefined
    this.settings = this.product.settings && new SettingsRules(this.product, ask)
    this.actions = new Map(
      Object.entries(this.product.actions).map(([name, action]) => [
        name,
        {
          action,
          checkInput: compileInput(action.input),
          known: new Set(Object.keys(action.input.properties)),
          tokens: declaredTokens(tokens[name] ?? []),
          run: (input: unknown, context: Context, provide: Provide) => this.#run(name, input, context, provide)
        }
      ])
    )
    this.#thread = thread
    void this.#replaceWhenWorn(thread)
  }

  /** Mounts the product in a new thread. Rejects when it cannot be served. */
  static async start(ground: ThreadGround): Promise<IsolatedProduct> {
    const thread = new Thread(ground)
    try {
      return new IsolatedProduct(ground, thread, await thread.mounted)
    } catch (error) {
      void thread.retire()
      throw error
    }
  }

  async #run(name: string, input: unknown, context: Context, provide: Provide): Promise<Settled> {
    const action = this.actions.get(name)
    if (!action) throw new Error(`There is no action "${name}".`)
    return this.#fitThread().run({
      action: name,
      input,
      context,
      provide,
      ...(action.tokens.includes(SETTINGS) && { settings: provide(SETTINGS) }),
      longestMs: deadlineOf(action.action, this.ground)
    })
  }

  /** The product's thread checks what it answers. */
  get checks(): readonly Check[] {
    return [...this.actions.values()].map(({ checkInput }) => checkInput)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#thread, ...this.#old].map(thread => thread.close()))
  }

  #fitThread(): Thread {
    if (!this.#thread.isFit && !this.#isClosed) this.#replaceBy(this.#next())
    return this.#thread
  }

  /**
   * Replaces a thread that is worn, once the next one is there, or that has ended, at once, so that no call waits for longer
   * than it has to. A product that crashes again and again gets its next thread with its next call.
   */
  async #replaceWhenWorn(thread: Thread): Promise<void> {
    await thread.worn
    if (thread !== this.#thread || this.#isClosed || this.ground.fence.isResting) return
    const next = this.#next()
    if (thread.isFit) await Promise.allSettled([next.mounted])
    if (thread === this.#thread && next.isFit) this.#replaceBy(next)
    else await next.retire()
  }

  #next(): Thread {
    this.ground.fence.restarts++
    return new Thread(this.ground)
  }

  /** What the old thread has under way may end there. */
  #replaceBy(next: Thread): void {
    const old = this.#thread
    this.#old.add(old)
    old.retire().then(() => this.#old.delete(old))
    this.#thread = next
    void this.#replaceWhenWorn(next)
  }
}
