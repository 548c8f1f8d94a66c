import { hash, randomUUID } from 'node:crypto'
import { inject, injectable, type Storage } from '@product-host/sdk'
import { canonicalJson } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Caller } from '../base/caller.js'
import { HOST_LOGGER } from '../base/log.js'
import { asProblem, Problem } from '../base/problems.js'
import { problemReply, type Reply } from '../base/reply.js'
import { allScopes, covers } from '../base/scopes.js'
import { RATES, type Rates } from '../deployment.js'
import { memoryCounter, type RateCounter } from '../limits/limits.js'
import type { ActionPlan } from '../products/registry.js'
import { STORE, type Store } from '../storage/store.js'
import { joinedReply, replayed, replyRecords, type StoredReply, type Write } from './stored-reply.js'

/** A call that was sent with an Idempotency-Key. */
interface KeyedCall {
  readonly plan: ActionPlan
  readonly caller: Caller
  /** The checked input. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly requestId: string
  /** What names the confirmation that it was sent with. */
  readonly confirmation?: string | undefined
}

/** The reply that was given for the key before. */
interface Replay {
  readonly kind: 'replay'
  readonly reply: Reply
}

/** What lies under a key: who works on it, and the reply once it is there. */
interface StoredClaim {
  readonly fingerprint: string
  /** What the first caller was allowed; left out in claims that were stored before this was recorded, which count as every scope. */
  readonly scopes?: readonly string[]
  readonly holder: string
  readonly reply?: StoredReply
}

/** What a lease has beyond the deadline of its call, in milliseconds. */
export const leaseReserveMs = 10_000
/** Seconds after which a request that came too early may come again. */
const retrySeconds = 1
const claimKey = 'answer'

/** The replies that were given for Idempotency-Keys, and the claims on those that are being worked on. */
@injectable()
export class Idempotency {
  /** New keys by account, in this process: this bounds the records, not the calls. */
  readonly #keys: RateCounter
  /** How long a reply is stored, in milliseconds. */
  readonly #storedMs: number

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    @inject(RATES) { idempotencyKeys }: Rates
  ) {
    this.#storedMs = store.storedMs('idempotencyAnswerDays')
    this.#keys = memoryCounter('idempotency_keys', { requests: idempotencyKeys, seconds: this.#storedMs / 1_000 })
  }

  /**
   * Claims a key for a call, or finds the reply that is stored for it. Throws a `Problem`: 422 when the key was sent for
   * another action or input, 403 when the first caller had scopes that this one lacks, because the reply may hold what only they
   * allow, 409 while another request works on it, 429 when the account has stored too many keys.
   */
  async claim(key: string, call: KeyedCall): Promise<IdempotencyClaim | Replay> {
    const { plan, caller, fields, confirmation } = call
    const records = this.#records(caller.account, plan.product.slug, key)
    const asked = { action: plan.name, input: fields, ...(confirmation !== undefined && { confirmation }) }
    const fingerprint = hash('sha256', canonicalJson(asked), 'base64url')
    const { scopes = allScopes } = caller
    const own: StoredClaim = { fingerprint, scopes, holder: randomUUID() }
    const { left, resetsInMs } = await this.#keys.peek(caller.account)
    const found = await records.update([claimKey], read => {
      const stored = read<StoredClaim>(claimKey)
      if (stored) return { result: stored }
      if (left === 0) throw tooManyKeys(resetsInMs)
      return { writes: [{ key: claimKey, value: own, ttlMs: plan.deadlineMs + leaseReserveMs }], result: undefined }
    })
    if (!found) {
      await this.#keys.count(caller.account)
      return new IdempotencyClaim(records, own, call, this.#storedMs, this.logger)
    }
    if (found.fingerprint !== fingerprint)
      throw new Problem(
        'idempotency_key_reused',
        'This Idempotency-Key was sent with another action or another input; send a new key for a new request.'
      )
    if (!(found.scopes ?? allScopes).every(scope => covers(scopes, scope)))
      throw new Problem(
        'insufficient_scope',
        'This Idempotency-Key was first sent with a key that has scopes which this one lacks; send it with a key that has them, or send a new Idempotency-Key.'
      )
    if (!found.reply)
      throw new Problem('idempotency_in_progress', 'The first request with this Idempotency-Key is under way.', {
        retryAfter: retrySeconds
      })
    return { kind: 'replay', reply: replayed(await joinedReply(records, claimKey, found.reply)) }
  }

  /** Each key has a namespace of its own, so that no claim waits for another's. */
  #records(account: string, slug: string, key: string): Storage {
    return this.store.own(`idempotency/${account}/${slug}/${hash('sha256', key, 'base64url')}`)
  }
}

function tooManyKeys(resetsInMs: number): Problem {
  return new Problem('rate_limited', 'The account has sent too many new Idempotency-Keys; send the next one later.', {
    retryAfter: Math.ceil(resetsInMs / 1_000)
  })
}

/** The right to reply for a key, of one request alone until its lease ends. */
export class IdempotencyClaim {
  readonly kind = 'claim'

  constructor(
    private readonly records: Storage,
    private readonly own: StoredClaim,
    private readonly call: KeyedCall,
    private readonly storedMs: number,
    private readonly logger: Logger
  ) {}

  /** Stores the reply for all who send the key again. */
  async succeed(reply: Reply): Promise<void> {
    await this.#settle(replyRecords(claimKey, this.own, reply, this.storedMs))
  }

  /** Frees the key, so that the same request runs again. */
  async release(): Promise<void> {
    await this.#settle([{ key: claimKey, delete: true }])
  }

  /**
   * Stores a refusal as well. A failure of the product or the host releases the key, unless the action may have reached other
   * machines: then it is stored.
   */
  async fail(error: unknown): Promise<void> {
    const problem = asProblem(error)
    await this.#settle(
      (await isLast(problem, this.call))
        ? replyRecords(claimKey, this.own, problemReply(problem, this.call.requestId), this.storedMs)
        : [{ key: claimKey, delete: true }]
    )
  }

  /**
   * What was done is answered, even if the store cannot record it; the key is then free once its lease has ended. Another
   * request may hold the key by now, if this one's lease has ended.
   */
  async #settle(writes: readonly Write[]): Promise<void> {
    try {
      await this.records.update([claimKey], read => {
        const stored = read<StoredClaim>(claimKey)
        return stored && stored.holder !== this.own.holder ? { result: undefined } : { writes, result: undefined }
      })
    } catch (error) {
      const { plan, requestId } = this.call
      this.logger.error(
        { product: plan.product.slug, requestId, err: error },
        'the reply for an Idempotency-Key was not stored'
      )
    }
  }
}

/**
 * Whether a refusal is the last word on the call. A caller that left before anything was done has got no answer, and where a caller
 * is told to come again, it may.
 */
async function isLast({ code, status, options, isRetryable }: Problem, { plan, fields }: KeyedCall): Promise<boolean> {
  if (status < 500) return code !== 'client_gone' && !isRetryable
  return options.mayHaveRun === true && (await plan.served.effectsOf(fields)).effect === 'external'
}
