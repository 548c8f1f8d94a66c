import { inject, injectable, Type } from '@product-host/sdk'
import type { Request } from 'express'
import { Throttle } from '../../accounts/throttle.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import {
  BILLING_MODE,
  BILLING_PROVIDER,
  type BillingMode,
  type BillingProvider,
  type Checkout
} from '../../billing/checkout.js'
import { Entitlements } from '../../billing/entitlements.js'
import { isRunning, noCard, type PaymentCard } from '../../billing/plan.js'
import { KeylessRequests } from '../../limits/address-limits.js'
import { sendJson } from '../reply.js'
import { bodyReader, noStore, requireNoBody } from '../request-body.js'
import { SessionAuth } from './session-auth.js'

const wanted = bodyReader(Type.Object({ purpose: Type.Union([Type.Literal('trial'), Type.Literal('card')]) }))

/** `/dashboard/api/billing`: the price of the plan; plan and card of the signed-in account. Only billing events change them; these routes read. */
@injectable()
export class DashboardBillingRoutes {
  constructor(
    private readonly auth: SessionAuth,
    private readonly entitlements: Entitlements,
    private readonly throttle: Throttle,
    private readonly keyless: KeylessRequests,
    @inject(BILLING_MODE) private readonly mode: BillingMode,
    @inject(BILLING_PROVIDER) private readonly provider: BillingProvider
  ) {}

  async show(request: Request): Promise<void> {
    const { account } = await this.auth.requireSignIn(request)
    sendJson(request.context, 200, await this.#shown(account), noStore)
  }

  /** `GET /billing/price`: public. Apart from the state of the plan, because the provider may be slow or away. */
  async price(request: Request): Promise<void> {
    this.keyless.require(request.ip ?? '')
    sendJson(request.context, 200, { price: (await this.provider.checkout?.price()) ?? null }, noStore)
  }

  async begin(request: Request): Promise<void> {
    const { owner } = await this.auth.requireSignIn(request)
    const checkout = this.#required()
    const { purpose } = await wanted(request)
    await this.throttle.take([['checkout_by_account', owner.id]])
    sendJson(request.context, 201, { url: await checkout.begin(owner, purpose) }, noStore)
  }

  async portal(request: Request): Promise<void> {
    const { owner } = await this.auth.requireSignIn(request)
    const checkout = this.#required()
    await requireNoBody(request)
    await this.throttle.take([['checkout_by_account', owner.id]])
    sendJson(request.context, 201, { url: await checkout.portal(owner) }, noStore)
  }

  async #shown(account: string) {
    const { mode } = this
    if (mode === 'none')
      return { billing: mode, plan: null, status: 'active', trialEndsAt: null, card: shownCard(noCard) }
    const state = await this.entitlements.freshPlanState(account)
    const { trialEndsAt, card } = state
    const status = isRunning(state) && state.isGranted ? 'active' : state.status
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
    throw new Problem(
      'billing_not_configured',
      'Billing is off in this deployment; every account may run every product.'
    )
  }
}

function shownCard({ held, brand, last4 }: PaymentCard) {
  return { held, brand, last4 }
}
