import { type Outcome, type Static, Type } from '@product-host/sdk'
import { BudgetState, budgetState } from '../budget/budget.js'
import { monthOf } from '../calendar.js'
import { decimal, exact } from '../decimal.js'
import { grouped, marginPct, pounds, sum, toNumber } from '../money.js'
import type { Budget } from '../settings.js'
import type { Balances } from './books.js'
import type { ChainedEntry } from './chain.js'
import { entryKey } from './keys.js'
import { Posting } from './postings.js'
import type { Totals } from './totals.js'
import { UsageInput } from './usage.js'

const balance = { costGbp: Type.String(), revenueGbp: Type.String(), tokens: Type.Number(), entries: Type.Integer() }

/** What is answered of an entry. */
export const EntryDetail = Type.Object({
  entryId: Type.String(),
  duplicate: Type.Boolean({ description: 'True when the externalId was booked before, with the same content.' }),
  kind: UsageInput.properties.kind,
  date: Type.String({ description: 'The day that the entry is booked to.' }),
  amounts: Type.Object({
    costGbp: Type.String(),
    revenueGbp: Type.Optional(Type.String()),
    grossProfitGbp: Type.Optional(Type.String())
  }),
  postings: Type.Array(Posting),
  balances: Type.Object({
    today: Type.Object({ date: Type.String(), ...balance }),
    month: Type.Object({ month: Type.String(), ...balance })
  }),
  hash: Type.String(),
  budget: Type.Optional(BudgetState)
})

/** The figures of an entry and of the month so far. */
export const EntryMetrics = Type.Object({
  tokens: Type.Number(),
  costGbp: Type.Number(),
  revenueGbp: Type.Optional(Type.Number()),
  marginPct: Type.Optional(Type.Number()),
  monthCostGbp: Type.Number(),
  monthTokens: Type.Number(),
  entries: Type.Integer()
})

/** The answer to a booking. */
export function report(
  entry: ChainedEntry,
  balances: Balances,
  duplicate: boolean,
  budget: Budget | undefined
): Outcome<Static<typeof EntryDetail>, Static<typeof EntryMetrics>> {
  const { kind, date, costGbp, revenueGbp, postings, hash } = entry
  const month = monthOf(balances.date)
  const state = budget && budgetState(budget, month, balances.month.costGbp)
  return {
    summary: `${duplicate ? alreadyBooked(entry) : recorded(entry, balances.date)}, ${toDate(kind, balances.month, state)}.`,
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
      duplicate,
      kind,
      date,
      amounts: amountsOf(entry),
      postings: [...postings],
      balances: {
        today: { date: balances.date, ...balanceOf(balances.day) },
        month: { month, ...balanceOf(balances.month) }
      },
      hash,
      ...(state && { budget: state })
    }
  }
}

/** The margin of an entry that has both sides; that of a bill lies with the costs it belongs to. */
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

function balanceOf({ costGbp, revenueGbp, tokens, entries }: Totals) {
  return { costGbp, revenueGbp, tokens: toNumber(tokens), entries }
}

function recorded({ kind, tokens, pricePer1kGbp, date, ...entry }: ChainedEntry, today: string): string {
  const what = `${kind === 'revenue' ? 'a bill for ' : ''}${grouped(tokens)} tokens`
  const when = date === today ? '' : ` for ${date}`
  return `Recorded ${what} at £${pricePer1kGbp}/1k${when}: ${amount({ kind, ...entry })}`
}

function alreadyBooked(entry: ChainedEntry): string {
  return `Already booked as ${entryKey(entry.sequence)} on ${entry.date}: ${amount(entry)}`
}

function amount({ kind, costGbp, revenueGbp = '0' }: Pick<ChainedEntry, 'kind' | 'costGbp' | 'revenueGbp'>): string {
  return kind === 'revenue' ? `revenue ${pounds(decimal(revenueGbp))}` : `cost ${pounds(decimal(costGbp))}`
}

function toDate(kind: ChainedEntry['kind'], { costGbp, revenueGbp }: Totals, budget: BudgetState | undefined): string {
  const share = budget && budget.state !== 'ok' ? ` (${budget.usedPct}% of the budget)` : ''
  return `month to date ${sum(decimal(kind === 'revenue' ? revenueGbp : costGbp))}${share}`
}
