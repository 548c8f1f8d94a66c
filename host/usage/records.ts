import { type Counts, sum } from './counts.js'

/** Where a call came from: an HTTP request, another product's call, or the schedule. */
export type Via = 'request' | 'nested' | 'job'

/** What one key did with one product on one day (UTC), as it is kept. */
export interface UsageRecord {
  /** Such as `2026-01-31`. */
  readonly day: string
  readonly product: string
  readonly keyId: string
  readonly uses: readonly ActionUse[]
}

/** The part of it that concerns one action, which is null for what was refused before its action was known. */
export interface ActionUse {
  readonly action: string | null
  readonly via: Via
  readonly counts: Counts
}

/** Two records of the same day, product and key as one. */
export function merged(left: UsageRecord, right: UsageRecord): UsageRecord {
  const uses = new Map<string, ActionUse>()
  for (const use of [...left.uses, ...right.uses]) {
    const name = `${use.via} ${use.action}`
    const other = uses.get(name)
    uses.set(name, other ? { ...other, counts: sum([other.counts, use.counts]) } : use)
  }
  return { ...left, uses: [...uses.values()] }
}
