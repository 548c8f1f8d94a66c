import { type Outcome, type Static, Type, type View } from '@product-host/sdk'
import { monthOf } from '@product-host/toolkit/calendar'
import { BudgetState, budgetState, budgetTones } from '../budget.js'
import { decimal, exact, marginPct, pounds, roundedPounds, toNumber, withThousands } from '../money.js'
import type { Budget } from '../settings.js'
import { accountText, dayText, entryText } from '../wording.js'
import { type ChainedEntry, Posting } from './entry.js'
import { type Balances, entryKey, type Totals } from './records.js'
import { UsageInput } from './usage-input.js'

const balance = {
  costGbp: Type.String({ title: 'Cost in GBP' }),
  revenueGbp: Type.String({ title: 'Revenue in GBP' }),
  tokens: Type.Number({ title: 'Tokens' }),
  entries: Type.Integer({ title: 'Entries' })
}

/** A posting with its account in words. */
const ShownPosting = Type.Object({
  ...Posting.properties,
  accountName: Type.Optional(Type.String({ title: 'Account', description: 'The account in words.' }))
})

/** What is answered of an entry. */
export const EntryDetail = Type.Object({
  entryId: Type.String({ title: 'Entry' }),
  duplicate: Type.Boolean({
    title: 'Booked before',
    description: 'Whether your own id was booked before, with the same content, or the entry was reversed before.'
  }),
  result: Type.Optional(
    Type.Enum(['booked', 'booked_before', 'reversed', 'reversed_before'], {
      title: 'Result',
      description: 'Whether this call booked or reversed an entry, or an earlier one did.'
    })
  ),
  kind: UsageInput.properties.kind,
  date: Type.String({ title: 'Day', description: 'The day that the entry is booked to.' }),
  amounts: Type.Object(
    {
      costGbp: Type.String({ title: 'Cost in GBP' }),
      revenueGbp: Type.Optional(Type.String({ title: 'Revenue in GBP' })),
      grossProfitGbp: Type.Optional(Type.String({ title: 'Gross profit in GBP' }))
    },
    { title: 'Amounts' }
  ),
  original: Type.Optional(
    Type.Object(
      {
        currency: Type.String({ title: 'Currency' }),
        amount: Type.String({ title: 'Amount in that currency' }),
        pricePer1k: Type.String({ title: 'Price per 1,000 tokens in that currency' }),
        gbpPerUnit: Type.String({ title: 'Exchange rate in GBP' })
      },
      { title: 'In the original currency', description: 'Left out where the price was in GBP.' }
    )
  ),
  reverses: Type.Optional(
    Type.String({ title: 'Reverses', description: 'The entry of which this one is the exact opposite.' })
  ),
  reversedBy: Type.Optional(
    Type.String({ title: 'Reversed by', description: 'The entry that reversed this one since it was booked.' })
  ),
  postings: Type.Array(ShownPosting, { title: 'Postings' }),
  balances: Type.Object(
    {
      today: Type.Object({ date: Type.String({ title: 'Day' }), ...balance }, { title: 'Today' }),
      month: Type.Object({ month: Type.String({ title: 'Month' }), ...balance }, { title: 'This month' })
    },
    { title: 'Balances' }
  ),
  hash: Type.String({ title: 'Hash' }),
  budget: Type.Optional(BudgetState)
})

/** The figures of an entry and of the month so far. */
export const EntryMetrics = Type.Object({
  tokens: Type.Number({ title: 'Tokens' }),
  costGbp: Type.Number({ title: 'Cost in GBP' }),
  revenueGbp: Type.Optional(Type.Number({ title: 'Revenue in GBP' })),
  marginPct: Type.Optional(Type.Number({ title: 'Margin in per cent' })),
  monthCostGbp: Type.Number({ title: 'Cost of the month in GBP' }),
  monthTokens: Type.Number({ title: 'Tokens of the month' }),
  entries: Type.Integer({ title: 'Entries in the ledger' })
})

/** How an answer of ledger_sync is shown. */
export const ledgerSyncViews: readonly View[] = [
  {
    view: 'status',
    value: '/result',
    tones: { ...budgetTones, booked: 'good', booked_before: 'info', reversed: 'good', reversed_before: 'info' },
    meters: [{ value: '/budget/usedPct', title: 'Budget of the month used', status: '/budget/state' }]
  },
  { view: 'table', title: 'Postings', items: '/postings', columns: ['/accountName', '/side', '/amountGbp'] }
]

/** What is known of a booking beside its entry. */
interface BookingFacts {
  readonly balances: Balances
  readonly budget: Budget | undefined
  readonly isDuplicate: boolean
  /** The key of the entry that reversed this one since. */
  readonly reversedBy?: string | undefined
}

