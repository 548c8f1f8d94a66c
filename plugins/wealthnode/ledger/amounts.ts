import { type Decimal, decimal, exact } from '../decimal.js'
import type { Usage } from './usage.js'

/** What an entry is worth, rounded once, to nine places. */
export interface Amounts {
  readonly costGbp: string
  /** Unknown when nobody said what the customer pays. */
  readonly revenueGbp?: string
}

/** Prices a usage: cost and, where a price for the customer is known, revenue. */
export function amountsOf(usage: Usage, billPer1kGbp: Decimal | undefined): Amounts {
  const priced = exact(pricedWithCache(usage))
  if (usage.kind === 'revenue') return { costGbp: exact(decimal(0)), revenueGbp: priced }
  return {
    costGbp: priced,
    ...(billPer1kGbp && { revenueGbp: exact(decimal(usage.tokens).div(1000).times(billPer1kGbp)) })
  }
}

/** (tokens − cached) / 1000 · price + cached / 1000 · cached price. */
function pricedWithCache({ tokens, pricePer1kGbp, cachedTokens = '0', cachedPricePer1kGbp = '0' }: Usage): Decimal {
  const plain = decimal(tokens).minus(cachedTokens).div(1000).times(pricePer1kGbp)
  return plain.plus(decimal(cachedTokens).div(1000).times(cachedPricePer1kGbp))
}
