import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { Email } from '../../accounts/email.js'
import { SecondFactor } from '../../accounts/second-factor.js'
import { SecondFactorRemoval } from '../../accounts/second-factor-removal.js'
import { SignIn } from '../../accounts/sign-in.js'
import { invalidLink } from '../../accounts/sign-up.js'
import { Throttle } from '../../accounts/throttle.js'
import { isoTime } from '../../clock.js'
import { Problem } from '../../problems.js'
import { requireNoBody } from '../body.js'
import { callerAddress } from '../caller-address.js'
import { clientOf } from '../client.js'
import { sendEmpty, sendJson } from '../reply.js'
import { Code, fieldsOf, noStore } from './fields.js'
import { SessionDoor, type SignedIn } from './session-door.js'

const codeAlone = fieldsOf(Type.Object({ code: Code }))
const credentials = fieldsOf(Type.Object({ email: Email, password: Type.String({ minLength: 1, maxLength: 1024 }) }))

/** What authenticator apps show above the codes. */
const issuer = 'Product Host'

/** `/dashboard/api/accounts/me/second-factor`: its routes, and those of an owner who has lost it. */
@injectable()
export class SecondFactorRoutes {
  constructor(
    private readonly door: SessionDoor,
    private readonly factor: SecondFactor,
    private readonly removal: SecondFactorRemoval,
    private readonly signIn: SignIn,
    private readonly throttle: Throttle
  ) {}

  async show(request: Request): Promise<void> {
    const { account } = await this.door.open(request)
    sendJson(request.exchange, 200, await this.factor.status(account), noStore)
  }

  async begin(request: Request): Promise<void> {
    const { owner } = await this.door.openRecent(request)
    await requireNoBody(request)
    sendJson(request.exchange, 201, await this.factor.begin(owner, issuer), noStore)
  }

  async confirm(request: Request): Promise<void> {
    const signedIn = await this.door.openRecent(request)
    const { code } = await codeAlone(request)
    const recoveryCodes = await this.factor.confirm(signedIn.account, code, actorOf(request, signedIn))
    sendJson(request.exchange, 200, { recoveryCodes }, noStore)
  }

  async turnOff(request: Request): Promise<void> {
    const signedIn = await this.door.openRecent(request)
    const { code } = await codeAlone(request)
    await this.factor.turnOff(signedIn.account, code, actorOf(request, signedIn))
    sendEmpty(request.exchange, 204, noStore)
  }

  async replaceRecoveryCodes(request: Request): Promise<void> {
    const signedIn = await this.door.openRecent(request)
    await requireNoBody(request)
    const recoveryCodes = await this.factor.replaceRecoveryCodes(signedIn.account, actorOf(request, signedIn))
    sendJson(request.exchange, 200, { recoveryCodes }, noStore)
  }

  /** `DELETE …/second-factor/removal`: by any session of the account. */
  async cancelRemoval(request: Request): Promise<void> {
    const signedIn = await this.door.open(request)
    await requireNoBody(request)
    if (!(await this.removal.cancel(signedIn.account, actorOf(request, signedIn))))
      throw new Problem('not_found', 'No removal of the second factor is scheduled.')
    sendEmpty(request.exchange, 204, noStore)
  }

  /** `POST /second-factor-recoveries`: schedules the removal, for who knows the password. */
  async requestRemoval(request: Request): Promise<void> {
    const { email, password } = await credentials(request)
    const owner = await this.signIn.identify(email, password, callerAddress(request))
    const removedAt = isoTime(await this.removal.request(owner, clientOf(request)))
    sendJson(request.exchange, 202, { status: 'removal_scheduled', removedAt }, noStore)
  }

  /** `DELETE /second-factor-recoveries/{token}`: by the link of the e-mail, without a session. */
  async cancelByLink(request: Request, token: string): Promise<void> {
    await requireNoBody(request)
    await this.throttle.take([['link_by_address', callerAddress(request)]])
    if (!(await this.removal.cancelByLink(token, clientOf(request)))) throw invalidLink()
    sendEmpty(request.exchange, 204, noStore)
  }
}

function actorOf(request: Request, { session }: SignedIn) {
  return { ...clientOf(request), sessionId: session.id }
}
