import { type Static, Type } from '@product-host/sdk'
import { decimal } from '../decimal.js'
import type { Amounts } from './amounts.js'
import type { Usage } from './usage.js'

/** One side of a booking. */
export const Posting = Type.Object({
  account: Type.String(),
  side: Type.Union([Type.Literal('debit'), Type.Literal('credit')]),
  amountGbp: Type.String()
})
export type Posting = Static<typeof Posting>

/** What a name is filed under when the caller gave none. */
export const unspecified = 'unspecified'

/** The postings of an entry by double entry: each amount once as a debit and once as a credit. */
export function postingsOf({ kind, model, customer }: Usage, { costGbp, revenueGbp }: Amounts): readonly Posting[] {
  const postings: readonly Posting[] = [
    ...(kind === 'cost' ? pair(`expense:ai:${model ?? unspecified}`, 'liability:provider', costGbp) : []),
    ...(revenueGbp === undefined ? [] : pair(`asset:receivable:${customer ?? unspecified}`, 'income:usage', revenueGbp))
  ]
  assertBalanced(postings)
  return postings
}

/** Throws unless debits and credits sum to exactly zero. */
export function assertBalanced(postings: readonly Posting[]): void {
  const total = postings.reduce(
    (sum, { side, amountGbp }) => (side === 'debit' ? sum.plus(amountGbp) : sum.minus(amountGbp)),
    decimal(0)
  )
  if (!total.eq(0)) throw new Error(`The postings are out of balance by ${total}.`)
}

function pair(debit: string, credit: string, amountGbp: string): readonly Posting[] {
  return [
    { account: debit, side: 'debit', amountGbp },
    { account: credit, side: 'credit', amountGbp }
  ]
}
