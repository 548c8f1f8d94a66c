import { injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import type { Account } from '../../accounts/accounts.js'
import { Email, normalEmail } from '../../accounts/email.js'
import { EmailChange } from '../../accounts/email-change.js'
import { Erasure } from '../../accounts/erasure.js'
import { NewPassword } from '../../accounts/new-password.js'
import { SecondFactor } from '../../accounts/second-factor.js'
import { SecurityEvents } from '../../accounts/security-events.js'
import { SignUp } from '../../accounts/sign-up.js'
import { Throttle } from '../../accounts/throttle.js'
import { requireNoBody } from '../body.js'
import { callerAddress } from '../caller-address.js'
import { clientOf } from '../client.js'
import { sendEmpty, sendJson } from '../reply.js'
import { fieldsOf, noStore } from './fields.js'
import { SessionDoor } from './session-door.js'

const Password = Type.String({ minLength: 1, maxLength: 1024 })
const credentials = fieldsOf(Type.Object({ email: Email, password: Password }))
const passwordAlone = fieldsOf(Type.Object({ password: Password }))
const emailAlone = fieldsOf(Type.Object({ email: Email }))
const change = fieldsOf(Type.Object({ current: Password, next: Password }))

/** Accounts and their passwords, under `/dashboard/api`. */
@injectable()
export class AccountRoutes {
  constructor(
    private readonly door: SessionDoor,
    private readonly signUp: SignUp,
    private readonly passwords: NewPassword,
    private readonly emailChange: EmailChange,
    private readonly erasure: Erasure,
    private readonly throttle: Throttle,
    private readonly secondFactor: SecondFactor,
    private readonly events: SecurityEvents
  ) {}

  /** `POST /accounts`: 201 and a session, or 202 and a letter. */
  async create(request: Request): Promise<void> {
    const { email, password } = await credentials(request)
    const address = callerAddress(request)
    await this.throttle.take([['sign_up_by_address', address]])
    const account = await this.signUp.begin(email, password, address)
    if (account) await this.#welcome(request, account)
    else sendJson(request.exchange, 202, { status: 'letter_sent' }, noStore)
  }

  /** `POST /email-verifications/{token}`: the account of a sign-up whose letter has arrived. */
  async verify(request: Request, token: string): Promise<void> {
    const { password } = await passwordAlone(request)
    const address = callerAddress(request)
    await this.throttle.take([['link_by_address', address]])
    await this.#welcome(request, await this.signUp.finish(token, password, address))
  }

  /** `GET /accounts/me` */
  async show(request: Request): Promise<void> {
    const { owner } = await this.door.open(request)
    sendJson(request.exchange, 200, shown(owner), noStore)
  }

  /** `DELETE /accounts/me` */
  async remove(request: Request): Promise<void> {
    const { account, owner } = await this.door.openRecent(request)
    await requireNoBody(request)
    await this.erasure.begin(account)
    await this.events.notify(account, owner.email, { kind: 'account_erased', ...clientOf(request) })
    sendEmpty(request.exchange, 204, { ...noStore, ...this.door.forget() })
  }

  /** `PUT /accounts/me/password`: every session ends, and this browser gets another one. */
  async changePassword(request: Request): Promise<void> {
    const signedIn = await this.door.open(request)
    const { owner, session } = signedIn
    if ((await this.secondFactor.status(owner.id)).isActive) this.door.requireRecent(signedIn)
    const { current, next } = await change(request)
    await this.passwords.change(owner, current, next)
    await this.events.record(owner.id, { kind: 'password_changed', sessionId: session.id, ...clientOf(request) })
    sendEmpty(request.exchange, 204, { ...noStore, ...(await this.door.begin(request, owner.id)) })
  }

  /** `PUT /accounts/me/email`: 204 once it is changed, or 202 and a link to the new address. */
  async changeEmail(request: Request): Promise<void> {
    const { owner, session } = await this.door.openRecent(request)
    const { email } = await emailAlone(request)
    await this.throttle.take([['email_change_by_account', owner.id]])
    const client = { ...clientOf(request), sessionId: session.id }
    if (await this.emailChange.begin(owner, email, client)) sendEmpty(request.exchange, 204, noStore)
    else sendJson(request.exchange, 202, { status: 'confirmation_sent' }, noStore)
  }

  /** `POST /email-changes/{token}`: the address of the link is the account's from now on; nobody is signed in by it. */
  async finishEmailChange(request: Request, token: string): Promise<void> {
    const { password } = await passwordAlone(request)
    await this.throttle.take([['link_by_address', callerAddress(request)]])
    await this.emailChange.finish(token, password, clientOf(request))
    sendEmpty(request.exchange, 204, noStore)
  }

  /** `POST /password-resets` */
  async requestReset(request: Request): Promise<void> {
    const { email } = await emailAlone(request)
    await this.throttle.take([
      ['mail_by_address', callerAddress(request)],
      ['mail_by_email', normalEmail(email)]
    ])
    await this.passwords.request(email)
    sendJson(request.exchange, 202, { status: 'letter_sent' }, noStore)
  }

  /** `PUT /password-resets/{token}` */
  async reset(request: Request, token: string): Promise<void> {
    const { password } = await passwordAlone(request)
    const address = callerAddress(request)
    await this.throttle.take([['link_by_address', address]])
    const account = await this.passwords.reset(token, password, address)
    await this.events.record(account, { kind: 'password_reset', ...clientOf(request) })
    sendEmpty(request.exchange, 204, { ...noStore, ...this.door.forget() })
  }

  async #welcome(request: Request, account: Account): Promise<void> {
    const session = await this.door.begin(request, account.id)
    sendJson(request.exchange, 201, shown(account), { ...noStore, ...session })
  }
}

/** An account as its owner sees it. */
export function shown({ id, email, verifiedAt, createdAt }: Account): Readonly<Record<string, unknown>> {
  return { id, email, emailVerified: verifiedAt !== null, createdAt }
}
