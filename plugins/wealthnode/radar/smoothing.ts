import { mean } from 'simple-statistics'
import { forecast } from './parameters.js'

/** Daily costs, smoothed. */
export interface Smoothed {
  /** The index of the first day from which expectations are compared with what came; those before rest on too few costs. */
  readonly firstOrigin: number
  /** The cost of each of the days after the last one. */
  next(days: number): readonly number[]
  /** The sum of the days after the one at an index, expected from the costs up to that one. */
  sumAfter(index: number, days: number): number
}

/**
 * Exponential smoothing with a damped trend (E. S. Gardner and E. McKenzie, Forecasting trends in time series, Management Science 31,
 * 1985; R. J. Hyndman and G. Athanasopoulos, Forecasting: Principles and Practice, 3rd edition, 8.2) of costs without their weekday.
 * Of several ways to smooth it takes the one that would have expected the next day and the next week best. At least three costs.
 */
export function smooth(costs: readonly number[]): Smoothed {
  const factors = weekdayFactors(costs)
  const firstOrigin = Math.min(forecast.warmUpDays, Math.floor(costs.length / 5)) - 1
  const start = mean(costs.slice(0, Math.min(forecast.startDays, Math.floor(costs.length / 3))))
  const candidates = ways.map(way => {
    const states = statesOf(costs, factors, start, way)
    const sumAfter = (index: number, days: number) => sumOf(states[index] ?? noState, index, days, factors, way)
    return { way, states, sumAfter, error: errorOf(costs, firstOrigin, states, sumAfter) }
  })
  const { way, states, sumAfter } = candidates.reduce((best, other) => (other.error < best.error ? other : best))
  const last = costs.length - 1
  return { firstOrigin, sumAfter, next: days => eachOf(states[last] ?? noState, last, days, factors, way) }
}

/** How fast level and slope follow the costs, and how much of the slope is left a day later. */
interface Way {
  readonly level: number
  readonly slope: number
  readonly damping: number
}

const ways = forecast.levels.flatMap(level => forecast.slopes.map((slope): Way => ({ level, ...slope })))

/** What an average day of the week costs, and by how much that rises a day. */
interface State {
  readonly level: number
  readonly slope: number
}

const noState: State = { level: 0, slope: 0 }

/** The state on the evening of each day, after a start with a level and no slope. */
function statesOf(costs: readonly number[], factors: readonly number[], start: number, way: Way): readonly State[] {
  const power = mean(factors.map(factor => factor ** 2))
  let state: State = { level: start, slope: 0 }
  return costs.map((cost, index) => {
    const factor = factorOf(factors, index)
    const expected = state.level + way.damping * state.slope
    const error = ((cost - expected * factor) * factor) / power
    const slope = way.damping * state.slope + way.level * way.slope * error
    state = { level: Math.max(0, expected + way.level * error), slope }
    return state
  })
}

/** The expected cost of each of the days after the one at an index. */
function eachOf({ level, slope }: State, index: number, days: number, factors: readonly number[], { damping }: Way) {
  let slopes = 0
  return Array.from({ length: days }, (_, position) => {
    slopes = damping * (slopes + 1)
    return Math.max(0, level + slopes * slope) * factorOf(factors, index + position + 1)
  })
}

/** Their sum; a list of them would cost more than all the rest of a forecast. */
function sumOf({ level, slope }: State, index: number, days: number, factors: readonly number[], { damping }: Way) {
  let [slopes, sum] = [0, 0]
  for (let ahead = 1; ahead <= days; ahead++) {
    slopes = damping * (slopes + 1)
    sum += Math.max(0, level + slopes * slope) * factorOf(factors, index + ahead)
  }
  return sum
}

/** How far off the expectations of the next day and of the next week were: squares, relative to the level, a day. */
function errorOf(
  costs: readonly number[],
  firstOrigin: number,
  states: readonly State[],
  sumAfter: Smoothed['sumAfter']
): number {
  let error = 0
  for (let index = firstOrigin; index < costs.length - 1; index++) {
    const days = Math.min(7, costs.length - 1 - index)
    const level = Math.max(states[index]?.level ?? 0, Number.EPSILON)
    let week = 0
    for (let ahead = 1; ahead <= days; ahead++) week += costs[index + ahead] ?? 0
    const dayMiss = (costs[index + 1] ?? 0) - sumAfter(index, 1)
    const weekMiss = week - sumAfter(index, days)
    error += (dayMiss / level) ** 2 + (weekMiss / level) ** 2 / days
  }
  return error
}

function factorOf(factors: readonly number[], index: number): number {
  return factors[index % factors.length] ?? 1
}

const week = 7

/**
 * How much each day of the week costs, relative to an average day: one factor for each of the first seven values, and so on in
 * turn. All are 1 unless the weekdays differ by more than chance.
 */
export function weekdayFactors(costs: readonly number[]): readonly number[] {
  const ratios = ratiosByWeekday(costs)
  if (ratios.some(({ length }) => length < forecast.leastWeeks)) return none
  const averages = ratios.map(mean)
  const overall = mean(averages)
  if (overall <= 0) return none
  const share = shareOfSeason(ratios, averages, overall)
  return averages.map(average => 1 + share * (average / overall - 1))
}

const none: readonly number[] = Array(week).fill(1)

/**
 * Each value by the mean of the seven days around it, in which every weekday occurs once. Where so few days are known that the three at
 * either end are needed as well, those are compared with the first or the last seven.
 */
function ratiosByWeekday(costs: readonly number[]): number[][] {
  const ratios = Array.from({ length: week }, (): number[] => [])
  const last = costs.length - week
  const isShort = costs.length < (forecast.leastWeeks + 1) * week - 1
  costs.forEach((cost, index) => {
    const start = isShort ? Math.min(Math.max(0, index - 3), last) : index - 3
    if (start < 0 || start > last) return
    const usual = mean(costs.slice(start, start + week))
    if (usual > 0) ratios[index % week]?.push(cost / usual)
  })
  return ratios
}

/**
 * How much of what the weekdays' averages differ by is believed: 1 − c · m / F, at least 0, where F compares the variance between
 * weekdays with that within them, and m is what F is on average where weekdays do not differ (shrinkage of averages to their mean: W.
 * James and C. Stein 1961).
 */
function shareOfSeason(ratios: readonly (readonly number[])[], averages: readonly number[], overall: number): number {
  let [between, within, values] = [0, 0, 0]
  averages.forEach((average, weekday) => {
    const own = ratios[weekday] ?? []
    between += own.length * (average - overall) ** 2
    within += own.reduce((sum, ratio) => sum + (ratio - average) ** 2, 0)
    values += own.length
  })
  if (between === 0) return 0
  const freedom = values - week
  const f = between / (week - 1) / (within / freedom)
  const byChance = freedom / (freedom - 2)
  return Math.max(0, 1 - (forecast.seasonCaution * byChance) / f)
}
