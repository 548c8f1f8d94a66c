import { injectable } from '@product-host/sdk'
import type { Caller } from '../base/caller.js'
import { isoTime } from '../base/clock.js'
import { memberOf } from '../base/json.js'
import { Problem, type ProblemCode } from '../base/problems.js'
import { jsonReply, type Reply } from '../base/reply.js'
import { allScopes, coversAll } from '../base/scopes.js'
import { type ActionPlan, Registry } from '../products/registry.js'
import type { Follower } from '../runs/followers.js'
import { followerIdOf, isFinal, type RunStatus, type StoredRun } from '../runs/run-records.js'
import { RunSignals } from '../runs/run-signals.js'
import { type NewRun, type RunFilter, type RunOrigin, RunStore } from '../runs/run-store.js'
import { replayed } from '../storage/stored-reply.js'
import { mayExecute } from './access.js'
import type { Call } from './call.js'
import { schedulerOf } from './job-callers.js'

/** A call that is to be run later. */
interface AcceptedCall {
  readonly plan: ActionPlan
  readonly caller: Caller
  /** The checked input. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly call: Pick<Call, 'requestId' | 'span'>
  /** The run that its Idempotency-Key names; left out: a new one. */
  readonly id?: string | undefined
  readonly origin?: RunOrigin | undefined
  /** Counts it in budgets, if the run is new. */
  readonly count?: NewRun['count']
}

/** What a caller is told that asks for a run. */
interface AcceptedRun {
  /** `replay` where the run was accepted before. */
  readonly kind: 'accepted' | 'replay'
  readonly reply: Reply
}

/** Which runs are cancelled together: those with some ids, or all that have not ended, possibly of one product or action. */
export type RunSelection = { readonly ids: readonly string[] } | { readonly product?: string; readonly action?: string }

/** A run that was not cancelled. */
interface RefusedRun {
  /** Which of the ids, as a JSON Pointer. */
  readonly pointer: string
  readonly code: ProblemCode
  readonly detail: string
}

/** What is needed to run a run again. */
export interface RepeatedRun extends Pick<StoredRun, 'slug' | 'action'> {
  readonly fields: Record<string, unknown>
  /** What is run after it. */
  readonly follower?: Follower | undefined
}

/** A run as its caller sees it; times are ISO 8601. */
export interface RunView {
  readonly id: string
  readonly productId: string
  readonly action: string
  readonly status: RunStatus
  readonly createdAt: string
  readonly startedAt?: string
  readonly endedAt?: string
  readonly requestId: string
  readonly keyId: string
  readonly attempts: number
  readonly cancelRequestedAt?: string
  readonly replayOf?: string
  readonly schedule?: string
  readonly hook?: string
  /** The run after which it was started, and what is run after it. */
  readonly follows?: string
  readonly follower?: { readonly on: Follower['on']; readonly productId: string; readonly action: string }
  /** The run that its follower is. */
  readonly followedBy?: string
  readonly progress?: object
  /** The answer of a run that has ended, for a caller with every scope of the one who started it. */
  readonly result?: unknown
  /** The problem that ended it. */
  readonly problem?: unknown
  readonly links: { readonly self: string; readonly cancel?: string }
}

/** Which runs a caller asks for. */
export interface RunQuestion extends Omit<RunFilter, 'includes'> {
  readonly product?: string | undefined
}

/** What happens to a run: how far its action has come, or where the run is now. */
export type RunEvent =
  | { readonly event: 'progress'; readonly id: string; readonly data: object }
  | { readonly event: 'status'; readonly data: RunView }

/** How often a run is looked for in the store while somebody waits, in milliseconds: another process may run it. */
const lookEveryMs = 500
/** Runs that one request cancels at most. */
const mostCancelled = 1_000
/** Of these, how many at the same time. */
const cancelledAtOnce = 16
/** How often the key or session of those who follow a run is checked, in milliseconds. */
const checkEveryMs = 15_000

/** Calls that are accepted now and run later, and what becomes of them. */
@injectable()
export class Runs {
  constructor(
    private readonly store: RunStore,
    private readonly signals: RunSignals,
    private readonly registry: Registry
  ) {}

