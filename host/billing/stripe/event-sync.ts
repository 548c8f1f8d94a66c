import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { KeyedMutex } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { Stripe } from 'stripe'
import { ACCOUNTS, type AccountDirectory } from '../../base/account.js'
import { HOST_LOGGER } from '../../base/log.js'
import { CustomerRecords } from '../customer-records.js'
import { Entitlements } from '../entitlements.js'
import { FormerTrials } from '../former-trials.js'
import { type BillingPlan, type BillingSnapshot, chargeGraceMs, noCard, type PaymentCard } from '../plan.js'
import { TrialEnd } from '../trial-end.js'
import { callStripe, STRIPE } from './client.js'
import { PendingCheckouts } from './pending-checkouts.js'

/**
 * Handles Stripe's events. An event only says that something about a customer changed; the current state is read from Stripe
 * and recorded as one snapshot. So events may come twice, late and in any order, in whatever version of Stripe's API they are written.
 */
@injectable()
export class StripeEventSync {
  /** Events of one account arrive in bursts; they are handled one at a time. */
  readonly #mutexes = new KeyedMutex()

  constructor(
    @inject(STRIPE) private readonly stripe: Stripe,
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
  async receive(event: Stripe.Event): Promise<void> {
    const subject = subjectOf(event)
    const account = subject && (await this.#accountOf(subject))
    if (!subject || account === undefined)
      return this.logger.info(
        { event: event.id, type: event.type },
        'Stripe event ignored: its customer belongs to no account of this deployment'
      )
    await this.#mutexes.of(account)(() => this.#take(event, account, subject.customer))
  }

  /** Reads the current state of an account from Stripe and records it, in case events were lost. */
  async refresh(account: string): Promise<void> {
    const { id: customer } = await this.customers.find(account)
    if (customer === undefined || !(await this.accounts.find(account))) return
    const id = `asked-${this.clock.ulid()}`
    await this.#mutexes.of(account)(() => this.#record(account, id, customer))
  }

  async #take(event: Stripe.Event, account: string, customer: string): Promise<void> {
    await this.#record(account, `stripe-${event.id}`, customer)
    const { object } = event.data as StripeEventData
    if (object.object === 'checkout.session' && object.id) {
      const purpose = await this.pendingCheckouts.close(account, object.id)
      if (purpose === 'trial' && event.type === 'checkout.session.expired') await this.#giveUp(account)
    }
    await this.trialEnd.schedule(account)
  }

  /** Records the current state, and notes the trial of the mailbox if the plan has begun. */
  async #record(account: string, id: string, customer: string): Promise<void> {
    await this.entitlements.recordSnapshot(account, id, () => this.#fetch(account, customer))
    const { status, trialEndsAt } = await this.entitlements.freshPlanState(account)
    const owner = await this.accounts.find(account)
    if (owner && status !== 'none') await this.trials.begin(owner, trialEndsAt)
  }

  /** A checkout that nobody completed leaves the trial to other accounts of the mailbox. */
  async #giveUp(account: string): Promise<void> {
    const owner = await this.accounts.find(account)
    if (owner) await this.trials.release(owner)
  }

  /** The account of a customer, if it exists here and the customer is recorded as its own. */
  async #accountOf({ customer, named }: StripeEventSubject): Promise<string | undefined> {
    const account = named ?? (await this.#named(customer))
    if (account === undefined || !(await this.accounts.find(account))) return undefined
    return (await this.customers.isOf(account, customer)) ? account : undefined
  }

  async #named(customer: string): Promise<string | undefined> {
    const found = await callStripe(() => this.stripe.customers.retrieve(customer))
    return found.deleted ? undefined : found.metadata.account
  }

  async #fetch(account: string, customer: string): Promise<BillingSnapshot> {
    const found = await callStripe(() => this.stripe.customers.retrieve(customer))
    if (found.deleted) {
      await this.customers.noteGone(account, customer)
      return { plan: { status: 'canceled', trialEndsAt: null }, card: noCard }
    }
    const [subscriptions, cards] = await callStripe(() =>
      Promise.all([
        this.stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        this.stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 100 })
      ])
    )
    const chosen = found.invoice_settings.default_payment_method
    const known = typeof chosen === 'string' ? chosen : chosen?.id
    const defaultCard = known ?? (await this.#makeDefault(customer, cards.data[0]?.id))
    return snapshotOf({ subscriptions: subscriptions.data, cards: cards.data, defaultCard })
  }

  /** A card that was only set up becomes the customer's default: Stripe charges only that at the end of the trial. */
  async #makeDefault(customer: string, card: string | undefined): Promise<string | undefined> {
    if (card !== undefined)
      await callStripe(() =>
        this.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } })
      )
    return card
  }
}

/** The customer of an event, and the account that its object names. */
interface StripeEventSubject {
  readonly customer: string
  readonly named: string | undefined
}

function subjectOf({ data }: Stripe.Event): StripeEventSubject | undefined {
  const { object, previous_attributes: previous = {} } = data as StripeEventData
  const id = object.object === 'customer' ? object.id : (object.customer ?? previous.customer)
  const customer = typeof id === 'string' ? id : id?.id
  return customer === undefined ? undefined : { customer, named: object.metadata?.account }
}

/** The members that the objects of all customer events have. */
interface StripeEventData {
  readonly object: {
    readonly object?: string
    readonly id?: string
    readonly customer?: string | { readonly id: string } | null
    readonly metadata?: Readonly<Record<string, string>> | null
  }
  /** The former customer of a detached card. */
  readonly previous_attributes?: { readonly customer?: string | null }
}

/** The part of a customer's state at Stripe that the host uses. */
interface StripeCustomerState {
  readonly subscriptions: readonly Stripe.Subscription[]
  /** The newest first. */
  readonly cards: readonly Stripe.PaymentMethod[]
  /** The card that is charged. */
  readonly defaultCard: string | undefined
}

/** The plan and the card of a customer at Stripe. A customer who never had a subscription has no plan. */
function snapshotOf({ subscriptions, cards, defaultCard }: StripeCustomerState): BillingSnapshot {
  const plan = planOf(subscriptions)
  return { ...(plan && { plan }), card: cardOf(cards, defaultCard) }
}

function cardOf(cards: StripeCustomerState['cards'], defaultCard: string | undefined): PaymentCard {
  const held = cards.find(({ id }) => id === defaultCard) ?? cards[0]
  if (!held?.card) return noCard
  const heldSince = Math.min(...cards.map(({ created }) => created)) * 1000
  return { held: true, brand: held.card.brand, last4: held.card.last4, heldSince }
}

/** The running subscription, or else the newest. One whose first payment failed does not count. */
function planOf(subscriptions: StripeCustomerState['subscriptions']): BillingPlan | undefined {
  const known = subscriptions.filter(({ status }) => status !== 'incomplete' && status !== 'incomplete_expired')
  const newest = known.toSorted((one, other) => other.created - one.created)
  const chosen = newest.find(({ status }) => runningAs(status) !== undefined) ?? newest[0]
  if (!chosen) return undefined
  const trialEndsAt = chosen.trial_end === null ? null : chosen.trial_end * 1000
  return { status: runningAs(chosen.status) ?? endedAs(chosen), trialEndsAt }
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
