import { hash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Answer, CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { canonicalJson } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Caller } from '../base/caller.js'
import { isoTime } from '../base/clock.js'
import { memberOf } from '../base/json.js'
import { HOST_LOGGER } from '../base/log.js'
import { asProblem, isStoreError, type KnownOfCall, Problem, type ProblemCode } from '../base/problems.js'
import { problemReply, type Reply } from '../base/reply.js'
import { allScopes, coversAll } from '../base/scopes.js'
import { RATES, type Rates } from '../deployment.js'
import { memoryCounter, type RateCounter } from '../limits/limits.js'
import type { ActionPlan } from '../products/registry.js'
import type { Follower } from '../runs/followers.js'
import { newRunId } from '../runs/run-records.js'
import { STORE, type Store } from '../storage/store.js'
import { joinedReply, replayed, replyRecords, type StoredReply, type Write } from '../storage/stored-reply.js'

/** A call that was sent with an Idempotency-Key. */
interface KeyedCall {
  readonly plan: ActionPlan
  readonly caller: Caller
  /** The checked input. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** What names the confirmation that it was sent with. */
  readonly confirmation?: string | undefined
  /** Whether the caller asks for a run. */
  readonly isAsync?: boolean | undefined
  /** What is run after the run. */
  readonly follower?: Follower | undefined
}

/** The run that a key names: one of an earlier request, which may not have been started, or a new one. */
interface NamedRun {
  readonly kind: 'run'
  readonly id: string
}

/** The reply that was given for the key before. */
interface Replay {
  readonly kind: 'replay'
  readonly reply: Reply
}

/** What lies under a key: who works on it, and what came of it once that is known. */
export interface StoredClaim {
  readonly fingerprint: string
  /** What the first caller was allowed; left out in claims that were stored before this was recorded, which count as every scope. */
  readonly scopes?: readonly string[]
  readonly holder: string
  /** The call that the key is claimed for; left out in claims that were stored before this was recorded. */
  readonly call?: ClaimedCall
  readonly reply?: StoredReply
  /** The run that the key names: what came of the key is what came of it. */
  readonly run?: string
  /** How the call ended, where that does not say what the action did. */
  readonly failure?: ProblemCode
  /** What somebody found out about the outcome. */
  readonly settled?: { readonly at: number; readonly note?: string }
}

/** What is known of a call from its start on; times in milliseconds. */
export interface ClaimedCall {
  readonly action: string
  readonly requestId: string
  readonly beganAt: number
  readonly deadlineAt: number
  /** The name of the machine. */
  readonly host: string
  /** Of an action that is safe to repeat: it is never lost, as the claim ends with its lease, a moment after the deadline. */
  readonly isSafeToRepeat?: true
}

/** What lies in an account's list of calls whose outcome may be lost, under the name of the claim, until the outcome is known. */
export interface OpenCall {
  /** The key as it was sent. */
  readonly key: string
  readonly deadlineAt: number
}

/** What a lease has beyond the deadline of its call, in milliseconds. */
export const leaseReserveMs = 10_000
/** Seconds after which a request that came too early may come again. */
const retrySeconds = 1
/** The claim's key in its namespace. */
export const claimKey = 'answer'
/** The lists of calls whose outcome may be lost: each account's below it. */
export const openCallSubject = 'open-calls'

