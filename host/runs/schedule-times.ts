import type { Issue } from '@product-host/sdk'
import { patternOf } from '@product-host/sdk/runtime'

/** When a schedule is due: a pattern of five fields, in the time of a place. */
export interface Timing {
  readonly cron: string
  /** A name of the IANA time zone database. */
  readonly timezone: string
}

/** What becomes of times that passed while nobody could start them. */
export const missedRules = ['skip', 'once', 'all'] as const
/** What becomes of a time at which the run before has not ended. */
export const overlapRules = ['skip', 'queue', 'allow'] as const

/** What becomes of missed times. */
export type MissedRule = (typeof missedRules)[number]
/** What becomes of overlapping runs. */
export type OverlapRule = (typeof overlapRules)[number]

/** Missed times that are made up for at most. */
export const mostMissed = 100
/** What starts later than this was missed, in milliseconds. */
export const lateMs = 60_000

/** The times of a schedule that have come, the oldest first: those to start, and those that were missed. */
export interface DueTimes {
  readonly started: readonly number[]
  readonly missed: readonly number[]
}

/** What is wrong with when a schedule is due; empty if it is due some time after a time. */
export function timingIssues({ cron, timezone }: Timing, now: number): readonly Issue[] {
  if (!isTimezone(timezone))
    return [
      {
        pointer: '#/timezone',
        detail: 'is no time zone',
        fix: 'Send a name such as Europe/Berlin, America/New_York or UTC.'
      }
    ]
  const wrong = (detail: string): readonly Issue[] => [
    {
      pointer: '#/cron',
      detail,
      fix: 'Send minute, hour, day of the month, month and day of the week, such as 0 8 * * 1-5.'
    }
  ]
  try {
    return nextTimes({ cron, timezone }, now, 1).length === 0 ? wrong('names a time that never comes') : []
  } catch {
    return wrong('is no pattern of times')
  }
}

/** The next times of a schedule after a time. */
export function nextTimes(timing: Timing, after: number, count: number): readonly number[] {
  return patternOf(timing.cron, timing.timezone).nextRuns(count, new Date(after)).map(Number)
}

/** The times of a schedule that have come since it was due first, divided as its rule says. */
export function dueTimes(timing: Timing, from: number, now: number, missed: MissedRule): DueTimes {
  const due = timesBetween(timing, from, now)
  const latest = due.at(-1)
  if (latest === undefined) return { started: [], missed: [] }
  if (missed === 'all') return { started: due, missed: [] }
  const isStarted = missed === 'once' || now - latest < lateMs
  return isStarted ? { started: [latest], missed: due.slice(0, -1) } : { started: [], missed: due }
}

/** The last hundred times from one to another, both included. */
function timesBetween(timing: Timing, from: number, to: number): readonly number[] {
  const first = nextTimes(timing, from - 1, mostMissed + 1)
  const due = first.filter(time => time <= to)
  if (due.length <= mostMissed) return due
  return patternOf(timing.cron, timing.timezone)
    .previousRuns(mostMissed, new Date(to + 1))
    .map(Number)
    .toReversed()
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
