import type { IncomingHttpHeaders } from 'node:http'
import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Caller } from '../../base/caller.js'
import { Problem } from '../../base/problems.js'
import { RATES, type Rates } from '../../deployment.js'
import { type HookBodyRead, hookInput } from '../../hooks/hook-input.js'
import { type HookRefusalReason, HookRefusals } from '../../hooks/hook-refusals.js'
import { type FoundHook, HookStore, type StoredHook } from '../../hooks/hook-store.js'
import { verifySignature } from '../../hooks/signatures.js'
import { FailedKeys } from '../../limits/address-limits.js'
import { Budgets } from '../../limits/budgets.js'
import { LIMIT_STORE, type LimitStore, type RateCounter, requireRate } from '../../limits/limits.js'
import { type NewRun, RunStore } from '../../runs/run-store.js'
import { Access, planOf } from '../access.js'
import { schedulerOf } from '../job-callers.js'
import { HookCallers } from './callers.js'
import { hookOf } from './hooks.js'

/** A request to the URL of a hook, as its entry point passes it on: what it sends is read when it is needed. */
export interface HookCall {
  readonly slug: string
  readonly token: string
  readonly method: 'GET' | 'POST'
  readonly headers: IncomingHttpHeaders
  readonly requestId: string
  /** Where the request comes from. */
  readonly address: string
  /** Called once it is known whose hook it is. */
  found(known: { readonly account: string; readonly id: string; readonly action: string }): void
  /** The bytes of the body. Throws a 413 `Problem`. */
  bytes(): Promise<Buffer>
  /** What was sent. Throws a `Problem`: 400, 415. */
  read(bytes: Buffer): Promise<HookBodyRead>
}

/** A call that was accepted: it is stored, and its action runs later. */
interface AcceptedHookCall {
  readonly run: string
  /** Where a browser goes on. */
  readonly redirect?: string
}

/** Slack asks once whether a URL is that of its receiver, and wants to have back what it has sent and signed. */
interface AnsweredChallenge {
  readonly challenge: string
}

/** Accepts calls of hooks as runs. */
@injectable()
export class HookCalls {
  readonly #rate: RateCounter

  constructor(
    private readonly store: HookStore,
    private readonly callers: HookCallers,
    private readonly access: Access,
    private readonly runs: RunStore,
    private readonly budgets: Budgets,
    private readonly refusals: HookRefusals,
    private readonly failedKeys: FailedKeys,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(RATES) private readonly rates: Rates,
    @inject(LIMIT_STORE) limits: LimitStore
  ) {
    this.#rate = limits.counter('hook', rates.hook)
  }

  /**
   * Accepts a call. The stages are in the order of precedence of their refusals, and say nothing of the account. What the action itself
   * refuses is a failed run. The run is durable when this returns; a delivery that its sender repeats has one run.
   */
  async accept(call: HookCall): Promise<AcceptedHookCall | AnsweredChallenge> {
    const found = await this.#counted('token', () => this.#found(call)) //                    404, 429
    const { account, hook } = found
    const { caller, declared, plan } = await this.#counted('access', () => this.#admitted(found)) // 403, 503
    call.found({ account, id: hook.id, action: plan.name })
    const isQuery = call.method === 'GET'
    if (isQuery && !declared.bodies.includes('query')) throw this.#refused('body', onlyPost())
    const bytes = isQuery ? emptyBody : await this.#counted('size', () => call.bytes()) //    413
    const delivery = await this.#counted('signature', () => this.#delivery(call, found, bytes)) // 401, 429
    const body = await this.#counted('body', () => call.read(bytes)) //                       400, 415
    if (!isQuery && !declared.bodies.includes(body.isText ? 'form' : 'json') && bytes.length > 0)
      throw this.#refused('body', otherForm(declared.bodies))
    const { requests, seconds } = this.rates.hook
    const over = `The hook was called more than ${requests} times within ${seconds} s.`
    await this.#counted('rate', () => requireRate(this.#rate, hook.id, over)) //              429
    const { type, challenge } = body.value
    if (hook.signature === 'slack' && type === 'url_verification' && typeof challenge === 'string') return { challenge }
    const chosen = this.store.fieldsOf(account, hook)
    const { properties } = plan.action.input
    const fields = hookInput(declared.input, chosen, body, properties)
    const asked = { slug: hook.slug, action: plan.name, requestId: call.requestId, by: schedulerOf(caller), fields }
    const run = await this.#counted('runs', () => this.#start(caller, hook, delivery, asked)) // 429
    return { run, ...(hook.redirect !== undefined && { redirect: hook.redirect }) }
  }

