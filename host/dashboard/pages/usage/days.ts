import type { Figures } from '../../api/shapes.js'

const dayMs = 24 * 60 * 60 * 1000

/** The day of so many days ago, in UTC, such as `2026-01-31`. */
export function daysBefore(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
}

/** All days from one to another. */
export function daysBetween(from: string, to: string): readonly string[] {
  const first = Date.parse(from)
  const count = Math.round((Date.parse(to) - first) / dayMs) + 1
  return Array.from({ length: count }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10))
}

/** How many requests were refused. */
export function refused({ refusals }: Figures): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0)
}