  /** How long a run is stored, in milliseconds. */
  get storedMs(): number {
    return this.store.storedMs
  }

  /**
   * Accepts a call as a run, which is durable then, or finds the run that its key names. Throws a 429 `Problem` while too many runs of the
   * account have not ended, and when a budget is spent.
   */
  async accept({ plan, caller, fields, call, id, origin, count }: AcceptedCall): Promise<AcceptedRun> {
    const { account } = caller
    const { slug } = plan.product
    const { requestId, span } = call
    const asked = { slug, action: plan.name, requestId, by: schedulerOf(caller), fields, id, count, span, ...origin }
    const { run, isNew } = await this.store.create(account, asked)
    const reply = acceptedReply(viewOf(run))
    return isNew ? { kind: 'accepted', reply } : { kind: 'replay', reply: replayed(reply) }
  }

  /** The answer of the run that a key names, for a request that does not ask for a run. Throws a 409 `Problem` before the run has ended. */
  async answer({ caller, id = '' }: AcceptedCall): Promise<AcceptedRun> {
    const reply = await this.store.replyOf(caller.account, id)
    if (reply) return { kind: 'replay', reply: replayed(reply) }
    const run = await this.store.get(caller.account, id)
    if (run?.status === 'cancelled')
      throw new Problem(
        'outcome_settled',
        `This Idempotency-Key names the run ${id}, which was cancelled. Send a new key.`
      )
    throw new Problem('idempotency_in_progress', `This Idempotency-Key names the run ${id}, which has no result.`, {
      retryAfter: 1,
      links: { run: runPath(id) }
    })
  }

  /** The runs that a caller may see, the newest first. */
  async list(caller: Caller, { product, ...filter }: RunQuestion) {
    const includes = (slug: string) => mayExecute(caller, slug) && (product === undefined || slug === product)
    const { runs, next } = await this.store.list(caller.account, { ...filter, includes })
    return { runs: runs.map(run => viewOf(run)), next }
  }

  /** A run with its result. Throws a 404 `Problem` for one that the caller may not see. */
  async show(caller: Caller, id: string): Promise<RunView> {
    return this.#shown(caller, await this.#find(caller, id))
  }

  /** The same, once the run has changed since a state with the given tag, or the time in milliseconds is over. */
  async changed(caller: Caller, id: string, isOld: (view: RunView) => boolean, ms: number, signal: AbortSignal) {
    return this.#wait(caller, id, isOld, ms, signal)
  }

  /** The same, once the run has ended, or the time in milliseconds is over. */
  async ended(caller: Caller, id: string, ms: number, signal: AbortSignal): Promise<RunView> {
    return this.#wait(caller, id, ({ status }) => !isFinal(status), ms, signal)
  }

  /** What a run came to, as it is sent to a caller that waited for it; undefined before it has ended. */
  async replyOf(caller: Caller, id: string): Promise<Reply | undefined> {
    const run = await this.#find(caller, id)
    return isFinal(run.status) && mayRead(caller, run) ? this.store.replyOf(caller.account, id) : undefined
  }

  /** Cancels a run: at once while it waits, otherwise by the signal of its action. */
  async cancel(caller: Caller, id: string): Promise<RunView> {
    const run = await this.#find(caller, id)
    if (!mayRead(caller, run)) throw lacksScopes()
    const cancelled = (await this.store.cancel(caller.account, id)) ?? run
    return this.#shown(caller, cancelled)
  }

  /** Cancels several runs, at most 1,000 of them; of those without an id, the ones that the caller may cancel. */
  async cancelAll(caller: Caller, selection: RunSelection) {
    const ids = 'ids' in selection ? selection.ids : await this.#openOf(caller, selection)
    const [runs, refused]: [RunView[], RefusedRun[]] = [[], []]
    for (const some of chunked(ids.slice(0, mostCancelled), cancelledAtOnce))
      await Promise.all(
        some.map(async id => {
          try {
            runs.push(await this.cancel(caller, id))
          } catch (error) {
            if (!(error instanceof Problem) || error.status >= 500) throw error
            refused.push({ pointer: `#/ids/${ids.indexOf(id)}`, code: error.code, detail: error.detail })
          }
        })
      )
    return { runs, refused, more: ids.length > mostCancelled }
  }

