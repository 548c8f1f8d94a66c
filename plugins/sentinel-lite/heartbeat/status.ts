import type { Alert } from '../alerts.js'
import { isoText } from '../wording.js'
import { alertedStates, type Monitor, type Reason, type State, withState } from './monitor.js'
import { dueAfter, type Schedule } from './schedule.js'

/** A monitor as it should be recorded at a moment, and the alerts to send. */
export interface Evaluation {
  readonly monitor: Monitor
  /** The state that was recorded. */
  readonly recorded: Monitor['state']
  readonly schedule: Schedule
  readonly status: MonitorStatus
  readonly alerts: readonly Alert[]
  /** Whether the state is late or down, or up again after that, and no answer or alert said so before. */
  readonly isNews: boolean
}

/**
 * The state of a monitor at a moment, which is never taken to be before its recorded state began (clocks of hosts differ).
 * People are alerted once each: when it goes down, before that when it goes late if they want that, and when it is up again after an alert.
 */
export function evaluate(recorded: Monitor, schedule: Schedule, moment: number): Evaluation {
  const now = Math.max(moment, recorded.since)
  const isResumed = recorded.state === 'paused' && !schedule.isPaused
  const current = isResumed ? { ...recorded, resumedAt: now } : recorded
  const status = monitorStatus(current, schedule, now)
  const { state, reason } = status
  if (state === recorded.state)
    return { monitor: current, recorded: recorded.state, schedule, status, alerts: [], isNews: false }
  const { told, alerted, ...next } = withState(current, state, now, reason)
  const toldNext = toldAfter(told, state)
  const isNews = toldNext !== told && isAlerted(state)
  const isSent = isNews && (state === 'up' ? alerted !== 'none' : schedule.alertsOf.includes(state))
  const alertedNext = isSent ? 'sent' : told === undefined ? 'none' : alerted
  const isMiss = state === 'down' && reason === 'overdue'
  const monitor = {
    ...next,
    ...(toldNext && { told: toldNext, ...(alertedNext && { alerted: alertedNext }) }),
    ...(state === 'down' && { streak: 0 }),
    ...(isMiss && { missed: next.missed + 1 })
  }
  return {
    monitor,
    recorded: recorded.state,
    schedule,
    status,
    alerts: isSent ? [alertOf(state, recorded, status, now)] : [],
    isNews
  }
}

/** Whether the recorded state is no longer the true one. */
export function hasChanged({ monitor, recorded }: Evaluation): boolean {
  return monitor.state !== recorded
}

/** The state that was told, once the state is this one; a run that has started leaves it open. */
function toldAfter(told: Monitor['told'], state: MonitorStatus['state']): Monitor['told'] {
  if (state === 'down' || (state === 'late' && told !== 'down')) return state
  return state === 'started' || state === 'late' ? told : undefined
}

type AlertedState = (typeof alertedStates)[number]

function isAlerted(state: State): state is AlertedState {
  return alertedStates.some(each => each === state)
}

function alertOf(state: AlertedState, before: Monitor, { reason, dueAt }: MonitorStatus, at: number): Alert {
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

/** A paused monitor is checked again after so long, so that the end of the pause is noticed without a call. */
const pausedRefreshMs = 3_600_000

/** The state of a monitor at a moment, and what comes next. */
interface MonitorStatus {
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
function monitorStatus(monitor: Monitor, schedule: Schedule, now: number): MonitorStatus {
  const { run, outcome, lastSuccessAt } = monitor
  if (schedule.isPaused) return { state: 'paused', holdsUntil: now + pausedRefreshMs }
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
