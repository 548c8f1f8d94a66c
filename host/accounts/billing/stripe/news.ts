import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import type { Stripe } from 'stripe'
import { Turns } from '../../../storage/turns.js'
import { LINES, STRIPE } from '../../../tokens.js'
import { Accounts } from '../../accounts.js'
import { CustomerRecords } from '../customer-records.js'
import { Entitlements } from '../entitlements.js'
import { type Facts, noCard } from '../events.js'
import { TrialErrands } from '../trial-errands.js'
import { BegunCheckouts } from './begun.js'
import { asking } from './client.js'
import { factsOf } from './facts.js'

/**
 * What Stripe's events come to. An event only says that something about a customer changed; what is true now is asked of Stripe,
 * and recorded as a whole. So events may come twice, late and in any order, in whatever version of Stripe's API they are written.
 */
@injectable()
export class StripeNews {
  /** Events of one account come in bursts; one after another, none of them is asked about twice. */
  readonly #turns = new Turns()

  constructor(
    @inject(STRIPE) private readonly stripe: Stripe,
    @inject(LINES) private readonly lines: Lines,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly customers: CustomerRecords,
    private readonly accounts: Accounts,
    private readonly entitlements: Entitlements,
    private readonly errands: TrialErrands,
    private readonly begun: BegunCheckouts
  ) {}

  /** Brings the account that an event concerns up to date. Rejects when Stripe should send the event again. */
  async hear(event: Stripe.Event): Promise<void> {
    const subject = subjectOf(event)
    const account = subject && (await this.#accountOf(subject))
    if (!subject || account === undefined)
      return this.lines.info({ event: event.id, type: event.type }, 'event ignored')
    await this.#turns.at(account)(() => this.#take(event, account, subject.customer))
  }

  /** Asks what is true of an account now, whatever its events said: some may have been lost. */
  async refresh(account: string): Promise<void> {
    const { id: customer } = await this.customers.find(account)
    if (customer === undefined || !(await this.accounts.find(account))) return
    const id = `asked-${this.clock.ulid()}`
    await this.#turns.at(account)(() => this.entitlements.recordAnswer(account, id, () => this.#ask(account, customer)))
  }

  async #take(event: Stripe.Event, account: string, customer: string): Promise<void> {
    await this.entitlements.recordAnswer(account, `stripe-${event.id}`, () => this.#ask(account, customer))
    const { object } = event.data as Data
    if (object.object === 'checkout.session' && object.id) await this.begun.close(account, object.id)
    await this.errands.schedule(account)
  }

  /** The account that a customer stands for, if it exists here and knows the customer as its own. */
  async #accountOf({ customer, named }: Subject): Promise<string | undefined> {
    const account = named ?? (await this.#named(customer))
    if (account === undefined || !(await this.accounts.find(account))) return undefined
    return (await this.customers.isOf(account, customer)) ? account : undefined
  }

  async #named(customer: string): Promise<string | undefined> {
    const found = await asking(() => this.stripe.customers.retrieve(customer))
    return found.deleted ? undefined : found.metadata.account
  }

  async #ask(account: string, customer: string): Promise<Facts> {
    const found = await asking(() => this.stripe.customers.retrieve(customer))
    if (found.deleted) {
      await this.customers.noteGone(account, customer)
      return { plan: { status: 'canceled', trialEndsAt: null }, card: noCard }
    }
    const [subscriptions, cards] = await asking(() =>
      Promise.all([
        this.stripe.subscriptions.list({ customer, status: 'all', limit: 100 }),
        this.stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 100 })
      ])
    )
    const chosen = found.invoice_settings.default_payment_method
    const known = typeof chosen === 'string' ? chosen : chosen?.id
    const defaultCard = known ?? (await this.#makeDefault(customer, cards.data[0]?.id))
    return factsOf({ subscriptions: subscriptions.data, cards: cards.data, defaultCard })
  }

  /** A card that was only set up is charged at the end of the trial when it is the customer's default, and not before. */
  async #makeDefault(customer: string, card: string | undefined): Promise<string | undefined> {
    if (card !== undefined)
      await asking(() => this.stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } }))
    return card
  }
}

/** Whom an event concerns: the customer, and the account that its object names. */
interface Subject {
  readonly customer: string
  readonly named: string | undefined
}

function subjectOf({ data }: Stripe.Event): Subject | undefined {
  const { object, previous_attributes: previous = {} } = data as Data
  const id = object.object === 'customer' ? object.id : (object.customer ?? previous.customer)
  const customer = typeof id === 'string' ? id : id?.id
  return customer === undefined ? undefined : { customer, named: object.metadata?.account }
}

/** What the objects of all events have in common that concern a customer. */
interface Data {
  readonly object: {
    readonly object?: string
    readonly id?: string
    readonly customer?: string | { readonly id: string } | null
    readonly metadata?: Readonly<Record<string, string>> | null
  }
  /** What a card that was detached belonged to before. */
  readonly previous_attributes?: { readonly customer?: string | null }
}
