import type { Context } from '../action.js'
import { type ConfirmedSteps, notInPlan } from '../runtime/confirmation.js'
import { patternOf } from '../runtime/recurrence.js'
import type { NewSchedule, ScheduleOutcome, Schedules } from '../schedules.js'
import type { TestClock } from './clock.js'

/** A schedule that a product made in a test. Nothing runs it. */
export interface TestSchedule extends NewSchedule {
  readonly id: string
}

/** Times that a schedule shows. */
const shownTimes = 5

/** The schedules of one account. */
export class TestSchedules {
  readonly made: TestSchedule[] = []

  constructor(private readonly clock: TestClock) {}

  /** SCHEDULES of one call: of a job none, of a call that was confirmed its steps alone. */
  of({ job }: Context, confirmed: ConfirmedSteps | undefined): Schedules {
    return {
      create: async schedule => {
        if (job) return refused('not_attended', 'A call that a job has started makes no schedule.')
        const { product, action, input, ...timing } = schedule
        if (confirmed?.take({ product, action, input, schedule: timing }) === false)
          return refused('not_in_plan', notInPlan().summary)
        return this.#make(schedule)
      }
    }
  }

  #make(schedule: NewSchedule): ScheduleOutcome {
    const { name, cron, timezone = 'UTC' } = schedule
    const next = this.#next(cron, timezone)
    if (next.length === 0) return refused('invalid_input', `"${cron}" in ${timezone} is no time of a schedule.`)
    const id = `schedule_${this.clock.ulid()}`
    this.made.push(structuredClone({ ...schedule, id }))
    return { ok: true, schedule: { id, name, cron, timezone, next } }
  }

  #next(cron: string, timezone: string): readonly string[] {
    try {
      const times = patternOf(cron, timezone).nextRuns(shownTimes, new Date(this.clock.now()))
      return times.map(time => time.toISOString())
    } catch {
      return []
    }
  }
}

function refused(code: string, message: string): ScheduleOutcome {
  return { ok: false, error: { code, message, retryable: false, issues: [] } }
}
