import type { Read } from '@product-host/sdk'
import { monthOf } from '../calendar.js'
import { genesis } from './chain.js'
import { type Day, emptyDay } from './day.js'
import { dayKey, headKey, monthKey } from './keys.js'
import { type Totals, zero } from './totals.js'

/** The last link of the chain. */
export interface Head {
  readonly sequence: number
  readonly hash: string
}

/** The sums of one month. */
export interface Month extends Totals {
  /** Thresholds of the budget, in per cent, of which an alert told. */
  readonly alerted: readonly number[]
}

/** What is known of a caller's own id. */
export interface ExternalId {
  readonly sequence: number
  /** The digest of what the caller said with it. */
  readonly content: string
}

/** The sums of the day and the month on which a call is made, and the number of all entries. */
export interface Balances {
  readonly date: string
  readonly day: Totals
  readonly month: Totals
  readonly entries: number
}

/** The head as it stands. */
export function headIn(read: Read): Head {
  return read<Head>(headKey) ?? { sequence: 0, hash: genesis }
}

/** A day as it stands. */
export function dayIn(read: Read, date: string): Day {
  return read<Day>(dayKey(date)) ?? emptyDay
}

/** The month of a date as it stands. */
export function monthIn(read: Read, date: string): Month {
  return read<Month>(monthKey(monthOf(date))) ?? { ...zero, alerted: [] }
}
