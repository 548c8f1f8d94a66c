import type { Outcome, Settings } from '@product-host/sdk'
import { momentText, spanText } from '../wording.js'
import type { HeartbeatDetail, HeartbeatMetrics } from './detail.js'
import { isStuck } from './events.js'
import type { ScheduleInput } from './input.js'
import type { Heard } from './monitors.js'
import { counts, figures, othersText, standingDetail, troubles } from './report.js'
import { isOverridden } from './schedule.js'
import type { Warning } from './warnings.js'

/** The answer to a signal that was recorded. */
export function hearAnswer(
  heard: Heard,
  given: ScheduleInput,
  settings: Settings
): Outcome<HeartbeatDetail, HeartbeatMetrics> {
  const { before, after, event, others, turned } = heard
  const duration = event.durationMs !== undefined && { durationMs: event.durationMs }
  return {
    summary: [sentence(heard), othersText(others)].filter(text => text !== '').join(' '),
    metrics: { ...counts([after, ...others]), ...figures(after, event.at), ...duration },
    detail: {
      ...standingDetail(after),
      signal: event.signal,
      previousState: before.monitor.state,
      ...duration,
      warnings: [...warningsOf(heard, isOverridden(given, settings, after.monitor.name))],
      alerts: troubles(turned)
    }
  }
}

function* warningsOf({ after: { schedule }, event, events }: Heard, isOverridden: boolean): Generator<Warning> {
  const { minRunSeconds = 0, cron, periodSeconds } = schedule
  if (cron === undefined && periodSeconds === undefined) yield 'no_schedule'
  const isFast = event.durationMs !== undefined && event.durationMs < minRunSeconds * 1000
  if (event.signal === 'success' && isFast) yield 'too_fast'
  if (event.progress !== undefined && isStuck(events)) yield 'stuck'
  if (isOverridden) yield 'overridden'
}

function sentence({ after, event }: Heard): string {
  const { monitor, schedule, standing } = after
  const { dueAt, runEndsAt } = standing
  const named = `Heartbeat "${monitor.name}"`
  const moment = (at: number) => momentText(at, { zone: schedule.zone, now: event.at })
  if (schedule.isPaused) return `${named} received; it is paused.`
  switch (event.signal) {
    case 'fail':
      return `${named} reported a failure and is down.`
    case 'start':
      return runEndsAt === undefined ? `${named} started.` : `${named} started; it has until ${moment(runEndsAt)}.`
    case 'log':
      return `${named} logged; it is ${standing.state}.`
    case 'success':
      if (dueAt === undefined) return `${named} received; it has no schedule, so it is never late.`
      return `${named} received; next due ${moment(dueAt)} (grace ${spanText(schedule.graceSeconds)}).`
  }
}
