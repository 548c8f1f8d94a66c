import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Logger } from 'pino'
import Counter from 'prom-client/lib/counter.js'
import { DisabledAccounts } from '../accounts/keys/check-key.js'
import { SecurityEvents } from '../audit/security-events.js'
import type { Caller } from '../base/caller.js'
import { HOST_LOGGER } from '../base/log.js'
import { Metrics } from '../base/metrics.js'
import { isStoreError, Problem, type ProblemCode } from '../base/problems.js'
import { Budgets } from '../limits/budgets.js'
import { isFinal, runIdAt } from '../runs/run-records.js'
import { RunStore } from '../runs/run-store.js'
import { type Firing, ScheduleStore, type StoredSchedule } from '../runs/schedule-store.js'
import { dueTimes, nextTimes } from '../runs/schedule-times.js'
import type { StoredJob } from '../storage/job-records.js'
import { AccountEvents } from '../webhooks/account-events.js'
import { Access } from './access.js'
import { JobCallers, schedulerOf } from './job-callers.js'

/** The name of the metric of pauses. */
export const schedulesPausedMetric = 'product_host_schedules_paused_total'

/** How often it is looked whether a schedule can go on whose pause ends by itself, in milliseconds. */
const lookEveryMs = 5 * 60_000

/** After how long a schedule is tried again that could not be fired, in milliseconds. */
const retryMs = 10_000

/** Refusals after which a due time is skipped. */
const skipping: readonly ProblemCode[] = ['rate_limited', 'call_budget_spent']

/** How the job of a schedule ended: for good, or until a time. */
export type ScheduleEnded = 'done' | { readonly nextAt: number }

/** Starts the runs of schedules that are due. What is done a second time, after a crash, starts nothing twice. */
@injectable()
export class ScheduleRunner {
  readonly #pauses: Counter<'code'>

