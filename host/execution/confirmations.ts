import { hash, randomBytes, randomUUID } from 'node:crypto'
import { CLOCK, type Clock, type Effect, type Issue, inject, injectable, type Storage } from '@product-host/sdk'
import { type CheckedPlan, ConfirmedSteps, type PlannedCall, soundInput } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Caller } from '../base/caller.js'
import { HOST_LOGGER } from '../base/log.js'
import { asProblem, Problem } from '../base/problems.js'
import { problemReply, type Reply } from '../base/reply.js'
import { allScopes, commonScopes, covers } from '../base/scopes.js'
import { CIPHER, type Cipher } from '../config/cipher.js'
import { memoryCounter, type RateCounter } from '../limits/limits.js'
import { type ActionPlan, Registry } from '../products/registry.js'
import { STORE, type Store } from '../storage/store.js'
import { leaseReserveMs } from './idempotency.js'
import { joinedReply, replyRecords, type StoredReply, type Write } from './stored-reply.js'

/** The host's own records of plans: each account's below it, and each plan's below that. */
export const confirmationSubject = 'confirmations'

/** What the caller of a plan gets beside it. Only the digest of the token is stored. */
export interface Confirmation {
  readonly token: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** A call that asked. */
interface AskingCall {
  readonly plan: ActionPlan
  readonly caller: Caller
  /** The checked input. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** A plan that can be run, and what each of its steps would do. */
export interface RunnablePlan {
  readonly plan: CheckedPlan
  readonly effects: readonly Effect[]
}

/** What lies under the digest of a token. */
interface StoredPlan {
  readonly slug: string
  readonly action: string
  /** The input of the call that asked, and the steps; encrypted. */
  readonly sealed: string
  /** The contract digests of the products that the plan runs, by slug. */
  readonly contracts: Readonly<Record<string, string>>
  /** What the caller that asked was allowed. */
  readonly scopes: readonly string[]
  /** Until when it can be confirmed, in milliseconds. */
  readonly expiresAt: number
  /** Set once it was confirmed. */
  readonly run?: {
    readonly holder: string
    /** What the run was allowed. */
    readonly scopes: readonly string[]
    /** When it has ended at the latest, in milliseconds; without a reply by then, its outcome is lost. */
    readonly leaseEndsAt: number
    /** Until when the same reply is given, in milliseconds. */
    readonly until: number
  }
  readonly reply?: StoredReply
}

/** The encrypted part of a plan. */
interface Sealed {
  readonly fields: Readonly<Record<string, unknown>>
  readonly steps: readonly PlannedCall[]
}

const planKey = 'plan'
const tokenForm = /^[A-Za-z0-9_-]{43}$/
/** Plans that wait on one host for one account at most. */
const mostPlans = 1_000
/** Longest plan with its input, in bytes of JSON: encrypted, it fits one record. */
const longestPlan = 512 * 1024
/** Seconds after which a request that came too early may come again. */
const retrySeconds = 1

/** The plans that wait for a person to confirm them, and what became of those that were confirmed. */
@injectable()
export class Confirmations {
  /** New plans by account, in this process: this bounds the records, not the calls. */
  readonly #plans: RateCounter
  readonly #validMs: number

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    private readonly registry: Registry
  ) {
    this.#validMs = store.storedMs('confirmationMinutes')
    this.#plans = memoryCounter('confirmations', { requests: mostPlans, seconds: this.#validMs / 1_000 })
  }

  /**
   * A plan with the defaults of its inputs filled in and the effect of each step, or why it cannot be run. A step with an input that its
   * action refuses fails when it is run, as it would without a plan.
   */
  async check(plan: CheckedPlan): Promise<RunnablePlan | Issue> {
    const steps: PlannedCall[] = []
    const effects: Effect[] = []
    for (const [index, { product, action, input }] of plan.steps.entries()) {
      const target = this.registry.bySlug.get(product)?.plans.get(action)
      if (!target || target.action.internal)
        return {
          pointer: `#/plan/steps/${index}`,
          detail: 'names no action that is served',
          fix: 'Plan what can be run.'
        }
      const sound = soundInput(target.served.checkInput, input)
      steps.push({ product, action, input: sound ?? input })
      effects.push(sound ? (await target.served.effectsOf(sound)).effect : target.action.effect)
    }
    return { plan: { ...plan, steps }, effects }
  }

