import { type Static, Type } from '@product-host/sdk'
import { datesFrom } from '@product-host/toolkit/calendar'
import { unspecified } from '../ledger/entry.js'
import { added, type Groups, type Totals, zero } from '../ledger/records.js'
import { type Decimal, decimal, exact, marginPct, toNumber } from '../money.js'
import { mostGroups } from './parameters.js'

/** One day's sums, exact, and its cost and revenue as numbers for statistics. */
export interface Figures {
  readonly date: string
  readonly totals: Totals
  readonly cost: number
  readonly revenue: number
}

/** The figures of every day from one to another; days without a record are zero. */
export function figuresOf(days: ReadonlyMap<string, Totals>, from: string, to: string): readonly Figures[] {
  return datesFrom(from, to).map(date => {
    const totals = days.get(date) ?? zero
    return { date, totals, cost: toNumber(totals.costGbp), revenue: toNumber(totals.revenueGbp) }
  })
}

/** The exact sums over days. */
export function sumOf(figures: readonly Figures[]): Totals {
  return figures.reduce((sum, { totals }) => added(sum, totals), zero)
}

/**
 * Tokens of bills beyond those that were booked without a price for the customer. One customer's bills are not for the use of
 * another; but use that names no customer may be on anybody's bill.
 */
export function overbilledOf(totals: Totals, customers: ReadonlyMap<string, Totals>): string {
  let over = decimal(0)
  for (const [name, { unbilledTokens }] of customers) {
    const unbilled = decimal(unbilledTokens)
    if (name === unspecified ? unbilled.gt(0) : unbilled.lt(0)) over = over.minus(unbilled)
  }
  const net = decimal(totals.unbilledTokens).neg()
  return (over.gt(net) ? over : net).toString()
}

/** A statistic with the six digits that mean something; never the zero with a minus. */
export function significant(value: number): number {
  return Number(value.toPrecision(6)) + 0
}

/** Sums, and what follows from them. */
export const Sums = Type.Object(
  {
    costGbp: Type.String({ title: 'Cost in GBP', description: 'Exact, as text with nine decimal places.' }),
    revenueGbp: Type.String({ title: 'Revenue in GBP', description: 'Exact, as text with nine decimal places.' }),
    grossProfitGbp: Type.String({
      title: 'Gross profit in GBP',
      description: 'Revenue less cost, as text with nine decimal places.'
    }),
    marginPct: Type.Optional(
      Type.Number({
        title: 'Margin in per cent',
        description: '(revenue − cost) / revenue · 100. Left out without revenue.'
      })
    ),
    costPer1kGbp: Type.Optional(
      Type.String({ title: 'Cost per 1,000 tokens in GBP', description: 'What 1,000 tokens cost on average.' })
    ),
    tokens: Type.Number({ title: 'Tokens', description: 'Tokens that were used.' }),
    entries: Type.Integer({ title: 'Entries', description: 'Entries of the ledger that they sum.' })
  },
  { title: 'Totals', description: 'The sums of the period.' }
)

export type Sums = Static<typeof Sums>

/** Totals as they are answered. */
export function sumsOf(totals: Totals): Sums {
  const { costGbp, revenueGbp, tokens, entries } = totals
  const [cost, revenue] = [decimal(costGbp), decimal(revenueGbp)]
  const [margin, per1k] = [marginPct(cost, revenue), costPer1k(totals)]
  return {
    costGbp,
    revenueGbp,
    grossProfitGbp: exact(revenue.minus(cost)),
    ...(margin !== undefined && { marginPct: margin }),
    ...(per1k && { costPer1kGbp: exact(per1k) }),
    tokens: toNumber(tokens),
    entries
  }
}

/** What 1,000 tokens cost on average; unknown without tokens. */
function costPer1k({ costGbp, tokens }: Totals): Decimal | undefined {
  return decimal(tokens).gt(0) ? decimal(costGbp).times(1000).div(tokens) : undefined
}

/** The sums of one model, customer or feature. */
export const Group = Type.Object({
  name: Type.String({ title: 'Name', description: 'The model, customer or feature.' }),
  ...Sums.properties,
  // Titles that are short enough for the columns of a narrow table.
  marginPct: Type.Optional(
    Type.Number({
      title: 'Margin (%)',
      description: 'Gross profit as a share of the revenue. Left out without revenue.'
    })
  ),
  costGbp: Type.String({ title: 'Cost (£)', description: 'Exact, in GBP, as text with nine decimal places.' }),
  revenueGbp: Type.String({ title: 'Revenue (£)', description: 'Exact, in GBP, as text with nine decimal places.' })
})

