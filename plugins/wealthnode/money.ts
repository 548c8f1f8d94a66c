import { type Decimal, decimal, rounded } from './decimal.js'

/** An amount in a sentence, such as £1,234.5678. */
export function pounds(amount: Decimal, places = 4): string {
  const text = rounded(amount, places)
  return text.startsWith('-') ? `-£${grouped(text.slice(1))}` : `£${grouped(text)}`
}

/** A plain number that is not negative, with a comma between thousands. */
export function grouped(text: string): string {
  const [whole = '', ...fraction] = text.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

/** A larger sum in a sentence: pence are enough from £1 on. */
export function sum(amount: Decimal): string {
  return pounds(amount, amount.abs().gte(1) ? 2 : 4)
}

/** An estimate in a sentence: whole pounds are enough from £10 on. */
export function estimate(amount: Decimal): string {
  return amount.abs().gte(10) ? pounds(amount, 0) : sum(amount)
}

/** What share of the whole the part is, in per cent to two places. */
export function percent(part: Decimal, whole: Decimal): number {
  return Number(rounded(part.times(100).div(whole), 2))
}

/** The margin in per cent of the revenue; none without revenue. */
export function marginPct(costGbp: Decimal, revenueGbp: Decimal): number | undefined {
  return revenueGbp.gt(0) ? percent(revenueGbp.minus(costGbp), revenueGbp) : undefined
}

/** A kept amount as a number, for metrics and statistics; never the zero with a minus, which JSON does not know. */
export function toNumber(amount: string): number {
  return decimal(amount).toNumber() + 0
}
