import type { Clock } from '@product-host/sdk'
import type { Caller } from '../accounts/identity.js'
import { addEnding, type Counts, type Ending, noCounts } from './counts.js'
import type { UsageRecord, Via } from './records.js'

/** What of a product was used. */
export interface Used {
  readonly product: string
  readonly action: string | null
  readonly via: Via
}

/** One line of the tally. */
interface Line extends Used {
  readonly day: string
  readonly keyId: string
  readonly counts: Counts
}

/** What was counted since it was last taken away, by account. */
export class Tally {
  readonly #accounts = new Map<string, Map<string, Line>>()

  constructor(private readonly clock: Clock) {}

  add({ account, keyId }: Caller, { product, action, via }: Used, ending: Ending): void {
    const lines = this.#accounts.get(account) ?? new Map<string, Line>()
    this.#accounts.set(account, lines)
    const day = dayOf(this.clock.now())
    const name = `${day} ${product} ${keyId} ${via} ${action}`
    const line = lines.get(name) ?? { day, product, keyId, action, via, counts: noCounts() }
    lines.set(name, line)
    addEnding(line.counts, ending)
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
