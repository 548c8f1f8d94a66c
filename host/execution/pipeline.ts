import { type Answer, type Issue, inject, injectable } from '@product-host/sdk'
import {
  type CheckedInput,
  type CheckedPlan,
  checkedInput,
  confirmationAnswer,
  type Settled,
  slugError,
  UnreadableRecord,
  withNotes
} from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Caller } from '../base/caller.js'
import { memberOf } from '../base/json.js'
import { HOST_LOGGER } from '../base/log.js'
import { asProblem, Problem, StoreRefusal, StoreUnavailable } from '../base/problems.js'
import { largestAnswer, problemText, type Reply } from '../base/reply.js'
import { Budgets } from '../limits/budgets.js'
import { Limits } from '../limits/limits.js'
import type { ActionPlan } from '../products/registry.js'
import { LoadShedder } from '../resilience/overload.js'
import { SourceUnavailable } from '../sources/source-unavailable.js'
import { replayed } from '../storage/stored-reply.js'
import { Usage } from '../usage/usage.js'
import { Access, isAwaited, planOf } from './access.js'
import type { Call, CallInput, CallResult, CallState, RunningCall } from './call.js'
import { type AskingCall, Confirmations, withPage, withToken } from './confirmations.js'
import { Idempotency, type IdempotencyClaim } from './idempotency.js'
import { PendingPlans } from './pending-plans.js'
import { ActionRunner } from './run-action.js'
import { Runs } from './runs.js'

/** The checked input of a call, and what is said of its names. */
interface AskedInput extends Pick<CheckedInput, 'notes'> {
  readonly fields: CallInput['fields']
}

/** Characters of an undeclared code that are logged. */
const longestCode = 100

/** The only way to run an action, from any entry point. */
@injectable()
export class Pipeline {
  /** The actions whose undeclared members were logged. */
  readonly #undeclaring = new WeakSet<ActionPlan>()
  /** The actions of which an undeclared code of an error was logged. */
  readonly #undeclaredCodes = new WeakSet<ActionPlan>()

  constructor(
    private readonly loadShedder: LoadShedder,
    private readonly access: Access,
    private readonly limits: Limits,
    private readonly budgets: Budgets,
    private readonly idempotency: Idempotency,
    private readonly confirmations: Confirmations,
    private readonly pendingPlans: PendingPlans,
    private readonly runs: Runs,
    private readonly runner: ActionRunner,
    private readonly usage: Usage,
    @inject(HOST_LOGGER) private readonly logger: Logger
  ) {}

