import type { Entry } from './chain.js'
import { unspecified } from './postings.js'
import { added, type Totals, totalsOf, zero } from './totals.js'
import type { Dimension } from './usage.js'

/** Sums by name. */
export type Groups = Readonly<Record<string, Totals>>

/** All that happened on one day: its sums, whole and by model, customer and feature. */
export interface Day extends Readonly<Record<Dimension, Groups>> {
  readonly totals: Totals
}

/** Names that a day keeps apart in each dimension; further ones go to `other`. */
const mostGroups = 200
/** What names beyond the 200th of a day are filed under. */
const other = 'other'

/** A day on which nothing happened. */
export const emptyDay: Day = { totals: zero, model: {}, customer: {}, feature: {} }

/** The day with one more entry; in whatever order they come, the sums are the same. */
export function withEntry(day: Day, entry: Entry): Day {
  const addition = totalsOf(entry)
  return {
    totals: added(day.totals, addition),
    model: withGroup(day.model, entry.model, addition),
    customer: withGroup(day.customer, entry.customer, addition),
    feature: withGroup(day.feature, entry.feature, addition)
  }
}

function withGroup(groups: Groups, name = unspecified, addition: Totals): Groups {
  const key = groupOf(groups, name) || Object.keys(groups).length < mostGroups ? name : other
  return { ...groups, [key]: added(groupOf(groups, key) ?? zero, addition) }
}

/** The sums under a name; a name may be that of a property which every object has. */
function groupOf(groups: Groups, name: string): Totals | undefined {
  return Object.hasOwn(groups, name) ? groups[name] : undefined
}
