import { addDays, datesFrom } from '@product-host/toolkit/calendar'
import { fnv1a } from '@product-host/toolkit/json'
import { DateTime } from 'luxon'
import { cellOf, type Worth } from './cells.js'
import type { Order } from './order.js'
import { penalties } from './weights.js'

/** What a platform still needs, and how its times are rated. */
export interface Demand {
  readonly platform: string
  /** Posts that are still to be placed. */
  readonly count: number
  /** Posts that each week still has room for. */
  readonly room: readonly number[]
  /** What each hour of the week is worth. */
  readonly worth: readonly Worth[]
}

/** A post that is planned already, with its local hour of the day. */
interface PlannedTime {
  readonly platform: string
  readonly at: number
  readonly hour: number
}

/** A time that was chosen. */
export interface PickedTime {
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
interface PickRules {
  readonly minGapHours: number
  /** The seed of the minutes. */
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
  occupied: readonly PlannedTime[],
  rules: PickRules
): readonly PickedTime[] {
  const pools = demands.map(demand => new Pool(demand, slots, rules))
  for (const pool of pools) for (const post of occupied) pool.note(post)
  const picks: PickedTime[] = []
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
class Pool {
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

  /** Takes a planned post into account. */
  note({ platform, at, hour }: PlannedTime): void {
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
  take({ platform, slot }: PickedTime): this {
    if (platform !== this.demand.platform) return this
    this.#left -= 1
    this.#room[slot.week] = (this.#room[slot.week] ?? 0) - 1
    return this
  }

  /** The best time that is left, the earliest of equal ones. */
  best(): PickedTime | undefined {
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

/** An hour in which something may be posted. */
interface Slot {
  readonly date: string
  /** The hour that was meant. */
  readonly hour: number
  /** The hour that the clock shows: another one where the clock skips the hour that was meant. */
  readonly clockHour: number
  /** 1 is Monday. */
  readonly weekday: number
  /** 0 for the first week of the plan. */
  readonly week: number
  /** The first moment of the hour. */
  readonly start: number
}

/** The hours of the planned weeks, without quiet ones, dates to avoid and what is past. */
export function slotsOf({ startDate, weeks, zone, quiet, avoidDates }: Order, now: number): readonly Slot[] {
  const avoided = new Set(avoidDates)
  const isOpen = ({ clockHour, start }: Slot) => !isQuiet(clockHour, quiet) && start > now
  return datesFrom(startDate, addDays(startDate, weeks * 7 - 1)).flatMap((date, day) =>
    avoided.has(date)
      ? []
      : hoursOf(date, zone)
          .map(hour => ({ ...hour, week: Math.floor(day / 7) }))
          .filter(isOpen)
  )
}

/** Whether an hour is one of the quiet hours, which may go over midnight: 21 to 7 are 21:00 to 06:59. */
function isQuiet(hour: number, { from, to }: Order['quiet']): boolean {
  if (from === to) return false
  return from < to ? hour >= from && hour < to : hour >= from || hour < to
}

/** A local hour of a date: `2026-11-24` and 0 to 23. */
interface LocalHour {
  readonly date: string
  readonly hour: number
}

/**
 * The moment of a local time. A time that the clock skips moves on by the gap (01:30 in London on 2027-03-28 is 02:30+01:00); of a
 * time that comes twice, the later one counts (01:30 in London on 2026-10-25 is 01:30+00:00).
 */
export function momentOf({ date, hour }: LocalHour, minute: number, zone: string): DateTime {
  const first = DateTime.fromISO(date, { zone }).set({ hour, minute })
  return first.getPossibleOffsets().at(-1) ?? first
}

/** The 24 hours of a date with the moments at which they begin. */
export function hoursOf(date: string, zone: string) {
  const midnight = DateTime.fromISO(date, { zone })
  const isEven = midnight.hour === 0 && midnight.plus({ days: 1 }).toMillis() - midnight.toMillis() === 24 * hourMs
  return Array.from({ length: 24 }, (_, hour) => {
    if (isEven)
      return { date, hour, clockHour: hour, weekday: midnight.weekday, start: midnight.toMillis() + hour * hourMs }
    const moment = momentOf({ date, hour }, 0, zone)
    return { date, hour, clockHour: moment.hour, weekday: moment.weekday, start: moment.toMillis() }
  })
}
