import { hash, randomBytes, randomUUID } from 'node:crypto'
import {
  type Answer,
  CLOCK,
  type Clock,
  type Effect,
  type Issue,
  inject,
  injectable,
  type PlannedCall,
  type Storage
} from '@product-host/sdk'
import { type CheckedPlan, ConfirmedSteps, callOf, soundInput, stepEffect } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Caller } from '../base/caller.js'
import { jsonObjectOf } from '../base/json.js'
import { HOST_LOGGER } from '../base/log.js'
import { pages } from '../base/pages.js'
import { Problem } from '../base/problems.js'
import type { Reply } from '../base/reply.js'
import { allScopes, commonScopes, covers, coversAll } from '../base/scopes.js'
import { CIPHER, type Cipher } from '../config/cipher.js'
import { memoryCounter, type RateCounter } from '../limits/limits.js'
import { type ActionPlan, Registry } from '../products/registry.js'
import { STORE, type Store } from '../storage/store.js'
import { joinedReply } from '../storage/stored-reply.js'
import { leaseReserveMs } from './idempotency.js'
import {
  type ConfirmationState,
  ConfirmedRun,
  planKey,
  type Sealed,
  type ShownPlan,
  type StoredPlan
} from './stored-plan.js'

/** The host's own records of plans: each account's below it, and each plan's below that. */
export const confirmationSubject = 'confirmations'

