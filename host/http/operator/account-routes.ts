import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { Problem } from '../../base/problems.js'
import { AccountOperations, type FoundAccount } from '../../operator/account-operations.js'
import { queryProblem, readQuery } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, isId, noStore, requireNoBody } from '../request-body.js'
import { OperatorAuth } from './operator-auth.js'

const readDisablement = bodyReader(Type.Object({ reason: Type.String({ maxLength: 500 }) }))

/** An e-mail address as people type it; what is not one is an account's id. */
const emailForm = /^[^\s@]{1,64}@[^\s@]{1,255}$/

/** Finds and changes accounts: never their data, and no key is shown. */
@injectable()
export class OperatorAccountRoutes {
  constructor(
    private readonly auth: OperatorAuth,
    private readonly accounts: AccountOperations
  ) {}

  /** `GET /accounts?name=`: the account with an id or an e-mail address. */
  async find(request: Request): Promise<void> {
    await this.auth.require(request)
    const name = readQuery(request, ['name'])('name')?.trim() ?? ''
    if (!isId(name) && !emailForm.test(name))
      throw queryProblem('name', 'is neither an id nor an e-mail address', 'Send one of the two.')
    sendJson(request.context, 200, await this.accounts.overview(await this.#found(name)), noStore)
  }

  async disable(request: Request, id: string): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    const { reason } = await readDisablement(request)
    await this.accounts.disable(actor, (await this.#found(id)).id, reason)
    sendEmpty(request.context, 204, noStore)
  }

  async enable(request: Request, id: string): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    await requireNoBody(request)
    // Repeated, it has no further effect.
    await this.accounts.enable(actor, (await this.#found(id)).id)
    sendEmpty(request.context, 204, noStore)
  }

  async setGrant(request: Request, id: string, isGiven: boolean): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    await requireNoBody(request)
    await this.accounts.setGrant(actor, (await this.#found(id)).id, isGiven)
    sendEmpty(request.context, 204, noStore)
  }

  async resetSecondFactor(request: Request, id: string): Promise<void> {
    const { actor } = await this.auth.requireForChange(request)
    await requireNoBody(request)
    if (!(await this.accounts.resetSecondFactor(actor, (await this.#found(id)).id)))
      throw new Problem('second_factor_inactive', 'The second factor of this account is off.')
    sendEmpty(request.context, 204, noStore)
  }

  async #found(name: string): Promise<FoundAccount> {
    const found = isId(name) || emailForm.test(name) ? await this.accounts.find(name) : undefined
    if (!found) throw new Problem('not_found', 'There is neither a person nor a key with this id or e-mail address.')
    return found
  }
}
