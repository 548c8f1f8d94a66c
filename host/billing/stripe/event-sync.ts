import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { KeyedMutex } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Stripe } from 'stripe'
import { ACCOUNTS, type AccountDirectory } from '../../base/account.js'
import { HOST_LOGGER } from '../../base/log.js'
import { STRIPE_SETTINGS, type StripeSettings } from '../../settings.js'
import { CustomerRecords } from '../customer-records.js'
import { Entitlements } from '../entitlements.js'
import { FormerTrials } from '../former-trials.js'
import { type BillingPlan, type BillingSnapshot, chargeGraceMs, noCard, type PaymentCard } from '../plan.js'
import { TrialEnd } from '../trial-end.js'
import { callStripe, isMissing, STRIPE } from './client.js'
import { idOf, type StripeNotice } from './events.js'
import { PendingCheckouts } from './pending-checkouts.js'

/**
 * Handles Stripe's events. An event only says that something about a customer changed; the current state is read from Stripe
 * and recorded as one snapshot. So events may come twice, late and in any order, in whatever version of Stripe's API they are written.
 */
@injectable()
export class StripeEventSync {
  /** Events of one account arrive in bursts; they are handled one at a time. */
  readonly #mutexes = new KeyedMutex()
  /** The product of the plan's price, which never changes. */
  #product: Promise<string | undefined> | undefined

  constructor(
    @inject(STRIPE) private readonly stripe: Stripe,
    @inject(STRIPE_SETTINGS) private readonly settings: StripeSettings,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly customers: CustomerRecords,
    @inject(ACCOUNTS) private readonly accounts: AccountDirectory,
    private readonly entitlements: Entitlements,
    private readonly trials: FormerTrials,
    private readonly trialEnd: TrialEnd,
    private readonly pendingCheckouts: PendingCheckouts
  ) {}

  /** Updates the account of an event. Rejects if Stripe should send the event again. */
  async receive(notice: StripeNotice): Promise<void> {
    const { id: event, type, customer } = notice
    const account = customer === undefined ? undefined : await this.#accountOf(customer, notice.account)
    if (customer === undefined || account === undefined)
      return this.logger.info(
        { event, type },
        'Stripe event ignored: its customer belongs to no account of this deployment'
      )
    await this.#mutexes.of(account)(() => this.#take(notice, account, customer))
  }

  /** Reads the current state of an account from Stripe and records it, in case events were lost. */
  async refresh(account: string): Promise<void> {
    const { id: customer } = await this.customers.find(account)
    if (customer === undefined || !(await this.accounts.find(account))) return
    const id = `asked-${this.clock.ulid()}`
    await this.#mutexes.of(account)(() => this.#record(account, id, customer))
  }

