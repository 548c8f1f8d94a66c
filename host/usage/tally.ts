import type { Clock } from '@product-host/sdk'
import type { Caller } from '../accounts/identity.js'
import { addEnding, type Counts, type Ending, noCounts } from './counts.js'
import type { UsageRecord, Via } from './records.js'

/** What of a product was used, and by whom. */
export interface Used {
  readonly caller: Caller
  /** The product's slug. */
  readonly product: string
  readonly action: string | null
  readonly via: Via
}

/** One line of the tally. */
interface Line extends Omit<Used, 'caller'> {
  readonly day: string
  readonly keyId: string
  readonly counts: Counts
}

const dayMs = 24 * 60 * 60 * 1000

/** What was counted since it was last taken away, by account. */
export class Tally {
  readonly #accounts = new Map<string, Map<string, Line>>()
  #day = ''
  #dayEndsAt = 0

  constructor(private readonly clock: Clock) {}

  add({ caller: { account, keyId }, product, action, via }: Used, ending: Ending): void {
    const lines = this.#accounts.get(account) ?? new Map<string, Line>()
    this.#accounts.set(account, lines)
    const day = this.#today()
    const name = `${day} ${product} ${keyId} ${via} ${action}`
    const line = lines.get(name) ?? { day, product, keyId, action, via, counts: noCounts() }
    lines.set(name, line)
    addEnding(line.counts, ending)
  }

  /** Working the day out from the time costs more than all the rest of counting. */
  #today(): string {
    const now = this.clock.now()
    if (now < this.#dayEndsAt - dayMs || now >= this.#dayEndsAt) {
      this.#day = dayOf(now)
      this.#dayEndsAt = Date.parse(this.#day) + dayMs
    }
    return this.#day
  }

  /** The accounts that something was counted for. */
  accounts(): Iterable<string> {
    return this.#accounts.keys()
  }

  /** What was counted for an account, as records; from now on it is counted anew. */
  take(account: string): readonly UsageRecord[] {
    const lines = [...(this.#accounts.get(account)?.values() ?? [])]
    this.#accounts.delete(account)
    const records = Map.groupBy(lines, ({ day, product, keyId }) => `${day} ${product} ${keyId}`)
    return [...records.values()].flatMap(([first, ...others]) => (first ? [recordOf(first, others)] : []))
  }
}

/** The day of a time in milliseconds (UTC), such as `2026-01-31`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function recordOf(first: Line, others: readonly Line[]): UsageRecord {
  const { day, product, keyId } = first
  const uses = [first, ...others].map(({ action, via, counts }) => ({ action, via, counts }))
  return { day, product, keyId, uses }
}
