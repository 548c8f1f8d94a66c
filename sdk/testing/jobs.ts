import type { Job, JobChange, Jobs } from '../jobs.js'

/** A job that waits, and how often it was tried. */
export interface WaitingJob extends Job {
  readonly attempts: number
}

/** The waiting jobs of one account, without a clock of their own: the test says when they run. */
export class TestJobs implements Jobs {
  readonly #waiting = new Map<string, WaitingJob>()

  async schedule(job: Job): Promise<void> {
    this.change([{ schedule: job }])
  }

  async cancel(id: string): Promise<boolean> {
    return this.#waiting.delete(id)
  }

  change(changes: readonly JobChange[]): void {
    for (const change of changes) {
      if ('cancel' in change) this.#waiting.delete(change.cancel)
      else this.#waiting.set(change.schedule.id, structuredClone({ ...change.schedule, attempts: 0 }))
    }
  }

  /** The waiting jobs, the first due first. */
  waiting(): readonly WaitingJob[] {
    return [...this.#waiting.values()].sort((left, right) => left.at - right.at || (left.id < right.id ? -1 : 1))
  }

  /** Takes the first job that is due at `now`. */
  take(now: number): WaitingJob | undefined {
    const due = this.waiting().find(({ at }) => at <= now)
    if (due) this.#waiting.delete(due.id)
    return due
  }

  /** Puts a job whose run failed back, unless it was scheduled anew or has no try left. */
  retry(job: WaitingJob, now: number): void {
    const delay = job.retry?.delaysMs[job.attempts]
    if (delay === undefined || this.#waiting.has(job.id)) return
    this.#waiting.set(job.id, { ...job, at: now + delay, attempts: job.attempts + 1 })
  }
}
