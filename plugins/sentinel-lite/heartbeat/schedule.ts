import type { Settings } from '@product-host/sdk'
import { isTimeZone } from '@product-host/toolkit/calendar'
import { Cron } from 'croner'
import type { scheduleSeconds } from '../limits.js'
import { numberOf, zoneOf } from '../settings.js'
import { type ScheduleInput, scheduleNames } from './input.js'

/** Grace where neither settings nor calls give one, in seconds: an hour, or the period where that is shorter. */
const longestOwnGrace = 3_600

/** When a monitor's signals are due, after its settings and what calls gave were combined. */
export interface Schedule {
  readonly periodSeconds: number | undefined
  /** Undefined beside a period. */
  readonly cron: string | undefined
  /** The zone of the cron pattern, in which moments are shown too. */
  readonly zone: string
  readonly graceSeconds: number
  readonly maxRunSeconds: number | undefined
  readonly minRunSeconds: number | undefined
  /** A ping so long before a cron time counts for it. */
  readonly earlySeconds: number
  readonly isPaused: boolean
  /** The states that an alert is sent for when they begin; `up` follows on one that was sent. */
  readonly alertsOf: readonly ('late' | 'down')[]
}

/** A monitor's schedule: each part from the settings, else from what calls gave. */
export function scheduleOf(saved: ScheduleInput, settings: Settings, name: string): Schedule {
  const set = setting(settings, name)
  const seconds = (field: (typeof scheduleSeconds)[number]) => {
    const value = set(field)
    return value === undefined ? saved[field] : Number(value)
  }
  const cron = set('cron') ?? (set('periodSeconds') === undefined ? saved.cron : undefined)
  const periodSeconds = cron === undefined ? seconds('periodSeconds') : undefined
  return {
    periodSeconds,
    cron,
    zone: set('timezone') ?? saved.timezone ?? zoneOf(settings),
    graceSeconds: seconds('graceSeconds') ?? Math.min(longestOwnGrace, periodSeconds ?? longestOwnGrace),
    maxRunSeconds: seconds('maxRunSeconds'),
    minRunSeconds: seconds('minRunSeconds'),
    earlySeconds: numberOf(settings, 'earlyToleranceSeconds'),
    isPaused: set('paused') === 'true',
    alertsOf: alertsOf(settings, set('alertLate') ?? settings['alert.late'])
  }
}

function alertsOf({ 'alert.url': url }: Settings, late: string | undefined): Schedule['alertsOf'] {
  if (url === undefined) return []
  return late === 'true' ? ['late', 'down'] : ['down']
}

/** What is stored of a schedule after a call gave parts of it; a period replaces a cron pattern, and the other way round. */
export function withGiven({ cron, periodSeconds, ...saved }: ScheduleInput, given: ScheduleInput): ScheduleInput {
  const isReplaced = given.cron !== undefined || given.periodSeconds !== undefined
  return {
    ...saved,
    ...(!isReplaced && cron !== undefined && { cron }),
    ...(!isReplaced && periodSeconds !== undefined && { periodSeconds }),
    ...given
  }
}

/** Whether a part that a call gave has no effect, because the settings say otherwise. */
export function isOverridden(given: ScheduleInput, settings: Settings, name: string): boolean {
  const set = setting(settings, name)
  const hasRule = set('cron') !== undefined || set('periodSeconds') !== undefined
  return scheduleNames
    .filter(field => given[field] !== undefined && set(field) !== String(given[field]))
    .some(field => (field === 'cron' || field === 'periodSeconds' ? hasRule : set(field) !== undefined))
}

/** The names of the monitors that the settings speak of. */
export function monitorsInSettings(settings: Settings): readonly string[] {
  return [...new Set(Object.keys(settings).flatMap(key => /^heartbeat\.([^.]+)\./.exec(key)?.[1] ?? []))]
}

/** When the success after that at `last` is due; undefined without a schedule. */
export function dueAfter(schedule: Schedule, last: number): number | undefined {
  const { periodSeconds, cron } = schedule
  if (cron !== undefined) return cronDue(cron, schedule, last)
  return periodSeconds === undefined ? undefined : last + periodSeconds * 1000
}

/** The first cron time after a success, but for one that the success was early for; of close times never more than half the gap. */
function cronDue(cron: string, { zone, earlySeconds }: Schedule, last: number): number | undefined {
  const next = nextOccurrence(cron, zone, last)
  if (next === undefined || next - last > earlySeconds * 1000) return next
  const afterNext = nextOccurrence(cron, zone, next)
  return afterNext !== undefined && next - last <= (afterNext - next) / 2 ? afterNext : next
}

function setting(settings: Settings, name: string): (field: string) => string | undefined {
  return field => settings[`heartbeat.${name}.${field}`]
}

/** Five fields of what cron knows; no seconds, no nicknames, no dates, and no `?`, which would mean the time of asking. */
const fiveFields = /^[0-9A-Za-z*,/#-]+(\s+[0-9A-Za-z*,/#-]+){4}$/

/** What to send instead of a pattern that is not sound. */
export const cronFix = 'Send five fields: minute, hour, day of month, month, day of week, such as "0 2 * * *".'

/** What to send instead of a zone that is none. */
export const zoneFix = 'Send a name of the IANA database, such as Europe/London.'

/** What is wrong with a cron pattern, as the detail of an issue; undefined when it is sound. */
export function cronIssue(cron: string): string | undefined {
  if (!fiveFields.test(cron.trim())) return 'is not a cron pattern of five fields'
  try {
    return nextOccurrence(cron, 'UTC', 0) === undefined ? 'names a date that never comes' : undefined
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return 'has a field that cron does not know or that is out of its range'
  }
}

/** Whether the zone is one of the IANA database; croner knows no offsets such as +01:00. */
export function isZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && isTimeZone(zone)
}

/**
 * The first time after a moment at which the pattern asks for a run, by the wall clock of the zone. A time that the clock
 * jumps over in spring comes as the jump ends; one that comes twice in autumn counts the first time, unless every hour is meant.
 */
export function nextOccurrence(cron: string, zone: string, after: number): number | undefined {
  const pattern = new Cron(clockTimes(cron.trim()), {
    timezone: zone,
    mode: '5-part',
    fixedTimeRule: 'no-wildcard',
    paused: true
  })
  return pattern.nextRun(new Date(after))?.getTime()
}

/**
 * A pattern for a library that takes wildcards and steps for intervals, which go on through a repeated hour and are dropped in a gap, and
 * everything else for times of the clock: only a pattern that means every hour has wildcards.
 */
function clockTimes(cron: string): string {
  const [minutes = '', hours = '', ...days] = cron.split(/\s+/)
  const [minuteList, hourList] = [listOf(minutes, 60), listOf(hours, 24)]
  if (hourList.length === 24) return [minutes, '*', ...days].join(' ')
  return [minuteList.join(','), hourList.join(','), ...days].join(' ')
}

/** The values of a field as a list; a part that is no sound range stays as it is, for the library to refuse. */
function listOf(field: string, count: number): readonly string[] {
  const values = field.split(',').flatMap(part => {
    const [, first = '0', last = String(count - 1), step = '1'] = /^(?:\*|(\d+)-(\d+))(?:\/(\d+))?$/.exec(part) ?? [
      part,
      'x'
    ]
    const [from, to, by] = [Number(first), Number(last), Number(step)]
    if (!(from <= to && to < count && by >= 1 && by <= count)) return [part]
    return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => String(from + index * by))
  })
  return [...new Set(values)]
}
