import { inject, injectable } from '@product-host/sdk'
import { Operators } from '../../accounts/operators.js'
import { SecondFactorRecords } from '../../accounts/second-factor-records.js'
import type { Actor } from '../../audit/operator-log.js'
import { Problem } from '../../base/problems.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { clientOf } from '../client-address.js'
import { SessionAuth, type SignedIn } from '../dashboard/session-auth.js'
import type { HostRequest } from '../message.js'

/** An operator who is signed in, as the audit log names it. */
export type SignedInOperator = SignedIn & { readonly actor: Actor & { readonly account: string } }

/**
 * Authenticates operators: by the session of an enrolled account that has the second factor of its enrolment, given since that
 * was turned on. The demo, which only this machine reaches, asks for no second factor.
 */
@injectable()
export class OperatorAuth {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly auth: SessionAuth,
    private readonly operators: Operators,
    private readonly factors: SecondFactorRecords
  ) {}

  /** The signed-in operator. Throws a `Problem`: 401 when nobody is signed in, 403 for everybody else. */
  async require(request: HostRequest): Promise<SignedInOperator> {
    const signedIn = await this.auth.requireSignIn(request)
    const operator = await this.operators.find(signedIn.account)
    if (!operator || operator.enrolledAt === null)
      throw new Problem(
        'operator_required',
        'This page is for accounts that "product-host operators add" has named and that have used its link.'
      )
    const factorSince = await this.#factorOf(signedIn)
    if (!this.settings.isDemo && factorSince !== operator.factorSince)
      throw new Problem(
        'operator_factor_required',
        'The second factor is another one than at the enrolment; "product-host operators add" gives a new link.'
      )
    return { ...signedIn, actor: actorOf(request, signedIn) }
  }

  /** The signed-in operator, for a change. Throws a 403 `Problem` unless the sign-in is recent, too. */
  async requireForChange(request: HostRequest): Promise<SignedInOperator> {
    const operator = await this.require(request)
    this.auth.requireRecent(operator)
    return operator
  }

  /** Whoever is signed in since a short time, for an enrolment, and since when the second factor is on; null without one in the demo. */
  async requireCandidate(
    request: HostRequest
  ): Promise<Pick<SignedInOperator, 'actor'> & { readonly factorSince: string | null }> {
    const signedIn = await this.auth.requireRecentSignIn(request)
    return { actor: actorOf(request, signedIn), factorSince: await this.#factorOf(signedIn) }
  }

  /** Since when the second factor is on with which the session was confirmed. */
  async #factorOf(signedIn: SignedIn): Promise<string | null> {
    if (this.settings.isDemo) return null
    const { activeSince } = await this.factors.find(signedIn.account)
    if (activeSince === undefined)
      throw new Problem('operator_factor_required', 'Turn on a second factor on the page "Account" first.')
    const { createdAt, confirmedAt = createdAt } = signedIn.session
    // A session that is older than the factor was begun with the password alone.
    if (confirmedAt < activeSince) throw this.auth.confirmationRequired()
    return activeSince
  }
}

function actorOf(request: HostRequest, { account }: SignedIn): Actor & { readonly account: string } {
  return { account, ...clientOf(request) }
}
