import type { Worth } from './cells.js'
import { Pool } from './pool.js'
import type { Slot } from './slots.js'

/** What a platform still wants, and by what its times are judged. */
export interface Demand {
  readonly platform: string
  /** Posts that are still to be placed. */
  readonly count: number
  /** Posts that each week still has room for. */
  readonly room: readonly number[]
  /** What each hour of the week is worth. */
  readonly worth: readonly Worth[]
}

/** A post that stands already, and the local hour of the day at which it does. */
export interface Standing {
  readonly platform: string
  readonly at: number
  readonly hour: number
}

/** A time that was chosen. */
export interface Pick {
  readonly platform: string
  readonly slot: Slot
  readonly at: number
  readonly worth: Worth
  /** The worth of the hour less the penalties. */
  readonly score: number
  /** What the score was lowered for. */
  readonly reasons: readonly string[]
}

/** What times are chosen by, the same for all platforms. */
export interface PickRules {
  readonly minGapHours: number
  /** What minutes hang on. */
  readonly seed: string
  /** Most times that are chosen. */
  readonly most: number
}

/** Scores that differ by less are the same. */
const tolerance = 1e-9

/**
 * Chooses times one after another, each time the best that is left: the worth of the hour less what speaks against it after what was
 * chosen before. Where scores are the same, the platform that was named first comes first, and of its times the earliest.
 */
export function pickTimes(
  demands: readonly Demand[],
  slots: readonly Slot[],
  standing: readonly Standing[],
  rules: PickRules
): readonly Pick[] {
  const pools = demands.map(demand => new Pool(demand, slots, rules))
  for (const pool of pools) for (const post of standing) pool.note(post)
  const picks: Pick[] = []
  while (picks.length < rules.most) {
    const offers = pools.flatMap(pool => pool.best() ?? [])
    const top = Math.max(...offers.map(({ score }) => score))
    const pick = offers.find(({ score }) => score > top - tolerance)
    if (!pick) break
    picks.push(pick)
    const post = { platform: pick.platform, at: pick.at, hour: pick.slot.clockHour }
    for (const pool of pools) pool.take(pick).note(post)
  }
  return picks
}
