import { inject, injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { EmailChange } from '../../accounts/email-change.js'
import { AccountErasure } from '../../accounts/erasure.js'
import { Operators } from '../../accounts/operators.js'
import { PasswordChange } from '../../accounts/passwords/password-change.js'
import { SecondFactor } from '../../accounts/second-factor.js'
import { SignUp } from '../../accounts/sign-up.js'
import { Throttle } from '../../accounts/throttle.js'
import { SecurityEvents } from '../../audit/security-events.js'
import type { Account } from '../../base/account.js'
import { DEPLOYMENT, type Deployment } from '../../deployment.js'
import { EmailAddress, normalEmail } from '../../mail/email-address.js'
import { callerAddress, clientOf } from '../client-address.js'
import { sendEmpty, sendJson } from '../reply.js'
import { bodyReader, noStore, requireNoBody } from '../request-body.js'
import { SessionAuth } from './session-auth.js'

const Password = Type.String({ minLength: 1, maxLength: 1024 })
const credentials = bodyReader(Type.Object({ email: EmailAddress, password: Password }))
const passwordAlone = bodyReader(Type.Object({ password: Password }))
const emailAlone = bodyReader(Type.Object({ email: EmailAddress }))
const change = bodyReader(Type.Object({ current: Password, next: Password }))

/** Accounts and their passwords, under `/dashboard/api`. */
@injectable()
export class AccountRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly signUp: SignUp,
    private readonly passwords: PasswordChange,
    private readonly emailChange: EmailChange,
    private readonly erasure: AccountErasure,
    private readonly throttle: Throttle,
    private readonly secondFactor: SecondFactor,
    private readonly events: SecurityEvents,
    private readonly operators: Operators,
    @inject(DEPLOYMENT) private readonly deployment: Deployment
  ) {}

  /** `POST /accounts`: 201 and a session, or 202 and an email. */
  async create(request: Request): Promise<void> {
    const { email, password } = await credentials(request)
    const address = callerAddress(request)
    await this.throttle.take([['sign_up_by_address', address]])
    const account = await this.signUp.begin(email, password, address)
    if (account) await this.#welcome(request, account)
    else sendJson(request.context, 202, { status: 'letter_sent' }, noStore)
  }

  /** `POST /email-verifications/{token}`: creates the account of a sign-up, by the link of its email. */
  async verify(request: Request, token: string): Promise<void> {
    const { password } = await passwordAlone(request)
    const address = callerAddress(request)
    await this.throttle.take([['link_by_address', address]])
    await this.#welcome(request, await this.signUp.finish(token, password, address))
  }

  /** `GET /accounts/me` */
  async show(request: Request): Promise<void> {
    const { owner } = await this.auth.requireSignIn(request)
    sendJson(request.context, 200, { ...shown(owner), isOperator: await this.#isOperator(owner.id) }, noStore)
  }

  /** `DELETE /accounts/me` */
  async remove(request: Request): Promise<void> {
    const { account, owner } = await this.auth.requireRecentSignIn(request)
    await requireNoBody(request)
    await this.erasure.begin(account)
    await this.events.notify(account, owner.email, { kind: 'account_erased', ...clientOf(request) })
    sendEmpty(request.context, 204, { ...noStore, ...(await this.auth.forget()) })
  }

  /** `PUT /accounts/me/password`: every session ends, and this browser gets another one. */
  async changePassword(request: Request): Promise<void> {
    const signedIn = await this.auth.requireSignIn(request)
    const { owner, session } = signedIn
    if ((await this.secondFactor.status(owner.id)).isActive) this.auth.requireRecent(signedIn)
    const { current, next } = await change(request)
    await this.passwords.change(owner, current, next)
    await this.events.record(owner.id, { kind: 'password_changed', sessionId: session.id, ...clientOf(request) })
    sendEmpty(request.context, 204, { ...noStore, ...(await this.auth.begin(request, owner.id)) })
  }

  /** `PUT /accounts/me/email`: 204 once it is changed, or 202 and a link to the new address. */
  async changeEmail(request: Request): Promise<void> {
    const { owner, session } = await this.auth.requireRecentSignIn(request)
    const { email } = await emailAlone(request)
    await this.throttle.take([['email_change_by_account', owner.id]])
    const client = { ...clientOf(request), sessionId: session.id }
    if (await this.emailChange.begin(owner, email, client)) sendEmpty(request.context, 204, noStore)
    else sendJson(request.context, 202, { status: 'confirmation_sent' }, noStore)
  }

  /** `POST /email-changes/{token}`: sets the address of the link; this does not sign in. */
  async finishEmailChange(request: Request, token: string): Promise<void> {
    const { password } = await passwordAlone(request)
    await this.throttle.take([['link_by_address', callerAddress(request)]])
    await this.emailChange.finish(token, password, clientOf(request))
    sendEmpty(request.context, 204, noStore)
  }

  /** `POST /password-resets` */
  async requestReset(request: Request): Promise<void> {
    const { email } = await emailAlone(request)
    await this.throttle.take([
      ['mail_by_address', callerAddress(request)],
      ['mail_by_email', normalEmail(email)]
    ])
    await this.passwords.request(email)
    sendJson(request.context, 202, { status: 'letter_sent' }, noStore)
  }

  /** `PUT /password-resets/{token}` */
  async reset(request: Request, token: string): Promise<void> {
    const { password } = await passwordAlone(request)
    const address = callerAddress(request)
    await this.throttle.take([['link_by_address', address]])
    const account = await this.passwords.reset(token, password, address)
    await this.events.record(account, { kind: 'password_reset', ...clientOf(request) })
    sendEmpty(request.context, 204, { ...noStore, ...(await this.auth.forget()) })
  }

  /** Whether the page for operators is there, and the account is enrolled for it. */
  async #isOperator(account: string): Promise<boolean> {
    if (!this.deployment.operator) return false
    const operator = await this.operators.find(account)
    return operator !== undefined && operator.enrolledAt !== null
  }

  async #welcome(request: Request, account: Account): Promise<void> {
    const session = await this.auth.begin(request, account.id)
    sendJson(request.context, 201, shown(account), { ...noStore, ...session })
  }
}

/** An account as its owner sees it. */
export function shown({ id, email, verifiedAt, createdAt }: Account): Readonly<Record<string, unknown>> {
  return { id, email, emailVerified: verifiedAt !== null, createdAt }
}
