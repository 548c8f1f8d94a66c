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
  costGbp: Type.String({ title: 'Cost in GBP', description: 'Cost so far, as text with nine decimal places.' }),
  revenueGbp: Type.String({
    title: 'Revenue in GBP',
    description: 'Revenue so far, as text with nine decimal places.'
  }),
  tokens: Type.Number({ title: 'Tokens', description: 'Tokens so far.' }),
  entries: Type.Integer({ title: 'Entries', description: 'Entries so far.' })
}

/** A posting with its account in words. */
const ShownPosting = Type.Object({
  ...Posting.properties,
  accountName: Type.Optional(
    Type.String({ title: 'Account', description: 'The account in words, such as “Owed to providers”.' })
  )
})

/** What is answered of an entry. */
export const EntryDetail = Type.Object({
  entryId: Type.String({
    title: 'Entry',
    description: 'The identifier of the entry, such as `e:000000000007`. Send it as `reverses` to undo the entry.'
  }),
  duplicate: Type.Boolean({
    title: 'Booked before',
    description:
      'True if an earlier call booked this `externalId` with the same content, or reversed the entry. Nothing is booked then.'
  }),
  result: Type.Optional(
    Type.Enum(['booked', 'booked_before', 'reversed', 'reversed_before'], {
      title: 'Result',
      description:
        '`booked` and `reversed`: this call did it; `booked_before` and `reversed_before`: an earlier call did.'
    })
  ),
  warnings: Type.Optional(
    Type.Array(Type.String(), {
      title: 'Warnings',
      description: 'What is probably a mistake, such as a price that no model has. Left out if nothing is.'
    })
  ),
  kind: UsageInput.properties.kind,
  date: Type.String({
    title: 'Day',
    description: 'The day that the entry is booked to, in the time zone of the settings.'
  }),
  amounts: Type.Object(
    {
      costGbp: Type.String({
        title: 'Cost in GBP',
        description: 'What the tokens cost; 0 for an entry of the kind `revenue`.'
      }),
      revenueGbp: Type.Optional(
        Type.String({
          title: 'Revenue in GBP',
          description: 'What the customer pays. Left out if no price for customers is known.'
        })
      ),
      grossProfitGbp: Type.Optional(
        Type.String({
          title: 'Gross profit in GBP',
          description: 'Revenue less cost. Left out if one of them is not known.'
        })
      )
    },
    { title: 'Amounts', description: 'What the entry is worth, as text with nine decimal places.' }
  ),
  original: Type.Optional(
    Type.Object(
      {
        currency: Type.String({ title: 'Currency', description: 'Its code of three letters, such as `USD`.' }),
        amount: Type.String({
          title: 'Amount in that currency',
          description: 'The cost, or the revenue of an entry of the kind `revenue`.'
        }),
        pricePer1k: Type.String({ title: 'Price per 1,000 tokens in that currency', description: 'As it was sent.' }),
        gbpPerUnit: Type.String({
          title: 'Exchange rate in GBP',
          description: 'What one unit of the currency was worth, as it was sent.'
        })
      },
      {
        title: 'In the original currency',
        description: 'The entry in the currency of its price. Left out if that was GBP.'
      }
    )
  ),
  reverses: Type.Optional(
    Type.String({
      title: 'Reverses',
      description: 'The identifier of the entry that this one cancels. Left out if it cancels none.'
    })
  ),
  reversedBy: Type.Optional(
    Type.String({
      title: 'Reversed by',
      description: 'The identifier of a later entry that cancels this one. Left out if there is none.'
    })
  ),
  postings: Type.Array(ShownPosting, {
    title: 'Postings',
    description: 'The lines of double entry: debits and credits of equal sum.'
  }),
  balances: Type.Object(
    {
      today: Type.Object(
        { date: Type.String({ title: 'Day', description: 'Today, in the time zone of the settings.' }), ...balance },
        { title: 'Today', description: 'The sums of today.' }
      ),
      month: Type.Object(
        { month: Type.String({ title: 'Month', description: 'The month of today, such as `2026-11`.' }), ...balance },
        { title: 'This month', description: 'The sums of the month so far.' }
      )
    },
    { title: 'Balances', description: 'What the account’s ledger holds after this call.' }
  ),
  hash: Type.String({
    title: 'Hash',
    description:
      'SHA-256 of the entry and of the hash before it, in hexadecimal: the end of the chain. Changed entries no longer match it.'
  }),
  budget: Type.Optional(BudgetState)
})

/** The figures of an entry and of the month so far. */
export const EntryMetrics = Type.Object({
  tokens: Type.Number({ title: 'Tokens', description: 'Tokens of this entry.' }),
  costGbp: Type.Number({ title: 'Cost in GBP', description: 'Cost of this entry.' }),
  revenueGbp: Type.Optional(
    Type.Number({
      title: 'Revenue in GBP',
      description: 'Revenue of this entry. Left out if no price for customers is known.'
    })
  ),
  marginPct: Type.Optional(
    Type.Number({ title: 'Margin in per cent', description: '(revenue − cost) / revenue · 100, of this entry.' })
  ),
  monthCostGbp: Type.Number({
    title: 'Cost of the month in GBP',
    description: 'Cost of this month so far, this entry included.'
  }),
  monthTokens: Type.Number({ title: 'Tokens of the month', description: 'Tokens of this month so far.' }),
  entries: Type.Integer({ title: 'Entries in the ledger', description: 'All entries that the account ever booked.' })
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
      ...warningsOf(entry),
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

/** Above these, in GBP, the price of 1,000 tokens is taken for a mistake: ten times that of the dearest models, and what is asked for them. */
const plausible = { cost: 5, revenue: 50 } as const

/** Says which prices are higher than any that is asked: most are the price of a million tokens. */
function warningsOf(entry: ChainedEntry): { warnings?: string[] } {
  if (entry.reverses !== undefined) return {}
  const { kind, pricePer1kGbp, cachedPricePer1kGbp, billPer1kGbp } = entry
  const prices = [
    ['of 1,000 tokens', pricePer1kGbp, plausible[kind]],
    ['of 1,000 cached tokens', cachedPricePer1kGbp, plausible[kind]],
    ['for the customer', billPer1kGbp, plausible.revenue]
  ] as const
  const high = prices.filter(([, price, limit]) => price !== undefined && decimal(price).gt(limit))
  if (high.length === 0) return {}
  return {
    warnings: high.map(
      ([what, price = '0']) =>
        `The price ${what}, ${pounds(decimal(price))}, is higher than any that is known. If it is the price of ` +
        `a million tokens, reverse ${entryText(entryKey(entry.sequence))} and send it as such, for example as ` +
        'pricePer1MGbp.'
    )
  }
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