  /**
   * What is run again when a run is. Throws a `Problem`: 403 for a caller that lacks a scope of the one who started it, 404, and 409 for one
   * that has not failed, or that may have done its work where doing it twice may do harm, unless the caller says that this is meant.
   */
  async repeated(caller: Caller, id: string, mayRepeat: boolean): Promise<RepeatedRun> {
    const run = await this.#find(caller, id)
    if (!mayRead(caller, run)) throw lacksScopes()
    if (run.status !== 'failed' && run.status !== 'cancelled')
      throw new Problem(
        'run_not_failed',
        `The run is ${run.status}; only one that failed or was cancelled is run again.`
      )
    const fields = await this.store.fieldsOf(caller.account, run)
    if (
      !mayRepeat &&
      (await this.#mayHaveRun(caller.account, run)) &&
      !(await isSafeToRepeat(this.registry, run, fields))
    )
      throw new Problem(
        'outcome_unknown',
        'The action of this run may have done its work. Find out whether it has; to run it again all the same, send ?mayRepeat=true.'
      )
    return { slug: run.slug, action: run.action, fields, follower: this.store.followerOf(caller.account, run) }
  }

  /** Whether a run that has failed or was cancelled may have taken effect; a refusal says that it has not. */
  async #mayHaveRun(account: string, run: StoredRun): Promise<boolean> {
    if (run.startedAt === undefined) return false
    const reply = await this.store.replyOf(account, run.id)
    if (!reply || reply.status >= 500) return true
    return reply.status !== 200 && memberOf(JSON.parse(reply.text), 'code') === 'outcome_unknown'
  }

  /** The open runs of a selection that the caller may cancel. */
  async #openOf(caller: Caller, { product, action }: { readonly product?: string; readonly action?: string }) {
    const ids: string[] = []
    for await (const id of this.store.open(caller.account)) {
      const run = await this.store.get(caller.account, id)
      const isMeant =
        run && (product === undefined || run.slug === product) && (action === undefined || run.action === action)
      if (isMeant && mayExecute(caller, run.slug) && mayRead(caller, run)) ids.push(id)
      if (ids.length > mostCancelled) break
    }
    return ids
  }

  /**
   * What happens to a run, until it has ended: every report of progress after the one with an id, and the run whenever its state
   * differs from the one before, first of all as it is. Every 15 s the caller is read anew, and undefined comes.
   * Throws a `Problem`: 403 for a caller that lacks a scope of the one who started the run, 404.
   */
  async *events(
    callers: () => Promise<Caller>,
    id: string,
    after: string | undefined,
    signal: AbortSignal
  ): AsyncGenerator<RunEvent | undefined, void> {
    const watch = this.signals.watch(id)
    let [caller, checkedAt, last, known] = [await callers(), performance.now(), after, '']
    try {
      while (!signal.aborted) {
        if (performance.now() - checkedAt > checkEveryMs) {
          caller = await callers()
          checkedAt = performance.now()
          yield undefined
        }
        const run = await this.#find(caller, id)
        if (!mayRead(caller, run)) throw lacksScopes()
        for await (const report of this.store.progressAfter(caller.account, id, last)) {
          last = report.id
          yield { event: 'progress', id: report.id, data: report.progress }
        }
        const state = JSON.stringify(viewOf(run))
        if (state !== known) {
          known = state
          yield { event: 'status', data: isFinal(run.status) ? await this.#shown(caller, run) : viewOf(run) }
        }
        if (isFinal(run.status)) return
        await watch.change(lookEveryMs, signal)
      }
    } finally {
      watch.stop()
    }
  }

  async #wait(
    caller: Caller,
    id: string,
    goesOn: (view: RunView) => boolean,
    ms: number,
    signal: AbortSignal
  ): Promise<RunView> {
    const endsAt = performance.now() + ms
    const watch = this.signals.watch(id)
    try {
      for (;;) {
        const view = await this.show(caller, id)
        const left = endsAt - performance.now()
        if (!goesOn(view) || left <= 0 || signal.aborted) return view
        await watch.change(Math.min(left, lookEveryMs), signal)
      }
    } finally {
      watch.stop()
    }
  }

  async #find(caller: Caller, id: string): Promise<StoredRun> {
    const run = isRunId(id) ? await this.store.get(caller.account, id) : undefined
    if (!run || !mayExecute(caller, run.slug)) throw new Problem('not_found', 'This account has no run with this id.')
    return run
  }

  async #shown(caller: Caller, run: StoredRun): Promise<RunView> {
    const { account } = caller
    if (!mayRead(caller, run)) return viewOf(run)
    if (!isFinal(run.status)) {
      const progress = await this.store.progressOf(account, run.id)
      return { ...viewOf(run), ...(progress && { progress }) }
    }
    const reply = await this.store.replyOf(account, run.id)
    if (!reply) return viewOf(run)
    const body: unknown = JSON.parse(reply.text)
    return { ...viewOf(run), ...(reply.status === 200 ? { result: body } : { problem: body }) }
  }
}

