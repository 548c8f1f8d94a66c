import { hash } from 'node:crypto'
import { type Answer, inject, injectable, type Storage } from '@product-host/sdk'
import { type CheckedPlan, canonicalJson, confirmationAnswer, notConfirmed } from '@product-host/sdk/runtime'
import { isoTime } from '../base/clock.js'
import type { Reply } from '../base/reply.js'
import { allScopes } from '../base/scopes.js'
import { mayAsk } from '../products/describe.js'
import { STORE, type Store } from '../storage/store.js'
import {
  type AskingCall,
  type Confirmation,
  Confirmations,
  confirmationSubject,
  inProgress,
  outcomeUnknown,
  requireScopesOfRun
} from './confirmations.js'
import type { ShownPlan } from './stored-plan.js'

/** Where the plan of a call is. */
interface PendingPlan {
  readonly id: string
  /** Whether the caller has got the outcome. */
  readonly isAnswered?: true
}

/** The reply of the run, or an answer that says that the plan waits or was dismissed. */
type PendingOutcome =
  | { readonly reply: Reply }
  | { readonly answer: Answer; readonly plan?: CheckedPlan; readonly pending?: Pick<Confirmation, 'id' | 'expiresAt'> }

/** How long the same call gets the outcome again, in milliseconds: its first answer may have been lost. */
const againMs = 60_000
/** Plans of one list at most. */
const mostListed = 100

/**
 * The plans that an account holder confirms on a page of the dashboard, for callers that cannot ask a person. Such a caller has no token: it
 * sends the same call again, and gets the outcome.
 */
@injectable()
export class PendingPlans {
  constructor(
    @inject(STORE) private readonly store: Store,
    private readonly confirmations: Confirmations
  ) {}

  /** Notes the plan of a call; what its caller is told of it. */
  async add(call: AskingCall, { id, expiresAt }: Confirmation): Promise<Pick<Confirmation, 'id' | 'expiresAt'>> {
    await this.#write(call, { id }, 2 * this.store.storedMs('confirmationMinutes'))
    return { id, expiresAt }
  }

  /**
   * What became of the plan that the same call of the same key has asked for; undefined where the call has none, or none that can be
   * confirmed. Throws a `Problem`: 409 while the plan runs, and where its outcome was lost; 403 when the run was allowed what the
   * caller lacks.
   */
  async find(call: AskingCall): Promise<PendingOutcome | undefined> {
    if (!mayAsk(call.plan.action)) return undefined
    const { account, scopes = allScopes } = call.caller
    const pending = await this.#records(account).get<PendingPlan>(keyOf(call))
    const plan = pending && (await this.confirmations.show(account, pending.id))
    if (!plan || plan.state === 'changed') return undefined
    if (plan.state === 'waiting') return stillWaiting(plan)
    if (plan.state === 'running') throw inProgress()
    if (plan.runScopes) requireScopesOfRun(plan.runScopes, scopes)
    if (!pending.isAnswered) await this.#write(call, { ...pending, isAnswered: true }, againMs)
    if (plan.state === 'outcome_unknown') throw outcomeUnknown()
    return plan.reply ? { reply: plan.reply } : { answer: notConfirmed() }
  }

  /** The plans of an account that wait or run, the latest first. */
  async list(account: string): Promise<readonly ShownPlan[]> {
    const entries = await this.#records(account).list<PendingPlan>('', { limit: 1_000 })
    const plans: ShownPlan[] = []
    for (const { value } of entries) {
      const plan = value.isAnswered ? undefined : await this.confirmations.show(account, value.id)
      if (plan?.state === 'waiting' || plan?.state === 'running') plans.push(plan)
    }
    return plans.sort((one, other) => other.askedAt - one.askedAt).slice(0, mostListed)
  }

  async #write(call: AskingCall, pending: PendingPlan, ttlMs: number): Promise<void> {
    await this.#records(call.caller.account).set(keyOf(call), pending, { ttlMs })
  }

  #records(account: string): Storage {
    return this.store.own(`${confirmationSubject}/${account}`)
  }
}

function stillWaiting({ id, expiresAt, message, steps, notUnderstood }: ShownPlan): PendingOutcome {
  const plan = { message, steps, notUnderstood, details: {}, metrics: {} }
  const effects = steps.map(({ effect }) => effect)
  return { answer: confirmationAnswer(plan, effects), plan, pending: { id, expiresAt: isoTime(expiresAt) } }
}

/** The same for the same call of the same key, whatever the order of its fields. */
function keyOf({ plan, caller, fields }: AskingCall): string {
  return hash('sha256', canonicalJson([caller.keyId, plan.product.slug, plan.name, fields]), 'base64url')
}
