import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { Errands } from '../../jobs/errands.js'
import type { Settings } from '../../settings.js'
import { HOST_SETTINGS } from '../../tokens.js'
import { Entitlements } from './entitlements.js'

/** How long before the end of the trial the letter leaves, in milliseconds: a day. */
const letterMs = 24 * 60 * 60 * 1000

/** What the host has to do about the end of a trial: a letter the day before, and to note the end when it comes. */
@injectable()
export class TrialErrands {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly entitlements: Entitlements,
    private readonly errands: Errands
  ) {}

  /** Schedules what the account's trial asks for; whatever was scheduled for it before is replaced. */
  async schedule(account: string): Promise<void> {
    const { status, trialEndsAt, endsAt } = await this.entitlements.freshStanding(account)
    if (status !== 'trialing' || trialEndsAt === null || endsAt === undefined) return
    await this.errands.schedule({ kind: 'end_trial', account }, { id: account, at: endsAt })
    const at = trialEndsAt - letterMs
    if (this.settings.mail && this.clock.now() < at)
      await this.errands.schedule({ kind: 'trial_letter', account, trialEndsAt }, { id: account, at })
  }

  /** Notes that a trial is over, so that it stays over; when it goes on, looks again at its new end. */
  async end(account: string): Promise<void> {
    const { status, endsAt } = await this.entitlements.freshStanding(account)
    if (status === 'trialing' && endsAt !== undefined)
      await this.errands.schedule({ kind: 'end_trial', account }, { id: account, at: endsAt })
  }
}
