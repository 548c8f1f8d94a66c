import { rounded } from '../statistics.js'
import { type Check, isUp } from './check.js'

/** How many hours are kept: seven days. */
const keptHours = 168

const hourMs = 3_600_000

/** The checks of one hour in sum. Only results after retries count for `ups`. */
export interface Hour {
  /** Its start. */
  readonly at: number
  readonly checks: number
  readonly ups: number
  readonly attempts: number
}

/** The hours with one more check; one that comes out of order counts for the newest hour. */
export function withHour(hours: readonly Hour[], check: Check): readonly Hour[] {
  const last = hours.at(-1)
  const at = Math.max(startOf(check.at), last?.at ?? 0)
  const [before, running] = last?.at === at ? [hours.slice(0, -1), last] : [hours, { checks: 0, ups: 0, attempts: 0 }]
  const grown = {
    at,
    checks: running.checks + 1,
    ups: running.ups + (isUp(check) ? 1 : 0),
    attempts: running.attempts + check.attempts
  }
  return [...before, grown].slice(-keptHours)
}

/** How many checks lie in the running hour and those before it, so many in all. */
export function checksIn(hours: readonly Hour[], now: number, lastHours: number): number {
  return sum(lately(hours, now, lastHours), ({ checks }) => checks)
}

/** The share, in percent, of those checks that found the target in service; undefined when there are none. */
export function uptimeIn(hours: readonly Hour[], now: number, lastHours: number): number | undefined {
  const counted = lately(hours, now, lastHours)
  const checks = sum(counted, hour => hour.checks)
  return checks === 0 ? undefined : rounded((sum(counted, ({ ups }) => ups) / checks) * 100, 3)
}

function lately(hours: readonly Hour[], now: number, lastHours: number): readonly Hour[] {
  const first = startOf(now) - (lastHours - 1) * hourMs
  return hours.filter(({ at }) => at >= first)
}

function startOf(at: number): number {
  return Math.floor(at / hourMs) * hourMs
}

function sum(hours: readonly Hour[], of: (hour: Hour) => number): number {
  return hours.reduce((total, hour) => total + of(hour), 0)
}
