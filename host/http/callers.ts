import { inject, injectable } from '@product-host/sdk'
import type { Caller, Identity } from '../accounts/identity.js'
import { FailedKeys } from '../limits/failed-keys.js'
import { type CallerStanding, Limits, type Rates } from '../limits/limits.js'
import { Problem } from '../problems.js'
import { IDENTITY, RATES } from '../tokens.js'
import type { HostRequest } from './message.js'
import { limitField, policyField } from './rate-fields.js'

/** Who sent a request, and where that caller's rates stand with it. */
export interface CountedCaller {
  readonly caller: Caller
  readonly standing: CallerStanding
}

/** Tells who sent a request, and counts it. */
@injectable()
export class Callers {
  readonly #policy: string

  constructor(
    @inject(IDENTITY) private readonly identity: Identity,
    @inject(RATES) rates: Rates,
    private readonly limits: Limits,
    private readonly failedKeys: FailedKeys
  ) {
    this.#policy = policyField(rates)
  }

  /**
   * The caller behind a request's key; every answer from here on says what is left of its rates. Throws a `Problem` for a key
   * that is not good: 401, or 429 when too many of them came from one address.
   */
  async identify(request: HostRequest): Promise<CountedCaller> {
    const caller = await this.#known(request)
    const { notes, headers } = request.exchange
    Object.assign(notes, { account: caller.account, keyId: caller.keyId })
    const standing = await this.limits.count(caller)
    headers.push('RateLimit-Policy', this.#policy, 'RateLimit', limitField(standing))
    return { caller, standing }
  }

  async #known(request: HostRequest): Promise<Caller> {
    try {
      return await this.identity.identify(request.headers.authorization)
    } catch (error) {
      if (isFailedKey(error)) await this.failedKeys.count(request.ip ?? 'unknown')
      throw error
    }
  }
}

/** Whether a key was sent that is not good; a request without any guesses at nothing. */
function isFailedKey(error: unknown): boolean {
  return error instanceof Problem && error.status === 401 && error.code !== 'missing_key'
}
