import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { SecondFactor } from '../../accounts/second-factor.js'
import { SecondFactorRemoval } from '../../accounts/second-factor-removal.js'
import { SignIn } from '../../accounts/sign-in.js'
import { invalidLink } from '../../accounts/sign-up.js'
import { Throttle } from '../../accounts/throttle.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import { EmailAddress } from '../../mail/email-address.js'
import { callerAddress, clientOf } from '../client-address.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, Code, noStore, requireNoBody } from '../request-body.js'
import { SessionAuth, type SignedIn } from './session-auth.js'

const codeAlone = bodyReader(Type.Object({ code: Code }))
const credentials = bodyReader(
  Type.Object({ email: EmailAddress, password: Type.String({ minLength: 1, maxLength: 1024 }) })
)

/** The name that authenticator apps show. */
const issuer = 'Product Host'

/** `/dashboard/api/accounts/me/second-factor`, and the recovery of an owner who has lost the factor. */
@injectable()
export class SecondFactorRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly factor: SecondFactor,
    private readonly removal: SecondFactorRemoval,
    private readonly signIn: SignIn,
    private readonly throttle: Throttle
  ) {}

  async show(request: Request): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    sendJson(request.context, 200, await this.factor.status(account), noStore)
  }

  async begin(request: Request): Promise<void> {
    const { owner } = await this.auth.requireRecentSignIn(request)
    await requireNoBody(request)
    sendJson(request.context, 201, await this.factor.begin(owner, issuer), noStore)
  }

  async confirm(request: Request): Promise<void> {
    const signedIn = await this.auth.requireRecentSignIn(request)
    const { code } = await codeAlone(request)
    const recoveryCodes = await this.factor.confirm(signedIn.account, code, actorOf(request, signedIn))
    sendJson(request.context, 200, { recoveryCodes }, noStore)
  }

  async turnOff(request: Request): Promise<void> {
    const signedIn = await this.auth.requireRecentSignIn(request)
    const { code } = await codeAlone(request)
    await this.factor.turnOff(signedIn.account, code, actorOf(request, signedIn))
    sendEmpty(request.context, 204, noStore)
  }

  async replaceRecoveryCodes(request: Request): Promise<void> {
    const signedIn = await this.auth.requireRecentSignIn(request)
    await requireNoBody(request)
    const recoveryCodes = await this.factor.replaceRecoveryCodes(signedIn.account, actorOf(request, signedIn))
    sendJson(request.context, 200, { recoveryCodes }, noStore)
  }

  /** `DELETE …/second-factor/removal`: by any session of the account. */
  async cancelRemoval(request: Request): Promise<void> {
    const signedIn = await this.auth.requireSignIn(request)
    await requireNoBody(request)
    if (!(await this.removal.cancel(signedIn.account, actorOf(request, signedIn))))
      throw new Problem('not_found', 'No removal of the second factor is scheduled.')
    sendEmpty(request.context, 204, noStore)
  }

  /** `POST /second-factor-recoveries`: schedules the removal, for a person who knows the password. */
  async requestRemoval(request: Request): Promise<void> {
    const { email, password } = await credentials(request)
    const owner = await this.signIn.identify(email, password, callerAddress(request))
    const removedAt = isoTime(await this.removal.request(owner, clientOf(request)))
    sendJson(request.context, 202, { status: 'removal_scheduled', removedAt }, noStore)
  }

  /** `DELETE /second-factor-recoveries/{token}`: by the link of the email, without a session. */
  async cancelByLink(request: Request, token: string): Promise<void> {
    await requireNoBody(request)
    await this.throttle.take([['link_by_address', callerAddress(request)]])
    if (!(await this.removal.cancelByLink(token, clientOf(request)))) throw invalidLink()
    sendEmpty(request.context, 204, noStore)
  }
}

function actorOf(request: Request, { session }: SignedIn) {
  return { ...clientOf(request), sessionId: session.id }
}
