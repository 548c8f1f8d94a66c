import type { Alert } from '../alert/alerts.js'
import { isoText } from '../wording.js'
import { type Monitor, turned } from './monitor.js'
import type { Schedule } from './schedule.js'
import { type Standing, standingOf } from './standing.js'

/** A monitor as it should be recorded at a moment, and what people have to be told. */
export interface Judgement {
  readonly monitor: Monitor
  /** The state that was recorded. */
  readonly recorded: Monitor['state']
  readonly schedule: Schedule
  readonly standing: Standing
  readonly alerts: readonly Alert[]
}

/**
 * Brings a monitor's recorded state to what it is at a moment, or as its state began where a clock that is behind gives an
 * earlier one. Told is once: of late, of down, and of up again after either.
 */
export function judged(recorded: Monitor, schedule: Schedule, moment: number): Judgement {
  const now = Math.max(moment, recorded.since)
  const isResumed = recorded.state === 'paused' && !schedule.isPaused
  const current = isResumed ? { ...recorded, resumedAt: now } : recorded
  const standing = standingOf(current, schedule, now)
  const { state, reason } = standing
  if (state === recorded.state) return { monitor: current, recorded: recorded.state, schedule, standing, alerts: [] }
  const { told, ...next } = turned(current, state, now, reason)
  const tell = toldAfter(recorded.told, state)
  const isMiss = state === 'down' && reason === 'overdue'
  const monitor = {
    ...next,
    ...(tell && { told: tell }),
    ...(state === 'down' && { streak: 0 }),
    ...(isMiss && { missed: next.missed + 1 })
  }
  const isNews = tell !== told && !isQuiet(state)
  return {
    monitor,
    recorded: recorded.state,
    schedule,
    standing,
    alerts: isNews ? [alertOf(recorded, standing, now)] : []
  }
}

/** Whether the recorded state is no longer the true one. */
export function isTurned({ monitor, recorded }: Judgement): boolean {
  return monitor.state !== recorded
}

/** The trouble that people know of once the state is this one; a run that has started leaves it open. */
function toldAfter(told: Monitor['told'], state: Standing['state']): Monitor['told'] {
  if (state === 'down' || (state === 'late' && told !== 'down')) return state
  return state === 'started' || state === 'late' ? told : undefined
}

function isQuiet(state: Standing['state']): boolean {
  return state === 'paused' || state === 'new'
}

function alertOf(before: Monitor, { state, reason, dueAt }: Standing, at: number): Alert {
  const data = {
    name: before.name,
    state,
    previousState: before.state,
    ...(reason && { reason }),
    ...(before.lastSuccessAt !== undefined && { lastSuccessAt: isoText(before.lastSuccessAt) }),
    ...(dueAt !== undefined && { dueAt: isoText(dueAt) })
  }
  return { type: `heartbeat.${state}`, at, data }
}
