import Big from 'big.js'

/** An amount in a sentence, such as £1,234.5678. A small one has the places of two digits that are not zero, such as £0.000023. */
export function pounds(amount: Decimal, places = 4): string {
  const needed = amount.eq(0) ? 0 : Math.min(1 - amount.e, storedPlaces)
  const text = rounded(amount, Math.max(places, needed))
  return text.startsWith('-') ? `-£${withThousands(text.slice(1))}` : `£${withThousands(text)}`
}

/** A plain number that is not negative, with a comma between thousands. */
export function withThousands(text: string): string {
  const [total = '', ...fraction] = text.split('.')
  return [total.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.')
}

/** A larger sum in a sentence: pence are enough from £1 on. */
export function roundedPounds(amount: Decimal): string {
  return pounds(amount, amount.abs().gte(1) ? 2 : 4)
}

/** An estimate in a sentence: whole pounds are enough from £10 on. */
export function estimatedPounds(amount: Decimal): string {
  return amount.abs().gte(10) ? pounds(amount, 0) : roundedPounds(amount)
}

/** What share of the whole the part is, in per cent to two places. */
export function percent(part: Decimal, total: Decimal): number {
  return Number(rounded(part.times(100).div(total), 2))
}

/** The margin in per cent of the revenue; none without revenue. */
export function marginPct(costGbp: Decimal, revenueGbp: Decimal): number | undefined {
  return revenueGbp.gt(0) ? percent(revenueGbp.minus(costGbp), revenueGbp) : undefined
}

/** A stored amount as a number, for metrics and statistics; never the zero with a minus, which JSON does not know. */
export function toNumber(amount: string): number {
  return decimal(amount).toNumber() + 0
}

/** An exact decimal number. */
export type Decimal = Big

/**
 * Quotients to 20 places, halves to the even neighbour, text without exponents down to 20 places; a constructor of its
 * own, so that no other code can change its settings.
 */
const Exact = Big()

Exact.DP = 20

Exact.RM = Exact.roundHalfEven

Exact.NE = -20

/** Decimal places of stored amounts. */
const storedPlaces = 9

/** The decimal that a number or its text says: by the number's shortest text, so that 0.1 is 0.1 and no more. */
export function decimal(value: number | string): Decimal {
  return new Exact(String(value))
}

/** A decimal as it is stored and shown in full: text with nine places. */
export function exact(value: Decimal): string {
  return rounded(value, storedPlaces)
}

/** A decimal as text with so many places, halves to the even neighbour, and never a zero with a minus. */
export function rounded(value: Decimal, places: number): string {
  const near = value.round(places)
  return (near.eq(0) ? near.abs() : near).toFixed(places)
}

/** How many significant digits a number's shortest text has. */
export function digitsOf(value: number): number {
  return decimal(value).c.length
}

/** How many places behind the point a number's shortest text needs. */
export function placesOf(value: number): number {
  const { c, e } = decimal(value)
  return Math.max(0, c.length - 1 - e)
}
