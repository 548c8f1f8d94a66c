import { injectable } from '@product-host/sdk'
import type { Caller } from '../base/caller.js'
import { isoTime } from '../base/clock.js'
import { Problem } from '../base/problems.js'
import { jsonReply, type Reply } from '../base/reply.js'
import { allScopes, covers } from '../base/scopes.js'
import type { ActionPlan } from '../products/registry.js'
import { RunSignals } from '../runs/run-signals.js'
import { isFinal, type RunFilter, type RunStatus, RunStore, type StoredRun } from '../runs/run-store.js'

/** A call that is to be run later. */
interface AcceptedCall {
  readonly plan: ActionPlan
  readonly caller: Caller
  /** The checked input. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestId: string
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

/** How often a run is looked for in the store while somebody waits, in milliseconds: another process may run it. */
const lookEveryMs = 500

/** Calls that are accepted now and run later, and what becomes of them. */
@injectable()
export class Runs {
  constructor(
    private readonly store: RunStore,
    private readonly signals: RunSignals
  ) {}

  /** Accepts a call as a run, which is durable then. Throws a 429 `Problem` while too many runs of the account have not ended. */
  async accept({ plan, caller, fields, requestId }: AcceptedCall): Promise<Reply> {
    const { account, keyId, scopes = allScopes, sessionGeneration } = caller
    const by = { keyId, scopes, ...(sessionGeneration !== undefined && { sessionGeneration }) }
    const { slug } = plan.product
    const run = await this.store.create(account, { slug, action: plan.name, requestId, by, fields })
    return acceptedReply(viewOf(run))
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
    if (!mayRead(caller, run))
      throw new Problem('insufficient_scope', 'This run was started with a key that has scopes which this one lacks.')
    const cancelled = (await this.store.cancel(caller.account, id)) ?? run
    return this.#shown(caller, cancelled)
  }

  async #wait(
    caller: Caller,
    id: string,
    goesOn: (view: RunView) => boolean,
    ms: number,
    signal: AbortSignal
  ): Promise<RunView> {
    const endsAt = performance.now() + ms
    for (;;) {
      const view = await this.show(caller, id)
      const left = endsAt - performance.now()
      if (!goesOn(view) || left <= 0 || signal.aborted) return view
      await this.signals.change(id, Math.min(left, lookEveryMs), signal)
    }
  }

  async #find(caller: Caller, id: string): Promise<StoredRun> {
    const run = await this.store.get(caller.account, id)
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

/** The address of a run. */
export function runPath(id: string): string {
  return `/api/v1/products/runs/${id}`
}

/** The id of the run that an address names. */
export function runIdOf(path: string): string | undefined {
  return /\/runs\/(run_[0-9A-Z]{26})$/.exec(path)?.[1]
}

function acceptedReply(view: RunView): Reply {
  const headers = { Location: view.links.self, 'Retry-After': '1', 'Preference-Applied': 'respond-async' }
  return jsonReply(202, JSON.stringify(view), { ...headers, 'Cache-Control': 'no-store' })
}

function viewOf(run: StoredRun): RunView {
  const { id, slug, action, status, requestId, by, attempts } = run
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
    requestId,
    keyId: by.keyId,
    attempts,
    links: isFinal(status) ? { self } : { self, cancel: `${self}/cancel` }
  }
}

function mayExecute({ scopes = allScopes }: Caller, slug: string): boolean {
  return covers(scopes, `${slug}:execute`)
}

/** Whether a caller has every scope of the one who started a run: its result may hold what only they allow. */
function mayRead({ scopes = allScopes }: Caller, { by }: StoredRun): boolean {
  return by.scopes.every(scope => covers(scopes, scope))
}
