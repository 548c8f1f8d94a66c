import { hash } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Job } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { DisabledAccounts } from '../accounts/disabled-accounts.js'
import { Cancellation } from '../fence/cancellation.js'
import { ErrandRunner } from '../jobs/errand-runner.js'
import { errandOf, hostAccount } from '../jobs/errands.js'
import { type DeadLetter, JobBook } from '../jobs/job-book.js'
import { Problem, problems } from '../problems.js'
import { Registry } from '../products/registry.js'
import { StoreUnavailable } from '../storage/errors.js'
import type { KeptJob } from '../storage/job-records.js'
import { LINES } from '../tokens.js'
import type { Identified } from './call.js'
import { JobCallers } from './job-callers.js'
import { Pipeline } from './pipeline.js'

/** How often a process looks for what is due, in milliseconds. */
const lookEveryMs = 250
/** Jobs that one process runs at once. */
const mostAtOnce = 16
/** What a lease has beyond the deadline of its run, in milliseconds. */
const leaseReserveMs = 10_000
/** The lease of an errand of the host's own, in milliseconds. */
const errandLeaseMs = 60_000

/** How a run of a job ended. */
type Ended =
  | 'done'
  | 'stopped'
  | { readonly waitMs: number }
  | { readonly error: DeadLetter['error']; readonly isRetryable: boolean }

/** Runs what is due, of all accounts and products, beside any number of other processes that do the same. */
@injectable()
export class JobRunner {
  readonly #running = new Set<Promise<void>>()
  readonly #cancellations = new Set<Cancellation>()
  #isStopped = false
  /** The claiming of due jobs that was begun last. */
  #claiming: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  #couldLook = true

