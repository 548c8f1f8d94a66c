import { hash } from 'node:crypto'
import { inject, injectable } from '@product-host/sdk'
import type { Stripe } from 'stripe'
import { pages } from '../../../pages.js'
import type { Settings, StripeSettings } from '../../../settings.js'
import { Turns } from '../../../storage/turns.js'
import { HOST_SETTINGS, STRIPE, STRIPE_SETTINGS } from '../../../tokens.js'
import type { Account } from '../../accounts.js'
import { requireNotRunning } from '../already-running.js'
import type { Checkout, Purpose } from '../checkout.js'
import { Entitlements } from '../entitlements.js'
import { FormerTrials } from '../former-trials.js'
import { type Standing, trialMs } from '../standing.js'
import { BegunCheckouts } from './begun.js'
import { asking } from './client.js'
import { StripeCustomers } from './customers.js'

/** Stripe's hosted pages. What people do on them comes back as signed events alone. */
@injectable()
export class StripeCheckout implements Checkout {
  readonly #turns = new Turns()

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(STRIPE_SETTINGS) private readonly stripeSettings: StripeSettings,
    @inject(STRIPE) private readonly stripe: Stripe,
    private readonly begun: BegunCheckouts,
    private readonly customers: StripeCustomers,
    private readonly entitlements: Entitlements,
    private readonly trials: FormerTrials
  ) {}

  /** However many ask at once, they are led to one page, so that an account begins one trial. */
  async begin(owner: Account, purpose: Purpose): Promise<string> {
    return this.#turns.at(owner.id)(() => this.#begin(owner, purpose))
  }

  async portal(owner: Account): Promise<string> {
    const customer = await this.customers.findOrCreate(owner)
    const session = { customer, return_url: this.#returnPage() }
    return (await asking(() => this.stripe.billingPortal.sessions.create(session))).url
  }

  async #begin(owner: Account, purpose: Purpose): Promise<string> {
    const { id: account } = owner
    await this.trials.carryOver(owner)
    const standing = await this.entitlements.freshStanding(account)
    if (purpose === 'trial') requireNotRunning(standing)
    const { begun, isOpen } = await this.begun.latest(account, purpose)
    if (begun && isOpen) return begun.url
    const count = (begun?.count ?? 0) + 1
    const customer = await this.customers.findOrCreate(owner)
    const wanted =
      purpose === 'trial' ? this.#planSession(customer, account, standing) : this.#cardSession(customer, account)
    const idempotencyKey = `checkout-${count}-${hash('sha256', JSON.stringify(wanted))}`
    const { id, url, expires_at } = await asking(() =>
      this.stripe.checkout.sessions.create(wanted, { idempotencyKey })
    ).catch(async (error: unknown) => {
      await this.begun.noteFailure(account, purpose, count)
      throw error
    })
    if (!url) throw new Error('Stripe made a checkout without a page.')
    await this.begun.keep(account, purpose, { id, url, expiresAt: expires_at * 1000, count })
    return url
  }

  /** A trial asks for no card; the plan that goes on after it does. */
  #planSession(customer: string, account: string, { status }: Standing): Stripe.Checkout.SessionCreateParams {
    const isTrial = status === 'none'
    const trial = {
      trial_period_days: trialMs / (24 * 60 * 60 * 1000),
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } }
    } as const
    return {
      ...this.#common(customer, account),
      mode: 'subscription',
      line_items: [{ price: this.stripeSettings.priceId, quantity: 1 }],
      payment_method_collection: isTrial ? 'if_required' : 'always',
      subscription_data: { metadata: { account }, ...(isTrial && trial) }
    }
  }

  #cardSession(customer: string, account: string): Stripe.Checkout.SessionCreateParams {
    return { ...this.#common(customer, account), mode: 'setup', allowed_payment_method_types: ['card'] }
  }

  #common(customer: string, account: string) {
    const page = this.#returnPage()
    return { customer, client_reference_id: account, success_url: page, cancel_url: page }
  }

  #returnPage(): string {
    return this.settings.publicUrl + pages.billing
  }
}
