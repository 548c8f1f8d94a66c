import { hash } from 'node:crypto'
import { InvalidInput, type Static, Type } from '@product-host/sdk'
import { canonicalJson } from '@product-host/toolkit/json'
import { type Decimal, decimal, exact } from '../money.js'
import { entryKey } from './records.js'
import type { Usage } from './usage.js'

/** One booking as it is stored; it never changes. */
export interface Entry extends Usage {
  /** Counted from 1, without a gap. */
  readonly sequence: number
  /** The day that it was booked to. */
  readonly date: string
  readonly occurredAt: string
  readonly recordedAt: string
  readonly costGbp: string
  readonly revenueGbp?: string
  /** What was paid in the currency of the prices, where that is not GBP. */
  readonly originalAmount?: string
  /** The key of the entry of which this one is the exact opposite. */
  readonly reverses?: string
  readonly postings: readonly Posting[]
}

/** An entry with its link to the one before. */
export interface ChainedEntry extends Entry {
  readonly previousHash: string
  readonly hash: string
}

/** The hash before the first entry. */
export const genesis = '0'.repeat(64)

/** Ties an entry to the one before it. */
export function chained(entry: Entry, previousHash: string): ChainedEntry {
  return { ...entry, previousHash, hash: linkHash(previousHash, entry) }
}

/** SHA-256, in hexadecimal, of the hash before and the entry's canonical JSON. */
export function linkHash(previousHash: string, entry: object): string {
  return hash('sha256', previousHash + canonicalJson(entry))
}

/** What an entry is worth, rounded once, to nine places. */
interface Amounts {
  readonly costGbp: string
  /** Undefined when the price for the customer is not known. */
  readonly revenueGbp?: string
  readonly originalAmount?: string
}

/**
 * Prices a usage: cost and, where a price for the customer is known, revenue. Throws `InvalidInput` for an amount that is too small
 * to be booked as anything but zero.
 */
export function amountsOf(usage: Usage, billPer1kGbp: Decimal | undefined): Amounts {
  const { kind, tokens, pricePer1kGbp, cachedPricePer1kGbp, pricePer1k, cachedPricePer1k } = usage
  const priced = stored(pricedWithCache(usage, pricePer1kGbp, cachedPricePer1kGbp))
  const original = pricePer1k !== undefined && {
    originalAmount: stored(pricedWithCache(usage, pricePer1k, cachedPricePer1k))
  }
  if (kind === 'revenue') return { costGbp: exact(decimal(0)), revenueGbp: priced, ...original }
  return {
    costGbp: priced,
    ...(billPer1kGbp && { revenueGbp: stored(decimal(tokens).div(1000).times(billPer1kGbp)) }),
    ...original
  }
}

/** (tokens − cached) / 1000 · price + cached / 1000 · cached price. */
function pricedWithCache({ tokens, cachedTokens = '0' }: Usage, price: string, cachedPrice = '0'): Decimal {
  const plain = decimal(tokens).minus(cachedTokens).div(1000).times(price)
  return plain.plus(decimal(cachedTokens).div(1000).times(cachedPrice))
}

function stored(amount: Decimal): string {
  const text = exact(amount)
  if (amount.gt(0) && decimal(text).eq(0))
    throw new InvalidInput([
      {
        pointer: '#/tokens',
        detail: 'are worth so little that the amount would be booked as zero',
        fix: 'Send more tokens in one entry; the smallest amount is 0.000000001.'
      }
    ])
  return text
}

/** One side of a booking. */
export const Posting = Type.Object({
  account: Type.String({
    title: 'Account',
    description:
      '`expense:ai:<model>`, `liability:provider`, `asset:receivable:<customer>` or `income:usage`; a missing name is `unspecified`.'
  }),
  side: Type.Union([Type.Literal('debit'), Type.Literal('credit')], {
    title: 'Debit or credit',
    description: 'The side of the account to which the amount is posted.'
  }),
  amountGbp: Type.String({ title: 'Amount in GBP', description: 'Exact, as text with nine decimal places.' })
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

/**
 * The exact opposite of an entry, booked to the same day: amounts and tokens with the other sign, and each posting on the other side.
 * The caller's own id and note stay with the entry.
 */
export function reversalOf(reversed: ChainedEntry, recordedAt: string): Omit<Entry, 'sequence'> {
  const { sequence, hash, previousHash, externalId, note, ...entry } = reversed
  const postings = entry.postings.map(({ account, side, amountGbp }) => ({
    account,
    side: side === 'debit' ? ('credit' as const) : ('debit' as const),
    amountGbp
  }))
  assertBalanced(postings)
  return {
    ...entry,
    reverses: entryKey(sequence),
    recordedAt,
    tokens: opposite(entry.tokens),
    ...(entry.cachedTokens !== undefined && { cachedTokens: opposite(entry.cachedTokens) }),
    costGbp: oppositeAmount(entry.costGbp),
    ...(entry.revenueGbp !== undefined && { revenueGbp: oppositeAmount(entry.revenueGbp) }),
    ...(entry.originalAmount !== undefined && { originalAmount: oppositeAmount(entry.originalAmount) }),
    postings
  }
}

/** The number with the other sign, never a zero with a minus. */
function opposite(text: string): string {
  return decimal(0).minus(text).toString()
}

function oppositeAmount(text: string): string {
  return exact(decimal(0).minus(text))
}
