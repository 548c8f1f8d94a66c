import type { Job, JobChange, Jobs, RecurringJob } from '../jobs.js'
import { firstOf, nextTime, type ScheduledJob } from '../runtime/recurrence.js'

/** A job that waits, and how often it was tried. */
export interface WaitingJob extends ScheduledJob {
  readonly attempts: number
}

/** What a failure says of the next run of its job. */
export interface RetryHint {
  readonly retryAfterMs?: number
  readonly isPostponed?: boolean
}

/** The waiting jobs of one account, without a clock of their own: the test says when they run. */
export class TestJobs implements Jobs {
  readonly #waiting = new Map<string, WaitingJob>()

  constructor(private readonly now: () => number) {}

  async schedule(job: Job): Promise<void> {
    this.change([{ schedule: job }])
  }

  async every(job: RecurringJob): Promise<void> {
    this.change([{ every: job }])
  }

  async cancel(id: string): Promise<boolean> {
    return this.#waiting.delete(id)
  }

  change(changes: readonly JobChange[]): void {
    for (const change of changes) {
      if ('cancel' in change) this.#waiting.delete(change.cancel)
      else {
        const job =
          'every' in change ? firstOf(change.every, this.now(), this.#waiting.get(change.every.id)) : change.schedule
        this.#waiting.set(job.id, structuredClone({ ...job, attempts: 0 }))
      }
    }
  }

  /** The waiting jobs, the first due first. */
  waiting(): readonly WaitingJob[] {
    return [...this.#waiting.values()].sort((left, right) => left.at - right.at || (left.id < right.id ? -1 : 1))
  }

  /** Takes the first job that is due at `now`. */
  take(now: number): WaitingJob | undefined {
    const due = this.waiting().find(({ at }) => at <= now)
    if (due?.every) this.#waiting.set(due.id, { ...due, at: nextTime(due.every, due.at, now), attempts: 0 })
    else if (due) this.#waiting.delete(due.id)
    return due
  }

  /**
   * Puts a job whose run failed back, unless it was scheduled again or has no attempt left: after its delay, and not before the
   * failure allows it. A postponed one has all its attempts left.
   */
  retry(job: WaitingJob, now: number, { retryAfterMs = 0, isPostponed = false }: RetryHint = {}): void {
    const delayMs = isPostponed ? 0 : job.retry?.delaysMs[job.attempts]
    if (delayMs === undefined || this.#waiting.has(job.id)) return
    const attempts = isPostponed ? job.attempts : job.attempts + 1
    this.#waiting.set(job.id, { ...job, at: now + Math.max(delayMs, retryAfterMs), attempts })
  }
}
