import { inject, injectable } from '@product-host/sdk'
import { pages } from '../../../pages.js'
import type { Settings } from '../../../settings.js'
import { HOST_SETTINGS } from '../../../tokens.js'
import type { Account } from '../../accounts.js'
import { OneTimeTokens } from '../../one-time-tokens.js'
import { requireNotRunning } from '../already-running.js'
import type { Checkout, Purpose } from '../checkout.js'
import { Entitlements } from '../entitlements.js'
import { type Facts, noCard } from '../events.js'
import { FormerTrials } from '../former-trials.js'
import { isRunning, type Standing, trialMs } from '../standing.js'
import { TrialErrands } from '../trial-errands.js'

/** How long the page of a checkout is good, in milliseconds: an hour. */
const pageMs = 60 * 60 * 1000

/** The cards of the stand-in: it takes no others. */
export const testCards = {
  visa: { held: true, brand: 'visa', last4: '4242' },
  mastercard: { held: true, brand: 'mastercard', last4: '4444' }
} as const

/** What somebody may choose on the page. */
export type Choice = keyof typeof testCards | 'none' | 'remove'

/** A page that is open, and how its account stands. */
export interface OpenPage {
  readonly account: string
  readonly purpose: Purpose
  readonly standing: Standing
}

/** The stand-in for a hosted checkout, on this machine and in the demo alone: nobody pays anything on it. */
@injectable()
export class LocalCheckout implements Checkout {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly entitlements: Entitlements,
    private readonly tokens: OneTimeTokens,
    private readonly errands: TrialErrands,
    private readonly trials: FormerTrials
  ) {}

  async begin(owner: Account, purpose: Purpose): Promise<string> {
    const { id } = owner
    await this.trials.carryOver(owner)
    if (purpose === 'trial') requireNotRunning(await this.entitlements.freshStanding(id))
    const token = await this.tokens.make('local-checkout', { account: id, purpose }, pageMs)
    return `${this.settings.publicUrl}${pages.localCheckout}/${token}`
  }

  async portal(owner: Account): Promise<string> {
    return this.begin(owner, 'card')
  }

  /** The page behind a token; undefined when it is not open, or not any more. */
  async open(token: string): Promise<OpenPage | undefined> {
    const wanted = await this.tokens.read('local-checkout', token)
    return wanted && { ...wanted, standing: await this.entitlements.freshStanding(wanted.account) }
  }

  /** Makes what somebody chose on a page true; false when the plan cannot go on without a card. */
  async choose({ account, purpose }: OpenPage, choice: Choice): Promise<boolean> {
    let isEnough = true
    await this.entitlements.decide(account, `local-${purpose}-${choice}`, (standing, now) => {
      if (purpose === 'card') return cardFacts(choice, now)
      const hasCard = choice in testCards || (standing.card.held && choice === 'none')
      isEnough = standing.status === 'none' || isRunning(standing) || hasCard
      return isEnough ? planFacts(standing, now, choice) : undefined
    })
    await this.errands.schedule(account)
    return isEnough
  }
}

/** The plan begins with its trial; after it, it goes on at once. What runs is left as it is. */
function planFacts(standing: Standing, now: number, choice: Choice): Facts | undefined {
  if (isRunning(standing)) return undefined
  const { trialEndsAt, status } = standing
  const begun = { status: 'trialing', trialEndsAt: now + trialMs } as const
  return { plan: status === 'none' ? begun : { status: 'active', trialEndsAt }, ...cardFacts(choice, now) }
}

function cardFacts(choice: Choice, now: number): Facts | undefined {
  if (choice === 'none') return undefined
  return { card: choice === 'remove' ? noCard : { ...testCards[choice], heldSince: now } }
}
