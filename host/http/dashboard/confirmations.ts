import { injectable } from '@product-host/sdk'
import { Keys } from '../../accounts/keys/keys.js'
import { type Caller, sessionKeyId } from '../../base/caller.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import { type Call, type CallInput, type Identified, longestCallMs } from '../../execution/call.js'
import { Confirmations } from '../../execution/confirmations.js'
import { PendingPlans } from '../../execution/pending-plans.js'
import { Pipeline } from '../../execution/pipeline.js'
import type { ShownPlan } from '../../execution/stored-plan.js'
import { Limits } from '../../limits/limits.js'
import type { Cancellation } from '../../resilience/cancellation.js'
import type { HostRequest } from '../message.js'
import { readQuery } from '../query.js'
import { sendEmpty, sendJson, sendReply } from '../reply.js'
import { noStore, requireNoBody } from '../request-body.js'
import { RequestLog } from '../request-log.js'
import { SessionAuth } from './session-auth.js'

/** `/dashboard/api/confirmations`: the plans that wait for the signed-in account holder. */
@injectable()
export class ConfirmationRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly confirmations: Confirmations,
    private readonly pendingPlans: PendingPlans,
    private readonly keys: Keys,
    private readonly pipeline: Pipeline,
    private readonly limits: Limits,
    private readonly requestLog: RequestLog
  ) {}

  async list(request: HostRequest): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    readQuery(request, [])
    const plans = await this.pendingPlans.list(account)
    sendJson(request.context, 200, { plans: plans.map(shown) }, noStore)
  }

  async show(request: HostRequest, id: string): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    readQuery(request, [])
    sendJson(request.context, 200, shown(await this.#planOf(account, id)), noStore)
  }

  /** Runs a plan, once, with what the key that asked for it may do today; the reply is that of its action. */
  async run(request: HostRequest, id: string): Promise<void> {
    const { context } = request
    const { account, session } = await this.auth.requireRecentSignIn(request)
    await requireNoBody(request)
    const plan = await this.#planOf(account, id)
    const scopes = await this.#scopesToday(plan)
    const caller = { account, keyId: sessionKeyId, sessionGeneration: session.generation ?? 0, scopes }
    // The person can read the reply later.
    this.requestLog.continueAfterDisconnect(context)
    try {
      const { kind, reply } = await this.pipeline.run(new ConfirmedCall(request, plan, caller, this.limits))
      if (kind === 'replay') context.notes.replayed = true
      sendReply(context, reply)
    } finally {
      this.requestLog.finish(context)
    }
  }

  /** What the asker of a plan may do today; a session that started a run asked for the account holder, who confirms it now. */
  async #scopesToday({ asker }: ShownPlan): Promise<readonly string[]> {
    if (asker.keyId === sessionKeyId) return asker.scopes ?? []
    const today = await this.keys.today(asker)
    if ('scopes' in today) return today.scopes
    const ended = today.ended === 'revoked_key' ? 'was revoked' : 'has expired'
    throw new Problem('key_ended', `The key that asked for this plan ${ended}. Nothing was done.`)
  }

  async dismiss(request: HostRequest, id: string): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    await requireNoBody(request)
    const plan = await this.#planOf(account, id)
    if (!(await this.confirmations.dismiss(account, plan.id)))
      throw new Problem('already_confirmed', 'The plan was confirmed before; GET the same address for its answer.')
    sendEmpty(request.context, 204, noStore)
  }

  /** Throws the same 404 `Problem` for a plan of another account as for none. */
  async #planOf(account: string, id: string): Promise<ShownPlan> {
    const plan = await this.confirmations.show(account, id)
    if (plan) return plan
    throw new Problem('not_found', 'You have no such plan. A plan can be confirmed for a short time only.')
  }
}

/** The run of a plan that a person has confirmed, as a call of the action that asked. */
class ConfirmedCall implements Call {
  readonly via = 'request'
  readonly depth = 1
  readonly slug: string
  readonly action: string
  readonly requestId: string
  readonly startedAt: number
  readonly endsAt: number
  readonly cancellation: Cancellation

  constructor(
    { context }: HostRequest,
    private readonly plan: ShownPlan,
    private readonly caller: Caller,
    private readonly limits: Limits
  ) {
    Object.assign(context.notes, { product: plan.product, action: plan.action })
    this.slug = plan.product
    this.action = plan.action
    this.requestId = context.requestId
    this.startedAt = context.startedAt
    this.endsAt = context.startedAt + longestCallMs
    this.cancellation = context.cancellation
  }

  async identify(): Promise<Identified> {
    return { caller: this.caller, rates: await this.limits.count(this.caller) }
  }

  read(): CallInput {
    return { action: this.action, fields: {}, issues: [], confirmation: this.plan.id }
  }
}

function shown({ asker, askedAt, expiresAt, runScopes: _scopes, reply, ...plan }: ShownPlan) {
  return {
    ...plan,
    keyId: asker.keyId,
    askedAt: isoTime(askedAt),
    expiresAt: isoTime(expiresAt),
    answer: reply ? JSON.parse(reply.text) : null
  }
}
