import { hash } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { KeyedMutex } from '@product-host/sdk/runtime'
import type { Stripe } from 'stripe'
import type { Account } from '../../base/account.js'
import { pages } from '../../base/pages.js'
import { HOST_SETTINGS, type Settings, STRIPE_SETTINGS, type StripeSettings } from '../../settings.js'
import type { Checkout, CheckoutPurpose, PlanPrice } from '../checkout.js'
import { Entitlements } from '../entitlements.js'
import { FormerTrials } from '../former-trials.js'
import { type PlanState, requireNoPlan, trialMs } from '../plan.js'
import { callStripe, STRIPE } from './client.js'
import { StripeCustomers } from './customers.js'
import { PendingCheckouts } from './pending-checkouts.js'

/**
 * How long a checkout reserves the trial of its mailbox, in milliseconds: the 24 hours for which Stripe leaves it open, and the 3 days for
 * which Stripe sends the event of its end again.
 */
const reservedMs = (24 + 72) * 60 * 60 * 1000

/** How long a price that was read is shown, and a failure to read it, in milliseconds: 10 minutes and 30 seconds. */
const priceMs = 10 * 60 * 1000
const priceFailureMs = 30 * 1000

/** Stripe's hosted pages. Their results arrive only as signed events. */
@injectable()
export class StripeCheckout implements Checkout {
  readonly #mutexes = new KeyedMutex()
  #price: { readonly read: Promise<PlanPrice | null>; until: number } | undefined

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(STRIPE_SETTINGS) private readonly stripeSettings: StripeSettings,
    @inject(STRIPE) private readonly stripe: Stripe,
    private readonly pendingCheckouts: PendingCheckouts,
    private readonly customers: StripeCustomers,
    private readonly entitlements: Entitlements,
    private readonly trials: FormerTrials,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** Concurrent requests return one page, so that an account starts one trial. */
  async begin(owner: Account, purpose: CheckoutPurpose): Promise<string> {
    return this.#mutexes.of(owner.id)(() => this.#begin(owner, purpose))
  }

  async portal(owner: Account): Promise<string> {
    const customer = await this.customers.findOrCreate(owner)
    const session = { customer, return_url: this.#returnPage() }
    return (await callStripe(() => this.stripe.billingPortal.sessions.create(session))).url
  }

  async price(): Promise<PlanPrice | null> {
    if (!this.#price || this.clock.now() >= this.#price.until) {
      const price = { read: this.#readPrice(), until: this.clock.now() + priceMs }
      price.read.catch(() => {
        price.until = this.clock.now() + priceFailureMs
      })
      this.#price = price
    }
    return this.#price.read
  }

  async #readPrice(): Promise<PlanPrice | null> {
    return planPriceOf(await callStripe(() => this.stripe.prices.retrieve(this.stripeSettings.priceId)))
  }

  async #begin(owner: Account, purpose: CheckoutPurpose): Promise<string> {
    const { id: account } = owner
    await this.trials.carryOver(owner)
    const planState = await this.entitlements.freshPlanState(account)
    if (purpose === 'trial') requireNoPlan(planState)
    const { pending, isOpen } = await this.pendingCheckouts.latest(account, purpose)
    if (pending && isOpen) return pending.url
    const count = (pending?.count ?? 0) + 1
    const customer = await this.customers.findOrCreate(owner)
    const wanted =
      purpose === 'trial'
        ? this.#planSession(customer, account, await this.#mayTry(owner, planState))
        : this.#cardSession(customer, account)
    const idempotencyKey = `checkout-${count}-${hash('sha256', JSON.stringify(wanted))}`
    const { id, url, expires_at } = await callStripe(() =>
      this.stripe.checkout.sessions.create(wanted, { idempotencyKey })
    ).catch(async (error: unknown) => {
      await this.pendingCheckouts.noteFailure(account, purpose, count)
      throw error
    })
    if (!url) throw new Error('Stripe made a checkout without a page.')
    await this.pendingCheckouts.save(account, purpose, { id, url, expiresAt: expires_at * 1000, count })
    return url
  }

  /** Whether the checkout begins with a trial: the first plan of an account, and the first trial of its mailbox. */
  async #mayTry(owner: Account, { status }: PlanState): Promise<boolean> {
    return status === 'none' && (await this.trials.reserve(owner, reservedMs))
  }

  /** A trial requires no card; a plan without one does. */
  #planSession(customer: string, account: string, isTrial: boolean): Stripe.Checkout.SessionCreateParams {
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

const intervals = ['day', 'week', 'month', 'year'] as const

/** A price by the time alone; null for one with tiers or by use, which has no single amount. */
function planPriceOf({ unit_amount: amount, currency, recurring }: Stripe.Price): PlanPrice | null {
  if (amount === null || !recurring || recurring.usage_type !== 'licensed') return null
  const interval = intervals.find(each => each === recurring.interval)
  if (!interval) return null
  return { amount, currency: currency.toUpperCase(), interval, intervals: recurring.interval_count }
}
