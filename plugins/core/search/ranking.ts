import type { LiveMemory } from '../memory/memory.js'

/**
 * How a search weighs. Fields, fuzziness and prefixes go into BM25+ (Lv and Zhai, CIKM 2011) as MiniSearch computes it: k 1.2,
 * b 0.7, d 0.5; a term found by prefix weighs 0.375, one found by likeness 0.45, and the sum is multiplied by how many of the
 * query's terms were found. Newness and pins are this product's own.
 */
export const ranking = {
  boost: { key: 3, tags: 2, value: 1 },
  /** Edits that a term may be away, as a share of its length, and the shortest term that may be. */
  fuzzy: { share: 0.2, from: 5 },
  /** The shortest term that finds what begins with it. */
  prefix: { from: 3 },
  /** What a memory written now gains, and the days after which e (2.718) times less of that is left. */
  newness: { gain: 0.25, days: 30 },
  pinned: 1.2
}

const day = 86_400_000

/** A memory's score: its BM25+, times what newness and a pin give. To 4 decimals, so that rounding never decides an order. */
export function scoreOf(bm25: number, { updatedAt, pinned }: LiveMemory, now: number): number {
  const age = Math.max(0, now - Date.parse(updatedAt)) / day
  const newness = 1 + ranking.newness.gain * Math.exp(-age / ranking.newness.days)
  return Math.round(bm25 * newness * (pinned ? ranking.pinned : 1) * 10_000) / 10_000
}
