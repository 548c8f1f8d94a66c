import { type Static, Type } from '@product-host/sdk'
import { decimal, exact } from '../decimal.js'
import type { Totals } from '../ledger/totals.js'
import { toNumber } from '../money.js'
import { type Figures, sumOf } from './figures.js'
import { costPer1k } from './sums.js'

const Half = Type.Object({
  from: Type.String(),
  to: Type.String(),
  costGbp: Type.String(),
  tokens: Type.Number(),
  costPer1kGbp: Type.String()
})

/** Why the second half of the window cost more or less than the first: by how much was used, and by its price. */
export const Decomposition = Type.Object({
  first: Half,
  second: Half,
  changeGbp: Type.String(),
  volumeEffectGbp: Type.String({ description: 'The change of tokens at the first half’s price.' }),
  priceEffectGbp: Type.String({ description: 'The change of price over the second half’s tokens.' })
})
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

function halfOf(days: readonly Figures[], totals: Totals): Static<typeof Half> | undefined {
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