  /** Starts the run of a delivery, or finds it. It counts in the budgets of the account, and of the key that decided on the hook. */
  async #start(caller: Caller, { id: hook }: StoredHook, delivery: string | undefined, asked: NewRun): Promise<string> {
    const { account } = caller
    const id = delivery === undefined ? undefined : await this.store.runOf(account, hook, delivery)
    const count = () => this.budgets.take(caller)
    const { run } = await this.runs.create(account, { ...asked, id, hook, count })
    return run.id
  }

  /** One refusal for every token that is not good, and a limit for whoever tries them. */
  async #found({ slug, token, address }: HookCall) {
    const found = await this.store.find(token)
    if (found?.hook.slug === slug) return found
    await this.failedKeys.count(address)
    throw new Problem('not_found', 'There is no hook at this address.')
  }

  /** Who calls what. The owner of the hook sees why it takes no calls; whoever has the URL does not. */
  async #admitted({ account, hook }: FoundHook) {
    try {
      const caller = await this.callers.admit(account, hook)
      const product = this.access.product(hook.slug)
      const declared = hookOf(product, hook.hook)
      if (!declared) throw new Problem('hook_disabled', 'The product has no such hook any more.')
      return { caller, declared, plan: planOf(product, declared.action, {}) }
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      throw new Problem('hook_disabled', 'This hook takes no calls at the moment; its owner sees why.')
    }
  }

  /** The name of the delivery, if it has one. */
  async #delivery(
    { method, headers, address }: HookCall,
    { account, hook }: FoundHook,
    body: Buffer
  ): Promise<string | undefined> {
    const { signature: kind } = hook
    // A query is no part of what is signed.
    const isSigned = method === 'POST' || kind === 'none' || kind === 'basic'
    const secret = this.store.secretOf(account, hook)
    const verified = isSigned && verifySignature(kind, { headers, body, secret, now: this.clock.now() })
    if (verified) return verified.delivery
    await this.failedKeys.count(address)
    const challenge = kind === 'basic' ? { headers: { 'WWW-Authenticate': 'Basic realm="hook", charset="UTF-8"' } } : {}
    throw new Problem('invalid_hook_signature', `The call lacks a valid signature of the kind ${kind}.`, challenge)
  }

  /** Counts a refusal of a stage under its reason. */
  async #counted<Result>(reason: HookRefusalReason, stage: () => Promise<Result>): Promise<Result> {
    try {
      return await stage()
    } catch (error) {
      throw error instanceof Problem && error.status < 500 ? this.#refused(reason, error) : error
    }
  }

  #refused(reason: HookRefusalReason, problem: Problem): Problem {
    this.refusals.count(reason)
    // How many runs the account has, and when its budget begins anew, is nothing that a caller of the hook should know.
    if (reason !== 'runs') return problem
    const retryAfter = Math.min(problem.options.retryAfter ?? 10, longestRetrySeconds)
    return new Problem('rate_limited', 'This hook takes no more calls for now.', { retryAfter })
  }
}

const longestRetrySeconds = 60 * 60

const emptyBody = Buffer.alloc(0)

function onlyPost(): Problem {
  return new Problem('method_not_allowed', 'This hook takes POST.', { headers: { Allow: 'POST, OPTIONS' } })
}

function otherForm(bodies: readonly string[]): Problem {
  return new Problem('unsupported_media_type', `This hook takes a body of the form ${bodies.join(' or ')}.`)
}
