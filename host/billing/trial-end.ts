import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { ACCOUNTS, type AccountDirectory } from '../base/account.js'
import { pages } from '../base/pages.js'
import { SystemJobs } from '../jobs/system-jobs.js'
import { Mailer } from '../mail/mailer.js'
import { trialEndsMessage } from '../mail/messages.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { BILLING_MODE, type BillingMode } from './checkout.js'
import { Entitlements } from './entitlements.js'

/** How long before the end of the trial the email is sent, in milliseconds: a day. */
const emailLeadMs = 24 * 60 * 60 * 1000

/** The end of a trial: schedules the email the day before, and records the end when it comes. */
@injectable()
export class TrialEnd {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly entitlements: Entitlements,
    private readonly systemJobs: SystemJobs
  ) {}

  /** Schedules the email and the end of an account's trial, in place of earlier ones. */
  async schedule(account: string): Promise<void> {
    const { status, trialEndsAt, endsAt } = await this.entitlements.freshPlanState(account)
    if (status !== 'trialing' || trialEndsAt === null || endsAt === undefined) return
    await this.systemJobs.schedule({ kind: 'end_trial', account }, { id: account, at: endsAt })
    const at = trialEndsAt - emailLeadMs
    if (this.settings.mail && this.clock.now() < at)
      await this.systemJobs.schedule({ kind: 'trial_letter', account, trialEndsAt }, { id: account, at })
  }

  /** Reads the plan, which records an end that has come; a trial that continues is checked again at its new end. */
  async end(account: string): Promise<void> {
    const { status, endsAt } = await this.entitlements.freshPlanState(account)
    if (status === 'trialing' && endsAt !== undefined)
      await this.systemJobs.schedule({ kind: 'end_trial', account }, { id: account, at: endsAt })
  }
}

/** The email a day before a trial ends. Whether it is still due is checked when it is sent. */
@injectable()
export class TrialEmail {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(BILLING_MODE) private readonly mode: BillingMode,
    @inject(ACCOUNTS) private readonly accounts: AccountDirectory,
    private readonly entitlements: Entitlements,
    private readonly mailer: Mailer
  ) {}

  /** Sends the email about a trial that ends at `trialEndsAt`; sends nothing if the trial no longer ends then. */
  async send(id: string, trialEndsAt: number): Promise<void> {
    const account = await this.accounts.find(id)
    const { status, trialEndsAt: end, card } = await this.entitlements.freshPlanState(id)
    if (!account || status !== 'trialing' || end !== trialEndsAt) return
    const billingPage = this.settings.publicUrl + pages.billing
    const message = trialEndsMessage(new Date(end).toUTCString(), card, this.mode === 'stripe', billingPage)
    await this.mailer.send({ to: account.email, ...message }, 'account')
  }
}
