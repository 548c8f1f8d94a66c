import { type Answer, type Fault, inject, injectable } from '@product-host/sdk'
import { ignoredFields, type Settled } from '@product-host/sdk/runtime'
import type { Logger as Lines } from 'pino'
import type { Caller } from '../accounts/identity.js'
import type { Permit } from '../fence/fence.js'
import { type Admission, LoadGate } from '../fence/load-gate.js'
import type { FreeSlot } from '../limits/limit-store.js'
import { Limits } from '../limits/limits.js'
import { asProblem, Problem } from '../problems.js'
import { publicActions } from '../products/describe.js'
import type { Mounted } from '../products/mounted.js'
import type { Plan } from '../products/plan.js'
import { largestAnswer, type Reply } from '../reply.js'
import { StoreUnavailable } from '../storage/errors.js'
import { LINES } from '../tokens.js'
import { Usage } from '../usage/usage.js'
import { Access } from './access.js'
import type { Call, CallInput } from './call.js'
import { Idempotency, type IdempotencyClaim } from './idempotency.js'
import { ActionRunner } from './run-action.js'

/** The result of a call: the action's answer, or the reply that was given for the same Idempotency-Key before. */
export type Result =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly reply: Reply }
  | { readonly kind: 'replay'; readonly reply: Reply }

/** What a call has come to know and to hold; what it holds is released when it ends. */
interface Held {
  admission?: Admission
  caller?: Caller
  product?: Mounted
  plan?: Plan
  slot?: FreeSlot
  claim?: IdempotencyClaim
  permit?: Permit
  isReplay?: boolean
}

/** The only way to run an action, whoever asks for it. */
@injectable()
export class Pipeline {
  constructor(
    private readonly gate: LoadGate,
    private readonly access: Access,
    private readonly limits: Limits,
    private readonly idempotency: Idempotency,
    private readonly runner: ActionRunner,
    private readonly usage: Usage,
    @inject(LINES) private readonly lines: Lines
  ) {}

  /**
   * Runs a call. The stages stand in the order in which refusals win: each returns what the next ones need or throws a
   * `Problem` of the statuses beside it, and nothing that a later stage would find wrong is looked at before.
   */
  async run(call: Call): Promise<Result> {
    const held: Held = {}
    let failure: unknown
    try {
      held.admission = this.gate.enter(call.via === 'request') //     503 overloaded
      const { caller, rates } = await call.identify() //              401, 403, 429
      held.caller = caller
      this.gate.requireShare(held.admission, caller.account) //       503 overloaded
      const product = this.access.product(call.slug) //               404
      held.product = product
      call.found?.(product)
      product.fence.requireReady() //                                 503 product_unavailable
      const config = await this.access.admit(caller, product) //      402, 403
      call.passed?.('access')
      if (rates) this.limits.require(rates) //                        429 rate_limited
      if (call.via === 'request') held.slot = await this.limits.takeSlot(caller.account) // 429 too_many_concurrent
      const sent = await call.read(product) //                        400, 412, 413, 415
      call.passed?.('body')
      const plan = planOf(product, sent.action, call) //              400 missing_action, unknown_action
      held.plan = plan
      call.planned?.(plan)
      const ignored = requireInput(plan, sent) //                     400 invalid_input
      if (sent.idempotencyKey !== undefined) {
        const keyed = { plan, caller, fields: sent.fields, requestId: call.requestId }
        const claim = await this.idempotency.claim(sent.idempotencyKey, keyed) // 409, 422
        if (claim.kind === 'replay') {
          held.isReplay = true
          return claim
        }
        held.claim = claim
        call.passed?.('claim')
      }
      held.permit = await product.fence.enter(call.via === 'nested', call.cancellation) // 503
      const endsAt = Math.min(performance.now() + plan.deadlineMs, call.endsAt)
      const settled = await this.runner.run({ plan, caller, config, call, endsAt }, sent.fields, this) // 504
      const answer = withIgnored(this.#answerOf(settled, plan, caller, call), ignored) // 400, 502
      const reply = this.#replyOf(answer, plan, caller, call) //      502 invalid_output
      call.passed?.('run')
      await held.claim?.succeed(reply)
      return { kind: 'answer', answer, reply }
    } catch (error) {
      failure = error
      await held.claim?.fail(error)
      throw error
    } finally {
      if (held.permit) held.product?.fence.leave(held.permit, failure)
      held.slot?.()
      held.admission?.leave()
      this.#count(call, held, failure)
    }
  }

  #answerOf(settled: Settled, plan: Plan, caller: Caller, call: Call): Answer {
    switch (settled.kind) {
      case 'answered':
        return settled.answer
      case 'invalid_input':
        throw invalidInput(settled.faults)
      case 'invalid_output':
        throw this.#invalidOutput(settled.faults, plan, caller, call)
      case 'bug':
        if (settled.error instanceof StoreUnavailable) throw settled.error
        this.lines.error({ ...about(plan, caller, call), err: settled.error }, 'the product failed')
        throw new Problem('product_error', 'The product failed while it ran the action; this is its fault.')
    }
  }

