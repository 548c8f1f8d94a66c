import type { ScheduleInput } from './input.js'

/** The states of a monitor, the best first. */
export const states = ['paused', 'new', 'up', 'started', 'late', 'down'] as const

export type State = (typeof states)[number]

/** The states that alerts are sent for; the other states are told to nobody. */
export const alertedStates = ['late', 'down', 'up'] as const satisfies readonly State[]

/** Why a monitor went late or down. */
export const reasons = ['overdue', 'failed', 'ran_too_long'] as const

export type Reason = (typeof reasons)[number]

/** Most changes of state that are stored. */
const mostChanges = 20

/** One change of a monitor's state, as it was recorded. */
interface StateChange {
  readonly at: number
  readonly from: State
  readonly to: State
  readonly reason?: Reason
}

/** What is stored of one monitor. */
export interface Monitor {
  readonly name: string
  /** The identity of the name with which the last signal came; left out before version 1.3. */
  readonly identity?: string
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
  /** The state that was told, in an answer or by an alert, and that is not over. */
  readonly told?: 'late' | 'down'
  /** Whether an alert of it was sent; left out before version 1.3, which always sent one. */
  readonly alerted?: 'sent' | 'none'
  /** Successes in a row. */
  readonly streak: number
  readonly pings: number
  /** How often its grace ran out. */
  readonly missed: number
  /** The newest last. */
  readonly changes: readonly StateChange[]
}

/** A monitor without a signal. */
export function newMonitor(name: string, now: number): Monitor {
  return { name, saved: {}, state: 'new', since: now, streak: 0, pings: 0, missed: 0, changes: [] }
}

/** The monitor in another state. */
export function withState(monitor: Monitor, to: State, at: number, reason?: Reason): Monitor {
  const change = { at, from: monitor.state, to, ...(reason && { reason }) }
  return { ...monitor, state: to, since: at, changes: [...monitor.changes, change].slice(-mostChanges) }
}

/** A monitor after a signal. A success with a `runId` leaves the run of another id open; a failure ends whatever runs. */
export function withSignal({ run, ...monitor }: Monitor, { signal, at, runId }: Event): Monitor {
  const counted = { ...monitor, pings: monitor.pings + 1 }
  switch (signal) {
    case 'log':
      return { ...counted, ...(run && { run }) }
    case 'start':
      return { ...counted, run: { startedAt: at, ...(runId !== undefined && { runId }) } }
    case 'fail':
      return { ...counted, outcome: 'fail', streak: 0 }
    case 'success': {
      const isAnother = run?.runId !== undefined && runId !== undefined && run.runId !== runId
      return {
        ...counted,
        outcome: 'success',
        lastSuccessAt: at,
        streak: counted.streak + 1,
        ...(isAnother && run && { run })
      }
    }
  }
}

/** Most signals that are stored of a monitor. */
const mostEvents = 100

/** Longest run whose length is measured. */
const longestRunMs = 72 * 3_600_000

/** So many reports of the same progress in a row are suspicious. */
const stuckAfter = 3

/** One signal as it came in. */
export interface Event {
  readonly at: number
  readonly signal: 'success' | 'start' | 'fail' | 'log'
  readonly runId?: string
  readonly exitCode?: number
  readonly message?: string
  readonly progress?: string
  readonly durationMs?: number
}

/** The events with one more, the newest last. */
export function withEvent(events: readonly Event[], event: Event): readonly Event[] {
  return [...events, event].slice(-mostEvents)
}

/** How long the run that ends with this event took: since the start of the same run, if that is known and within 72 hours. */
export function durationOf(events: readonly Event[], { at, runId }: Event): number | undefined {
  const started = events.findLast(event => event.runId === runId && event.signal !== 'log')
  if (started?.signal !== 'start' || at - started.at > longestRunMs) return undefined
  return at - started.at
}

/** Whether the newest reports of progress all say the same. */
export function isStuck(events: readonly Event[]): boolean {
  const reports = events.flatMap(({ progress }) => progress ?? []).slice(-stuckAfter)
  return reports.length === stuckAfter && new Set(reports).size === 1
}
