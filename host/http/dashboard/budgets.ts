import { CLOCK, type Clock, inject, injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { hasExpired } from '../../accounts/keys/check-key.js'
import { Keys } from '../../accounts/keys/keys.js'
import { Problem } from '../../base/problems.js'
import { budgetIssues, budgetOf, NewBudget } from '../../limits/budget.js'
import { Budgets } from '../../limits/budgets.js'
import { sendJson } from '../reply.js'
import { bodyReader, noStore } from '../request-body.js'
import { SessionAuth } from './session-auth.js'

const newBudget = bodyReader(Type.Object(NewBudget.properties))

/** `/dashboard/api/budgets`: the calls that the signed-in account and its keys may make in a day and in a month. */
@injectable()
export class BudgetRoutes {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    private readonly auth: SessionAuth,
    private readonly keys: Keys,
    private readonly budgets: Budgets
  ) {}

  /** What is used of the budgets of the account, and of its keys that have not ended. */
  async show(request: Request): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    await this.#send(request, account)
  }

  /** Sets the budget of the account. More calls are as sensitive as a new key. */
  async set(request: Request): Promise<void> {
    const { account } = await this.auth.requireRecentSignIn(request)
    const sent = await newBudget(request)
    const errors = budgetIssues(sent, '#')
    if (errors.length > 0) throw new Problem('invalid_input', 'The body does not fit; see errors.', { errors })
    await this.budgets.set(account, budgetOf(sent))
    await this.#send(request, account)
  }

  async #send(request: Request, account: string): Promise<void> {
    const now = this.clock.now()
    const good = (await this.keys.list(account)).filter(key => key.budget && !key.revokedAt && !hasExpired(key, now))
    const [own, ...ofKeys] = await Promise.all([
      this.budgets.shownOfAccount(account),
      ...good.map(key => this.budgets.shownOfKey(key))
    ])
    sendJson(request.context, 200, { budgets: [...own, ...ofKeys.flat()] }, noStore)
  }
}
