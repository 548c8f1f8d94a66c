import { randomUUID } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { newTurn } from '@product-host/sdk/runtime'
import type { Logger as Lines } from 'pino'
import { StoreUnavailable } from '../storage/errors.js'
import { LINES } from '../tokens.js'
import type { Ending } from './counts.js'
import { Tally, type Used } from './tally.js'
import { type Batch, UsageBook } from './usage-book.js'

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

  /** Counts one call. */
  count(use: Used, ending: Ending): void {
    this.#tally.add(use, ending)
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
