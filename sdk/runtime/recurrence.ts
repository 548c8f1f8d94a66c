import { Cron } from 'croner'
import type { Job, Recurrence, RecurringJob } from '../jobs.js'

/** A job as it is stored: a recurring one says when it comes again. */
export interface ScheduledJob extends Job {
  readonly every?: Recurrence
}

/** Seconds from one time of a recurring job to the next at least. */
const leastSeconds = 60

/** The times of a pattern of five fields. Throws for what is no pattern, or no time zone. */
export function patternOf(cron: string, timezone: string): Cron {
  // An hour that the clock skips or repeats is met once by a pattern that names its hours, and by what it is by one with wildcards.
  return new Cron(cron, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true })
}

/** A recurring job with its first time; one that has the times of the job before keeps its rhythm. Throws a `RangeError`. */
export function firstOf(recurring: RecurringJob, now: number, before?: ScheduledJob): ScheduledJob {
  const { id, action, input } = recurring
  const every = recurrenceOf(recurring)
  const isSame = before?.every !== undefined && JSON.stringify(before.every) === JSON.stringify(every)
  const at = isSame ? nextTime(every, before.at, now) : nextTime(every, now, now)
  return { id, at, action, input, every }
}

/** The first time of a recurring job after a time, given one of its times. Throws a `RangeError` when there is none. */
export function nextTime(every: Recurrence, at: number, now: number): number {
  if ('seconds' in every) {
    const ms = every.seconds * 1_000
    return at > now ? at : at + (Math.floor((now - at) / ms) + 1) * ms
  }
  const next = patternOf(every.cron, every.timezone ?? 'UTC').nextRun(new Date(now))
  if (!next) throw new RangeError(`The pattern "${every.cron}" of a recurring job names a time that never comes.`)
  return next.getTime()
}

function recurrenceOf(recurring: RecurringJob): Recurrence {
  if ('cron' in recurring) {
    const { cron, timezone } = recurring
    try {
      patternOf(cron, timezone ?? 'UTC').nextRun()
    } catch (cause) {
      throw new RangeError(`"${cron}" in ${timezone ?? 'UTC'} is no time of a recurring job.`, { cause })
    }
    return { cron, ...(timezone !== undefined && { timezone }) }
  }
  const { seconds } = recurring
  if (!(Number.isFinite(seconds) && seconds >= leastSeconds))
    throw new RangeError(`A recurring job is due every ${leastSeconds} seconds at most.`)
  return { seconds }
}
