import { inject, injectable } from '@product-host/sdk'
import { DisabledAccounts } from '../accounts/disabled-accounts.js'
import { type Caller, type Identity, sessionKeyId } from '../accounts/identity.js'
import { FailedKeys } from '../limits/failed-keys.js'
import { type CallerRates, Limits, type Rates } from '../limits/limits.js'
import { Problem } from '../problems.js'
import { IDENTITY, RATES } from '../tokens.js'
import { SessionDoor } from './dashboard/session-door.js'
import type { HostRequest } from './message.js'
import { limitField, policyField } from './rate-fields.js'

/** Who sent a request, and the state of that caller's rates with it. */
export interface CountedCaller {
  readonly caller: Caller
  readonly rates: CallerRates
}

/** Tells who sent a request, and counts it. */
@injectable()
export class Callers {
  readonly #policy: string

  constructor(
    @inject(IDENTITY) private readonly identity: Identity,
    @inject(RATES) rates: Rates,
    private readonly limits: Limits,
    private readonly failedKeys: FailedKeys,
    private readonly sessions: SessionDoor,
    private readonly disabled: DisabledAccounts
  ) {
    this.#policy = policyField(rates)
  }

  /**
   * The caller behind a request's key or session; every answer from here on says what is left of its rates. Throws a
   * `Problem` where nobody is: 401, 403 for a disabled account, or 429 when too many keys that are not good came from one address.
   */
  async identify(request: HostRequest): Promise<CountedCaller> {
    const { notes, headers, door } = request.exchange
    const caller = await (door === 'session' ? this.#signedIn(request) : this.byKey(request))
    notes.account = caller.account
    notes.keyId = caller.keyId
    await this.disabled.refuse(caller.account)
    const state = await this.limits.count(caller)
    headers.push('RateLimit-Policy', this.#policy, 'RateLimit', limitField(state))
    return { caller, rates: state }
  }

  /** Whose key a request bears. Throws a `Problem`: 401, or 429 when too many keys that are not good came from one address. */
  async byKey(request: HostRequest): Promise<Caller> {
    try {
      return await this.identity.identify(request.headers.authorization)
    } catch (error) {
      if (isFailedKey(error)) await this.failedKeys.count(request.ip ?? 'unknown')
      throw error
    }
  }

  /** All sessions of an account are one caller, which may do everything. */
  async #signedIn(request: HostRequest): Promise<Caller> {
    const { account } = await this.sessions.open(request)
    return { account, keyId: sessionKeyId }
  }
}

/** Whether a key was sent that is not good; a request without any guesses at nothing. */
function isFailedKey(error: unknown): boolean {
  return error instanceof Problem && error.status === 401 && error.code !== 'missing_key'
}
