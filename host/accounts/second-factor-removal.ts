import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { SecurityEvents } from '../audit/security-events.js'
import type { Account } from '../base/account.js'
import { Problem } from '../base/problems.js'
import { SystemJobs } from '../jobs/system-jobs.js'
import { Mailer } from '../mail/mailer.js'
import { OneTimeTokens } from '../storage/one-time-tokens.js'
import { Accounts } from './accounts.js'
import { type ClientInfo, secondFactorInactive } from './second-factor.js'
import { SecondFactorRecords } from './second-factor-records.js'

/** How long a removal waits, in milliseconds, so that the owner can cancel it: 72 hours. */
export const removalMs = 72 * 60 * 60 * 1000

/** Removes the second factor of an owner who has lost it: after a delay, in which it can be cancelled. */
@injectable()
export class SecondFactorRemoval {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly records: SecondFactorRecords,
    private readonly tokens: OneTimeTokens,
    private readonly mailer: Mailer,
    private readonly systemJobs: SystemJobs,
    private readonly events: SecurityEvents
  ) {}

  /**
   * Schedules the removal for a person who knows the password; returns when it is due, in milliseconds. A second
   * request changes nothing. Throws a `Problem`: 409 while the factor is off, 501 if mail is not configured.
   */
  async request({ id, passwordChangedAt }: Account, client: ClientInfo): Promise<number> {
    if (!this.mailer.isConfigured)
      throw new Problem(
        'mail_not_configured',
        'This deployment sends no mail; its operator can remove a second factor.'
      )
    const { activeSince } = await this.records.find(id)
    if (activeSince === undefined) throw secondFactorInactive()
    const removal = { id: this.clock.ulid(), dueAt: this.clock.now() + removalMs, passwordChangedAt }
    const job = { kind: 'remove_second_factor', account: id, removal: removal.id } as const
    await this.systemJobs.schedule(job, { id: removal.id, at: removal.dueAt })
    const { dueAt, isNew } = await this.records.change(id, factor => {
      if (factor.activeSince === undefined) throw secondFactorInactive()
      const former = factor.removal
      if (former?.passwordChangedAt === passwordChangedAt) return { result: { dueAt: former.dueAt, isNew: false } }
      return { next: { ...factor, removal }, result: { dueAt: removal.dueAt, isNew: true } }
    })
    if (isNew) await this.events.record(id, { kind: 'second_factor_removal_requested', ...client })
    return dueAt
  }

  /** Cancels a scheduled removal; false if there is none. */
  async cancel(account: string, client: ClientInfo): Promise<boolean> {
    const isCancelled = await this.records.change(account, ({ removal, ...factor }) =>
      removal ? { next: factor, result: true } : { result: false }
    )
    if (isCancelled) await this.events.record(account, { kind: 'second_factor_removal_cancelled', ...client })
    return isCancelled
  }

  /** Cancels by the link of the email; false if the link is unknown, used or expired. */
  async cancelByLink(token: string, client: ClientInfo): Promise<boolean> {
    const purpose = await this.tokens.use('cancel-removal', token)
    if (!purpose) return false
    await this.cancel(purpose.account, client)
    return true
  }

  /** Removes the factor when it is due, unless the removal was cancelled or the password has changed. */
  async finish(account: string, id: string): Promise<void> {
    const owner = await this.accounts.find(account)
    const outcome = await this.records.change(account, factor => {
      const { removal, ...rest } = factor
      if (removal?.id !== id) return { result: 'nothing' as const }
      if (owner?.passwordChangedAt !== removal.passwordChangedAt) return { next: rest, result: 'cancelled' as const }
      return { next: null, result: 'removed' as const }
    })
    if (outcome === 'removed') await this.events.record(account, { kind: 'second_factor_removed' })
    if (outcome === 'cancelled') await this.events.record(account, { kind: 'second_factor_removal_cancelled' })
  }
}
