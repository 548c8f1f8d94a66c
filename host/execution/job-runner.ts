import { setImmediate as turn } from 'node:timers/promises'
import { CLOCK, type Clock, inject, injectable, type Job } from '@product-host/sdk'
import { nextTime, retryDelayMs, UnreadableRecord } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import { DisabledAccounts } from '../accounts/keys/check-key.js'
import { memberOf } from '../base/json.js'
import { HOST_LOGGER } from '../base/log.js'
import { Problem, type ProblemCode, problems, StoreRefusal, StoreUnavailable } from '../base/problems.js'
import { type DeadLetter, JobStore, type ReadyJob } from '../jobs/job-store.js'
import { JobTurns } from '../jobs/job-turns.js'
import { hostAccount, systemJobOf } from '../jobs/system-jobs.js'
import { KnownVersions } from '../products/known-versions.js'
import { Registry } from '../products/registry.js'
import { Cancellation } from '../resilience/cancellation.js'
import { RunSignals } from '../runs/run-signals.js'
import { runJobOwner } from '../runs/run-store.js'
import { scheduleJobOwner } from '../runs/schedule-store.js'
import { Hold } from '../storage/hold.js'
import type { StoredJob } from '../storage/job-records.js'
import { type Span, TRACING, type Tracing, within } from '../tracing/spans.js'
import { webhookJobOwner } from '../webhooks/account-events.js'
import type { Identified } from './call.js'
import { JobCallers } from './job-callers.js'
import { Pipeline } from './pipeline.js'
import { mixedMs, mixedRefusals, RunRunner } from './run-runner.js'
import { ScheduleRunner } from './schedule-runner.js'
import { SystemJobRunner } from './system-job-runner.js'
import { WebhookRunner } from './webhooks/runner.js'

/** How often a process looks for what is due, in milliseconds. */
const lookEveryMs = 250

/** Jobs that are started before the event loop turns. */
const mostStarted = 32

/** What a lease has beyond the deadline of its run, in milliseconds. */
const leaseReserveMs = 10_000

/** The lease of a job that runs no action, in milliseconds. */
const systemJobLeaseMs = 60_000

/** How often a job is tried whose budget is spent, in milliseconds: its owner may raise it. */
const budgetLookMs = 5 * 60_000

/** What a job is run again after, although a caller is not told to send the same request again. */
const faults: readonly ProblemCode[] = ['internal_error', 'product_error', 'invalid_output']

/** What traces call the jobs that are not of a product. */
const ownJobs: Readonly<Record<string, string>> = {
  [scheduleJobOwner]: 'schedule',
  [webhookJobOwner]: 'webhook',
  [runJobOwner]: 'run'
}

/** How a run of a job ended. */
type Ended =
  | 'done'
  | 'stopped'
  | { readonly waitMs: number }
  | { readonly nextAt: number }
  | {
      readonly error: DeadLetter['error']
      readonly isRetryable: boolean
      readonly retryAfterMs?: number
      /** Whether the key that scheduled the job has ended: a recurring one does not come again. */
      readonly isKeyEnded?: boolean
    }

/** Runs what is due, of all accounts and products, beside any number of other processes that do the same. */
@injectable()
export class JobRunner {
  readonly #turns: JobTurns
  readonly #running = new Set<Promise<void>>()
  readonly #cancellations = new Set<Cancellation>()
  #isStopped = false
  #timer: NodeJS.Timeout | undefined
  /** The moving of due jobs that is under way. */
  #moving: Promise<void> = Promise.resolve()
  /** The filling of free places that is under way, and whether a place was given back since it last found nothing to start. */
  #filling: Promise<void> | undefined
  #hasRoom = false
  #couldLook = true

