import { hash } from 'node:crypto'
import { dateOf } from '../calendar.js'
import { decimal } from '../decimal.js'
import type { Budget, Terms } from '../settings.js'
import { amountsOf } from './amounts.js'
import { canonicalJson, type Entry } from './chain.js'
import { postingsOf } from './postings.js'
import type { Usage } from './usage.js'

/** One entry that is to be booked, and what decides about it. */
export interface Order {
  readonly entry: Omit<Entry, 'sequence'>
  /** The day, in the account's time zone, on which the booking is made. */
  readonly today: string
  /** Digests of the caller's own id and of all that was said with it. */
  readonly external?: { readonly id: string; readonly content: string }
  readonly budget?: Budget
  /** The id of the alert that may have to go out; absent when nobody wants alerts. */
  readonly alertId?: string
}

/** Prices a usage by the account's terms and files it under its day, at the time `now` in milliseconds. */
export function orderOf(usage: Usage, terms: Terms, now: number, alertId?: string): Order {
  const recordedAt = new Date(now).toISOString()
  const occurredAt = usage.occurredAt ?? recordedAt
  const bill = billOf(usage, terms)
  const amounts = amountsOf(usage, bill)
  const { externalId } = usage
  return {
    entry: {
      ...usage,
      ...(bill && { billPer1kGbp: bill.toString() }),
      date: dateOf(Date.parse(occurredAt), terms.timeZone),
      occurredAt,
      recordedAt,
      ...amounts,
      postings: postingsOf(usage, amounts)
    },
    today: dateOf(now, terms.timeZone),
    ...(externalId !== undefined && {
      external: { id: hash('sha256', externalId), content: hash('sha256', canonicalJson(usage)) }
    }),
    ...(terms.budget && { budget: terms.budget }),
    ...(alertId !== undefined && { alertId })
  }
}

/** What the customer pays for 1,000 tokens, where that is known; a bill has its price already. */
function billOf({ kind, billPer1kGbp }: Usage, { resalePer1kGbp }: Terms) {
  if (kind === 'revenue') return undefined
  return billPer1kGbp === undefined ? resalePer1kGbp : decimal(billPer1kGbp)
}
