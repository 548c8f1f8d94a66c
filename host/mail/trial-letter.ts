import { inject, injectable } from '@product-host/sdk'
import { Accounts } from '../accounts/accounts.js'
import { Entitlements } from '../accounts/billing/entitlements.js'
import type { BillingMode } from '../accounts/billing/mode.js'
import { pages } from '../pages.js'
import type { Settings } from '../settings.js'
import { BILLING_MODE, HOST_SETTINGS } from '../tokens.js'
import { Mailer } from './mailer.js'
import { trialEndsMessage } from './messages.js'

/** The letter a day before a trial ends. Whether it is still due is judged when it leaves. */
@injectable()
export class TrialLetter {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(BILLING_MODE) private readonly mode: BillingMode,
    private readonly accounts: Accounts,
    private readonly entitlements: Entitlements,
    private readonly mailer: Mailer
  ) {}

  /** Tells that the trial that was to end at a time does so soon; nothing is sent when it does not any more. */
  async send(id: string, trialEndsAt: number): Promise<void> {
    const account = await this.accounts.find(id)
    const { status, trialEndsAt: end, card } = await this.entitlements.freshStanding(id)
    if (!account || status !== 'trialing' || end !== trialEndsAt) return
    const billingPage = this.settings.publicUrl + pages.billing
    const message = trialEndsMessage(new Date(end).toUTCString(), card, this.mode === 'stripe', billingPage)
    await this.mailer.send({ to: account.email, ...message }, 'account')
  }
}
