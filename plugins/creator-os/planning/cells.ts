import { DateTime } from 'luxon'
import { elsewhere, type Habit, priorStrength } from './weights.js'

/** An hour of the week: 24 × (weekday − 1) + hour, 0 to 167. */
type Cell = number

/** What an account's own posts did in one hour of the week. */
interface Observed {
  readonly n: number
  readonly sum: number
}

/** What an account's own posts did on a platform, as it is stored under `perf:{platform}`. */
export interface Performance {
  readonly cells: Readonly<Record<string, Observed>>
  /** The moments of the posts that were counted, so that none is counted twice. */
  readonly seen: readonly number[]
}

/** One result of a post. */
interface PostResult {
  readonly at: number
  readonly rate: number
}
/** Most moments of posts that are remembered. */
const mostSeen = 1000

/** The cell of a weekday, 1 being Monday, and an hour. */
export function cellOf({ weekday, hour }: { readonly weekday: number; readonly hour: number }): Cell {
  return 24 * (weekday - 1) + hour
}

/** The performance with results added; those of a moment that was counted before change nothing. */
export function withResults({ cells, seen }: Performance, results: readonly PostResult[], zone: string): Performance {
  const known = new Set(seen)
  const next: Record<string, Observed> = { ...cells }
  for (const { at, rate } of results) {
    if (known.has(at)) continue
    known.add(at)
    const cell = cellOf(DateTime.fromMillis(at, { zone }))
    const { n, sum } = next[cell] ?? { n: 0, sum: 0 }
    next[cell] = { n: n + 1, sum: sum + rate }
  }
  return { cells: next, seen: [...known].slice(-mostSeen) }
}

/** What a cell is worth, and how many own results are in that. */
export interface Worth {
  readonly score: number
  readonly prior: number
  readonly samples: number
}

/** The worth of each cell: (n · observed/mean + 8 · prior) / (n + 8), n being the account's own results in that cell. */
export function worthOfCells({ stretches }: Habit, { cells }: Performance): readonly Worth[] {
  const mean = meanOf(cells)
  return Array.from({ length: 168 }, (_, cell) => {
    const prior = priorOf(stretches, cell)
    const { n, sum } = cells[cell] ?? { n: 0, sum: 0 }
    const relative = n > 0 && mean > 0 ? sum / n / mean : prior
    return { score: (n * relative + priorStrength * prior) / (n + priorStrength), prior, samples: n }
  })
}

/** The number of results that were counted. */
export function samplesOf({ cells }: Performance): number {
  return Object.values(cells).reduce((sum, { n }) => sum + n, 0)
}

function meanOf(cells: Performance['cells']): number {
  const observed = Object.values(cells)
  const n = observed.reduce((sum, each) => sum + each.n, 0)
  return n === 0 ? 0 : observed.reduce((sum, each) => sum + each.sum, 0) / n
}

function priorOf(stretches: Habit['stretches'], cell: Cell): number {
  const [day, hour] = [Math.floor(cell / 24) + 1, cell % 24]
  const weights = stretches.filter(({ days, from, to }) => days.includes(day) && hour >= from && hour < to)
  return Math.max(elsewhere, ...weights.map(({ weight }) => weight))
}
