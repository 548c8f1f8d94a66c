import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Caller } from '../base/caller.js'
import { type KnownOfCall, Problem } from '../base/problems.js'
import { allScopes, covers } from '../base/scopes.js'
import { Registry } from '../products/registry.js'
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
  readonly status: ReturnType<typeof statusOf> | 'not_done'
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
  readonly #storedMs: number

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly registry: Registry
  ) {
    this.#storedMs = store.storedMs('idempotencyAnswerDays')
  }

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
      const now = this.clock.now()
      // A call is in the list a moment before its claim is stored.
      if (isKnown(claim, now) && now >= value.deadlineAt) await open.delete(name)
      if (!claim || statusOf(claim, now) !== 'outcome_unknown' || !this.#isOpenTo(caller, name, claim)) continue
      found.push({ ...outcomeOf(name, claim, now), idempotencyKey: value.key })
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
    const claim = await claimRecords(this.store, account, name).update([claimKey], read => {
      const stored = read<StoredClaim>(claimKey)
      if (!stored) throw unknownRequest()
      requireLost(stored, now)
      const value = { ...stored, settled }
      const write = isDone
        ? { key: claimKey, value, ttlMs: this.#storedMs }
        : ({ key: claimKey, delete: true } as const)
      return { writes: [write], result: value }
    })
    await openCalls(this.store, account).delete(name)
    const outcome = outcomeOf(name, claim, now)
    return isDone ? outcome : { ...outcome, status: 'not_done' }
  }

  async #read(caller: Caller, name: string): Promise<Outcome | undefined> {
    const records = claimRecords(this.store, caller.account, name)
    const claim = await records.get<StoredClaim>(claimKey)
    if (!claim || !this.#isOpenTo(caller, name, claim)) return undefined
    const outcome = outcomeOf(name, claim, this.clock.now())
    if (!claim.reply) return outcome
    const { status, text } = await joinedReply(records, claimKey, claim.reply)
    return { ...outcome, answer: { status, body: JSON.parse(text) } }
  }

  #isOpenTo({ scopes = allScopes }: Caller, name: string, claim: StoredClaim): boolean {
    return covers(scopes, `${slugOf(name)}:execute`) && mayRead(claim, scopes)
  }
}

function outcomeOf(name: string, claim: StoredClaim, now: number): Outcome {
  const [productId = '', id = ''] = name.split('/')
  return { productId, id, status: statusOf(claim, now), ...knownOf(claim) }
}

function slugOf(name: string): string {
  return name.slice(0, name.indexOf('/'))
}

function isKnown(claim: StoredClaim | undefined, now: number): boolean {
  return !claim || ['answered', 'settled'].includes(statusOf(claim, now))
}

function unknownRequest(): Problem {
  return new Problem('not_found', 'No request of this account with this Idempotency-Key is known.')
}

function requireLost(claim: StoredClaim, now: number): void {
  switch (statusOf(claim, now)) {
    case 'running':
      throw new Problem('idempotency_in_progress', 'The request is under way; its outcome is not lost.', {
        retryAfter: 1
      })
    case 'answered':
    case 'settled':
      throw new Problem('outcome_settled', 'The outcome of the request is known; nothing is to be settled.', {
        outcome: knownOf(claim)
      })
  }
}