  /** The answer in its envelope. Throws a `Problem` when the product's part of it is no JSON, or too much of it. */
  #replyOf({ ok, summary, metrics, detail }: Answer, plan: Plan, caller: Caller, call: Call): Reply {
    const { startedAt, requestId } = call
    const latencyMs = Math.round((performance.now() - startedAt) * 1000) / 1000
    const productId = plan.product.slug
    const text = jsonOf({ ok, productId, action: plan.name, summary, latencyMs, metrics, detail, requestId })
    if (text === undefined) throw this.#invalidOutput('it is not JSON', plan, caller, call)
    if (text.length > largestAnswer)
      throw this.#invalidOutput(`it is longer than ${largestAnswer} characters`, plan, caller, call)
    return { status: 200, headers: plan.headers, text }
  }

  #invalidOutput(faults: unknown, plan: Plan, caller: Caller, call: Call): Problem {
    this.lines.error({ ...about(plan, caller, call), faults }, 'the outcome breaks the schemas of its action')
    return new Problem(
      'invalid_output',
      'The product answered with something that it does not declare; this is its fault.'
    )
  }

  #count(call: Call, { caller, product, plan, isReplay }: Held, failure: unknown): void {
    if (!caller || !product) return
    const named = call.action !== undefined && product.plans.has(call.action) ? call.action : null
    const use = { caller, product: product.slug, via: call.via, action: plan?.name ?? named }
    const status = failure === undefined ? 200 : asProblem(failure).status
    this.usage.count(use, isReplay ? 'replay' : { status, ms: performance.now() - call.startedAt })
  }
}

function planOf(product: Mounted, name: unknown, { job }: Call): Plan {
  if (typeof name !== 'string' || name === '') throw missingAction()
  const plan = product.plans.get(name)
  if (plan && (job || !plan.action.internal)) return plan
  throw unknownAction(product)
}

/** Checks the input and fills in its defaults; the names that the action does not know. */
function requireInput({ served }: Plan, { fields, faults }: CallInput): readonly string[] {
  const ignored = ignoredFields(fields, served.known)
  const all = [...faults, ...served.checkInput(fields)]
  if (all.length > 0) throw invalidInput(all)
  return ignored
}

function withIgnored(answer: Answer, ignored: readonly string[]): Answer {
  return ignored.length === 0 ? answer : { ...answer, detail: { ...answer.detail, ignoredFields: ignored } }
}

/** JSON text, or undefined for what is circular, a bigint or too deep. */
function jsonOf(body: unknown): string | undefined {
  try {
    return JSON.stringify(body)
  } catch {
    return undefined
  }
}

function about({ product, name }: Plan, { account }: Caller, { requestId }: Call): Record<string, unknown> {
  return { product: product.slug, action: name, requestId, account }
}

function invalidInput(errors: readonly Fault[]): Problem {
  return new Problem('invalid_input', 'The input does not fit; see errors.', { errors })
}

function missingAction(): Problem {
  return new Problem('missing_action', 'Say in "action" which action to run; GET the same address describes them.', {
    errors: [
      { pointer: '#/action', code: 'required', detail: 'is not a name of an action', fix: 'Send the name as a string.' }
    ]
  })
}

function unknownAction(product: Mounted): Problem {
  const names = publicActions(product)
    .map(([name]) => name)
    .join(', ')
  const error = {
    pointer: '#/action',
    code: 'enum',
    detail: 'is no action of this product',
    fix: `Send one of ${names}.`
  }
  return new Problem('unknown_action', `The product "${product.slug}" has the actions ${names}.`, { errors: [error] })
}
