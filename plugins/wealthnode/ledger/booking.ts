import type { Change, JobChange, Read } from '@product-host/sdk'
import { alertJob } from '../budget/alert.js'
import { budgetState, isForbidden, reachedPct } from '../budget/budget.js'
import { thresholds } from '../budget/thresholds.js'
import { monthOf } from '../calendar.js'
import type { Budget } from '../settings.js'
import { type Balances, dayIn, type ExternalId, type Head, headIn, type Month, monthIn } from './books.js'
import { type ChainedEntry, chained } from './chain.js'
import { type Day, withEntry } from './day.js'
import { dayKey, entryKey, externalKey, headKey, monthKey } from './keys.js'
import type { Order } from './order.js'
import { added, totalsOf } from './totals.js'

/** What came of an order. */
export type Booking =
  | { readonly kind: 'recorded'; readonly entry: ChainedEntry; readonly balances: Balances }
  | { readonly kind: 'duplicate'; readonly sequence: number; readonly balances: Balances }
  | { readonly kind: 'conflict'; readonly sequence: number }
  | OverBudget

/** An entry that the budget forbids, and how its month stands without it. */
export interface OverBudget {
  readonly kind: 'over_budget'
  readonly budget: Budget
  readonly costGbp: string
  readonly month: string
  readonly monthCostGbp: string
}

/** Every record that decides about an order or changes with it; the entry's own key follows from the head. */
export function keysOf({ entry, today, external }: Order): readonly string[] {
  return [
    headKey,
    ...[entry.date, today].flatMap(date => [dayKey(date), monthKey(monthOf(date))]),
    ...(external ? [externalKey(external.id)] : [])
  ]
}

/** Decides about an order and what is written with it. Pure: asked again when another process was faster. */
export function book(order: Order, read: Read): Change<Booking> {
  const { entry, external, budget } = order
  const known = external && read<ExternalId>(externalKey(external.id))
  if (known && known.content !== external.content) return { result: { kind: 'conflict', sequence: known.sequence } }
  if (known) return { result: { kind: 'duplicate', sequence: known.sequence, balances: balancesOf(order, read) } }
  const month = monthIn(read, entry.date)
  if (budget && isForbidden(budget, month.costGbp, entry.costGbp)) return refuse(order, budget, month)
  return record(order, month, read)
}

function record(order: Order, monthBefore: Month, read: Read): Change<Booking> {
  const { budget, external } = order
  const before = headIn(read)
  const entry = chained({ sequence: before.sequence + 1, ...order.entry }, before.hash)
  const head = { sequence: entry.sequence, hash: entry.hash }
  const day = withEntry(dayIn(read, entry.date), entry)
  const sums = { ...added(monthBefore, totalsOf(entry)), alerted: monthBefore.alerted }
  const { month, jobs } = withAlert(order, sums, budget && reachedPct(budget, sums.costGbp), false)
  return {
    writes: [
      { key: entryKey(entry.sequence), value: entry },
      { key: dayKey(entry.date), value: day },
      { key: monthKey(monthOf(entry.date)), value: month },
      { key: headKey, value: head },
      ...(external
        ? [{ key: externalKey(external.id), value: { sequence: entry.sequence, content: external.content } }]
        : [])
    ],
    jobs,
    result: { kind: 'recorded', entry, balances: balancesOf(order, read, { day, month, head }) }
  }
}

/** Writes nothing but that the alert of a used-up budget is on its way, where that is news. */
function refuse(order: Order, budget: Budget, before: Month): Change<Booking> {
  const { month, jobs } = withAlert(order, before, lastThreshold, true)
  const name = monthOf(order.entry.date)
  return {
    writes: jobs.length > 0 ? [{ key: monthKey(name), value: month }] : [],
    jobs,
    result: { kind: 'over_budget', budget, costGbp: order.entry.costGbp, month: name, monthCostGbp: before.costGbp }
  }
}

const lastThreshold = Math.max(...thresholds.map(({ pct }) => pct))

/** The month with the alert noted and the job that sends it, once for each threshold. */
function withAlert(
  { budget, alertId, entry }: Order,
  month: Month,
  thresholdPct: number | undefined,
  refused: boolean
): { readonly month: Month; readonly jobs: readonly JobChange[] } {
  if (!budget || !alertId || thresholdPct === undefined || month.alerted.includes(thresholdPct))
    return { month, jobs: [] }
  const { monthlyGbp, costGbp, usedPct, month: name } = budgetState(budget, monthOf(entry.date), month.costGbp)
  const alert = { messageId: alertId, at: entry.recordedAt, month: name, thresholdPct, monthlyGbp, costGbp, usedPct }
  return {
    month: { ...month, alerted: thresholds.map(({ pct }) => pct).filter(pct => pct <= thresholdPct) },
    jobs: [{ schedule: alertJob({ ...alert, refused }) }]
  }
}

/** The sums of today as they stand, or as the booking leaves them. */
function balancesOf(
  { entry, today }: Order,
  read: Read,
  booked?: { readonly day: Day; readonly month: Month; readonly head: Head }
): Balances {
  const { totals: day } = booked && entry.date === today ? booked.day : dayIn(read, today)
  const month = booked && monthOf(entry.date) === monthOf(today) ? booked.month : monthIn(read, today)
  return { date: today, day, month, entries: (booked?.head ?? headIn(read)).sequence }
}
