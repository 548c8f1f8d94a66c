import { inject, injectable } from '@product-host/sdk'
import { type Account, Accounts } from '../../accounts/accounts.js'
import { DisabledAccounts } from '../../accounts/disabled-accounts.js'
import type { Caller } from '../../accounts/identity.js'
import { longestSessionMs, type Session, Sessions } from '../../accounts/sessions.js'
import { DashboardLimits } from '../../limits/dashboard-limits.js'
import { Problem } from '../../problems.js'
import type { Settings } from '../../settings.js'
import { HOST_SETTINGS } from '../../tokens.js'
import type { HostRequest } from '../message.js'
import { cookieOf } from './cookie.js'
import { DeviceCookie } from './device-cookie.js'
import { safeMethods } from './same-site.js'

/** What a token looks like; what does not is looked up nowhere. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/

/** Who is signed in; as a caller, the session stands where a key would stand. */
export interface SignedIn extends Caller {
  readonly owner: Account
  readonly session: Session
}

/** Where sessions come in and go out: as a cookie that no script can read and that no other site's form sends. */
@injectable()
export class SessionDoor {
  readonly #name: string
  readonly #attributes: string

  constructor(
    @inject(HOST_SETTINGS) { publicUrl }: Settings,
    private readonly sessions: Sessions,
    private readonly accounts: Accounts,
    private readonly disabled: DisabledAccounts,
    private readonly device: DeviceCookie,
    private readonly limits: DashboardLimits
  ) {
    const isSecure = publicUrl.startsWith('https:')
    this.#name = isSecure ? '__Host-session' : 'session'
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  }

  /** Who is signed in. Throws a `Problem`: 401 when nobody is, 403 for a disabled account, 429 after too many requests. */
  async open(request: HostRequest): Promise<SignedIn> {
    const session = await this.#session(request)
    const owner = session && (await this.accounts.find(session.account))
    if (!owner) {
      if (cookieOf(request.headers, this.#name)) await this.limits.countUnknown(request.ip ?? 'unknown')
      throw this.required()
    }
    Object.assign(request.exchange.notes, { account: owner.id, keyId: session.id })
    await this.disabled.refuse(owner.id)
    // Calls of products have the rate of a key instead.
    if (request.exchange.door !== 'session')
      await this.limits.countRequest(owner.id, !safeMethods.includes(request.method ?? ''))
    return { account: owner.id, keyId: session.id, owner, session }
  }

  /** Who is signed in, since a short time ago: for sensitive changes. Throws a 403 `Problem` when the sign-in is older. */
  async openRecent(request: HostRequest): Promise<SignedIn> {
    const signedIn = await this.open(request)
    this.requireRecent(signedIn)
    return signedIn
  }

  /** Throws a 403 `Problem` that names the route for a confirmation, when the sign-in is not recent. */
  requireRecent({ session }: SignedIn): void {
    if (this.sessions.isRecent(session)) return
    throw new Problem(
      'recent_sign_in_required',
      'Confirm the password, then send this again: POST /dashboard/api/sessions/current/confirmation.',
      { links: { confirmation: '/dashboard/api/sessions/current/confirmation' } }
    )
  }

  /**
   * Begins a session, in the place of one that the browser may have; the headers of the answer. `password` is the hash of the
   * password that was shown: a session of one that was replaced meanwhile ends at once, since all others have ended already.
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
    return { 'Set-Cookie': `${this.#name}=${token}; ${this.#attributes}; Max-Age=${longestSessionMs / 1000}` }
  }

  /** Makes the browser forget its session; the headers of the answer. */
  forget(): Readonly<Record<string, string>> {
    return { 'Set-Cookie': `${this.#name}=; ${this.#attributes}; Max-Age=0` }
  }

  /** The refusal of what only somebody who is signed in may do. */
  required(): Problem {
    return new Problem('session_required', 'Sign in first: POST /dashboard/api/sessions.', {
      headers: { 'WWW-Authenticate': `Cookie cookie-name="${this.#name}"` }
    })
  }

  async #session({ headers }: HostRequest): Promise<Session | undefined> {
    const token = cookieOf(headers, this.#name)
    return token !== undefined && tokenForm.test(token) ? this.sessions.find(token) : undefined
  }
}