/** The answer to a booking. */
export function report(
  entry: ChainedEntry,
  { balances, budget, isDuplicate, reversedBy }: BookingFacts
): Outcome<Static<typeof EntryDetail>, Static<typeof EntryMetrics>> {
  const { kind, date, costGbp, revenueGbp, postings, hash, reverses } = entry
  const month = monthOf(balances.date)
  const state = budget && budgetState(budget, month, balances.month.costGbp)
  const booked = isDuplicate ? alreadyBooked(entry, reversedBy) : recorded(entry, balances.date)
  return {
    summary: `${booked}, ${toDate(kind, balances.month, state)}.`,
    metrics: {
      tokens: toNumber(entry.tokens),
      costGbp: toNumber(costGbp),
      ...(revenueGbp !== undefined && { revenueGbp: toNumber(revenueGbp) }),
      ...marginOf(entry),
      monthCostGbp: toNumber(balances.month.costGbp),
      monthTokens: toNumber(balances.month.tokens),
      entries: balances.entries
    },
    detail: {
      entryId: entryKey(entry.sequence),
      duplicate: isDuplicate,
      result:
        reverses === undefined
          ? isDuplicate
            ? 'booked_before'
            : 'booked'
          : isDuplicate
            ? 'reversed_before'
            : 'reversed',
      kind,
      date,
      amounts: amountsOf(entry),
      ...originalOf(entry),
      ...(reverses !== undefined && { reverses }),
      ...(reversedBy !== undefined && { reversedBy }),
      postings: postings.map(posting => ({ ...posting, accountName: accountText(posting.account) })),
      balances: {
        today: { date: balances.date, ...balanceOf(balances.day) },
        month: { month, ...balanceOf(balances.month) }
      },
      hash,
      ...(state && { budget: state })
    }
  }
}

/** The margin of an entry that has both sides; that of a bill belongs to its costs. */
function marginOf({ kind, costGbp, revenueGbp }: ChainedEntry): { marginPct?: number } {
  if (kind === 'revenue' || revenueGbp === undefined) return {}
  const margin = marginPct(decimal(costGbp), decimal(revenueGbp))
  return margin === undefined ? {} : { marginPct: margin }
}

function amountsOf({ kind, costGbp, revenueGbp }: ChainedEntry) {
  return {
    costGbp,
    ...(revenueGbp !== undefined && { revenueGbp }),
    ...(kind === 'cost' && revenueGbp !== undefined && { grossProfitGbp: exact(decimal(revenueGbp).minus(costGbp)) })
  }
}

function originalOf({ currency, originalAmount, pricePer1k, gbpPerUnit }: ChainedEntry) {
  if (currency === undefined || originalAmount === undefined) return {}
  if (pricePer1k === undefined || gbpPerUnit === undefined) return {}
  return { original: { currency, amount: originalAmount, pricePer1k, gbpPerUnit } }
}

function balanceOf({ costGbp, revenueGbp, tokens, entries }: Totals) {
  return { costGbp, revenueGbp, tokens: toNumber(tokens), entries }
}

function recorded(entry: ChainedEntry, today: string): string {
  const { kind, tokens, date, reverses } = entry
  const when = date === today ? '' : ` for ${dayText(date)}`
  if (reverses !== undefined) return `Reversed ${entryText(reverses)}${when}: ${amount(entry)}`
  const what = `${kind === 'revenue' ? 'a bill for ' : ''}${withThousands(tokens)} tokens`
  return `Recorded ${what} at ${priceOf(entry)}${when}: ${amount(entry)}`
}

function priceOf({ pricePer1kGbp, currency, pricePer1k, gbpPerUnit }: ChainedEntry): string {
  return currency === undefined
    ? `£${pricePer1kGbp}/1k`
    : `${pricePer1k} ${currency}/1k (£${gbpPerUnit} per ${currency})`
}

function alreadyBooked(entry: ChainedEntry, reversedBy: string | undefined): string {
  const booked = entryText(entryKey(entry.sequence))
  if (entry.reverses !== undefined)
    return `Already reversed ${entryText(entry.reverses)}, as ${booked}: ${amount(entry)}`
  const since = reversedBy === undefined ? '' : ` and reversed since by ${entryText(reversedBy)}`
  return `Already booked as ${booked} on ${dayText(entry.date)}${since}: ${amount(entry)}`
}

function amount({ kind, costGbp, revenueGbp = '0' }: ChainedEntry): string {
  return kind === 'revenue' ? `revenue ${pounds(decimal(revenueGbp))}` : `cost ${pounds(decimal(costGbp))}`
}

function toDate(kind: ChainedEntry['kind'], { costGbp, revenueGbp }: Totals, budget: BudgetState | undefined): string {
  const share = budget && budget.state !== 'ok' ? ` (${budget.usedPct}% of the budget)` : ''
  return `month to date ${roundedPounds(decimal(kind === 'revenue' ? revenueGbp : costGbp))}${share}`
}
