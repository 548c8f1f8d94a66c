import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { Email } from '../../accounts/email.js'
import { Sessions } from '../../accounts/sessions.js'
import { SignIn } from '../../accounts/sign-in.js'
import { Problem } from '../../problems.js'
import { requireNoBody } from '../body.js'
import { callerAddress } from '../caller-address.js'
import { sendEmpty, sendJson } from '../reply.js'
import { shown } from './accounts.js'
import { DeviceCookie } from './device-cookie.js'
import { fieldsOf, noStore } from './fields.js'
import { SessionDoor } from './session-door.js'

const credentials = fieldsOf(Type.Object({ email: Email, password: Type.String({ maxLength: 1024 }) }))

/** `/dashboard/api/sessions`: in, out, and what is open elsewhere. */
@injectable()
export class SessionRoutes {
  constructor(
    private readonly door: SessionDoor,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly device: DeviceCookie
  ) {}

  async create(request: Request): Promise<void> {
    const { email, password } = await credentials(request)
    const account = await this.signIn.identify(email, password, callerAddress(request), this.device.read(request))
    const session = await this.door.begin(request, account.id)
    sendJson(request.exchange, 201, shown(account), { ...noStore, ...session })
  }

  async list(request: Request): Promise<void> {
    const { account, session } = await this.door.open(request)
    const sessions = (await this.sessions.list(account)).map(({ account: _owner, ...each }) => ({
      ...each,
      isCurrent: each.id === session.id
    }))
    sendJson(request.exchange, 200, { sessions }, noStore)
  }

  /** One of the owner's sessions, or `current`. */
  async end(request: Request, id: string): Promise<void> {
    const { account, session } = await this.door.open(request)
    await requireNoBody(request)
    const isCurrent = id === 'current' || id === session.id
    if (!(await this.sessions.end(account, isCurrent ? session.id : id)))
      throw new Problem('not_found', 'You have no such session.')
    sendEmpty(request.exchange, 204, { ...noStore, ...(isCurrent && this.door.forget()) })
  }

  async endAll(request: Request): Promise<void> {
    const { account } = await this.door.open(request)
    await requireNoBody(request)
    await this.sessions.endAll(account)
    sendEmpty(request.exchange, 204, { ...noStore, ...this.door.forget() })
  }
}
