import { randomUUID } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { newTurn } from '@product-host/sdk/runtime'
import type { Logger as Lines } from 'pino'
import type { Caller } from '../accounts/identity.js'
import { asProblem } from '../problems.js'
import { StoreUnavailable } from '../storage/errors.js'
import { LINES } from '../tokens.js'
import type { Ending } from './counts.js'
import type { Via } from './records.js'
import { Tally } from './tally.js'
import { type Batch, UsageBook } from './usage-book.js'

/** A product as far as counting has to know it. */
interface CountedProduct {
  readonly slug: string
  readonly mounted: { readonly actions: ReadonlyMap<string, unknown> }
}

/** One execution that is to be counted; what becomes known of it on its way is set then. */
export interface Use {
  readonly caller: Caller
  readonly product: CountedProduct
  readonly via: Via
  /** When it began, by `performance.now()`; when counting begins, if left out. */
  readonly startedAt?: number
  action?: string
  isReplay?: boolean
}

/** How often what was counted is written, in milliseconds. */
const writeEveryMs = 1_000
/** Accounts that are written for at the same time. */
const accountsAtOnce = 16

/**
 * Counts what accounts use. Counting only touches memory; what was counted is written every second and at the stop, so that
 * a killed process loses its last second at most.
 */
@injectable()
export class Usage {
  readonly #writer = randomUUID()
  readonly #turn = newTurn()
  readonly #tally: Tally
  /** Batches on their way: one that failed stays as it is until it is written. */
  readonly #batches = new Map<string, Batch>()
  #sequence = 0
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    private readonly book: UsageBook,
    @inject(CLOCK) clock: Clock,
    @inject(LINES) private readonly lines: Lines
  ) {
    this.#tally = new Tally(clock)
  }

  /** Does some work and counts how it ends, once. */
  async counted<Result>(use: Use, work: () => Promise<Result>): Promise<Result> {
    const { startedAt = performance.now() } = use
    const end = (status: number) => this.#count(use, { status, ms: performance.now() - startedAt })
    try {
      const result = await work()
      if (use.isReplay) this.#count(use, 'replay')
      else end(200)
      return result
    } catch (error) {
      end(asProblem(error).status)
      throw error
    }
  }

  start(): void {
    if (!this.#isStopped)
      this.#timer = setTimeout(() => this.#writeAll().then(() => this.start()), writeEveryMs).unref()
  }

  /** Writes what is left. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#writeAll()
  }

  /** Writes what was counted for an account, so that whoever reads next finds it. Rejects while the store is away. */
  async write(account: string): Promise<void> {
    await this.#turn(() => this.#write(account))
  }

  #count({ caller, product, via, action }: Use, ending: Ending): void {
    const isKnown = action !== undefined && product.mounted.actions.has(action)
    this.#tally.add(caller, { product: product.slug, action: isKnown ? action : null, via }, ending)
  }

  async #writeAll(): Promise<void> {
    await this.#turn(async () => {
      const accounts = [...new Set([...this.#batches.keys(), ...this.#tally.accounts()])]
      for (let done = 0; done < accounts.length; done += accountsAtOnce)
        await Promise.all(accounts.slice(done, done + accountsAtOnce).map(account => this.#tryWrite(account)))
    })
  }

  async #tryWrite(account: string): Promise<void> {
    try {
      await this.#write(account)
    } catch (error) {
      const isAway = error instanceof StoreUnavailable
      if (!isAway) this.#batches.delete(account)
      this.lines.error({ account, err: error }, `usage was not written; it is ${isAway ? 'tried again' : 'lost'}`)
    }
  }

  /** One account's batches are written one after another: the book would take an earlier one that comes later for written. */
  async #write(account: string): Promise<void> {
    const failed = this.#batches.get(account)
    if (failed) await this.#send(account, failed)
    const records = this.#tally.take(account)
    if (records.length > 0) await this.#send(account, { writer: this.#writer, sequence: ++this.#sequence, records })
  }

  async #send(account: string, batch: Batch): Promise<void> {
    this.#batches.set(account, batch)
    await this.book.add(account, batch)
    this.#batches.delete(account)
  }
}
