import { inject, injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import type { Checkout } from '../../accounts/billing/checkout.js'
import { Entitlements } from '../../accounts/billing/entitlements.js'
import { type Card, noCard } from '../../accounts/billing/events.js'
import type { BillingMode } from '../../accounts/billing/mode.js'
import type { Provider } from '../../accounts/billing/provider.js'
import { isRunning } from '../../accounts/billing/standing.js'
import { Throttle } from '../../accounts/throttle.js'
import { isoTime } from '../../clock.js'
import { Problem } from '../../problems.js'
import { BILLING_MODE, PROVIDER } from '../../tokens.js'
import { requireNoBody } from '../body.js'
import { sendJson } from '../reply.js'
import { fieldsOf, noStore } from './fields.js'
import { SessionDoor } from './session-door.js'

const wanted = fieldsOf(Type.Object({ purpose: Type.Union([Type.Literal('trial'), Type.Literal('card')]) }))

/** `/dashboard/api/billing`: the plan and the card of whoever is signed in. Only events change them; this route reads. */
@injectable()
export class BillingRoutes {
  constructor(
    private readonly door: SessionDoor,
    private readonly entitlements: Entitlements,
    private readonly throttle: Throttle,
    @inject(BILLING_MODE) private readonly mode: BillingMode,
    @inject(PROVIDER) private readonly provider: Provider
  ) {}

  async show(request: Request): Promise<void> {
    const { account } = await this.door.open(request)
    sendJson(request.exchange, 200, await this.#shown(account), noStore)
  }

  async begin(request: Request): Promise<void> {
    const { owner } = await this.door.open(request)
    const checkout = this.#required()
    const { purpose } = await wanted(request)
    await this.throttle.take([['checkout_by_account', owner.id]])
    sendJson(request.exchange, 201, { url: await checkout.begin(owner, purpose) }, noStore)
  }

  async portal(request: Request): Promise<void> {
    const { owner } = await this.door.open(request)
    const checkout = this.#required()
    await requireNoBody(request)
    await this.throttle.take([['checkout_by_account', owner.id]])
    sendJson(request.exchange, 201, { url: await checkout.portal(owner) }, noStore)
  }

  async #shown(account: string) {
    const { mode } = this
    if (mode === 'none')
      return { billing: mode, plan: null, status: 'active', trialEndsAt: null, card: shownCard(noCard) }
    const standing = await this.entitlements.freshStanding(account)
    const { trialEndsAt, card } = standing
    const status = isRunning(standing) && standing.isGranted ? 'active' : standing.status
    return {
      billing: mode,
      plan: 'gateway',
      status,
      trialEndsAt: trialEndsAt === null ? null : isoTime(trialEndsAt),
      card: shownCard(card)
    }
  }

  #required(): Checkout {
    const { checkout } = this.provider
    if (checkout) return checkout
    throw new Problem('billing_not_configured', 'This deployment bills for nothing; every product can be run.')
  }
}

function shownCard({ held, brand, last4 }: Card) {
  return { held, brand, last4 }
}
