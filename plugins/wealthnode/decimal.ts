import Big from 'big.js'

/** An exact decimal number. */
export type Decimal = Big

/** Quotients to 20 places, halves to the even neighbour, text without exponents down to 20 places; shared with nobody. */
const Exact = Big()
Exact.DP = 20
Exact.RM = Exact.roundHalfEven
Exact.NE = -20

/** Places behind the point that amounts are kept to. */
const keptPlaces = 9

/** The decimal that a number or its text says: by the number's shortest text, so that 0.1 is 0.1 and no more. */
export function decimal(value: number | string): Decimal {
  return new Exact(String(value))
}

/** A decimal as it is kept and shown in full: text with nine places. */
export function exact(value: Decimal): string {
  return rounded(value, keptPlaces)
}

/** A decimal as text with so many places, halves to the even neighbour, and never a zero with a minus. */
export function rounded(value: Decimal, places: number): string {
  const near = value.round(places)
  return (near.eq(0) ? near.abs() : near).toFixed(places)
}

/** How many places behind the point a number's shortest text needs. */
export function placesOf(value: number): number {
  const { c, e } = decimal(value)
  return Math.max(0, c.length - 1 - e)
}