  constructor(
    private readonly store: JobStore,
    private readonly callers: JobCallers,
    private readonly pipeline: Pipeline,
    private readonly registry: Registry,
    private readonly systemJobs: SystemJobRunner,
    private readonly runs: RunRunner,
    private readonly schedules: ScheduleRunner,
    private readonly webhooks: WebhookRunner,
    signals: RunSignals,
    private readonly disabled: DisabledAccounts,
    private readonly known: KnownVersions,
    private readonly hold: Hold,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    @inject(TRACING) private readonly tracing: Tracing
  ) {
    this.#turns = new JobTurns(store)
    signals.onAccepted(() => void this.#fillAndReport())
  }

  start(): void {
    this.#timer = setTimeout(() => this.#look(), lookEveryMs).unref()
  }

  /** Cancels the jobs that run; they are put back and run again elsewhere or after the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isStopped = true
    for (const cancellation of this.#cancellations) cancellation.cancel('stopping')
    await this.#moving
    await this.#filling?.catch(() => undefined)
    await Promise.all(this.#running)
  }

  /** Runs what is due now, and resolves when it has ended. */
  async runDue(): Promise<void> {
    await this.#moveDue()
    do {
      await this.#fill()
      await Promise.all(this.#running)
    } while (this.#running.size > 0)
  }

  async #look(): Promise<void> {
    const looking = this.#moveDue()
    this.#moving = looking.catch(() => undefined)
    void this.#fillAndReport()
    try {
      await looking
      void this.#fillAndReport()
    } catch (error) {
      this.#reportLook(error)
    }
    if (!this.#isStopped) this.start()
  }

  async #moveDue(): Promise<void> {
    if (await this.hold.read()) return
    while (!this.#isStopped && (await this.store.moveDue())) void this.#fillAndReport()
  }

  async #fillAndReport(): Promise<void> {
    try {
      await this.#fill()
      this.#couldLook = true
    } catch (error) {
      this.#reportLook(error)
    }
  }

  /** Once while it lasts; each record that cannot be read. */
  #reportLook(error: unknown): void {
    if (this.#couldLook || error instanceof UnreadableRecord)
      this.logger.error({ err: error }, 'could not read due jobs; retrying')
    if (!(error instanceof UnreadableRecord)) this.#couldLook = false
  }

  /** Starts jobs for as long as there is a place and one that is ready for it. */
  #fill(): Promise<void> {
    this.#hasRoom = true
    this.#filling ??= this.#startReady().finally(() => {
      this.#filling = undefined
    })
    return this.#filling
  }

  async #startReady(): Promise<void> {
    while (this.#hasRoom && !this.#isStopped && !this.hold.held) {
      this.#hasRoom = false
      for (let started = 0; started < mostStarted; started++) {
        const ready = await this.#turns.take()
        if (!ready || this.#isStopped) break
        this.#startJob(ready)
        this.#hasRoom = true
      }
      // Where neither the store nor a job waits for anything outside, the event loop would not turn until all jobs have ended.
      await turn()
    }
  }

  #startJob(ready: ReadyJob): void {
    const run = this.#run(ready).finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Its place is free when it has ended, while that is being stored. */
  async #run(ready: ReadyJob): Promise<void> {
    const claimed = await this.#claim(ready)
    if (!claimed) return
    const startedAt = performance.now()
    try {
      const ended = await this.#execute(claimed).finally(() => this.#turns.leave(ready))
      if (canGoOn(ended)) void this.#fillAndReport()
      const outcome = await this.#record(claimed, ended)
      const ms = Math.round(performance.now() - startedAt)
      const error = typeof ended === 'object' && 'error' in ended ? { code: ended.error.code } : {}
      this.logger.info({ ...about(claimed), attempt: claimed.attempts, ms, outcome, ...error }, 'job')
    } catch (error) {
      this.logger.error({ ...about(claimed), err: error }, 'the result of a job was not stored; the job runs again')
    }
  }

  /** Claims a job; where it cannot be claimed, its place is free again. */
  async #claim(ready: ReadyJob): Promise<StoredJob | undefined> {
    let isReadable = true
    try {
      const claimed = await this.store.claim(ready.entry, job => this.#leaseMs(job))
      if (claimed) return claimed
    } catch (error) {
      isReadable = error instanceof UnreadableRecord
      this.#reportLook(error)
    }
    this.#turns.leave(ready)
    if (isReadable) void this.#fillAndReport()
    return undefined
  }

  /** Runs a job, in a trace of its own that is linked to the call which scheduled it. */
  async #execute(claimed: StoredJob): Promise<Ended> {
    const { slug, job, traceparent } = claimed
    const name = ownJobs[slug] ?? `job ${slug}.${job.action}`
    const from = traceparent === undefined ? undefined : ({ traceparent, of: 'cause' } as const)
    const span = claimed.account === hostAccount ? undefined : this.tracing.begin(name, 'consumer', from)
    if (!span) return this.#executeIn(undefined, claimed)
    span.set({ 'product_host.attempt': claimed.attempts })
    const failureOf = (ended: Ended) => (typeof ended === 'object' && 'error' in ended ? ended.error.code : undefined)
    return within(span, () => this.#executeIn(span, claimed), failureOf)
  }

  async #executeIn(span: Span | undefined, claimed: StoredJob): Promise<Ended> {
    if (claimed.account === hostAccount) return this.#runSystemJob(claimed.job)
    const { slug, job, attempts, stamp } = claimed
    const cancellation = new Cancellation()
    if (this.#isStopped) cancellation.cancel('stopping')
    this.#cancellations.add(cancellation)
    try {
      if (slug === scheduleJobOwner) return await this.schedules.fire(claimed)
      if (slug === webhookJobOwner) return await this.webhooks.run(claimed, cancellation.signal)
      if (slug === runJobOwner) return await this.runs.run(claimed, { cancellation, span, pipeline: this.pipeline })
      const result = await this.pipeline.run({
        via: 'job',
        slug,
        action: job.action,
        requestId: `job-${stamp}`,
        startedAt: performance.now(),
        endsAt: Number.POSITIVE_INFINITY,
        depth: 1,
        cancellation,
        span,
        job: { id: job.id, attempt: attempts },
        isUnattended: true,
        identify: () => this.#identify(claimed),
        read: () => ({ action: job.action, fields: structuredClone(job.input) as Record<string, unknown>, issues: [] })
      })
      if (result.kind !== 'answer') throw new Error('A job has no Idempotency-Key.')
      const { ok, detail } = result.answer
      return ok ? 'done' : failure(detail.error)
    } catch (error) {
      if (error instanceof StoreUnavailable)
        return { error: { code: 'store_unavailable', message: error.message }, isRetryable: true }
      if (error instanceof StoreRefusal)
        return { error: { code: 'internal_error', message: error.message }, isRetryable: true }
      if (!(error instanceof Problem)) throw error
      if (error.code === 'shutting_down') return 'stopped'
      if (error.code === 'product_unavailable' || (error.code === 'overloaded' && !error.options.mayHaveRun))
        return { waitMs: (error.options.retryAfter ?? 1) * 1000 }
      if (error.code === 'call_budget_spent')
        return { waitMs: Math.min((error.options.retryAfter ?? 1) * 1000, budgetLookMs) }
      if (mixedRefusals.includes(error.code) && (await this.known.isMixed(slug))) return { waitMs: mixedMs }
      const isRetryable = 'retryable' in problems[error.code] || faults.includes(error.code)
      return { error: { code: error.code, message: error.detail }, isRetryable, isKeyEnded: error.status === 401 }
    } finally {
      this.#cancellations.delete(cancellation)
    }
  }

  async #identify(claimed: StoredJob): Promise<Identified> {
    await this.disabled.refuse(claimed.account)
    return { caller: await this.callers.find(claimed) }
  }

  async #runSystemJob(job: Job): Promise<Ended> {
    try {
      await this.systemJobs.run(systemJobOf(job))
      return 'done'
    } catch (error) {
      this.logger.error({ job: job.id, err: error }, 'a system job failed')
      return { error: { code: 'errand_failed', message: String(error) }, isRetryable: true }
    }
  }

  async #record(claimed: StoredJob, ended: Ended): Promise<'done' | 'stopped' | 'waiting' | 'retrying' | 'dead'> {
    const { every, at } = claimed.job
    const again = every && nextTime(every, at, this.clock.now())
    if (ended === 'done')
      await (again === undefined ? this.store.finish(claimed) : this.store.postpone(claimed, again, 0))
    else if (ended === 'stopped') await this.store.postpone(claimed, this.clock.now(), claimed.attempts - 1)
    else if ('nextAt' in ended) {
      await this.store.postpone(claimed, ended.nextAt, 0)
      return 'done'
    } else if ('waitMs' in ended) {
      await this.store.postpone(claimed, this.clock.now() + ended.waitMs, claimed.attempts - 1)
      return 'waiting'
    } else {
      const { error, isRetryable, retryAfterMs = 0, isKeyEnded } = ended
      if (again !== undefined && !isKeyEnded) {
        await this.store.postpone(claimed, again, 0)
        return 'retrying'
      }
      const delayMs = isRetryable ? retryDelayMs(claimed.job, claimed.attempts) : undefined
      if (delayMs === undefined) await this.store.deadLetter(claimed, error)
      else await this.store.postpone(claimed, this.clock.now() + Math.max(delayMs, retryAfterMs))
      return delayMs === undefined ? 'dead' : 'retrying'
    }
    return ended
  }

  /** Long enough that no other process takes the job while its run may go on. */
  #leaseMs({ account, slug, job }: StoredJob): number {
    if (account === hostAccount || slug === scheduleJobOwner || slug === webhookJobOwner) return systemJobLeaseMs
    const product = slug === runJobOwner ? String(memberOf(job.input, 'product')) : slug
    return leaseReserveMs + (this.registry.bySlug.get(product)?.plans.get(job.action)?.deadlineMs ?? 0)
  }
}

/** Whether the next job may start at once: not if this one could not run now, since the next one may fare the same. */
function canGoOn(ended: Ended): boolean {
  return ended !== 'stopped' && !(typeof ended === 'object' && 'waitMs' in ended)
}

function failure(error: unknown): Ended {
  const { code, message, retryable, retryAfterMs = 0, isPostponed } = error as FailedAnswer
  if (retryable && isPostponed) return { waitMs: retryAfterMs }
  return { error: { code, message }, isRetryable: retryable, retryAfterMs }
}

/** `detail.error` of an answer. */
interface FailedAnswer {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly retryAfterMs?: number
  readonly isPostponed?: boolean
}

function about({ account, slug, job }: StoredJob): Record<string, unknown> {
  return { account, product: slug, job: job.id, action: job.action }
}