  constructor(
    private readonly book: JobBook,
    private readonly callers: JobCallers,
    private readonly pipeline: Pipeline,
    private readonly registry: Registry,
    private readonly errands: ErrandRunner,
    private readonly disabled: DisabledAccounts,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LINES) private readonly lines: Lines
  ) {}

  start(): void {
    this.#timer = setTimeout(() => this.#look(), lookEveryMs).unref()
  }

  /** Gives up what runs; it is put back and runs again elsewhere or after the next start. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isStopped = true
    for (const cancellation of this.#cancellations) cancellation.cancel('stopping')
    await this.#claiming
    await Promise.all(this.#running)
  }

  /** Runs what is due now, and resolves when it has ended. */
  async runDue(): Promise<void> {
    await this.#begin()
    await Promise.all(this.#running)
  }

  async #look(): Promise<void> {
    try {
      await this.#begin()
      this.#couldLook = true
    } catch (error) {
      if (this.#couldLook)
        this.lines.error({ err: error }, 'due jobs cannot be looked for; it is tried again and again')
      this.#couldLook = false
    }
    if (!this.#isStopped) this.start()
  }

  async #begin(): Promise<void> {
    const claiming = this.#claimDue()
    this.#claiming = claiming.catch(() => undefined)
    await claiming
  }

  async #claimDue(): Promise<void> {
    const free = mostAtOnce - this.#running.size
    if (free <= 0) return
    for (const due of await this.book.due(free)) {
      if (this.#isStopped) return
      const claimed = await this.book.claim(due, kept => this.#leaseMs(kept))
      if (!claimed) continue
      const run = this.#run(claimed)
        .catch(error =>
          this.lines.error({ ...about(claimed), err: error }, 'the end of a job was not recorded; it runs again')
        )
        .finally(() => this.#running.delete(run))
      this.#running.add(run)
    }
  }

  async #run(claimed: KeptJob): Promise<void> {
    const startedAt = performance.now()
    const ended = await this.#execute(claimed)
    const outcome = await this.#record(claimed, ended)
    const ms = Math.round(performance.now() - startedAt)
    const error = typeof ended === 'object' && 'error' in ended ? { code: ended.error.code } : {}
    this.lines.info({ ...about(claimed), attempt: claimed.attempts, ms, outcome, ...error }, 'job')
  }

  async #execute(claimed: KeptJob): Promise<Ended> {
    if (claimed.account === hostAccount) return this.#runErrand(claimed.job)
    const { slug, job, attempts, stamp } = claimed
    const cancellation = new Cancellation()
    if (this.#isStopped) cancellation.cancel('stopping')
    this.#cancellations.add(cancellation)
    try {
      const result = await this.pipeline.run({
        via: 'job',
        slug,
        action: job.action,
        requestId: `job-${stamp}`,
        startedAt: performance.now(),
        endsAt: Number.POSITIVE_INFINITY,
        depth: 1,
        cancellation,
        job: { id: job.id, attempt: attempts },
        identify: () => this.#identify(claimed),
        read: () => ({ action: job.action, fields: structuredClone(job.input) as Record<string, unknown>, faults: [] })
      })
      if (result.kind === 'replay') throw new Error('A job has no Idempotency-Key.')
      const { ok, detail } = result.answer
      return ok ? 'done' : failure(detail.error)
    } catch (error) {
      if (error instanceof StoreUnavailable)
        return { error: { code: 'store_unavailable', message: error.message }, isRetryable: true }
      if (!(error instanceof Problem)) throw error
      if (error.code === 'shutting_down') return 'stopped'
      if (error.code === 'product_unavailable' || error.code === 'overloaded')
        return { waitMs: (error.options.retryAfter ?? 1) * 1000 }
      const isRetryable =
        'retryable' in problems[error.code] || error.code === 'product_error' || error.code === 'invalid_output'
      return { error: { code: error.code, message: error.detail }, isRetryable }
    } finally {
      this.#cancellations.delete(cancellation)
    }
  }

  async #identify(claimed: KeptJob): Promise<Identified> {
    await this.disabled.refuse(claimed.account)
    return { caller: await this.callers.find(claimed) }
  }

  async #runErrand(job: Job): Promise<Ended> {
    try {
      await this.errands.run(errandOf(job))
      return 'done'
    } catch (error) {
      this.lines.error({ job: job.id, err: error }, 'the host failed at an errand of its own')
      return { error: { code: 'errand_failed', message: String(error) }, isRetryable: true }
    }
  }

  async #record(claimed: KeptJob, ended: Ended): Promise<'done' | 'stopped' | 'waiting' | 'retrying' | 'dead'> {
    if (ended === 'done') await this.book.finish(claimed)
    else if (ended === 'stopped') await this.book.postpone(claimed, this.clock.now(), claimed.attempts - 1)
    else if ('waitMs' in ended) {
      await this.book.postpone(claimed, this.clock.now() + ended.waitMs, claimed.attempts - 1)
      return 'waiting'
    } else {
      const delayMs = ended.isRetryable ? delayOf(claimed) : undefined
      if (delayMs === undefined) await this.book.bury(claimed, ended.error)
      else await this.book.postpone(claimed, this.clock.now() + delayMs)
      return delayMs === undefined ? 'dead' : 'retrying'
    }
    return ended
  }

  /** Long enough that no other process takes the job while its run may go on. */
  #leaseMs({ account, slug, job }: KeptJob): number {
    if (account === hostAccount) return errandLeaseMs
    return leaseReserveMs + (this.registry.find(slug)?.plans.get(job.action)?.deadlineMs ?? 0)
  }
}

/** Milliseconds until the next try, moved by the job's jitter, by the same amount for the same try; undefined after the last. */
function delayOf({ job, attempts }: KeptJob): number | undefined {
  const delay = job.retry?.delaysMs[attempts - 1]
  if (delay === undefined) return undefined
  const share = Number.parseInt(hash('sha256', `${job.id} ${attempts}`).slice(0, 8), 16) / 0xffffffff
  return delay * (1 + (job.retry?.jitter ?? 0.2) * (2 * share - 1))
}

function failure(error: unknown): Ended {
  const { code, message, retryable } = error as { code: string; message: string; retryable: boolean }
  return { error: { code, message }, isRetryable: retryable }
}

function about({ account, slug, job }: KeptJob): Record<string, unknown> {
  return { account, product: slug, job: job.id, action: job.action }
}
