import type { Read } from '@product-host/sdk'
import { monthOf } from '@product-host/toolkit/calendar'
import { decimal, exact } from '../money.js'
import { type Entry, genesis, unspecified } from './entry.js'
import type { Dimension } from './usage-input.js'

/** The last link of the chain. */
export interface Head {
  readonly sequence: number
  readonly hash: string
  /** True if every entry was booked by a version that gave different names different identities. */
  readonly hasIdentities?: true
}

/** The sums of one month. */
export interface Month extends Totals {
  /** Thresholds of the budget, in per cent, for which an alert was sent. */
  readonly alerted: readonly number[]
}

/** What may be booked once: a caller's own id, or the reversal of an entry. */
export interface Claim {
  /** The entry that was booked. */
  readonly sequence: number
  /** The digest of what the caller said with the id; the hash of the reversed entry. */
  readonly content: string
}

/** The sums of the day and the month on which a call is made, and the number of all entries. */
export interface Balances {
  readonly date: string
  readonly day: Totals
  readonly month: Totals
  readonly entries: number
}

/** The current head. */
export function headIn(read: Read): Head {
  return read<Head>(headKey) ?? { sequence: 0, hash: genesis, hasIdentities: true }
}

/** The current record of a day. */
export function dayIn(read: Read, date: string): Day {
  return read<Day>(dayKey(date)) ?? emptyDay
}

/** The current record of a date's month. */
export function monthIn(read: Read, date: string): Month {
  return read<Month>(monthKey(monthOf(date))) ?? { ...zero, alerted: [] }
}

/** The head of the chain. */
export const headKey = 'head'

/** What every entry's key starts with. */
export const entryPrefix = 'e:'

/** What every day's key starts with. */
export const dayPrefix = 'day:'

/** The key of an entry: twelve digits, so that keys are in the order of the entries. */
export function entryKey(sequence: number): string {
  return `${entryPrefix}${String(sequence).padStart(12, '0')}`
}

/** What every month's key starts with. */
export const monthPrefix = 'month:'

/** The key of a day, YYYY-MM-DD. */
export function dayKey(date: string): string {
  return `${dayPrefix}${date}`
}

/** The key of a month, YYYY-MM. */
export function monthKey(month: string): string {
  return `${monthPrefix}${month}`
}

/** The key of what is known of the reversal of an entry. */
export function reversalKey(sequence: number): string {
  return `reversal:${String(sequence).padStart(12, '0')}`
}

/** The key of what is known of an external id, by the id's digest. */
export function externalKey(digest: string): string {
  return `ext:${digest}`
}

/** Sums by name. */
export type Groups = Readonly<Record<string, Totals>>

/** All that happened on one day: its sums, whole and by model, customer and feature. */
export interface Day extends Readonly<Record<Dimension, Groups>> {
  readonly totals: Totals
}

/** Most names of a day in each dimension; further ones are counted under `other`. */
const mostGroups = 200

/** What names beyond the 200th of a day are filed under. */
const other = 'other'

const none = exact(decimal(0))

/** The sums of nothing. */
export const zero: Totals = { costGbp: none, revenueGbp: none, tokens: '0', unbilledTokens: '0', entries: 0 }

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

/** Exact sums over entries; decimals as text. */
export interface Totals {
  readonly costGbp: string
  readonly revenueGbp: string
  /** Tokens that cost something; those of bills are not counted again. */
  readonly tokens: string
  /** Tokens booked without a price for the customer, less those billed by entries of kind `revenue`. */
  readonly unbilledTokens: string
  readonly entries: number
}

/** What one entry adds. */
export function totalsOf({ kind, tokens, costGbp, revenueGbp }: Entry): Totals {
  const isBill = kind === 'revenue'
  return {
    costGbp,
    revenueGbp: revenueGbp ?? none,
    tokens: isBill ? '0' : tokens,
    unbilledTokens: isBill ? decimal(tokens).neg().toString() : revenueGbp === undefined ? tokens : '0',
    entries: 1
  }
}

/** Both sums together, without any rounding. */
export function added(left: Totals, right: Totals): Totals {
  return {
    costGbp: exact(decimal(left.costGbp).plus(right.costGbp)),
    revenueGbp: exact(decimal(left.revenueGbp).plus(right.revenueGbp)),
    tokens: decimal(left.tokens).plus(right.tokens).toFixed(),
    unbilledTokens: decimal(left.unbilledTokens).plus(right.unbilledTokens).toFixed(),
    entries: left.entries + right.entries
  }
}
