import {
  CLOCK,
  type Clock,
  inject,
  injectable,
  SETTINGS,
  type Settings,
  STORAGE,
  type Storage
} from '@product-host/sdk'
import { readSettings, type Terms } from '../settings.js'
import { type Booking, book, keysOf } from './booking.js'
import type { ChainedEntry } from './chain.js'
import { entryKey } from './keys.js'
import { orderOf } from './order.js'
import { readUsage } from './read-usage.js'
import type { UsageInput } from './usage.js'

/** One account's ledger. */
@injectable()
export class Ledger {
  readonly terms: Terms

  constructor(
    @inject(STORAGE) private readonly storage: Storage,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(SETTINGS) settings: Settings
  ) {
    this.terms = readSettings(settings)
  }

  /**
   * Books a usage. The entry, its day, its month, its external id, the head of the chain and an alert change together or not
   * at all, and what decides (the budget, the external id) is read in the same step, so that no two hosts can disagree.
   */
  async record(input: UsageInput): Promise<Booking> {
    const now = this.clock.now()
    const { alert, budget } = this.terms
    const alertId = alert && budget && `msg_${this.clock.ulid()}`
    const order = orderOf(readUsage(input, now), this.terms, now, alertId)
    return this.storage.update(keysOf(order), read => book(order, read))
  }

  /** An entry that was booked; entries never change. */
  async entry(sequence: number): Promise<ChainedEntry> {
    const entry = await this.storage.get<ChainedEntry>(entryKey(sequence))
    if (!entry) throw new Error(`The entry ${sequence} is missing from the ledger.`)
    return entry
  }
}
