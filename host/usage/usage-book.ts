import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import { merged, type UsageRecord } from './records.js'

/** What one process counted for one account and writes at once. */
export interface Batch {
  /** The process. */
  readonly writer: string
  /** Rises with every batch of the process for the account. */
  readonly sequence: number
  readonly records: readonly UsageRecord[]
}

/** The first and the last day of a question, such as `2026-01-31`. */
export interface Days {
  readonly from: string
  readonly to: string
}

const dayMs = 24 * 60 * 60 * 1000
/** How long a day's use is kept, in milliseconds: 400 days. */
const keptMs = 400 * dayMs
const pageSize = 200
const prefix = 'day:'

/** The use of all accounts, as it is kept. */
@injectable()
export class UsageBook {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /**
   * Adds a batch to what is kept: once, also when it is handed in again because nobody knows whether it was written. Batches
   * of one process for one account have to come in their order.
   */
  async add(account: string, { writer, sequence, records }: Batch): Promise<void> {
    const mark = `written:${writer}`
    await this.#records(account).update([mark, ...records.map(keyOf)], read => {
      if ((read<number>(mark) ?? 0) >= sequence) return { result: undefined }
      const sums = records.map(record => {
        const kept = read<UsageRecord>(keyOf(record))
        return { key: keyOf(record), value: kept ? merged(kept, record) : record, ttlMs: this.#ttlOf(record) }
      })
      return { writes: [...sums, { key: mark, value: sequence, ttlMs: dayMs }], result: undefined }
    })
  }

  /** Every record of an account, or those of some days, the oldest first. */
  async *records(account: string, { from, to }: Days = { from: '', to: '9' }): AsyncGenerator<UsageRecord, void> {
    const records = this.#records(account)
    for (let after = `${prefix}${from}`; ; ) {
      const page = await records.list<UsageRecord>(prefix, { after, limit: pageSize })
      for (const { value } of page) {
        if (value.day > to) return
        yield value
      }
      const last = page.at(-1)
      if (!last) return
      after = last.key
    }
  }

  #records(account: string): Storage {
    return this.store.own(`usage/${account}`)
  }

  #ttlOf({ day }: UsageRecord): number {
    return Math.max(1, Date.parse(day) + dayMs + keptMs - this.clock.now())
  }
}

function keyOf({ day, product, keyId }: UsageRecord): string {
  return `${prefix}${day}/${product}/${keyId}`
}
