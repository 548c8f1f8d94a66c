import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { inject, injectable, type Progress } from '@product-host/sdk'
import type { Logger } from 'pino'
import { DisabledAccounts } from '../accounts/keys/check-key.js'
import { SecurityEvents } from '../audit/security-events.js'
import { demoKeyId } from '../base/caller.js'
import { memberOf } from '../base/json.js'
import { HOST_LOGGER } from '../base/log.js'
import { asProblem, Problem, type ProblemCode } from '../base/problems.js'
import { problemReply, type Reply } from '../base/reply.js'
import { HookStore } from '../hooks/hook-store.js'
import { KnownVersions } from '../products/known-versions.js'
import { Registry } from '../products/registry.js'
import { Cancellation } from '../resilience/cancellation.js'
import { isFinal, type RunStatus, type StoredRun } from '../runs/run-records.js'
import { RunSignals } from '../runs/run-signals.js'
import { RunStore } from '../runs/run-store.js'
import type { StoredJob } from '../storage/job-records.js'
import type { Call, CallResult, CallRunner, Identified } from './call.js'
import { JobCallers } from './job-callers.js'
import { isSafeToRepeat } from './runs.js'

/** How often a process looks whether a run of its own was cancelled elsewhere, in milliseconds. */
const lookEveryMs = 1_000
/** The shortest time between two stored reports of progress, in milliseconds. */
const progressEveryMs = 500

/** How often an action that is safe to repeat is begun at most: hosts stop in the middle of one that ends them. */
const mostAttempts = 5

/** How often a run looks whether the one has ended that has to end before it, in milliseconds. */
const queuedMs = 1_000

/** Refusals that are no fault of a job or a run while another host serves another version of its product: that host may know better. */
export const mixedRefusals: readonly ProblemCode[] = ['unknown_action', 'invalid_input']

/** How long it waits then, in milliseconds. */
export const mixedMs = 5_000

/** What an attempt of a run goes on in. */
interface RunAttempt extends Pick<Call, 'cancellation' | 'span'> {
  readonly pipeline: CallRunner
}

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
    private readonly hooks: HookStore,
    private readonly events: SecurityEvents,
    private readonly known: KnownVersions,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /** Runs the run of a claimed job. What cancels the job puts the run back, if that does no harm. */
  async run(claimed: StoredJob, attempt: RunAttempt): Promise<RunEnded> {
    const { account, job } = claimed
    const after = memberOf(job.input, 'after')
    const before = typeof after === 'string' ? await this.store.get(account, after) : undefined
    if (before && !isFinal(before.status)) return { waitMs: queuedMs }
    const run = await this.store.begin(account, job.id, hostname())
    const ended = run ? await this.#attempt(account, run, claimed, attempt) : 'done'
    return ended === 'done' && (!run || run.follower) ? this.#follow(account, job.id) : ended
  }

  /** Starts what follows a run that has ended. */
  async #follow(account: string, id: string): Promise<RunEnded> {
    try {
      await this.store.follow(account, id)
      return 'done'
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'rate_limited') throw error
      return { waitMs: (error.options.retryAfter ?? 1) * 1_000 }
    }
  }

  async #attempt(
    account: string,
    run: StoredRun,
    claimed: StoredJob,
    { cancellation, span, pipeline }: RunAttempt
  ): Promise<RunEnded> {
    let fields: Record<string, unknown>
    try {
      fields = await this.store.fieldsOf(account, run)
    } catch (error) {
      return this.#fail(account, run, error, false)
    }
    if (run.status === 'running' && !(await isSafeToRepeat(this.registry, run, fields))) {
      await this.#finish(account, run, 'failed', problemReply(interrupted(), run.requestId))
      return 'done'
    }
    if (run.attempts > mostAttempts) {
      await this.#finish(account, run, 'failed', problemReply(abandoned(), run.requestId))
      return 'done'
    }
    const following = new Following(this.store, this.signals, { account, run, cancellation, logger: this.logger })
    let result: CallResult
    try {
      result = await pipeline.run({
        via: 'job',
        slug: run.slug,
        action: run.action,
        requestId: run.requestId,
        startedAt: performance.now(),
        endsAt: Number.POSITIVE_INFINITY,
        depth: 1,
        cancellation,
        span,
        isUnattended: run.schedule !== undefined,
        isFirstOfFollower: run.follows !== undefined && run.attempts === 1,
        // Nobody can sign in to the account of the demo key.
        confirmsBy: run.by.keyId === demoKeyId ? undefined : 'page',
        progress: progress => following.report(progress),
        identify: () => this.#identify({ ...claimed, slug: run.slug, scheduledBy: run.by }),
        read: () => ({ action: run.action, fields, issues: [] })
      })
      if (result.kind === 'accepted') throw new Error('The call of a run was accepted as another run.')
    } catch (error) {
      await following.end()
      return await this.#fail(account, run, error, following.isCancelled)
    }
    await following.end()
    // If the store does not take it, the run is not begun again: it may have done its work.
    await this.#finish(account, run, isSuccess(result) ? 'succeeded' : 'failed', result.reply)
    return 'done'
  }

  async #fail(account: string, run: StoredRun, error: unknown, isCancelled: boolean): Promise<RunEnded> {
    const problem = asProblem(error)
    const { code, options } = problem
    if (isCancelled) {
      await this.#finish(account, run, 'cancelled')
      return 'done'
    }
    if (code === 'shutting_down') {
      const mayBeRepeated = !options.mayHaveRun || !options.isFinal
      if (mayBeRepeated) await this.store.requeue(account, run)
      else await this.#finish(account, run, 'failed', problemReply(interrupted(), run.requestId))
      return mayBeRepeated ? 'stopped' : 'done'
    }
    if (mixedRefusals.includes(code) && (await this.known.isMixed(run.slug))) {
      await this.store.requeue(account, run)
      return { waitMs: mixedMs }
    }
    const hasBegun = options.mayHaveRun === true
    if (canWait.includes(code) && (!hasBegun || (await this.#mayBeginAgain(account, run)))) {
      await this.store.requeue(account, run, hasBegun)
      return { waitMs: (options.retryAfter ?? 1) * 1_000 }
    }
    if (problem.status === 500) this.logger.error({ run: run.id, err: error }, 'a run failed by a fault of the host')
    await this.#finish(account, run, 'failed', problemReply(problem, run.requestId))
    return 'done'
  }

  async #mayBeginAgain(account: string, run: StoredRun): Promise<boolean> {
    return run.attempts < mostAttempts && isSafeToRepeat(this.registry, run, await this.store.fieldsOf(account, run))
  }

  /** Ends a run. The owner of a hook is told of one that failed, once a day: nobody else reads its result. */
  async #finish(account: string, run: StoredRun, status: RunStatus, reply?: Reply): Promise<void> {
    await this.store.finish(account, run, status, reply)
    const { hook, slug: product } = run
    if (status !== 'failed' || hook === undefined || !(await this.hooks.isNoticeDue(account, hook))) return
    await this.events.record(account, { kind: 'hook_failed', product, keyId: hook })
  }

  async #identify(claimed: StoredJob): Promise<Identified> {
    await this.disabled.refuse(claimed.account)
    return { caller: await this.callers.find(claimed) }
  }
}

