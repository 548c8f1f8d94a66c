import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Caller } from '../base/caller.js'
import { memberOf } from '../base/json.js'
import { type KnownOfCall, Problem } from '../base/problems.js'
import type { Reply } from '../base/reply.js'
import { allScopes, covers } from '../base/scopes.js'
import { Registry } from '../products/registry.js'
import { RunStore } from '../runs/run-store.js'
import { entries } from '../storage/entries.js'
import { STORE, type Store } from '../storage/store.js'
import { joinedReply } from '../storage/stored-reply.js'
import {
  claimKey,
  claimName,
  claimRecords,
  knownOf,
  mayRead,
  type OpenCall,
  openCalls,
  type StoredClaim,
  statusOf
} from './idempotency.js'

/** What became of a request that was sent with an Idempotency-Key. */
export interface Outcome extends KnownOfCall {
  readonly productId: string
  /** Names the request within its product. */
  readonly id: string
  readonly status: ReturnType<typeof statusOf> | 'not_done' | 'cancelled'
  /** The run that the key names. */
  readonly run?: string
  /** The Idempotency-Key, in a list. */
  readonly idempotencyKey?: string
  /** What the request was answered. */
  readonly answer?: { readonly status: number; readonly body: unknown }
}

/** What somebody found out about a lost outcome. */
export interface Finding {
  readonly isDone: boolean
  readonly note?: string | undefined
}

/** Lost outcomes that are listed at most. */
const mostListed = 100

/** What became of calls with an Idempotency-Key, for those who sent it. */
@injectable()
export class Outcomes {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly registry: Registry,
    private readonly runs: RunStore
  ) {}

  /** The outcome of each product that has seen a key, of those that the caller may execute and may see. */
  async of(caller: Caller, key: string): Promise<readonly Outcome[]> {
    const slugs = [...this.registry.bySlug.keys()]
    const found = await Promise.all(slugs.map(slug => this.#read(caller, claimName(slug, key))))
    return found.filter(outcome => outcome !== undefined)
  }

  /**
   * The requests of an account whose outcome was lost, of those that the caller may execute and may see: the first hundred, by product.
   * Calls whose outcome is known leave the list here, if the host had no time for that.
   */
  async lost(caller: Caller): Promise<readonly Outcome[]> {
    const open = openCalls(this.store, caller.account)
    const found: Outcome[] = []
    for await (const { key: name, value } of entries<OpenCall>(open, '')) {
      const claim = await claimRecords(this.store, caller.account, name).get<StoredClaim>(claimKey)
      const status = claim && (await this.#cameTo(caller.account, name, claim)).status
      // A call is in the list a moment before its claim is stored.
      if (isKnown(status) && this.clock.now() >= value.deadlineAt) await open.delete(name)
      if (!claim || status !== 'outcome_unknown' || !this.#isOpenTo(caller, name, claim)) continue
      found.push({ ...outcomeOf(name, claim, status), idempotencyKey: value.key })
      if (found.length === mostListed) break
    }
    return found
  }

  /**
   * Settles the lost outcome of a request: as done, so that its key is answered with that and never runs again, or as not done, so that
   * the same request runs. Throws a `Problem`: 403 for a caller that lacks a scope, 404 when the product has not seen the key, 409 while
   * the call is under way, and when its outcome is known.
   */
  async settle(caller: Caller, name: string, { isDone, note }: Finding): Promise<Outcome> {
    const { account, scopes = allScopes } = caller
    if (!allScopes.every(scope => covers(scopes, scope)))
      throw new Problem(
        'insufficient_scope',
        'An outcome is settled in the dashboard, or with a key that has every scope.'
      )
    const now = this.clock.now()
    const settled = { at: now, ...(note !== undefined && { note }) }
    const records = claimRecords(this.store, account, name)
    const known = await records.get<StoredClaim>(claimKey)
    if (!known) throw unknownRequest()
    const { status } = await this.#cameTo(account, name, known)
    const claim = await records.update([claimKey], read => {
      const stored = read<StoredClaim>(claimKey)
      if (!stored) throw unknownRequest()
      // What came of a run stays as it is; a call may have ended since.
      requireLost(stored, stored.run !== undefined && !stored.settled ? status : statusOf(stored, now))
      const value = { ...stored, settled }
      const write = isDone
        ? { key: claimKey, value, ttlMs: this.store.storedMs('idempotencyAnswerDays') }
        : ({ key: claimKey, delete: true } as const)
      return { writes: [write], result: value }
    })
    await openCalls(this.store, account).delete(name)
    return outcomeOf(name, claim, isDone ? 'settled' : 'not_done')
  }

  async #read(caller: Caller, name: string): Promise<Outcome | undefined> {
    const records = claimRecords(this.store, caller.account, name)
    const claim = await records.get<StoredClaim>(claimKey)
    if (!claim || !this.#isOpenTo(caller, name, claim)) return undefined
    const { status, reply } = await this.#cameTo(caller.account, name, claim)
    const outcome = outcomeOf(name, claim, status)
    return reply ? { ...outcome, answer: { status: reply.status, body: JSON.parse(reply.text) } } : outcome
  }

  /** What came of a claim: of one that names a run, what came of the run, which was not done while there is no such run. */
  async #cameTo(account: string, name: string, claim: StoredClaim): Promise<CameTo> {
    const now = this.clock.now()
    if (claim.run === undefined || claim.settled) {
      const reply = claim.reply && (await joinedReply(claimRecords(this.store, account, name), claimKey, claim.reply))
      return { status: statusOf(claim, now), ...(reply && { reply }) }
    }
    const run = await this.runs.get(account, claim.run)
    if (!run) return { status: claim.call && now < claim.call.deadlineAt ? 'running' : 'not_done' }
    if (run.status === 'cancelled') return { status: 'cancelled' }
    const reply = await this.runs.replyOf(account, run.id)
    if (!reply) return { status: 'running' }
    const isLost = reply.status !== 200 && memberOf(JSON.parse(reply.text), 'code') === 'outcome_unknown'
    return isLost ? { status: 'outcome_unknown' } : { status: 'answered', reply }
  }

  #isOpenTo({ scopes = allScopes }: Caller, name: string, claim: StoredClaim): boolean {
    return covers(scopes, `${slugOf(name)}:execute`) && mayRead(claim, scopes)
  }
}

interface CameTo {
  readonly status: Outcome['status']
  readonly reply?: Reply
}

function outcomeOf(name: string, claim: StoredClaim, status: Outcome['status']): Outcome {
  const [productId = '', id = ''] = name.split('/')
  return { productId, id, status, ...(claim.run !== undefined && { run: claim.run }), ...knownOf(claim) }
}

function slugOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

function isKnown(status: Outcome['status'] | undefined): boolean {
  return status !== 'running' && status !== 'outcome_unknown'
}

function unknownRequest(): Problem {
  return new Problem('not_found', 'No request of this account with this Idempotency-Key is known.')
}

function requireLost(claim: StoredClaim, status: Outcome['status']): void {
  switch (status) {
    case 'running':
      throw new Problem('idempotency_in_progress', 'The request is under way; its outcome is not lost.', {
        retryAfter: 1
      })
    case 'outcome_unknown':
      return
    default:
      throw new Problem('outcome_settled', 'The outcome of the request is known; nothing is to be settled.', {
        outcome: knownOf(claim)
      })
  }
}