  async #take({ id, type, checkout }: StripeNotice, account: string, customer: string): Promise<void> {
    await this.#record(account, `stripe-${id}`, customer)
    const closed = checkout === undefined ? undefined : await this.pendingCheckouts.close(account, checkout)
    if (closed === 'trial' && type === 'checkout.session.expired') await this.#giveUp(account)
  }

  /** Records the current state, notes the trial of the mailbox if the plan has begun, and schedules the end of the trial. */
  async #record(account: string, id: string, customer: string): Promise<void> {
    await this.entitlements.recordSnapshot(account, id, () => this.#fetch(account, customer))
    const { status, trialEndsAt } = await this.entitlements.freshPlanState(account)
    const owner = await this.accounts.find(account)
    if (owner && status !== 'none') await this.trials.begin(owner, trialEndsAt)
    await this.trialEnd.schedule(account)
  }

  /** A checkout that nobody completed leaves the trial to other accounts of the mailbox. */
  async #giveUp(account: string): Promise<void> {
    const owner = await this.accounts.find(account)
    if (owner) await this.trials.release(owner)
  }

  /** The account of a customer, if it exists here and the customer is recorded as its own. */
  async #accountOf(customer: string, named: string | undefined): Promise<string | undefined> {
    const account = named ?? (await this.#named(customer))
    if (account === undefined || !(await this.accounts.find(account))) return undefined
    return (await this.customers.isOf(account, customer)) ? account : undefined
  }

  /** The account that a customer names; undefined for a customer that Stripe does not know for this key. */
  async #named(customer: string): Promise<string | undefined> {
    const found = await callStripe(() => this.stripe.customers.retrieve(customer).catch(unlessMissing))
    return !found || found.deleted ? undefined : idOf(found.metadata.account)
  }

  async #fetch(account: string, customer: string): Promise<BillingSnapshot> {
    const found = await callStripe(() => this.stripe.customers.retrieve(customer))
    if (found.deleted) {
      await this.customers.noteGone(account, customer)
      await this.pendingCheckouts.closeAll(account)
      return { ...(await this.#planOf(account, undefined)), card: noCard }
    }
    const [subscriptions, methods] = await callStripe(() =>
      Promise.all([
        this.stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        this.stripe.customers.listPaymentMethods(customer, { limit: 100 })
      ])
    )
    const subscription = chosenOf(await this.#ofPlan(subscriptions.data))
    const source = idOf(found.default_source)
    const known = idOf(found.invoice_settings.default_payment_method) ?? source
    const usual = known ?? (await this.#makeDefault(customer, methods.data[0]?.id))
    const charged = idOf(subscription?.default_payment_method) ?? usual
    const card = cardOf({ subscription, methods: methods.data, charged, hasSource: source !== undefined })
    return { ...(await this.#planOf(account, subscription)), card }
  }

  /**
   * The plan of the account: its subscription. Without one, a plan that was running has ended; a customer who never had one has no plan.
   */
  async #planOf(
    account: string,
    subscription: Stripe.Subscription | undefined
  ): Promise<Pick<BillingSnapshot, 'plan'>> {
    if (subscription) return { plan: planOf(subscription) }
    const { status, trialEndsAt } = await this.entitlements.freshPlanState(account)
    return status === 'trialing' || status === 'active' ? { plan: { status: 'canceled', trialEndsAt } } : {}
  }

  /** The subscriptions that are of the plan: with its price, or another price of the same product, as after a change of the price. */
  async #ofPlan(all: readonly Stripe.Subscription[]): Promise<readonly Stripe.Subscription[]> {
    const isPriced = ({ items }: Stripe.Subscription) => isOfAny(items, ({ id }) => id === this.settings.priceId)
    if (all.every(isPriced)) return all
    this.#product ??= this.#readProduct()
    const product = await this.#product
    const isOfProduct = ({ items }: Stripe.Subscription) =>
      product !== undefined && isOfAny(items, price => idOf(price.product) === product)
    return all.filter(each => isPriced(each) || isOfProduct(each))
  }

  async #readProduct(): Promise<string | undefined> {
    try {
      return idOf((await callStripe(() => this.stripe.prices.retrieve(this.settings.priceId))).product)
    } catch (error) {
      this.#product = undefined
      throw error
    }
  }

  /** What was only set up becomes the customer's default: Stripe charges only that at the end of the trial. */
  async #makeDefault(customer: string, method: string | undefined): Promise<string | undefined> {
    if (method !== undefined)
      await callStripe(() =>
        this.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
      )
    return method
  }
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Whether one of the items has such a price. An answer without items says nothing against it. */
function isOfAny(items: Stripe.Subscription['items'] | undefined, isSuch: (price: Stripe.Price) => boolean): boolean {
  return !items || items.data.some(({ price }) => isSuch(price))
}

/** The running subscription, or else the newest. One whose first payment failed does not count. */
function chosenOf(subscriptions: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const known = subscriptions.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired')
  const newest = known.toSorted((one, other) => other.created - one.created)
  return newest.find(({ status }) => runningAs(status) !== undefined) ?? newest[0]
}

function planOf(subscription: Stripe.Subscription): BillingPlan {
  const { status, trial_end } = subscription
  const trialEndsAt = trial_end === null ? null : trial_end * 1000
  return { status: runningAs(status) ?? endedAs(subscription), trialEndsAt }
}

/** The plan stays active while Stripe still retries a payment that is due. */
function runningAs(status: Stripe.Subscription['status']): 'trialing' | 'active' | undefined {
  if (status === 'trialing') return 'trialing'
  return status === 'active' || status === 'past_due' ? 'active' : undefined
}

/** A plan that ended with its trial has expired, unless its end was requested. */
function endedAs({ trial_end, ended_at, cancellation_details }: Stripe.Subscription): 'expired' | 'canceled' {
  const isAtTrialEnd = trial_end !== null && ended_at !== null && Math.abs(ended_at - trial_end) * 1000 <= chargeGraceMs
  return isAtTrialEnd && cancellation_details?.reason !== 'cancellation_requested' ? 'expired' : 'canceled'
}

/** How a customer can pay, as Stripe has it. */
interface StripePaymentState {
  /** The subscription that is the plan. */
  readonly subscription: Stripe.Subscription | undefined
  /** The newest first, of every type. */
  readonly methods: readonly Stripe.PaymentMethod[]
  /** The one that is charged. */
  readonly charged: string | undefined
  /** Whether the customer has a default source, which is older than payment methods and is not among them. */
  readonly hasSource: boolean
}

/** The payment card, or any other method that Stripe charges: Link, a direct debit, an invoice that an active plan is paid by. */
function cardOf({ subscription, methods, charged, hasSource }: StripePaymentState): PaymentCard {
  const held = methods.find(({ id }) => id === charged) ?? methods[0]
  if (!held) return hasSource || isPaidOtherwise(subscription) ? { ...noCard, held: true, type: 'other' } : noCard
  const heldSince = Math.min(...methods.map(({ created }) => created)) * 1000
  return { held: true, ...namedAs(held), heldSince }
}

function isPaidOtherwise(subscription: Stripe.Subscription | undefined): boolean {
  if (!subscription || runningAs(subscription.status) !== 'active') return false
  const { collection_method, default_payment_method, default_source } = subscription
  return collection_method === 'send_invoice' || Boolean(default_payment_method ?? default_source)
}

/** The brand of a card, or the type of any other method, such as `link` or `sepa debit`. */
function namedAs(method: Stripe.PaymentMethod): Pick<PaymentCard, 'brand' | 'last4' | 'type'> {
  const members: Readonly<Record<string, unknown>> = { ...method }
  const details: Readonly<Record<string, unknown>> = { ...Object(members[method.type]) }
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  const { type } = method
  return {
    brand: textOf(details.brand) ?? type.replaceAll('_', ' '),
    last4: textOf(details.last4),
    ...(type !== 'card' && { type })
  }
}