  constructor(
    private readonly schedules: ScheduleStore,
    private readonly runs: RunStore,
    private readonly callers: JobCallers,
    private readonly access: Access,
    private readonly budgets: Budgets,
    private readonly disabled: DisabledAccounts,
    private readonly events: AccountEvents,
    private readonly securityEvents: SecurityEvents,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    { instruments }: Metrics
  ) {
    this.#pauses = new Counter({
      name: schedulesPausedMetric,
      help: 'Schedules that were paused by this host, by the code of the reason.',
      labelNames: ['code'],
      registers: [instruments]
    })
  }

  /** Fires the schedule of a claimed job. Whatever goes wrong, the schedule goes on. */
  async fire(claimed: StoredJob): Promise<ScheduleEnded> {
    try {
      return await this.#fire(claimed)
    } catch (error) {
      if (!isStoreError(error) && !(error instanceof Problem))
        this.logger.error(
          { account: claimed.account, schedule: claimed.job.id, err: error },
          'a schedule was not fired; retrying'
        )
      return { nextAt: this.clock.now() + retryMs }
    }
  }

  async #fire(claimed: StoredJob): Promise<ScheduleEnded> {
    const { account, job } = claimed
    const schedule = await this.schedules.get(account, job.id)
    if (!schedule?.enabled || schedule.paused?.isEnded) return 'done'
    const now = this.clock.now()
    const [nextAt] = nextTimes(schedule, now, 1)
    const found = await this.#admitted(claimed, schedule)
    if (found instanceof Problem) {
      const { code, detail } = found
      const isEnded = found.status === 401
      const since = schedule.paused?.since ?? now
      if (!schedule.paused) {
        await this.#announcePause(claimed, schedule, code)
        this.#pauses.inc({ code })
      }
      if (code === 'input_unreadable' && schedule.paused?.code !== code) await this.#reportUnreadable(account, schedule)
      const { nextAt: waiting } = schedule
      await this.schedules.advance(account, schedule, { nextAt: waiting, paused: { code, detail, since, isEnded } })
      return isEnded ? 'done' : { nextAt: Math.min(now + lookEveryMs, nextAt ?? Number.POSITIVE_INFINITY) }
    }
    const { started, missed } = dueTimes(schedule, schedule.nextAt, now, schedule.missed)
    await this.#recordMissed(schedule, account, missed)
    let { lastRun } = schedule
    for (const dueAt of started) lastRun = (await this.#start(found, schedule, dueAt, lastRun)) ?? lastRun
    const last = lastRun === undefined ? {} : { lastRun }
    await this.schedules.advance(account, schedule, { nextAt: nextAt ?? schedule.nextAt, ...last })
    return nextAt === undefined ? 'done' : { nextAt }
  }

  /** Records times that were missed, but for those that were dealt with before a crash. */
  async #recordMissed(schedule: StoredSchedule, account: string, missed: readonly number[]): Promise<void> {
    if (missed.length === 0) return
    const [last] = await this.schedules.firings(account, schedule.id, undefined, 1)
    const untold = missed.filter(time => time > (last?.dueAt ?? 0))
    const dueAt = untold.at(-1)
    if (dueAt !== undefined) await this.#record(schedule, account, { dueAt, skipped: 'missed', times: untold.length })
  }

  /** Starts the run of a due time, whose id follows from it; undefined if none is started. */
  async #start(caller: Caller, schedule: StoredSchedule, dueAt: number, lastRun?: string): Promise<string | undefined> {
    const { account } = caller
    const { slug, action, overlap } = schedule
    const id = runIdAt(`${schedule.id} ${dueAt}`, dueAt)
    const before = lastRun === undefined || lastRun === id ? undefined : await this.runs.get(account, lastRun)
    const overlaps = before !== undefined && !isFinal(before.status)
    if (overlaps && overlap === 'skip') {
      await this.#record(schedule, account, { dueAt, skipped: 'overlap' })
      return undefined
    }
    try {
      const after = overlaps && overlap === 'queue' ? { after: before.id } : {}
      const fields = this.schedules.fieldsOf(account, schedule)
      const asked = {
        id,
        slug,
        action,
        requestId: id,
        by: schedulerOf(caller),
        fields,
        schedule: schedule.id,
        count: () => this.budgets.take(caller),
        ...after
      }
      await this.runs.create(account, asked)
      await this.#record(schedule, account, { dueAt, run: id })
      return id
    } catch (error) {
      if (!(error instanceof Problem && skipping.includes(error.code))) throw error
      await this.#record(schedule, account, { dueAt, skipped: error.code })
      return undefined
    }
  }

  /** Tells the account that a schedule is paused, before that is stored: a crash in between tells the same once more. */
  async #announcePause({ account, job }: StoredJob, schedule: StoredSchedule, code: string): Promise<void> {
    const { id, slug, action, nextAt } = schedule
    const data = { scheduleId: id, productId: slug, action, code }
    await this.events.announce(account, { type: 'schedule.paused', id: `${id} ${job.at} ${nextAt}`, data })
  }

  /** Tells the operator and the account once that the input of a schedule cannot be decrypted. */
  async #reportUnreadable(account: string, { id, slug: product }: StoredSchedule): Promise<void> {
    this.logger.error(
      { account, schedule: id },
      'a schedule is paused: ENCRYPTION_KEYS lacks the key that its input was encrypted with'
    )
    await this.securityEvents.record(account, { kind: 'schedule_unreadable', product })
  }

  /** As whom a schedule runs now, or why it may not: what keeps only the product away is waited for by the run. */
  async #admitted(claimed: StoredJob, schedule: StoredSchedule): Promise<Caller | Problem> {
    const { slug, by } = schedule
    try {
      await this.disabled.refuse(claimed.account)
      const caller = await this.callers.find({ ...claimed, slug, scheduledBy: by })
      await this.access.admit(caller, this.access.product(slug))
      this.schedules.fieldsOf(claimed.account, schedule)
      return caller
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return error
      throw error
    }
  }

  async #record({ id }: StoredSchedule, account: string, firing: Omit<Firing, 'at'>): Promise<void> {
    await this.schedules.record(account, id, { ...firing, at: this.clock.now() })
  }
}
