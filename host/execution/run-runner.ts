import { hostname } from 'node:os'
import { inject, injectable, type Progress } from '@product-host/sdk'
import type { Logger } from 'pino'
import { DisabledAccounts } from '../accounts/keys/check-key.js'
import { demoKeyId } from '../base/caller.js'
import { HOST_LOGGER } from '../base/log.js'
import { asProblem, Problem } from '../base/problems.js'
import { problemReply } from '../base/reply.js'
import { Registry } from '../products/registry.js'
import { Cancellation } from '../resilience/cancellation.js'
import { RunSignals } from '../runs/run-signals.js'
import { isFinal, RunStore, type StoredRun } from '../runs/run-store.js'
import type { StoredJob } from '../storage/job-records.js'
import type { CallResult, CallRunner, Identified } from './call.js'
import { JobCallers } from './job-callers.js'

/** How often a process looks whether a run of its own was cancelled elsewhere, in milliseconds. */
const lookEveryMs = 1_000
/** The shortest time between two stored reports of progress, in milliseconds. */
const progressEveryMs = 500

/** How the job of a run ended: for good, for now, or until a time in milliseconds is over. */
export type RunEnded = 'done' | 'stopped' | { readonly waitMs: number }

/** Runs what was accepted to be run later: the job of a run is run at least once, its action at most as often as does no harm. */
@injectable()
export class RunRunner {
  constructor(
    private readonly store: RunStore,
    private readonly signals: RunSignals,
    private readonly callers: JobCallers,
    private readonly registry: Registry,
    private readonly disabled: DisabledAccounts,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /** Runs the run of a claimed job. What cancels the job puts the run back, if that does no harm. */
  async run(claimed: StoredJob, cancellation: Cancellation, pipeline: CallRunner): Promise<RunEnded> {
    const { account, job } = claimed
    const run = await this.store.begin(account, job.id, hostname())
    if (!run) return 'done'
    if (run.status === 'running' && !(await this.#isSafeToRepeat(account, run))) {
      await this.store.finish(account, run, 'failed', problemReply(interrupted(), run.requestId))
      return 'done'
    }
    const following = new Following(this.store, this.signals, { account, run, cancellation, logger: this.logger })
    try {
      const fields = this.store.fieldsOf(account, run)
      const result = await pipeline.run({
        via: 'job',
        slug: run.slug,
        action: run.action,
        requestId: run.requestId,
        startedAt: performance.now(),
        endsAt: Number.POSITIVE_INFINITY,
        depth: 1,
        cancellation,
        // Nobody can sign in to the account of the demo key.
        confirmsBy: run.by.keyId === demoKeyId ? undefined : 'page',
        progress: progress => following.report(progress),
        identify: () => this.#identify({ ...claimed, slug: run.slug, scheduledBy: run.by }),
        read: () => ({ action: run.action, fields, issues: [] })
      })
      if (result.kind === 'accepted') throw new Error('The call of a run was accepted as another run.')
      await this.store.finish(account, run, isSuccess(result) ? 'succeeded' : 'failed', result.reply)
      return 'done'
    } catch (error) {
      return await this.#fail(account, run, error, following.isCancelled)
    } finally {
      following.end()
    }
  }

  async #fail(account: string, run: StoredRun, error: unknown, isCancelled: boolean): Promise<RunEnded> {
    const problem = asProblem(error)
    const { code, options } = problem
    if (isCancelled) {
      await this.store.finish(account, run, 'cancelled')
      return 'done'
    }
    if (code === 'shutting_down') {
      const mayBeRepeated = !options.mayHaveRun || !options.isFinal
      if (mayBeRepeated) await this.store.requeue(account, run)
      else await this.store.finish(account, run, 'failed', problemReply(interrupted(), run.requestId))
      return mayBeRepeated ? 'stopped' : 'done'
    }
    if (canWait.includes(code) && !options.mayHaveRun) {
      await this.store.requeue(account, run)
      return { waitMs: (options.retryAfter ?? 1) * 1_000 }
    }
    if (problem.status === 500) this.logger.error({ run: run.id, err: error }, 'a run failed by a fault of the host')
    await this.store.finish(account, run, 'failed', problemReply(problem, run.requestId))
    return 'done'
  }

  async #identify(claimed: StoredJob): Promise<Identified> {
    await this.disabled.refuse(claimed.account)
    return { caller: await this.callers.find(claimed) }
  }

  async #isSafeToRepeat(account: string, run: StoredRun): Promise<boolean> {
    const plan = this.registry.bySlug.get(run.slug)?.plans.get(run.action)
    if (!plan) return false
    return (await plan.served.effectsOf(this.store.fieldsOf(account, run))).isSafeToRepeat
  }
}

/** Refusals of a call that was not begun, after which it is begun later. */
const canWait: readonly string[] = ['product_unavailable', 'overloaded', 'store_unavailable']

function interrupted(): Problem {
  return new Problem(
    'outcome_unknown',
    'The host stopped while it ran the action, and what was done is not known. The action is not safe to repeat, so it was not run again.'
  )
}

/** Whether a call was answered with success, or replays that of a plan which the account holder has confirmed. */
function isSuccess(result: CallResult): boolean {
  if (result.kind === 'answer') return result.answer.ok
  return result.reply.status === 200 && JSON.parse(result.reply.text).ok === true
}

interface FollowedRun {
  readonly account: string
  readonly run: StoredRun
  readonly cancellation: Cancellation
  readonly logger: Logger
}

/** A run that runs here: passes a wish to cancel it to its action, and stores how far it has come. */
class Following {
  #isCancelled = false
  #hasEnded = false
  readonly #ended = new AbortController()
  #reportedAt = Number.NEGATIVE_INFINITY
  #storing: Promise<void> = Promise.resolve()

  constructor(
    private readonly store: RunStore,
    private readonly signals: RunSignals,
    private readonly followed: FollowedRun
  ) {
    void this.#look()
  }

  /** Whether somebody wished to cancel the run while it ran. */
  get isCancelled(): boolean {
    return this.#isCancelled
  }

  report(progress: Progress): void {
    const now = performance.now()
    if (this.#hasEnded || now - this.#reportedAt < progressEveryMs) return
    this.#reportedAt = now
    const { account, run, logger } = this.followed
    this.#storing = this.#storing
      .then(() => this.store.setProgress(account, run.id, progress))
      .catch(error => logger.warn({ run: run.id, err: error }, 'the progress of a run was not stored'))
  }

  end(): void {
    this.#hasEnded = true
    this.#ended.abort()
  }

  async #look(): Promise<void> {
    const { account, run, cancellation, logger } = this.followed
    while (!this.#hasEnded) {
      try {
        const stored = await this.store.get(account, run.id)
        if (stored?.cancelRequestedAt !== undefined && !isFinal(stored.status)) {
          this.#isCancelled = true
          cancellation.cancel('gone')
          return
        }
      } catch (error) {
        logger.warn({ run: run.id, err: error }, 'could not read whether a run was cancelled; retrying')
      }
      await this.signals.change(run.id, lookEveryMs, this.#ended.signal)
    }
  }
}
