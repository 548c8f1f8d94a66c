import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { SecondFactor } from '../../accounts/second-factor.js'
import { type Session, Sessions } from '../../accounts/sessions.js'
import { SignIn } from '../../accounts/sign-in.js'
import { browserName } from '../../audit/client.js'
import { SecurityEvents } from '../../audit/security-events.js'
import { Problem } from '../../base/problems.js'
import type { SecurityEventKind } from '../../base/security-event.js'
import { EmailAddress } from '../../mail/email-address.js'
import { callerAddress, clientOf } from '../client-address.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, Code, isId, noStore, requireNoBody } from '../request-body.js'
import { DeviceCookie } from './cookies.js'
import { shown } from './own-account.js'
import { SessionAuth } from './session-auth.js'

const Password = Type.String({ maxLength: 1024 })
const credentials = bodyReader(Type.Object({ email: EmailAddress, password: Password, code: Type.Optional(Code) }))
const confirmation = bodyReader(Type.Object({ password: Password, code: Type.Optional(Code) }))

/** `/dashboard/api/sessions`: sign-in, sign-out, and the list of sessions. */
@injectable()
export class SessionRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly device: DeviceCookie,
    private readonly secondFactor: SecondFactor,
    private readonly events: SecurityEvents
  ) {}

  async create(request: Request): Promise<void> {
    const { email, password, code } = await credentials(request)
    const account = await this.signIn.identify(email, password, callerAddress(request), this.device.read(request))
    await this.secondFactor.require(account.id, code, clientOf(request))
    const isKnown = await this.device.isKnown(request, account.id)
    const session = await this.auth.begin(request, account.id, account.password)
    await this.events.record(account.id, { kind: isKnown ? 'sign_in' : 'sign_in_new_browser', ...clientOf(request) })
    sendJson(request.context, 201, shown(account), { ...noStore, ...session })
  }

  /**
   * `GET /sessions/current/confirmation`: 204 while sensitive changes are allowed, 403 if the password must be
   * confirmed.
   */
  async isConfirmed(request: Request): Promise<void> {
    await this.auth.requireRecentSignIn(request)
    sendEmpty(request.context, 204, noStore)
  }

  /** `POST /sessions/current/confirmation`: allows sensitive changes for another 15 minutes. */
  async confirm(request: Request): Promise<void> {
    const { account, owner, session } = await this.auth.requireSignIn(request)
    const { password, code } = await confirmation(request)
    if (!(await this.signIn.confirm(owner, password)))
      throw new Problem('invalid_credentials', 'This is not the password of the account.')
    await this.secondFactor.require(account, code, { ...clientOf(request), sessionId: session.id })
    await this.sessions.confirm(account, session.id)
    sendEmpty(request.context, 204, noStore)
  }

  async list(request: Request): Promise<void> {
    const { account, session } = await this.auth.requireSignIn(request)
    const sessions = (await this.sessions.list(account)).map(({ account: _owner, ...each }) => ({
      ...each,
      browser: browserName(each.userAgent),
      isCurrent: each.id === session.id
    }))
    sendJson(request.context, 200, { sessions }, noStore)
  }

  /** One of the owner's sessions, or `current`. */
  async end(request: Request, id: string): Promise<void> {
    const { account, session } = await this.auth.requireSignIn(request)
    await requireNoBody(request)
    const isCurrent = id === 'current' || id === session.id
    if (!isCurrent && !isId(id)) throw noSuchSession()
    if (!(await this.sessions.end(account, isCurrent ? session.id : id))) throw noSuchSession()
    if (!isCurrent) await this.#record(request, session, 'session_ended')
    sendEmpty(request.context, 204, { ...noStore, ...(isCurrent && (await this.auth.forget())) })
  }

  async endAll(request: Request): Promise<void> {
    const { account, session } = await this.auth.requireSignIn(request)
    await requireNoBody(request)
    await this.sessions.endAll(account)
    await this.#record(request, session, 'all_sessions_ended')
    sendEmpty(request.context, 204, { ...noStore, ...(await this.auth.forget()) })
  }

  async #record(request: Request, { account, id }: Session, kind: SecurityEventKind): Promise<void> {
    await this.events.record(account, { kind, sessionId: id, ...clientOf(request) })
  }
}

function noSuchSession(): Problem {
  return new Problem('not_found', 'You have no such session.')
}
