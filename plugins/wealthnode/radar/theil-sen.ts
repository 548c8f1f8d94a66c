import { median } from 'simple-statistics'

/** A value on a day; days are counted. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The median of the slopes between any two points (H. Theil 1950, P. K. Sen 1968); two points at least. */
export function theilSen(points: readonly Point[]): number {
  return median(
    points.flatMap((left, index) => points.slice(index + 1).map(right => (right.y - left.y) / (right.x - left.x)))
  )
}
