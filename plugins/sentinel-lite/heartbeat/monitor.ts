import type { ScheduleInput } from './input.js'

/** How a monitor stands, the calmest first. */
export const states = ['paused', 'new', 'up', 'started', 'late', 'down'] as const
export type State = (typeof states)[number]

/** Why a monitor went late or down. */
export const reasons = ['overdue', 'failed', 'ran_too_long'] as const
export type Reason = (typeof reasons)[number]

/** How many changes of state are kept. */
const keptChanges = 20

/** One change of a monitor's state, as it was recorded. */
export interface StateChange {
  readonly at: number
  readonly from: State
  readonly to: State
  readonly reason?: Reason
}

/** What is kept of one monitor. */
export interface Monitor {
  readonly name: string
  /** The parts of the schedule that calls gave. */
  readonly saved: ScheduleInput
  readonly state: State
  /** When the state began. */
  readonly since: number
  /** How the last run ended. */
  readonly outcome?: 'success' | 'fail'
  readonly lastSuccessAt?: number
  /** The last run that started and has not ended. */
  readonly run?: { readonly startedAt: number; readonly runId?: string }
  /** When a pause was last seen to have ended. */
  readonly resumedAt?: number
  /** The trouble that people were told of and that is not over. */
  readonly told?: 'late' | 'down'
  /** Successes in a row. */
  readonly streak: number
  readonly pings: number
  /** How often its grace ran out. */
  readonly missed: number
  /** The newest last. */
  readonly changes: readonly StateChange[]
}

/** A monitor that was never heard of. */
export function newMonitor(name: string, now: number): Monitor {
  return { name, saved: {}, state: 'new', since: now, streak: 0, pings: 0, missed: 0, changes: [] }
}

/** The monitor in another state. */
export function turned(monitor: Monitor, to: State, at: number, reason?: Reason): Monitor {
  const change = { at, from: monitor.state, to, ...(reason && { reason }) }
  return { ...monitor, state: to, since: at, changes: [...monitor.changes, change].slice(-keptChanges) }
}
