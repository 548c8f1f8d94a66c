import { type Check, isUp } from './check.js'
import { type Hour, withHour } from './hours.js'

/** How many checks are kept one by one. */
const keptChecks = 100

/** A time in which a target was down. */
export interface Incident {
  readonly startedAt: number
  readonly endedAt?: number
  readonly code: string
}

/** What is kept of a target's checks. */
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
  const checks = [...history.checks, check].slice(-keptChecks)
  const hours = withHour(history.hours, check)
  return { ...(isUp(check) ? good(history, check) : failed(history, check, confirmations)), checks, hours }
}

/** The turn that a check brought and that people want to hear of: down, or up again. */
export function turnOf(before: History, after: History): 'down' | 'up' | undefined {
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
