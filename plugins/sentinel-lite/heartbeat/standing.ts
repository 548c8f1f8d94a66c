import type { Monitor, Reason, State } from './monitor.js'
import { dueAfter, type Schedule } from './schedule.js'

/** A paused monitor is looked at again after so long, so that the end of the pause is noticed without a call. */
const pausedLookMs = 3_600_000

/** How a monitor stands at a moment, and what comes next. */
export interface Standing {
  readonly state: State
  readonly reason?: Reason
  readonly dueAt?: number
  readonly graceEndsAt?: number
  /** Until when the open run may take. */
  readonly runEndsAt?: number
  /** The last moment of this state, if no signal comes. */
  readonly holdsUntil?: number
}

/** The state of a monitor by its schedule: computed, never looked up. */
export function standingOf(monitor: Monitor, schedule: Schedule, now: number): Standing {
  const { run, outcome, lastSuccessAt } = monitor
  if (schedule.isPaused) return { state: 'paused', holdsUntil: now + pausedLookMs }
  if (!run && !outcome) return { state: 'new' }
  const due = lastSuccessAt === undefined ? {} : dueTimes(schedule, afterResuming(monitor, lastSuccessAt))
  if (run) {
    const runEndsAt = runLimit(schedule, afterResuming(monitor, run.startedAt))
    if (runEndsAt === undefined) return { state: 'started', ...due }
    if (now <= runEndsAt) return { state: 'started', ...due, runEndsAt, holdsUntil: runEndsAt }
    return { state: 'down', reason: 'ran_too_long', ...due, runEndsAt }
  }
  if (outcome === 'fail') return { state: 'down', reason: 'failed', ...due }
  const { dueAt, graceEndsAt } = due
  if (dueAt === undefined || graceEndsAt === undefined) return { state: 'up' }
  if (now > graceEndsAt) return { state: 'down', reason: 'overdue', ...due }
  if (now > dueAt) return { state: 'late', reason: 'overdue', ...due, holdsUntil: graceEndsAt }
  return { state: 'up', ...due, holdsUntil: dueAt }
}

function dueTimes(schedule: Schedule, last: number): { readonly dueAt?: number; readonly graceEndsAt?: number } {
  const dueAt = dueAfter(schedule, last)
  return dueAt === undefined ? {} : { dueAt, graceEndsAt: dueAt + schedule.graceSeconds * 1000 }
}

/** An open run may take as long as `maxRunSeconds` says; without that, until the run after it is down. */
function runLimit(schedule: Schedule, startedAt: number): number | undefined {
  if (schedule.maxRunSeconds !== undefined) return startedAt + schedule.maxRunSeconds * 1000
  return dueTimes(schedule, startedAt).graceEndsAt
}

/** A time from which something is counted, moved to the end of a pause that came later. */
function afterResuming({ resumedAt = 0 }: Monitor, at: number): number {
  return Math.max(at, resumedAt)
}
