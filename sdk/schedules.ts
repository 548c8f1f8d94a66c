/** When a schedule is due, and what becomes of times at which it cannot start. */
export interface ScheduleTiming {
  /** What people call it, in 1 to 100 characters. */
  readonly name: string
  /** Minute, hour, day of the month, month and day of the week, such as `0 8 * * 1-5`. */
  readonly cron: string
  /** In whose time, by a name of the IANA time zone database; UTC when left out. */
  readonly timezone?: string
  /** At a time at which the run before has not ended: no run (when left out), one that begins after it, or one beside it. */
  readonly overlap?: 'skip' | 'queue' | 'allow'
  /** Of times that passed while nothing could start: no run, one for all of them (when left out), or one for each of the last 100. */
  readonly missed?: 'skip' | 'once' | 'all'
}

/** A schedule to be made: which action it runs, with what input. */
export interface NewSchedule extends ScheduleTiming {
  /** Its slug. */
  readonly product: string
  readonly action: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A schedule that was made. */
export interface MadeSchedule {
  readonly id: string
  readonly name: string
  readonly cron: string
  readonly timezone: string
  /** Its next five times, ISO 8601. */
  readonly next: readonly string[]
}

/** What making a schedule came to; a refusal has the code of the problem that the interface for clients answers with. */
export type ScheduleOutcome =
  | { readonly ok: true; readonly schedule: MadeSchedule }
  | {
      readonly ok: false
      readonly error: {
        readonly code: string
        readonly message: string
        readonly retryable: boolean
        readonly issues: readonly { readonly pointer: string; readonly detail: string; readonly fix: string }[]
      }
    }

/**
 * Schedules of the calling account, made as the caller makes them over HTTP: with its scopes, for products that it may execute, within
 * the limits of the account. They belong to the account, which sees, changes and deletes them in its dashboard.
 */
export interface Schedules {
  /**
   * Makes a schedule. A refusal is no error: it comes back. A call that a job, a schedule or a hook has started makes none:
   * `not_attended`. While a confirmed plan runs, it makes only those of the plan's steps that have a `schedule`.
   */
  create(schedule: NewSchedule): Promise<ScheduleOutcome>
}
