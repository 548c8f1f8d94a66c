/** The median of measurements, and how far they lie apart. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** Median, least and greatest of some values. Throws when there is none. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right)
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) }
}

/** The value below which a share (0 to 1) of the sorted values lies; between two values it is interpolated. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]]
  if (below === undefined || above === undefined) throw new Error('Nothing was measured.')
  return below + (above - below) * (at - Math.floor(at))
}

/** The values in an order that differs at every call, so that no subject always follows the same other one. */
export function shuffled<Value>(values: readonly Value[]): Value[] {
  const order = values.map(value => ({ value, rank: Math.random() }))
  return order.sort((left, right) => left.rank - right.rank).map(({ value }) => value)
}