/** What the caller of a plan gets beside it. Only the digest of the token is stored. */
export interface Confirmation {
  /** Names the plan, and is no secret: the digest of the token. */
  readonly id: string
  readonly token: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** A call that asked. */
export interface AskingCall {
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

const idForm = /^[A-Za-z0-9_-]{43}$/
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

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CIPHER) private readonly cipher: Cipher,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    private readonly registry: Registry
  ) {
    this.#plans = memoryCounter('confirmations', {
      requests: mostPlans,
      get seconds() {
        return store.storedMs('confirmationMinutes') / 1_000
      }
    })
  }

  get #validMs(): number {
    return this.store.storedMs('confirmationMinutes')
  }

  /**
   * A plan with the defaults of its inputs filled in and the effect of each step, or why it cannot be run. A step with an input that its
   * action refuses fails when it is run, as it would without a plan.
   */
  async check(plan: CheckedPlan): Promise<RunnablePlan | Issue> {
    const steps: PlannedCall[] = []
    const effects: Effect[] = []
    for (const [index, step] of plan.steps.entries()) {
      const { product, action, input } = step
      const target = this.registry.bySlug.get(product)?.plans.get(action)
      if (!target || target.action.internal)
        return {
          pointer: `#/plan/steps/${index}`,
          detail: 'names no action that is served',
          fix: 'Plan what can be run.'
        }
      const sound = soundInput(target.served.checkInput, input)
      steps.push({ ...step, input: sound ?? input })
      const { effect } = sound ? await target.served.effectsOf(sound) : target.action
      effects.push(stepEffect(step, effect))
    }
    return { plan: { ...plan, steps }, effects }
  }

  /** Stores a plan until it is confirmed or expires. Throws a 429 `Problem` when the account has too many. */
  async make({ plan: asked, effects }: RunnablePlan, { plan, caller, fields }: AskingCall): Promise<Confirmation> {
    const { account, keyId, scopes = allScopes } = caller
    const steps = asked.steps.map((step, index) => ({ ...step, effect: effects[index] ?? 'external' }))
    const { left, resetsInMs } = await this.#plans.peek(account)
    if (left === 0) throw tooManyPlans(resetsInMs)
    const { message, notUnderstood } = asked
    const text = JSON.stringify({ fields, steps, message, notUnderstood } satisfies Sealed)
    if (Buffer.byteLength(text) > longestPlan)
      throw new Problem(
        'response_too_large',
        `The plan is over ${longestPlan / 1024} KiB; ask for less in one request.`
      )
    const token = randomBytes(32).toString('base64url')
    const id = confirmationId(token)
    const slugs = new Set([plan.product.slug, ...steps.map(({ product }) => product)])
    const askedAt = this.clock.now()
    const expiresAt = askedAt + this.#validMs
    const stored: StoredPlan = {
      slug: plan.product.slug,
      action: plan.name,
      sealed: this.cipher.encrypt(text, subjectOf(account, id)),
      contracts: Object.fromEntries([...slugs].map(slug => [slug, this.#digestOf(slug) ?? ''])),
      keyId,
      scopes,
      askedAt,
      expiresAt
    }
    await this.#plans.count(account)
    await this.#records(account, id).set(planKey, stored, { ttlMs: this.#validMs })
    return { id, token, expiresAt: new Date(expiresAt).toISOString() }
  }

  /** A plan of an account as a person is shown it; undefined where it has none of this id, or no longer. */
  async show(account: string, id: string): Promise<ShownPlan | undefined> {
    if (!idForm.test(id)) return undefined
    const records = this.#records(account, id)
    const stored = await records.get<StoredPlan>(planKey)
    if (!stored || this.#hasEnded(stored)) return undefined
    const sealed = this.#open(stored, account, id)
    if (!sealed) return undefined
    const { message, notUnderstood, steps } = sealed
    const { slug: product, action, keyId, scopes, askedAt, expiresAt, run, reply } = stored
    return {
      ...{ id, product, action, message, notUnderstood, steps, askedAt, expiresAt },
      asker: { account, keyId, scopes },
      state: this.#stateOf(stored),
      ...(run && { runScopes: run.scopes }),
      ...(reply && { reply: await joinedReply(records, planKey, reply) })
    }
  }

  /** Ends a plan that was not run; false if it was, or there is none. */
  async dismiss(account: string, id: string): Promise<boolean> {
    return this.#records(account, id).update([planKey], read => {
      const stored = read<StoredPlan>(planKey)
      if (!stored || stored.run || this.#hasEnded(stored)) return { result: false }
      const writes = [{ key: planKey, value: { ...stored, isDismissed: true }, ttlMs: this.#validMs }]
      return { writes, result: true }
    })
  }

  /**
   * The plan of an id, for the action that asked. Throws a `Problem`: 400 when there is none for this account and action, 403
   * when the caller lacks a scope that the plan takes today, 412 when the contract of one of its products has changed.
   */
  async find(id: string, { plan, caller }: Omit<AskingCall, 'fields'>): Promise<FoundPlan> {
    const { account, scopes = allScopes } = caller
    const records = this.#records(account, id)
    const stored = await records.get<StoredPlan>(planKey)
    if (!stored || stored.isDismissed || this.#hasEnded(stored)) throw unknownPlan()
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
    const sealed = this.#open(stored, account, id)
    if (!sealed) throw unknownPlan()
    const steps = sealed.steps.map(callOf)
    return { id, records, fields: sealed.fields, steps, caller: { ...caller, scopes: common }, sent: scopes }
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
      if (!stored || stored.isDismissed || this.#hasEnded(stored)) throw unknownPlan()
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
    requireScopesOfRun(known.run.scopes, sent)
    if (known.reply) return { kind: 'replay', reply: await joinedReply(records, planKey, known.reply) }
    throw known.run.leaseEndsAt > now ? inProgress() : outcomeUnknown()
  }

  #hasEnded({ expiresAt, run }: StoredPlan): boolean {
    return this.clock.now() >= (run?.until ?? expiresAt)
  }

  #stateOf({ isDismissed, run, reply, contracts }: StoredPlan): ConfirmationState {
    if (isDismissed) return 'dismissed'
    if (reply) return 'done'
    if (run) return run.leaseEndsAt > this.clock.now() ? 'running' : 'outcome_unknown'
    return Object.keys(contracts).every(slug => contracts[slug] === this.#digestOf(slug)) ? 'waiting' : 'changed'
  }

  #digestOf(slug: string): string | undefined {
    return this.registry.bySlug.get(slug)?.digest
  }

  /** The encrypted part; undefined where this host has not its key. */
  #open({ sealed }: StoredPlan, account: string, id: string): Sealed | undefined {
    const subject = subjectOf(account, id)
    return this.cipher.opens(sealed, subject) ? JSON.parse(this.cipher.decrypt(sealed, subject)) : undefined
  }

  #records(account: string, id: string): Storage {
    return this.store.own(subjectOf(account, id))
  }
}

/** The id of the plan that a token confirms. */
export function confirmationId(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** Throws a 403 `Problem` for a caller that lacks a scope of the run whose answer it would get. */
export function requireScopesOfRun(run: readonly string[], sent: readonly string[]): void {
  if (!coversAll(sent, run))
    throw new Problem('insufficient_scope', 'This plan was run with a key that has scopes which this one lacks.')
}

/** A plan that a caller may run. */
export interface FoundPlan {
  readonly id: string
  readonly records: Storage
  /** The input of the call that asked. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly steps: readonly PlannedCall[]
  /** The caller, with what both it and the one that asked are allowed. */
  readonly caller: Caller
  /** What the caller is allowed. */
  readonly sent: readonly string[]
}

/** The answer that shows a plan, with the token that confirms it and when it expires. */
export function withToken(answer: Answer, { token, expiresAt }: Confirmation): Answer {
  return withDetails(answer, { token, expiresAt })
}

/** An answer with the page of the dashboard where its plan is confirmed. */
export function withPage(answer: Answer, { id, expiresAt }: Pick<Confirmation, 'id' | 'expiresAt'>): Answer {
  return withDetails(answer, { links: { confirmation: `${pages.confirmation}/${id}` }, expiresAt })
}

function withDetails(answer: Answer, more: object): Answer {
  const error = jsonObjectOf(answer.detail.error)
  const details = { ...jsonObjectOf(error.details), ...more }
  return { ...answer, detail: { ...answer.detail, error: { ...error, details } } }
}

/** The reply that the run of a plan gave. */
interface ConfirmedReplay {
  readonly kind: 'replay'
  readonly reply: Reply
}

/** Each plan has a namespace of its own, so that no claim waits for another's; under another name it cannot be decrypted. */
function subjectOf(account: string, id: string): string {
  return `${confirmationSubject}/${account}/${id}`
}

function unknownPlan(): Problem {
  return new Problem(
    'invalid_confirmation',
    'No plan of this account waits for this confirmation: it has expired, was dismissed, or was made for another account. ' +
      'Send the request without "confirmation" for a new plan. Nothing was done.'
  )
}

function changedContract(slug: string, { product }: ActionPlan): Problem {
  return new Problem(
    'contract_changed',
    `The product ${slug} has another contract than when the plan was made. Send the request without "confirmation" for a new plan. Nothing was done.`,
    { headers: { 'Product-Contract': product.digest } }
  )
}

/** 409 while a plan runs. */
export function inProgress(): Problem {
  return new Problem(
    'confirmation_in_progress',
    'The plan is being run for the first request with this confirmation.',
    {
      retryAfter: retrySeconds
    }
  )
}

/** 409 where the outcome of a run was lost. */
export function outcomeUnknown(): Problem {
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
