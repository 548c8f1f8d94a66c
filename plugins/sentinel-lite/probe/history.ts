import { baselineOf, modifiedZ, rounded } from '@product-host/toolkit/numbers'

/** Most checks that are stored one by one. */
const mostChecks = 100

/** A time in which a target was down. */
export interface Incident {
  readonly startedAt: number
  readonly endedAt?: number
  readonly code: string
}

/** What is stored of a target's checks. */
export interface History {
  /** What the checks were confirmed to say; `new` until the first is. */
  readonly state: 'new' | 'up' | 'down'
  /** When the state began. */
  readonly since: number
  /** Failed checks in a row until now. */
  readonly downs: number
  /** When the first of them was. */
  readonly downSince?: number
  readonly lastIncident?: Incident
  /** The newest last. */
  readonly checks: readonly Check[]
  /** The newest last. */
  readonly hours: readonly Hour[]
}

/** The history of a target that was never checked. */
export function emptyHistory(now: number): History {
  return { state: 'new', since: now, downs: 0, checks: [], hours: [] }
}

/** A history with one more check. So many failed ones in a row as `confirmations` says make the target down, one good one up. */
export function withCheck(history: History, check: Check, confirmations: number): History {
  const checks = [...history.checks, check].slice(-mostChecks)
  const hours = withHour(history.hours, check)
  return { ...(isUp(check) ? good(history, check) : failed(history, check, confirmations)), checks, hours }
}

/** The transition after a check that raises an alert: down, or up again. */
export function transitionOf(before: History, after: History): 'down' | 'up' | undefined {
  if (after.state === before.state || after.state === 'new') return undefined
  return before.state === 'new' && after.state === 'up' ? undefined : after.state
}

function good({ downSince: _over, ...history }: History, { at }: Check): History {
  const { state, lastIncident } = history
  if (state === 'up') return { ...history, downs: 0 }
  const ended = state === 'down' && lastIncident && { lastIncident: { ...lastIncident, endedAt: at } }
  return { ...history, ...ended, state: 'up', since: at, downs: 0 }
}

function failed(history: History, { at, code, status }: Check, confirmations: number): History {
  const downs = history.downs + 1
  const downSince = history.downSince ?? at
  if (history.state === 'down' || downs < confirmations) return { ...history, downs, downSince }
  const lastIncident = { startedAt: downSince, code: code ?? status }
  return { ...history, state: 'down', since: at, downs, downSince, lastIncident }
}

/** How a target is found to be. */
export type Status = 'up' | 'degraded' | 'down' | 'blocked'

/** One check of a target: its result after the retries. */
export interface Check {
  readonly at: number
  readonly status: Status
  readonly attempts: number
  /** Milliseconds of the attempt that counts; only of a check that found the target up or degraded. */
  readonly ms?: number
  /** Only of a check that did not. */
  readonly code?: string
}

/** Whether a check found the target in service. */
function isUp({ status }: Check): boolean {
  return status === 'up' || status === 'degraded'
}

/** Most hours that are stored: seven days. */
const mostHours = 168

const hourMs = 3_600_000

/** The totals of one hour. Only results after retries count for `ups`. */
interface Hour {
  /** Its start. */
  readonly at: number
  readonly checks: number
  readonly ups: number
  readonly attempts: number
}

/** The hours with one more check; one that comes out of order counts for the newest hour. */
function withHour(hours: readonly Hour[], check: Check): readonly Hour[] {
  const last = hours.at(-1)
  const at = Math.max(startOf(check.at), last?.at ?? 0)
  const [before, running] = last?.at === at ? [hours.slice(0, -1), last] : [hours, { checks: 0, ups: 0, attempts: 0 }]
  const grown = {
    at,
    checks: running.checks + 1,
    ups: running.ups + (isUp(check) ? 1 : 0),
    attempts: running.attempts + check.attempts
  }
  return [...before, grown].slice(-mostHours)
}

/** How many checks are in the current hour and those before it, so many in all. */
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

/** The time of answer that so large a share of the good checks did not exceed. */
export function latencyOf(checks: readonly Check[], share: number): number | undefined {
  return percentile(latencies(checks), share)
}

/** The least deviation of response times that counts: 5 % of the median, and 1 ms. */
const leastDeviation = { share: 0.05, value: 1 }

/** The modified z-score above which a response time is unusual (Iglewicz and Hoaglin, 1993). */
const unusualZ = 3.5

/** How many of the last good checks a response time is compared with, and the fewest. */
const comparedChecks = { most: 50, fewest: 10 }

/**
 * Whether a time of answer is unusually long for a target: its modified z-score (Iglewicz and Hoaglin, 1993) over the last
 * 50 good checks, 10 at least, is over 3.5. The deviation is held at 5 % of the median and 1 ms, so that a steady target has one.
 */
export function isUnusual(ms: number, checks: readonly Check[]): boolean {
  const earlier = latencies(checks).slice(-comparedChecks.most)
  if (earlier.length < comparedChecks.fewest) return false
  return modifiedZ(ms, baselineOf(earlier, leastDeviation)) > unusualZ
}

function latencies(checks: readonly Check[]): readonly number[] {
  return checks.filter(isUp).flatMap(({ ms }) => ms ?? [])
}

/** The smallest of the numbers that at least `share` of them do not exceed (nearest rank). Undefined of none. */
function percentile(numbers: readonly number[], share: number): number | undefined {
  const sorted = numbers.toSorted((left, right) => left - right)
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)]
}
