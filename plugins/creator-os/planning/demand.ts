import { type Performance, worthOfCells } from './cells.js'
import type { Order } from './order.js'
import type { Demand } from './pick.js'
import type { Entry } from './plan.js'
import { habits, usualHabit } from './priors.js'
import { daysBetween, localDate } from './zone.js'

/** What a platform wants beside what stands there already. */
export interface Standings {
  /** The entries of the planned weeks. */
  readonly inWeeks: readonly Entry[]
  /** Those of them that nothing has been put into yet. */
  readonly open: readonly Entry[]
  readonly performance: Performance
  /** What is to be posted there; undefined when the weeks are to be filled. */
  readonly wished: number | undefined
}

/** The posts that a platform still wants, and when. */
export function demandOf(platform: string, order: Order, { inWeeks, open, performance, wished }: Standings): Demand {
  const habit = habits.get(platform) ?? usualHabit
  const perWeek = order.perWeek ?? habit.perWeek
  const weeks = inWeeks.filter(entry => entry.platform === platform).map(({ utc }) => weekOf(utc, order))
  const room = Array.from({ length: order.weeks }, (_, week) =>
    Math.max(0, perWeek - weeks.filter(each => each === week).length)
  )
  const free = open.filter(entry => entry.platform === platform).length
  const count = wished === undefined ? room.reduce((sum, each) => sum + each, 0) : Math.max(0, wished - free)
  return { platform, count, room, worth: worthOfCells(habit, performance) }
}

/** The week of a plan in which a moment lies, 0 for the first; undefined outside of it. */
export function weekOf(utc: string, { startDate, weeks, zone }: Order): number | undefined {
  const week = Math.floor(daysBetween(startDate, localDate(Date.parse(utc), zone)) / 7)
  return week >= 0 && week < weeks ? week : undefined
}
