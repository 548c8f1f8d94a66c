import { inject, injectable } from '@product-host/sdk'
import { Accounts } from '../../accounts/accounts.js'
import { DisabledAccounts } from '../../accounts/keys/check-key.js'
import { type Session, Sessions } from '../../accounts/sessions.js'
import type { Account } from '../../base/account.js'
import type { Caller } from '../../base/caller.js'
import { Problem } from '../../base/problems.js'
import { DashboardLimits } from '../../limits/dashboard-limits.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import type { HostRequest } from '../message.js'
import { DeviceCookie, HostCookie } from './cookies.js'
import { safeMethods } from './csrf.js'

/** The format of a token; the store is not read for other values. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** The signed-in account; as a caller, its key id is the id of the session. */
export interface SignedIn extends Caller {
  readonly owner: Account
  readonly session: Session
}

/** Authenticates by the session cookie (`HttpOnly`, `SameSite=Lax`), and sets and clears it. */
@injectable()
export class SessionAuth {
  readonly #cookie: HostCookie

  constructor(
    @inject(HOST_SETTINGS) settings: Settings,
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly disabled: DisabledAccounts,
    private readonly device: DeviceCookie,
    private readonly limits: DashboardLimits
  ) {
    this.#cookie = new HostCookie('session', settings)
  }

  /** The signed-in account. Throws a `Problem`: 401 when nobody is signed in, 403 for a disabled account, 429 after too many requests. */
  async requireSignIn(request: HostRequest): Promise<SignedIn> {
    const session = await this.#session(request)
    const owner = session && (await this.accounts.find(session.account))
    if (!owner) {
      if (this.#cookie.read(request)) await this.limits.countUnknown(request.ip ?? 'unknown')
      throw this.sessionRequired()
    }
    Object.assign(request.context.notes, { account: owner.id, keyId: session.id })
    await this.disabled.refuse(owner.id)
    // Calls of products have the rate of a key instead.
    if (request.context.authScheme !== 'session')
      await this.limits.countRequest(owner.id, !safeMethods.includes(request.method ?? ''))
    return { account: owner.id, keyId: session.id, owner, session }
  }

  /** The signed-in account, for sensitive changes. Throws a 403 `Problem` unless the sign-in is recent. */
  async requireRecentSignIn(request: HostRequest): Promise<SignedIn> {
    const signedIn = await this.requireSignIn(request)
    this.requireRecent(signedIn)
    return signedIn
  }

  /** Throws a 403 `Problem` with the address of the confirmation unless the sign-in is recent. */
  requireRecent({ session }: SignedIn): void {
    if (!this.sessions.isRecent(session)) throw this.confirmationRequired()
  }

  /** 403 `recent_sign_in_required`, with the address of the confirmation. */
  confirmationRequired(): Problem {
    return new Problem(
      'recent_sign_in_required',
      'Confirm the password, then send this again: POST /dashboard/api/sessions/current/confirmation.',
      { links: { confirmation: '/dashboard/api/sessions/current/confirmation' } }
    )
  }

  /**
   * Begins a session, ends the former one of the browser, and returns the headers of the answer. `password` is the hash
   * that was verified: if the password has changed since, the new session is ended too.
   */
  async begin(
    request: HostRequest,
    account: string,
    password?: string | null
  ): Promise<Readonly<Record<string, string>>> {
    const former = await this.#session(request)
    if (former) await this.sessions.end(former.account, former.id)
    const { token, session } = await this.sessions.begin(account, request.headers['user-agent'])
    if (password !== undefined && (await this.accounts.find(account))?.password !== password) {
      await this.sessions.end(account, session.id)
      throw new Problem('invalid_credentials', 'The password was changed meanwhile; sign in with the new one.')
    }
    await this.device.remember(request, account)
    return { 'Set-Cookie': await this.#cookie.set(token, this.sessions.longestMs) }
  }

  /** The headers that clear the session cookie. */
  async forget(): Promise<Readonly<Record<string, string>>> {
    return { 'Set-Cookie': await this.#cookie.set('', 0) }
  }

  /** 401 `session_required`. */
  sessionRequired(): Problem {
    return new Problem('session_required', 'Sign in first: POST /dashboard/api/sessions.', {
      headers: { 'WWW-Authenticate': `Cookie cookie-name="${this.#cookie.name}"` }
    })
  }

  async #session(request: HostRequest): Promise<Session | undefined> {
    const token = this.#cookie.read(request)
    return token !== undefined && tokenForm.test(token) ? this.sessions.find(token) : undefined
  }
}
