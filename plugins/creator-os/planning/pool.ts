import { fnv1a } from '../text/choose.js'
import { cellOf, type Worth } from './cells.js'
import type { Demand, Pick, PickRules, Standing } from './pick.js'
import type { Slot } from './slots.js'

/** What lowers the score of a time, and from how far away. */
const penalties = {
  samePlatform: { points: 0.3, hours: 24, reason: 'another post on the platform within 24 hours' },
  anyPost: { points: 0.2, hours: 2, reason: 'another post within 2 hours' },
  hour: { points: 0.15, reason: 'an hour that is used already' }
}
const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface Candidate {
  readonly slot: Slot
  readonly at: number
  readonly worth: Worth
  isBlocked: boolean
  isSameDay: boolean
  isNear: boolean
}

/** The times that are open to one platform. */
export class Pool {
  readonly #candidates: Candidate[]
  readonly #hours = new Set<number>()
  readonly #room: number[]
  #left: number

  constructor(
    private readonly demand: Demand,
    slots: readonly Slot[],
    private readonly rules: PickRules
  ) {
    this.#left = demand.count
    this.#room = [...demand.room]
    this.#candidates = demand.count === 0 ? [] : slots.map(slot => this.#candidate(slot))
  }

  /** Takes into account that a post stands somewhere. */
  note({ platform, at, hour }: Standing): void {
    const isOwn = platform === this.demand.platform
    if (isOwn) this.#hours.add(hour)
    for (const candidate of this.#candidates) {
      const apart = Math.abs(candidate.at - at)
      if (isOwn && (apart === 0 || apart < this.rules.minGapHours * hourMs)) candidate.isBlocked = true
      if (isOwn && apart < penalties.samePlatform.hours * hourMs) candidate.isSameDay = true
      if (apart < penalties.anyPost.hours * hourMs) candidate.isNear = true
    }
  }

  /** Counts a time that was chosen, if it is one of this platform. */
  take({ platform, slot }: Pick): this {
    if (platform !== this.demand.platform) return this
    this.#left -= 1
    this.#room[slot.week] = (this.#room[slot.week] ?? 0) - 1
    return this
  }

  /** The best time that is left, the earliest of equal ones. */
  best(): Pick | undefined {
    if (this.#left === 0) return undefined
    let best: Candidate | undefined
    let top = Number.NEGATIVE_INFINITY
    for (const candidate of this.#candidates) {
      if (candidate.isBlocked || (this.#room[candidate.slot.week] ?? 0) <= 0) continue
      const score = this.#score(candidate)
      if (score <= top) continue
      best = candidate
      top = score
    }
    if (!best) return undefined
    const { slot, at, worth } = best
    return {
      platform: this.demand.platform,
      slot,
      at,
      worth,
      score: top,
      reasons: this.#reasons(best)
    }
  }

  #score(candidate: Candidate): number {
    let score = candidate.worth.score
    if (candidate.isSameDay) score -= penalties.samePlatform.points
    if (candidate.isNear) score -= penalties.anyPost.points
    if (this.#hours.has(candidate.slot.clockHour)) score -= penalties.hour.points
    return score
  }

  #reasons({ isSameDay, isNear, slot }: Candidate): readonly string[] {
    return [
      ...(isSameDay ? [penalties.samePlatform.reason] : []),
      ...(isNear ? [penalties.anyPost.reason] : []),
      ...(this.#hours.has(slot.clockHour) ? [penalties.hour.reason] : [])
    ]
  }

  #candidate(slot: Slot): Candidate {
    const { platform, worth } = this.demand
    const minute = minuteOf(`${this.rules.seed} ${platform} ${slot.date} ${slot.hour}`)
    const worthOfHour = worth[cellOf({ weekday: slot.weekday, hour: slot.clockHour })] ?? {
      score: 0,
      prior: 0,
      samples: 0
    }
    return {
      slot,
      at: slot.start + minute * minuteMs,
      worth: worthOfHour,
      isBlocked: false,
      isSameDay: false,
      isNear: false
    }
  }
}

/** A minute from 05 to 55 in steps of five, so that posts of different hours do not all come on the hour. */
function minuteOf(seed: string): number {
  return 5 + 5 * (fnv1a(seed) % 11)
}