  /**
   * Runs a call. The stages are in the order of precedence of their refusals: each returns what later stages need, or throws a
   * `Problem` with one of the statuses beside it. No stage checks what a later stage checks.
   */
  async run(call: Call): Promise<CallResult> {
    const state: CallState = {}
    let failure: unknown
    try {
      const entered = this.loadShedder.enter(isAwaited(call), call.cancellation, this.access.bulkheadOf(call.slug)) // 503 overloaded
      state.admission = entered instanceof Promise ? await entered : entered
      const { caller, rates } = await call.identify() //              401, 403, 429
      state.caller = caller
      const refused = this.loadShedder.requireShare(state.admission, caller.account, call.cancellation) // 503 overloaded
      if (refused) await refused
      const product = this.access.product(call.slug) //               404
      state.product = product
      product.resilience.calls.begin()
      call.found?.(product)
      product.resilience.requireReady() //                                 503 product_unavailable
      const config = await this.access.admit(caller, product) //      402, 403
      call.passed?.('access')
      if (rates) this.limits.require(rates) //                        429 rate_limited
      if (isAwaited(call)) state.slot = await this.limits.takeSlot(caller.account) // 429 too_many_concurrent
      const sent = await call.read(product) //                        400, 412, 413, 415
      state.sent = sent
      call.passed?.('body')
      const plan = planOf(product, sent.action, call) //              400 missing_action, unknown_action
      state.plan = plan
      call.planned?.(plan)
      const found = sent.confirmation ? await this.confirmations.find(sent.confirmation, { plan, caller }) : undefined // 400, 403, 412
      if (found) state.sent = { ...sent, fields: structuredClone(found.fields) }
      const { fields } = state.sent
      const { notes, refusal } = requireInput(plan, state.sent) //    400 invalid_input
      if (refusal) {
        state.reply = this.#replyOf(refusal, plan, caller, call)
        return { kind: 'answer', answer: refusal, reply: state.reply }
      }
      const isAsked = call.confirmsBy === 'page'
      const pending = isAsked ? await this.#pending({ plan, caller, fields }, call, state) : undefined // 403, 409
      if (pending) return pending
      let runId: string | undefined
      if (sent.idempotencyKey !== undefined) {
        const { isAsync, origin: { follower } = {} } = sent
        const keyed = { plan, caller, fields, requestId: call.requestId, confirmation: found?.id, isAsync, follower }
        const claim = await this.idempotency.claim(sent.idempotencyKey, keyed) // 403, 409, 422
        if (claim.kind === 'replay') {
          Object.assign(state, { isReplay: true, reply: claim.reply })
          return claim
        }
        if (claim.kind === 'run') runId = claim.id
        else state.claim = claim
        call.passed?.('claim')
      }
      if (sent.isAsync || runId !== undefined) {
        const count = isBudgeted(call) ? () => this.budgets.take(caller) : undefined // 429 call_budget_spent
        const asked = { plan, caller, fields, call, id: runId, origin: sent.origin, count }
        const accepted = await (sent.isAsync ? this.runs.accept(asked) : this.runs.answer(asked)) // 409, 429
        state.reply = accepted.reply
        state.isAccepted = accepted.kind === 'accepted'
        state.isReplay = accepted.kind === 'replay'
        return accepted
      }
      if (found) {
        const claim = await this.confirmations.claim(found, plan, call.requestId) // 403, 409
        if (claim.kind === 'replay') {
          state.isReplay = true
          state.reply = replayed(claim.reply)
          await state.claim?.succeed(claim.reply)
          return { kind: 'replay', reply: state.reply }
        }
        state.confirmed = claim
      }
      if (isBudgeted(call)) {
        const taking = this.budgets.take(caller) //                   429 call_budget_spent
        state.giveBack = taking instanceof Promise ? await taking : taking
      }
      state.permit = await product.resilience.enter(call.via === 'nested', call.cancellation) // 503
      const endsAt = Math.min(performance.now() + plan.deadlineMs, call.endsAt)
      state.confirmed?.begin()
      state.claim?.begin()
      state.hasBegun = true
      const confirmed = state.confirmed?.steps ?? call.confirmed
      const { claim } = state
      const endedLate = claim && ((settled: Settled) => this.#settleLate(claim, settled, running, notes))
      const running: RunningCall = { plan, caller: found?.caller ?? caller, config, call, endsAt, confirmed, endedLate }
      const settled = await this.runner.run(running, fields, this) // 504
      if (settled.kind === 'confirmation') return await this.#ask(settled.plan, running, { fields, notes }, state) // 429, 502
      const answer = withNotes(this.#answerOf(settled, plan, caller, call), notes) // 400, 502
      const reply = this.#replyOf(answer, plan, caller, call) // 502 invalid_output, response_too_large
      call.passed?.('run')
      state.reply = reply
      await claim?.answer(answer, reply)
      if (state.confirmed) await state.confirmed.succeed(reply)
      return { kind: 'answer', answer, reply }
    } catch (error) {
      failure = await settledFailure(error, state)
      await state.claim?.fail(failure)
      if (state.confirmed) await state.confirmed.fail(failure, call.requestId)
      throw failure
    } finally {
      if (state.permit) state.product?.resilience.leave(state.permit, failure, state.caller?.account)
      state.slot?.()
      if (!isUsed(state, failure)) state.giveBack?.()
      state.admission?.leave()
      state.product?.resilience.calls.end()
      this.#count(call, state, failure)
    }
  }

  /** What became of the plan for which the same call has sent the account holder to a page. */
  async #pending(asking: AskingCall, call: Call, state: CallState): Promise<CallResult | undefined> {
    const { plan, caller } = asking
    const found = await this.pendingPlans.find(asking)
    if (!found) return undefined
    state.isReplay = true
    if ('reply' in found) {
      state.reply = found.reply
      return { kind: 'replay', reply: found.reply, isConfirmed: true }
    }
    const shown = found.pending ? withPage(found.answer, found.pending) : found.answer
    state.reply = this.#replyOf(shown, plan, caller, call)
    return { kind: 'answer', ...found, reply: state.reply }
  }

  /** Stores the answer of an action that ended after its call was cancelled, for whoever sends the Idempotency-Key again. */
  async #settleLate(
    claim: IdempotencyClaim,
    settled: Settled,
    { plan, caller, call }: RunningCall,
    notes: AskedInput['notes']
  ): Promise<void> {
    if (settled.kind !== 'answered') return
    const answer = withNotes(settled.answer, notes)
    await claim.answer(answer, this.#replyOf(answer, plan, caller, call))
  }

  /**
   * Shows a plan that has to be confirmed, with a token where the caller takes one. A plan that cannot be run is a fault of the product.
   * It is not stored for an Idempotency-Key: sent again, the request gets a new token.
   */
  async #ask(
    planned: CheckedPlan,
    running: RunningCall,
    { fields, notes }: AskedInput,
    state: CallState
  ): Promise<CallResult> {
    const { plan, caller, call } = running
    const checked = await this.confirmations.check(planned)
    if ('pointer' in checked) throw this.#invalidOutput([checked], plan, caller, call)
    const answer = withNotes(confirmationAnswer(checked.plan, checked.effects), notes)
    const reply = this.#replyOf(answer, plan, caller, call)
    const asking = { plan, caller, fields }
    const made = call.confirmsBy && (await this.confirmations.make(checked, asking))
    const confirmation = call.confirmsBy === 'token' ? made : undefined
    const pending = call.confirmsBy === 'page' && made ? await this.pendingPlans.add(asking, made) : undefined
    const shown = confirmation ? withToken(answer, confirmation) : pending && withPage(answer, pending)
    const sent = shown ? this.#replyOf(shown, plan, caller, call) : reply
    call.passed?.('run')
    state.reply = reply
    await state.claim?.release()
    await state.confirmed?.succeed(reply)
    const more = { ...(confirmation && { confirmation }), ...(pending && { pending }) }
    return { kind: 'answer', answer, reply: sent, plan: checked.plan, ...more }
  }