/** Faults of the host after which a run is begun later, if it was not begun or is safe to repeat. */
const canWait: readonly string[] = ['product_unavailable', 'overloaded', 'store_unavailable']

function interrupted(): Problem {
  return new Problem(
    'outcome_unknown',
    'The host stopped while it ran the action, and what was done is not known. The action is not safe to repeat, so it was not run again.'
  )
}

function abandoned(): Problem {
  return new Problem(
    'product_error',
    `The host stopped ${mostAttempts} times while it ran the action, so it was not run again.`
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
  readonly #ended = new AbortController()
  readonly #looking: Promise<void>
  #storing: Promise<void> | undefined
  #latest: Progress | undefined
  #reports = 0

  constructor(
    private readonly store: RunStore,
    private readonly signals: RunSignals,
    private readonly followed: FollowedRun
  ) {
    this.#looking = this.#look()
  }

  /** Whether somebody wished to cancel the run while it ran. */
  get isCancelled(): boolean {
    return this.#isCancelled
  }

  /** Stores a report, unless a later one comes within half a second. */
  report(progress: Progress): void {
    if (this.#ended.signal.aborted) return
    this.#latest = progress
    this.#storing ??= this.#store()
  }

  /** Resolves once the last report is stored. */
  async end(): Promise<void> {
    this.#ended.abort()
    await Promise.all([this.#storing, this.#looking])
  }

  async #store(): Promise<void> {
    const { account, run, logger } = this.followed
    const { signal } = this.#ended
    for (let progress = this.#latest; progress; progress = this.#latest) {
      this.#latest = undefined
      try {
        await this.store.addProgress(account, run, ++this.#reports, progress)
      } catch (error) {
        logger.warn({ run: run.id, err: error }, 'the progress of a run was not stored')
      }
      if (!signal.aborted) await delay(progressEveryMs, undefined, { signal }).catch(() => undefined)
    }
    this.#storing = undefined
  }

  async #look(): Promise<void> {
    const { account, run, cancellation, logger } = this.followed
    const { signal } = this.#ended
    const watch = this.signals.watch(run.id)
    while (!signal.aborted) {
      try {
        const stored = await this.store.get(account, run.id)
        if (stored?.cancelRequestedAt !== undefined && !isFinal(stored.status) && !signal.aborted) {
          this.#isCancelled = true
          cancellation.cancel('gone')
          break
        }
      } catch (error) {
        logger.warn({ run: run.id, err: error }, 'could not read whether a run was cancelled; retrying')
      }
      await watch.change(lookEveryMs, signal)
    }
    watch.stop()
  }
}