export type Group = Static<typeof Group>

/** Adds a day's groups to those of the days before. */
export function addGroups(sums: Map<string, Totals>, groups: Groups): void {
  for (const [name, totals] of Object.entries(groups)) {
    const before = sums.get(name)
    sums.set(name, before ? added(before, totals) : totals)
  }
}

/** The ten groups with the worst margin; costs without any revenue come first, the dearest before the others. */
export function worstOf(sums: ReadonlyMap<string, Totals>): readonly Group[] {
  return [...sums]
    .map(([name, totals]) => ({ name, ...sumsOf(totals) }))
    .sort(
      (left, right) =>
        compare(marginOf(left), marginOf(right)) ||
        compare(toNumber(left.grossProfitGbp), toNumber(right.grossProfitGbp)) ||
        compare(left.name, right.name)
    )
    .slice(0, mostGroups)
}

function marginOf({ marginPct, costGbp }: Group): number {
  return marginPct ?? (toNumber(costGbp) > 0 ? -Infinity : Infinity)
}

function compare<Value extends number | string>(left: Value, right: Value): number {
  return left < right ? -1 : left > right ? 1 : 0
}

const half = {
  from: Type.String({ title: 'From', description: 'The first day of the half.' }),
  to: Type.String({ title: 'To', description: 'The last day of the half.' }),
  costGbp: Type.String({
    title: 'Cost in GBP',
    description: 'The cost of the half, as text with nine decimal places.'
  }),
  tokens: Type.Number({ title: 'Tokens', description: 'Tokens that were used in the half.' }),
  costPer1kGbp: Type.String({
    title: 'Cost per 1,000 tokens in GBP',
    description: 'What 1,000 tokens cost on average.'
  })
}

const Half = Type.Object(half, { title: 'First half', description: 'The older half of the complete days.' })
type Half = Static<typeof Half>

/** Why the second half of the window cost more or less than the first: by how much was used, and by its price. */
export const Decomposition = Type.Object(
  {
    first: Half,
    second: Type.Object(half, {
      title: 'Second half',
      description: 'The newer half of the complete days, of the same length.'
    }),
    changeGbp: Type.String({
      title: 'Change in GBP',
      description: 'Cost of the second half less that of the first: the sum of the two effects.'
    }),
    volumeEffectGbp: Type.String({
      title: 'Change by volume in GBP',
      description: 'The part that more or fewer tokens made, at the price of the first half.'
    }),
    priceEffectGbp: Type.String({
      title: 'Change by price in GBP',
      description: 'The part that a higher or lower price made, over the tokens of the second half.'
    })
  },
  { title: 'Why the cost changed', description: 'The period in two halves. Left out if a half used no tokens.' }
)

export type Decomposition = Static<typeof Decomposition>

/** Splits complete days into two halves of equal length and explains the change; none where a half used no tokens. */
export function decompositionOf(complete: readonly Figures[]): Decomposition | undefined {
  const length = Math.floor(complete.length / 2)
  const earlier = complete.slice(complete.length - 2 * length, complete.length - length)
  const later = complete.slice(complete.length - length)
  const [before, after] = [sumOf(earlier), sumOf(later)]
  const [first, second] = [halfOf(earlier, before), halfOf(later, after)]
  return first && second && { first, second, ...effects(before, after) }
}

/** Volume effect Δtokens · p0 and price effect Δp · tokens1; together they are the change, to the last digit. */
export function effects(before: Totals, after: Totals) {
  const change = decimal(after.costGbp).minus(before.costGbp)
  const volumeEffectGbp = exact(decimal(after.tokens).minus(before.tokens).times(before.costGbp).div(before.tokens))
  return { changeGbp: exact(change), volumeEffectGbp, priceEffectGbp: exact(change.minus(volumeEffectGbp)) }
}

function halfOf(days: readonly Figures[], totals: Totals): Half | undefined {
  const [first, last] = [days[0], days.at(-1)]
  const price = costPer1k(totals)
  if (!first || !last || !price) return undefined
  return {
    from: first.date,
    to: last.date,
    costGbp: totals.costGbp,
    tokens: toNumber(totals.tokens),
    costPer1kGbp: exact(price)
  }
}