  #answerOf(settled: Exclude<Settled, { kind: 'confirmation' }>, plan: ActionPlan, caller: Caller, call: Call): Answer {
    switch (settled.kind) {
      case 'answered':
        if (settled.undeclared) this.#logUndeclared(settled.undeclared, plan, caller, call)
        if (!settled.answer.ok) this.#requireDeclaredCode(settled.answer, plan, caller, call)
        return settled.answer
      case 'invalid_input':
        throw invalidInput(settled.issues)
      case 'invalid_output':
        throw this.#invalidOutput(settled.issues, plan, caller, call)
      case 'too_large':
        throw this.#tooLarge(plan, caller, call)
      case 'blocked':
        throw new Problem('product_timeout', 'The action held the thread of its product for too long, and was ended.', {
          mayHaveRun: true
        })
      case 'bug':
        if (settled.error instanceof SourceUnavailable) throw settled.error.problem
        if (settled.error instanceof StoreUnavailable) throw storeFailed(settled.error)
        if (settled.error instanceof UnreadableRecord) throw this.#unreadable(settled.error, plan, caller, call)
        if (settled.error instanceof StoreRefusal) throw this.#storeRefusal(settled.error, plan, caller, call)
        this.logger.error({ ...about(plan, caller, call), err: settled.error }, 'the product failed')
        throw new Problem(
          'product_error',
          'The product failed while it ran the action; this is a fault of the product.'
        )
    }
  }

  /** Once for each action: a product would otherwise fill the log with what is wrong with it. */
  #logUndeclared(undeclared: readonly string[], plan: ActionPlan, caller: Caller, call: Call): void {
    if (this.#undeclaring.has(plan)) return
    this.#undeclaring.add(plan)
    this.logger.warn(
      { ...about(plan, caller, call), members: undeclared.slice(0, 20) },
      'members that the schema does not declare were dropped; logged once for each action'
    )
  }

  /** The caller gets the answer as it is; the log says once for each action that describe does not list its code. */
  #requireDeclaredCode({ detail }: Answer, plan: ActionPlan, caller: Caller, call: Call): void {
    const code = memberOf(detail.error, 'code')
    if (typeof code === 'string' && Object.hasOwn(plan.action.errors ?? {}, code)) return
    if (this.#undeclaredCodes.has(plan)) return
    this.#undeclaredCodes.add(plan)
    this.logger.warn(
      { ...about(plan, caller, call), code: String(code).slice(0, longestCode) },
      "an error has a code that is not in the action's errors; logged once for each action"
    )
  }

  /** A fault of the store, or a record that another host has stored for a later version; outside the circuit of the product. */
  #unreadable(cause: UnreadableRecord, plan: ActionPlan, caller: Caller, call: Call): Problem {
    this.logger.error({ ...about(plan, caller, call), record: cause.key, err: cause }, 'a stored record cannot be read')
    const detail = 'A stored record cannot be read; it was logged under the request id.'
    const options = cause.isNewer ? { retryAfter: 5, mayHaveRun: true as const, cause } : { cause }
    return new Problem(cause.isNewer ? 'product_unavailable' : 'internal_error', detail, options)
  }

  #storeRefusal(cause: StoreRefusal, plan: ActionPlan, caller: Caller, call: Call): Problem {
    this.logger.error({ ...about(plan, caller, call), err: cause }, 'the store refused a request')
    const detail = 'The store refused a request while the action ran; it was logged under the request id.'
    return new Problem('internal_error', detail, { mayHaveRun: true, cause })
  }

  /** The answer in its envelope. Throws a `Problem` when the product's part is not JSON or is too long. */
  #replyOf({ ok, summary, metrics, detail }: Answer, plan: ActionPlan, caller: Caller, call: Call): Reply {
    const { startedAt, requestId } = call
    const latencyMs = Math.round((performance.now() - startedAt) * 1000) / 1000
    const productId = plan.product.slug
    const text = jsonOf({ ok, productId, action: plan.name, summary, latencyMs, metrics, detail, requestId })
    if (text === undefined) throw this.#invalidOutput('it is not JSON', plan, caller, call)
    if (text.length > largestAnswer) throw this.#tooLarge(plan, caller, call)
    return { status: 200, headers: plan.headers, text }
  }

  #invalidOutput(issues: unknown, plan: ActionPlan, caller: Caller, call: Call): Problem {
    this.logger.error({ ...about(plan, caller, call), issues }, 'the outcome does not match the schemas of its action')
    return new Problem(
      'invalid_output',
      'The product returned an outcome that does not match its schemas; this is a fault of the product.'
    )
  }

  /** No fault of the product: how much it returns depends on what the caller asks for. */
  #tooLarge(plan: ActionPlan, caller: Caller, call: Call): Problem {
    this.logger.warn(about(plan, caller, call), 'the answer is too large')
    const mebibytes = largestAnswer / 1024 / 1024
    return new Problem('response_too_large', `The response is over ${mebibytes} MiB; ask for less in one request.`)
  }

  #count(call: Call, state: CallState, failure: unknown): void {
    const { caller, product, plan, sent, reply, isReplay, isAccepted } = state
    const { via, requestId } = call
    if (!caller || isAccepted || via === 'home') return
    const named = call.action !== undefined && product?.plans.has(call.action) ? call.action : null
    const problem = failure === undefined ? undefined : asProblem(failure)
    const answer = () => (problem ? problemText(problem, requestId) : (reply?.text ?? ''))
    const slug = product?.slug ?? (slugError(call.slug) === undefined ? call.slug : '')
    this.usage.count(
      {
        caller,
        product: slug,
        isKnown: product !== undefined,
        action: plan?.name ?? named,
        via,
        requestId,
        fields: sent?.fields,
        answer
      },
      {
        status: problem?.status ?? reply?.status ?? 200,
        ms: performance.now() - call.startedAt,
        code: problem?.code,
        isReplay
      }
    )
  }
}

