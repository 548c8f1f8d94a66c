import { inject, injectable } from '@product-host/sdk'
import { DisabledAccounts, KEY_CHECKER, type KeyChecker, unauthorised } from '../accounts/keys/check-key.js'
import { type Caller, sessionKeyId } from '../base/caller.js'
import { Problem } from '../base/problems.js'
import { RATES, type Rate, type Rates } from '../deployment.js'
import { FailedKeys } from '../limits/address-limits.js'
import { type CallerRates, Limits, type RateState, secondsLeft } from '../limits/limits.js'
import { SessionAuth } from './dashboard/session-auth.js'
import type { HostRequest } from './message.js'

/** The caller of a request, and the state of its rates. */
interface AuthenticatedCaller {
  readonly caller: Caller
  readonly rates: CallerRates
}

/** Identifies the caller of a request by its key or session, and counts the request in its rates. */
@injectable()
export class Authentication {
  constructor(
    @inject(KEY_CHECKER) private readonly identity: KeyChecker,
    @inject(RATES) private readonly rates: Rates,
    private readonly limits: Limits,
    private readonly failedKeys: FailedKeys,
    private readonly sessionAuth: SessionAuth,
    private readonly disabled: DisabledAccounts
  ) {}

  /**
   * The caller that a request's key or session belongs to; every answer from here on carries the RateLimit headers.
   * Throws a `Problem`: 401, 403 for a disabled account, or 429 after too many invalid keys from one address. A token of OAuth is
   * accepted at its own resource alone. A request that `runs` an action takes one of the account's slots next.
   */
  async identify(
    request: HostRequest,
    { resource, runs }: { readonly resource?: string; readonly runs?: true } = {}
  ): Promise<AuthenticatedCaller> {
    const caller = await this.check(request, resource)
    const state = await this.limits.count(caller, runs)
    request.context.headers.push('RateLimit-Policy', policyField(this.rates), 'RateLimit', limitField(state))
    return { caller, rates: state }
  }

  /** The caller of a request to which its rates leave room. Throws as `identify`, and 429 when a rate is spent. */
  async admit(request: HostRequest): Promise<Caller> {
    const { caller, rates } = await this.identify(request)
    this.limits.require(rates)
    return caller
  }

  /** The same caller, for a request that was counted before: its key or session may have ended since. */
  async check(request: HostRequest, resource?: string): Promise<Caller> {
    const { notes, authScheme } = request.context
    const caller = await (authScheme === 'session' ? this.#signedIn(request) : this.byKey(request, resource))
    notes.account = caller.account
    notes.keyId = caller.keyId
    await this.disabled.refuse(caller.account)
    return caller
  }

  /**
   * The caller that a request's key belongs to. Throws a `Problem`: 401, or 429 after too many invalid keys from one
   * address.
   */
  async byKey(request: HostRequest, resource?: string): Promise<Caller> {
    try {
      const caller = await this.identity.check(request.headers.authorization)
      if (caller.resource !== undefined && caller.resource !== resource)
        throw unauthorised('invalid_key', `This access token is for ${caller.resource} alone; make an API key instead.`)
      return caller
    } catch (error) {
      if (isFailedKey(error)) await this.failedKeys.count(request.ip ?? 'unknown')
      throw error
    }
  }

  /** All sessions of an account are one caller, which may do everything. */
  async #signedIn(request: HostRequest): Promise<Caller> {
    const { account, session } = await this.sessionAuth.requireSignIn(request)
    return { account, keyId: sessionKeyId, sessionGeneration: session.generation ?? 0 }
  }
}

/** Whether an invalid key was sent; a request without a key does not count, since it guesses nothing. */
function isFailedKey(error: unknown): boolean {
  return error instanceof Problem && error.status === 401 && error.code !== 'missing_key'
}

/** The `RateLimit-Policy` field (draft-ietf-httpapi-ratelimit-headers-11, section 3): what a caller may do. */
function policyField({ key, account, atOnce }: Rates): string {
  return `"key";${quota(key)}, "account";${quota(account)}, "at-once";q=${atOnce};qu="concurrent-requests"`
}

/** The `RateLimit` field (section 4): what is left of each rate, and the seconds until it resets. */
function limitField({ key, account }: CallerRates): string {
  return `"key";${left(key)}, "account";${left(account)}`
}

function quota({ requests, seconds }: Rate): string {
  return `q=${requests};w=${seconds}`
}

function left(state: RateState): string {
  return `r=${state.left};t=${secondsLeft(state)}`
}
