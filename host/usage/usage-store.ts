import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { STORE, type Store } from '../storage/store.js'
import { appendCalls, callLogKeys, type LogTimes, type NewCall, readHead } from './call-log.js'
import { merged, mergedStep, spanMs, type UsageRecord, type UsageStep } from './records.js'

/** What one process counted for one account and writes at once. */
export interface UsageBatch {
  /** The process. */
  readonly writer: string
  /** Rises with every batch of the process for the account. */
  readonly sequence: number
  readonly records: readonly UsageRecord[]
  /** The same by minute and by hour. */
  readonly steps: readonly UsageStep[]
  /** The calls for the log, the earliest first, and how many were too many for it. */
  readonly calls: readonly NewCall[]
  readonly skipped: number
}

/** The first and the last day of a question, such as `2026-01-31`. */
export interface Days {
  readonly from: string
  readonly to: string
}

const dayMs = 24 * 60 * 60 * 1000
const pageSize = 200
const prefix = 'day:'

/** The use of all accounts, as it is stored. */
@injectable()
export class UsageStore {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  get #times(): LogTimes {
    return { callMs: this.store.storedMs('callLogDays'), bodyMs: this.store.storedMs('callBodyDays') }
  }

  /**
   * Adds a batch to what is stored: once, even if it is passed again because it is unknown whether it was written. Batches
   * of one process for one account have to come in their order. Returns whether the account records the bodies of its calls.
   */
  async add(account: string, { writer, sequence, records, steps, calls, skipped }: UsageBatch): Promise<boolean> {
    const mark = `written:${writer}`
    const storage = this.#records(account)
    for (;;) {
      const head = await readHead(storage)
      const keys = [mark, ...records.map(keyOf), ...steps.map(stepKeyOf), ...callLogKeys(head, calls.length)]
      const recordsBodies = await storage.update<boolean | undefined>(keys, read => {
        const log = appendCalls(read, head, { calls, skipped, times: this.#times })
        if (!log) return { result: undefined }
        if ((read<number>(mark) ?? 0) >= sequence) return { result: log.recordsBodies }
        const sums = records.map(record => {
          const stored = read<UsageRecord>(keyOf(record))
          return { key: keyOf(record), value: stored ? merged(stored, record) : record, ttlMs: this.#ttlOf(record) }
        })
        const stepSums = steps.map(step => {
          const stored = read<UsageStep>(stepKeyOf(step)) ?? { ...step, records: [] }
          return { key: stepKeyOf(step), value: mergedStep(stored, step), ttlMs: this.#stepTtlOf(step) }
        })
        const writes = [...sums, ...stepSums, ...log.writes, { key: mark, value: sequence, ttlMs: dayMs }]
        return { writes, result: log.recordsBodies }
      })
      if (recordsBodies !== undefined) return recordsBodies
    }
  }

  /** Every record of an account, or those of some days, the oldest first. */
  async *records(account: string, { from, to }: Days = { from: '', to: '9' }): AsyncGenerator<UsageRecord, void> {
    for await (const record of this.#list<UsageRecord>(account, prefix, `${prefix}${from}`)) {
      if (record.day > to) return
      yield record
    }
  }

  /** The minutes or hours of an account with use, from a time in milliseconds on, the oldest first. */
  steps(account: string, span: UsageStep['span'], from = 0): AsyncGenerator<UsageStep, void> {
    return this.#list(account, `${span}:`, stepKeyOf({ span, at: from - 1 }))
  }

  async *#list<Value>(account: string, prefix: string, first: string): AsyncGenerator<Value, void> {
    const records = this.#records(account)
    for (let after = first; ; ) {
      const page = await records.list<Value>(prefix, { after, limit: pageSize })
      for (const { value } of page) yield value
      const last = page.at(-1)
      if (!last) return
      after = last.key
    }
  }

  #records(account: string): Storage {
    return this.store.own(`usage/${account}`)
  }

  #ttlOf({ day }: UsageRecord): number {
    return Math.max(1, Date.parse(day) + dayMs + this.store.storedMs('usageDays') - this.clock.now())
  }

  #stepTtlOf({ span, at }: UsageStep): number {
    const storedMs = this.store.storedMs(span === 'minute' ? 'usageMinuteDays' : 'usageHourDays')
    return Math.max(1, at + spanMs[span] + storedMs - this.clock.now())
  }
}

function keyOf({ day, product, keyId }: UsageRecord): string {
  return `${prefix}${day}/${product}/${keyId}`
}

/** Such as `minute:001769774400000`, which sorts by time. */
function stepKeyOf({ span, at }: Pick<UsageStep, 'span' | 'at'>): string {
  return `${span}:${String(Math.max(0, at)).padStart(15, '0')}`
}