/** Checks the input and fills in its defaults; what is said of its names, and the answer where a name that decides is misspelt. */
function requireInput({ served }: ActionPlan, { fields, issues }: CallInput): Omit<CheckedInput, 'issues'> {
  const checked = checkedInput(served, fields, issues)
  if (checked.issues.length > 0) throw invalidInput(checked.issues)
  return checked
}

/** JSON text, or undefined for what is circular, a bigint or too deep. */
function jsonOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body)
  } catch {
    return undefined
  }
}

function about({ product, name }: ActionPlan, { account }: Caller, { requestId }: Call): Record<string, unknown> {
  return { product: product.slug, action: name, requestId, account }
}

function invalidInput(errors: readonly Issue[]): Problem {
  return new Problem('invalid_input', 'The input does not fit; see errors.', { errors })
}

function storeFailed(cause: StoreUnavailable): Problem {
  const detail = 'The store did not answer while the action ran.'
  return new Problem('store_unavailable', detail, { retryAfter: cause.retryAfterSeconds, mayHaveRun: true, cause })
}

/** Whether a call counts in budgets: a run was counted when it was accepted, a job when it was first run, and a call between products is a part. */
function isBudgeted({ via, job, isFirstOfFollower }: Call): boolean {
  return via === 'request' || job?.attempt === 1 || isFirstOfFollower === true
}

/** Whether the action of a call has begun, and has not refused the input. */
function isUsed({ hasBegun }: CallState, failure: unknown): boolean {
  return hasBegun === true && !(failure instanceof Problem && failure.code === 'invalid_input')
}

/** A failure of an action that has begun says that the same request must not be sent again, unless a second run does no harm. */
async function settledFailure(error: unknown, { plan, sent, claim }: Pick<CallState, 'plan' | 'sent' | 'claim'>) {
  if (!(error instanceof Problem) || error.options.mayHaveRun !== true || !plan || !sent) return error
  if ((await plan.served.effectsOf(sent.fields)).isSafeToRepeat) return error
  const advice = claim
    ? 'Until its outcome is known, the Idempotency-Key answers outcome_unknown.'
    : 'Check that before you send the request again.'
  const detail = `${error.detail} The action may have done a part of its work. ${advice}`
  return new Problem(error.code, detail, { ...error.options, isFinal: true })
}
