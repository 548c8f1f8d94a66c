import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { browserName } from '../../accounts/browser-name.js'
import { Email } from '../../accounts/email.js'
import { SecondFactor } from '../../accounts/second-factor.js'
import { SecurityEvents } from '../../accounts/security-events.js'
import { Sessions } from '../../accounts/sessions.js'
import { SignIn } from '../../accounts/sign-in.js'
import { Problem } from '../../problems.js'
import { requireNoBody } from '../body.js'
import { callerAddress } from '../caller-address.js'
import { clientOf } from '../client.js'
import { sendEmpty, sendJson } from '../reply.js'
import { shown } from './accounts.js'
import { DeviceCookie } from './device-cookie.js'
import { Code, fieldsOf, isId, noStore } from './fields.js'
import { SessionDoor } from './session-door.js'

const Password = Type.String({ maxLength: 1024 })
const credentials = fieldsOf(Type.Object({ email: Email, password: Password, code: Type.Optional(Code) }))
const confirmation = fieldsOf(Type.Object({ password: Password, code: Type.Optional(Code) }))

/** `/dashboard/api/sessions`: in, out, and what is open elsewhere. */
@injectable()
export class SessionRoutes {
  constructor(
    private readonly door: SessionDoor,
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
    const session = await this.door.begin(request, account.id, account.password)
    if (!isKnown) await this.events.record(account.id, { kind: 'sign_in_new_browser', ...clientOf(request) })
    sendJson(request.exchange, 201, shown(account), { ...noStore, ...session })
  }

  /** `GET /sessions/current/confirmation`: 204 while sensitive changes are allowed, 403 when the password has to be confirmed. */
  async isConfirmed(request: Request): Promise<void> {
    await this.door.openRecent(request)
    sendEmpty(request.exchange, 204, noStore)
  }

  /** `POST /sessions/current/confirmation`: allows sensitive changes for 15 minutes more. */
  async confirm(request: Request): Promise<void> {
    const { account, owner, session } = await this.door.open(request)
    const { password, code } = await confirmation(request)
    if (!(await this.signIn.confirm(owner, password)))
      throw new Problem('invalid_credentials', 'This is not the password of the account.')
    await this.secondFactor.require(account, code, { ...clientOf(request), sessionId: session.id })
    await this.sessions.confirm(account, session.id)
    sendEmpty(request.exchange, 204, noStore)
  }

  async list(request: Request): Promise<void> {
    const { account, session } = await this.door.open(request)
    const sessions = (await this.sessions.list(account)).map(({ account: _owner, ...each }) => ({
      ...each,
      browser: browserName(each.userAgent),
      isCurrent: each.id === session.id
    }))
    sendJson(request.exchange, 200, { sessions }, noStore)
  }

  /** One of the owner's sessions, or `current`. */
  async end(request: Request, id: string): Promise<void> {
    const { account, session } = await this.door.open(request)
    await requireNoBody(request)
    const isCurrent = id === 'current' || id === session.id
    if (!isCurrent && !isId(id)) throw noSuchSession()
    if (!(await this.sessions.end(account, isCurrent ? session.id : id))) throw noSuchSession()
    sendEmpty(request.exchange, 204, { ...noStore, ...(isCurrent && this.door.forget()) })
  }

  async endAll(request: Request): Promise<void> {
    const { account } = await this.door.open(request)
    await requireNoBody(request)
    await this.sessions.endAll(account)
    sendEmpty(request.exchange, 204, { ...noStore, ...this.door.forget() })
  }
}

function noSuchSession(): Problem {
  return new Problem('not_found', 'You have no such session.')
}