/** The replies that were given for Idempotency-Keys, and the claims on those that are being worked on. */
@injectable()
export class Idempotency {
  /** New keys by account, in this process: this bounds the records, not the calls. */
  readonly #keys: RateCounter

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    @inject(RATES) rates: Rates
  ) {
    this.#keys = memoryCounter('idempotency_keys', {
      get requests() {
        return rates.idempotencyKeys
      },
      get seconds() {
        return store.storedMs('idempotencyAnswerDays') / 1_000
      }
    })
  }

  /** How long a reply is stored, in milliseconds. */
  get #storedMs(): number {
    return this.store.storedMs('idempotencyAnswerDays')
  }

  /**
   * Claims a key for a call, or finds the reply that is stored for it, or the run that it names. Throws a `Problem`: 422 when the key was sent for
   * another action or input, 403 when the first caller had scopes that this one lacks, because the reply may hold what only they
   * allow, 409 while another request works on it, and where the outcome of an action that is not safe to repeat was lost or is
   * settled as done, 429 when the account has stored too many keys.
   */
  async claim(key: string, call: KeyedCall): Promise<IdempotencyClaim | Replay | NamedRun> {
    const { plan, caller, fields, confirmation, requestId, isAsync, follower } = call
    const { account, scopes = allScopes } = caller
    const { slug } = plan.product
    const name = claimName(slug, key)
    const records = claimRecords(this.store, account, name)
    const asked = {
      action: plan.name,
      input: fields,
      ...(confirmation !== undefined && { confirmation }),
      ...(follower && { follower })
    }
    const fingerprint = hash('sha256', canonicalJson(asked), 'base64url')
    const { isSafeToRepeat } = await plan.served.effectsOf(fields)
    const beganAt = this.clock.now()
    const leaseMs = plan.deadlineMs + leaseReserveMs
    const began: ClaimedCall = {
      action: plan.name,
      requestId,
      beganAt,
      deadlineAt: beganAt + leaseMs,
      host: hostname(),
      ...(isSafeToRepeat && { isSafeToRepeat })
    }
    const run = isAsync ? newRunId(this.clock) : undefined
    const own: StoredClaim = {
      fingerprint,
      scopes,
      holder: randomUUID(),
      call: began,
      ...(run !== undefined && { run })
    }
    const { left, resetsInMs } = await this.#keys.peek(account)
    // The list is written beside the claim, not after it: no call is missing there when the host fails.
    const open = isSafeToRepeat ? undefined : openCalls(this.store, account)
    const [listed, claimed] = await Promise.allSettled([
      open?.set(name, { key, deadlineAt: began.deadlineAt } satisfies OpenCall, { ttlMs: this.#storedMs }),
      records.update([claimKey], read => {
        const stored = read<StoredClaim>(claimKey)
        if (stored) return { result: stored }
        if (left === 0) throw tooManyKeys(resetsInMs)
        const ttlMs = isSafeToRepeat && run === undefined ? leaseMs : this.#storedMs
        return { writes: [{ key: claimKey, value: own, ttlMs }], result: undefined }
      })
    ])
    const claim = new IdempotencyClaim(records, own, call, {
      storedMs: this.#storedMs,
      logger: this.logger,
      isSafeToRepeat,
      close: async () => void (await open?.delete(name))
    })
    for (const written of [claimed, listed])
      if (written.status === 'rejected') {
        // The store may have the claim all the same; nothing was done for it.
        if (isStoreError(written.reason)) await claim.release()
        throw written.reason
      }
    const found = claimed.status === 'fulfilled' ? claimed.value : undefined
    if (!found) {
      await this.#keys.count(account)
      return run === undefined ? claim : { kind: 'run', id: run }
    }
    if (found.fingerprint !== fingerprint)
      throw new Problem(
        'idempotency_key_reused',
        'This Idempotency-Key was sent with another action or another input; send a new key for a new request.'
      )
    if (!mayRead(found, scopes))
      throw new Problem(
        'insufficient_scope',
        'This Idempotency-Key was first sent with a key that has scopes which this one lacks; send it with a key that has them, or send a new Idempotency-Key.'
      )
    if (found.run !== undefined && !found.settled) return { kind: 'run', id: found.run }
    if (found.reply) return { kind: 'replay', reply: replayed(await joinedReply(records, claimKey, found.reply)) }
    throw unansweredProblem(found, this.clock.now())
  }
}

/** The names of an account's claims: each stands for a product and a key. */
export function claimName(slug: string, key: string): string {
  return `${slug}/${hash('sha256', key, 'base64url')}`
}

/** Each key has a namespace of its own, so that no claim waits for another's. */
export function claimRecords(store: Store, account: string, name: string): Storage {
  return store.own(`idempotency/${account}/${name}`)
}

/** Whether a caller may see what came of a claim: it has every scope of the first caller. */
export function mayRead(claim: StoredClaim, scopes: readonly string[]): boolean {
  return coversAll(scopes, claim.scopes ?? allScopes)
}

/** What came of a claim: an action that is not safe to repeat has `outcome_unknown` until its outcome is known. */
export function statusOf(claim: StoredClaim, now: number): 'running' | 'answered' | 'outcome_unknown' | 'settled' {
  if (claim.reply) return 'answered'
  if (claim.settled) return 'settled'
  const isOver = claim.call && !claim.call.isSafeToRepeat && now >= claim.call.deadlineAt
  return claim.failure || isOver ? 'outcome_unknown' : 'running'
}

/** What is known of the call of a claim. */
export function knownOf({ call, failure, settled }: StoredClaim): KnownOfCall {
  return {
    ...(call && {
      action: call.action,
      requestId: call.requestId,
      host: call.host,
      beganAt: isoTime(call.beganAt),
      deadlineAt: isoTime(call.deadlineAt)
    }),
    ...(failure && { failure }),
    ...(settled && { settledAt: isoTime(settled.at) }),
    ...(settled?.note !== undefined && { note: settled.note })
  }
}

function unansweredProblem(claim: StoredClaim, now: number): Problem {
  switch (statusOf(claim, now)) {
    case 'settled':
      return new Problem(
        'outcome_settled',
        'The outcome of the first request with this Idempotency-Key was lost, and somebody settled it as done. Send a new key for a new request.',
        { outcome: knownOf(claim) }
      )
    case 'outcome_unknown':
      return new Problem(
        'outcome_unknown',
        'The action began for the first request with this Idempotency-Key, and what came of it is not known. Find out ' +
          'whether it was done, and settle the outcome; if it was not done, the same request runs then.',
        { outcome: knownOf(claim), links: { settle: '/api/v1/products/outcomes/settle' } }
      )
    default:
      return new Problem('idempotency_in_progress', 'The first request with this Idempotency-Key is under way.', {
        retryAfter: retrySeconds
      })
  }
}

/** The calls of an account whose outcome may be lost, under the names of their claims. One that has ended may still be among them. */
export function openCalls(store: Store, account: string): Storage {
  return store.own(`${openCallSubject}/${account}`)
}

function tooManyKeys(resetsInMs: number): Problem {
  return new Problem('rate_limited', 'The account has sent too many new Idempotency-Keys; send the next one later.', {
    retryAfter: Math.ceil(resetsInMs / 1_000)
  })
}

interface ClaimOptions {
  /** How long a reply is stored, in milliseconds. */
  readonly storedMs: number
  readonly logger: Logger
  readonly isSafeToRepeat: boolean
  /** Called once the outcome is known. */
  close(): Promise<void>
}

/** The right to reply for a key, of one request alone until its lease ends. */
export class IdempotencyClaim {
  readonly kind = 'claim'
  #hasBegun = false

  constructor(
    private readonly records: Storage,
    private readonly own: StoredClaim,
    private readonly call: KeyedCall,
    private readonly options: ClaimOptions
  ) {}

  /** From now on the action may have taken effect. */
  begin(): void {
    this.#hasBegun = true
  }

  /** Stores an answer; an expected failure after which the same request may succeed frees the key. */
  async answer({ ok, detail }: Answer, reply: Reply): Promise<void> {
    const isRetryable = !ok && memberOf(detail.error, 'retryable') === true
    await (isRetryable ? this.release() : this.succeed(reply))
  }

  /** Stores the reply for all who send the key again. */
  async succeed(reply: Reply): Promise<void> {
    await this.#settle(replyRecords(claimKey, this.own, reply, this.options.storedMs))
  }

  /** Frees the key, so that the same request runs again. */
  async release(): Promise<void> {
    await this.#settle([{ key: claimKey, delete: true }])
  }

  /**
   * Stores a refusal as well. A failure of the product or the host frees the key, unless the action has begun and is not safe to
   * repeat: its outcome is then unknown.
   */
  async fail(error: unknown): Promise<void> {
    const problem = asProblem(error)
    const { storedMs, isSafeToRepeat } = this.options
    const { code, status, isRetryable } = problem
    if (status < 500 && code !== 'client_gone' && !isRetryable)
      return this.succeed(problemReply(problem, this.call.requestId))
    if (isSafeToRepeat || !this.#hasBegun) return this.release()
    await this.#settle([{ key: claimKey, value: { ...this.own, failure: code }, ttlMs: storedMs }], false)
  }

  /**
   * What was done is answered, even if the store cannot record it. Another request may hold the key by now, if this one's lease
   * has ended; an outcome that is known stays as it is.
   */
  async #settle(writes: readonly Write[], isKnown = true): Promise<void> {
    try {
      const isWritten = await this.records.update([claimKey], read => {
        const stored = read<StoredClaim>(claimKey)
        const isOver = stored && (stored.holder !== this.own.holder || stored.reply || stored.settled)
        return isOver ? { result: false } : { writes, result: true }
      })
      if (isWritten && isKnown) await this.options.close()
    } catch (error) {
      const { plan, requestId } = this.call
      this.options.logger.error(
        { product: plan.product.slug, requestId, err: error },
        'the reply for an Idempotency-Key was not stored'
      )
    }
  }
}