  /** Stores a plan until it is confirmed or expires. Throws a 429 `Problem` when the account has too many. */
  async make({ steps }: CheckedPlan, { plan, caller, fields }: AskingCall): Promise<Confirmation> {
    const { account, scopes = allScopes } = caller
    const { left, resetsInMs } = await this.#plans.peek(account)
    if (left === 0) throw tooManyPlans(resetsInMs)
    const text = JSON.stringify({ fields, steps } satisfies Sealed)
    if (Buffer.byteLength(text) > longestPlan)
      throw new Problem(
        'response_too_large',
        `The plan is over ${longestPlan / 1024} KiB; ask for less in one request.`
      )
    const token = randomBytes(32).toString('base64url')
    const slugs = new Set([plan.product.slug, ...steps.map(({ product }) => product)])
    const expiresAt = this.clock.now() + this.#validMs
    const stored: StoredPlan = {
      slug: plan.product.slug,
      action: plan.name,
      sealed: this.cipher.encrypt(text, contextOf(account, token)),
      contracts: Object.fromEntries([...slugs].map(slug => [slug, this.#digestOf(slug) ?? ''])),
      scopes,
      expiresAt
    }
    await this.#plans.count(account)
    await this.#records(account, token).set(planKey, stored, { ttlMs: this.#validMs })
    return { token, expiresAt: new Date(expiresAt).toISOString() }
  }

  /**
   * The plan behind a token, for the action that asked. Throws a `Problem`: 400 when there is none for this account and action, 403
   * when the caller lacks a scope that the plan takes today, 412 when the contract of one of its products has changed.
   */
  async find(token: string, { plan, caller }: Omit<AskingCall, 'fields'>): Promise<FoundPlan> {
    const { account, scopes = allScopes } = caller
    const records = this.#records(account, token)
    const stored = tokenForm.test(token) ? await records.get<StoredPlan>(planKey) : undefined
    if (!stored || this.#hasEnded(stored)) throw unknownToken()
    if (stored.slug !== plan.product.slug || stored.action !== plan.name)
      throw new Problem(
        'invalid_confirmation',
        `This confirmation belongs to a plan of ${stored.slug}.${stored.action}; send it to that product with that action. Nothing was done.`
      )
    const common = commonScopes(stored.scopes, scopes)
    for (const slug of Object.keys(stored.contracts)) {
      if (!covers(common, `${slug}:execute`))
        throw new Problem(
          'insufficient_scope',
          `The plan takes the scope ${slug}:execute, which this key or the key that asked does not have today. Nothing was done.`
        )
      if (!stored.run && stored.contracts[slug] !== this.#digestOf(slug)) throw changedContract(slug, plan)
    }
    const context = contextOf(account, token)
    if (!this.cipher.opens(stored.sealed, context)) throw unknownToken()
    const { fields, steps }: Sealed = JSON.parse(this.cipher.decrypt(stored.sealed, context))
    return { digest: digestOf(token), records, fields, steps, caller: { ...caller, scopes: common }, sent: scopes }
  }

  /**
   * Claims the run of a plan, once, or finds the reply that it gave. Throws a `Problem`: 409 while it runs, and where its outcome was
   * lost; 403 when the run was allowed what the caller lacks.
   */
  async claim(found: FoundPlan, plan: ActionPlan, requestId: string): Promise<ConfirmedRun | ConfirmedReplay> {
    const { records, steps, caller, sent } = found
    const { scopes = allScopes } = caller
    const now = this.clock.now()
    const until = now + this.#validMs
    const run = { holder: randomUUID(), scopes, leaseEndsAt: now + plan.deadlineMs + leaseReserveMs, until }
    const known = await records.update([planKey], read => {
      const stored = read<StoredPlan>(planKey)
      if (!stored || this.#hasEnded(stored)) throw unknownToken()
      if (stored.run) return { result: stored }
      return { writes: [{ key: planKey, value: { ...stored, run }, ttlMs: this.#validMs }], result: undefined }
    })
    if (!known?.run)
      return new ConfirmedRun(new ConfirmedSteps(steps), {
        records,
        holder: run.holder,
        validMs: this.#validMs,
        about: { product: plan.product.slug, requestId },
        logger: this.logger
      })
    if (!known.run.scopes.every(scope => covers(sent, scope)))
      throw new Problem('insufficient_scope', 'This plan was run with a key that has scopes which this one lacks.')
    if (known.reply) return { kind: 'replay', reply: await joinedReply(records, planKey, known.reply) }
    throw known.run.leaseEndsAt > now ? inProgress() : outcomeUnknown()
  }

  #hasEnded({ expiresAt, run }: StoredPlan): boolean {
    return this.clock.now() >= (run?.until ?? expiresAt)
  }

  #digestOf(slug: string): string | undefined {
    return this.registry.bySlug.get(slug)?.digest
  }

  /** Each plan has a namespace of its own, so that no claim waits for another's. */
  #records(account: string, token: string): Storage {
    return this.store.own(`${confirmationSubject}/${account}/${digestOf(token)}`)
  }
}

/** A plan that a caller may run. */
export interface FoundPlan {
  /** Names the plan, and is no secret. */
  readonly digest: string
  readonly records: Storage
  /** The input of the call that asked. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly steps: readonly PlannedCall[]
  /** The caller, with what both it and the one that asked are allowed. */
  readonly caller: Caller
  /** What the caller is allowed. */
  readonly sent: readonly string[]
}

/** The reply that the run of a plan gave. */
interface ConfirmedReplay {
  readonly kind: 'replay'
  readonly reply: Reply
}

interface RunOptions {
  readonly records: Storage
  readonly holder: string
  readonly validMs: number
  readonly about: object
  readonly logger: Logger
}

/** The right to run a plan, of one request alone. */
export class ConfirmedRun {
  readonly kind = 'claim'
  #hasBegun = false

  constructor(
    readonly steps: ConfirmedSteps,
    private readonly options: RunOptions
  ) {}

  /** From now on the plan may have taken effect: it never runs again, whatever comes of it. */
  begin(): void {
    this.#hasBegun = true
  }

  /** Stores the reply for all who send the token again. */
  async succeed(reply: Reply): Promise<void> {
    await this.#settle(stored => replyRecords(planKey, stored, reply, this.options.validMs))
  }

  /** Stores a failure of the run as well; before it began, the plan waits again. */
  async fail(error: unknown, requestId: string): Promise<void> {
    const problem = asProblem(error)
    if (this.#hasBegun) return this.succeed(problemReply(problem, requestId))
    await this.#settle(({ run: _run, ...plan }) => [{ key: planKey, value: plan, ttlMs: this.options.validMs }])
  }

  /** What was done is answered, even if the store cannot record it; the outcome is then lost to whoever sends the token again. */
  async #settle(writes: (stored: StoredPlan) => readonly Write[]): Promise<void> {
    const { records, holder, about, logger } = this.options
    try {
      await records.update([planKey], read => {
        const stored = read<StoredPlan>(planKey)
        return { writes: stored?.run?.holder === holder ? writes(stored) : [], result: undefined }
      })
    } catch (error) {
      logger.error({ ...about, err: error }, 'the reply to a confirmation was not stored')
    }
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Elsewhere the plan cannot be decrypted. */
function contextOf(account: string, token: string): string {
  return `${confirmationSubject}/${account}/${digestOf(token)}`
}

function unknownToken(): Problem {
  return new Problem(
    'invalid_confirmation',
    'No plan of this account waits for this confirmation: it has expired, or was made for another account. Send ' +
      'the request without "confirmation" for a new plan. Nothing was done.'
  )
}

function changedContract(slug: string, { product }: ActionPlan): Problem {
  return new Problem(
    'contract_changed',
    `The product ${slug} has another contract than when the plan was made. Send the request without "confirmation" for a new plan. Nothing was done.`,
    { headers: { 'Product-Contract': product.digest } }
  )
}

function inProgress(): Problem {
  return new Problem(
    'confirmation_in_progress',
    'The plan is being run for the first request with this confirmation.',
    {
      retryAfter: retrySeconds
    }
  )
}

function outcomeUnknown(): Problem {
  return new Problem(
    'outcome_unknown',
    'The plan was run, and its outcome was lost. Check what was done before you send the request without "confirmation" for a new plan.'
  )
}

function tooManyPlans(resetsInMs: number): Problem {
  return new Problem(
    'rate_limited',
    'Too many plans of the account wait to be confirmed; ask for the next one later.',
    {
      retryAfter: Math.ceil(resetsInMs / 1_000)
    }
  )
}
