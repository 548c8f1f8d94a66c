import { type Static, Type } from '@product-host/sdk'
import type { Groups } from '../ledger/day.js'
import { added, type Totals } from '../ledger/totals.js'
import { toNumber } from '../money.js'
import { mostGroups } from './parameters.js'
import { Sums, sumsOf } from './sums.js'

/** The sums of one model, customer or feature. */
export const Group = Type.Object({ name: Type.String(), ...Sums.properties })
export type Group = Static<typeof Group>

/** Adds a day's groups to those of the days before. */
export function addGroups(sums: Map<string, Totals>, groups: Groups): void {
  for (const [name, totals] of Object.entries(groups)) {
    const before = sums.get(name)
    sums.set(name, before ? added(before, totals) : totals)
  }
}

/** The ten groups with the worst margin; costs without any revenue come first, the dearest before the others. */
export function worstOf(sums: ReadonlyMap<string, Totals>): readonly Group[] {
  return [...sums]
    .map(([name, totals]) => ({ name, ...sumsOf(totals) }))
    .sort(
      (left, right) =>
        compare(marginOf(left), marginOf(right)) ||
        compare(toNumber(left.grossProfitGbp), toNumber(right.grossProfitGbp)) ||
        compare(left.name, right.name)
    )
    .slice(0, mostGroups)
}

function marginOf({ marginPct, costGbp }: Group): number {
  return marginPct ?? (toNumber(costGbp) > 0 ? -Infinity : Infinity)
}

function compare<Value extends number | string>(left: Value, right: Value): number {
  return left < right ? -1 : left > right ? 1 : 0
}
