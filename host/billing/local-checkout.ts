import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { ACCOUNTS, type Account, type AccountDirectory } from '../base/account.js'
import { pages } from '../base/pages.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { OneTimeTokens } from '../storage/one-time-tokens.js'
import type { Checkout, CheckoutPurpose, PlanPrice } from './checkout.js'
import { Entitlements } from './entitlements.js'
import { FormerTrials } from './former-trials.js'
import { type BillingSnapshot, isRunning, noCard, type PlanState, requireNoPlan, trialMs } from './plan.js'
import { TrialEnd } from './trial-end.js'

/** The only cards that the local checkout accepts. */
const testCards = {
  visa: { held: true, brand: 'visa', last4: '4242' },
  mastercard: { held: true, brand: 'mastercard', last4: '4444' }
} as const

/** The choices of the page. */
export type CardChoice = keyof typeof testCards | 'none' | 'remove'

/** What a page is for: one that cancels the plan removes the card. */
type PagePurpose = CheckoutPurpose | 'cancel'

/** A page that is open, and the state of the account's plan. */
export interface OpenCheckoutPage {
  readonly account: string
  readonly purpose: PagePurpose
  readonly planState: PlanState
}

/** Replaces a hosted checkout in the demo, on this machine. It takes no money. */
@injectable()
export class LocalCheckout implements Checkout {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(ACCOUNTS) private readonly accounts: AccountDirectory,
    private readonly entitlements: Entitlements,
    private readonly tokens: OneTimeTokens,
    private readonly trialEnd: TrialEnd,
    private readonly trials: FormerTrials
  ) {}

  async begin(owner: Account, purpose: CheckoutPurpose): Promise<string> {
    await this.trials.carryOver(owner)
    if (purpose === 'trial') requireNoPlan(await this.entitlements.freshPlanState(owner.id))
    return this.#page(owner.id, purpose)
  }

  async portal(owner: Account): Promise<string> {
    await this.trials.carryOver(owner)
    return this.#page(owner.id, 'cancel')
  }

  /** The address of a new page. */
  async #page(account: string, purpose: PagePurpose): Promise<string> {
    const validMs = this.tokens.validMs('local-checkout')
    const token = await this.tokens.make('local-checkout', { account, purpose }, validMs)
    return `${this.settings.publicUrl}${pages.localCheckout}/${token}`
  }

  async price(): Promise<PlanPrice | null> {
    return null
  }

  /** The page of a token; undefined when the token is unknown or has expired. */
  async open(token: string): Promise<OpenCheckoutPage | undefined> {
    const wanted = await this.tokens.read('local-checkout', token)
    return wanted && { ...wanted, planState: await this.entitlements.freshPlanState(wanted.account) }
  }

  /** Records the choice made on a page; false if the plan cannot continue without a card. */
  async choose({ account, purpose }: OpenCheckoutPage, choice: CardChoice): Promise<boolean> {
    let isEnough = true
    if (purpose === 'trial') await this.#beginTrial(account)
    await this.entitlements.decide(account, `local-${purpose}-${choice}`, (state, now) => {
      if (purpose !== 'trial') return cardSnapshot(choice, now)
      const hasCard = choice in testCards || (state.card.held && choice === 'none')
      isEnough = state.status === 'none' || isRunning(state) || hasCard
      return isEnough ? planSnapshot(state, now, choice) : undefined
    })
    await this.trialEnd.schedule(account)
    return isEnough
  }

  /** Notes the trial that a first choice begins. If the mailbox had its trial with another account, the trial is over. */
  async #beginTrial(account: string): Promise<void> {
    const state = await this.entitlements.freshPlanState(account)
    const owner = await this.accounts.find(account)
    if (!owner || state.status !== 'none' || isRunning(state)) return
    if (!(await this.trials.begin(owner, this.clock.now() + trialMs))) await this.trials.carryOver(owner)
  }
}

/** A new plan begins with its trial; an expired one becomes active at once. A running plan does not change. */
function planSnapshot(state: PlanState, now: number, choice: CardChoice): BillingSnapshot | undefined {
  if (isRunning(state)) return undefined
  const { trialEndsAt, status } = state
  const trial = { status: 'trialing', trialEndsAt: now + trialMs } as const
  return { plan: status === 'none' ? trial : { status: 'active', trialEndsAt }, ...cardSnapshot(choice, now) }
}

function cardSnapshot(choice: CardChoice, now: number): BillingSnapshot | undefined {
  if (choice === 'none') return undefined
  return { card: choice === 'remove' ? noCard : { ...testCards[choice], heldSince: now } }
}