function lacksScopes(): Problem {
  return new Problem('insufficient_scope', 'This run was started with a key that has scopes which this one lacks.')
}

/** Whether the action of a run may be run a second time without harm. */
export async function isSafeToRepeat(
  registry: Registry,
  { slug, action }: Pick<StoredRun, 'slug' | 'action'>,
  fields: Readonly<Record<string, unknown>>
): Promise<boolean> {
  const plan = registry.bySlug.get(slug)?.plans.get(action)
  return plan !== undefined && (await plan.served.effectsOf(fields)).isSafeToRepeat
}

function chunked<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size)
  )
}

/** The address of a run. */
export function runPath(id: string): string {
  return `/api/v1/products/runs/${id}`
}

/** The id of the run that an address names. */
export function runIdOf(path: string): string | undefined {
  const id = path.slice(path.lastIndexOf('/') + 1)
  return isRunId(id) ? id : undefined
}

/** Whether a text has the form of the id of a run. */
export function isRunId(text: string): boolean {
  return /^run_[0-9A-Z]{26}$/.test(text)
}

function acceptedReply(view: RunView): Reply {
  const headers = { Location: view.links.self, 'Retry-After': '1', 'Preference-Applied': 'respond-async' }
  return jsonReply(202, JSON.stringify(view), { ...headers, 'Cache-Control': 'no-store' })
}

function viewOf(run: StoredRun): RunView {
  const { id, slug, action, status, requestId, by, attempts, replayOf, schedule, hook, follows, follower } = run
  const followedBy = followerIdOf(run)
  const self = runPath(id)
  return {
    id,
    productId: slug,
    action,
    status,
    createdAt: isoTime(run.createdAt),
    ...(run.startedAt !== undefined && { startedAt: isoTime(run.startedAt) }),
    ...(run.endedAt !== undefined && { endedAt: isoTime(run.endedAt) }),
    ...(run.cancelRequestedAt !== undefined && { cancelRequestedAt: isoTime(run.cancelRequestedAt) }),
    ...(replayOf !== undefined && { replayOf }),
    ...(schedule !== undefined && { schedule }),
    ...(hook !== undefined && { hook }),
    ...(follows !== undefined && { follows }),
    ...(follower && { follower: { on: follower.on, productId: follower.slug, action: follower.action } }),
    ...(followedBy !== undefined && { followedBy }),
    requestId,
    keyId: by.keyId,
    attempts,
    links: isFinal(status) ? { self } : { self, cancel: `${self}/cancel` }
  }
}

/** Whether a caller has every scope of the one who started a run: its result may hold what only they allow. */
function mayRead({ scopes = allScopes }: Caller, { by }: StoredRun): boolean {
  return coversAll(scopes, by.scopes)
}
