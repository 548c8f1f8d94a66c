import { inject, injectable } from '@product-host/sdk'
import { isoTime } from '../base/clock.js'
import { pages } from '../base/pages.js'
import type { BudgetNotice } from '../jobs/system-jobs.js'
import { Mailer } from '../mail/mailer.js'
import { budgetMessage } from '../mail/messages.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { AccountEvents } from '../webhooks/account-events.js'
import { Accounts } from './accounts.js'
import { Keys } from './keys/keys.js'

/** Tells the owner of a budget that as many of its calls were made as it wants to know of, by the webhooks of the account and by e-mail. */
@injectable()
export class BudgetNotices {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly accounts: Accounts,
    private readonly keys: Keys,
    private readonly events: AccountEvents,
    private readonly mailer: Mailer
  ) {}

  async send(id: string, notice: BudgetNotice): Promise<void> {
    const { keyId, period, startsAt, warnAt, stopAt } = notice
    const budget = { period, periodStart: isoTime(startsAt), warnAt, ...(stopAt !== undefined && { stopAt }) }
    const data = { ...budget, ...(keyId !== undefined && { keyId }) }
    await this.events.announce(id, { type: 'usage.threshold', id: notice.id, data })
    const account = await this.accounts.find(id)
    if (!account || !this.mailer.isConfigured) return
    const key = keyId === undefined ? undefined : await this.keys.find(id, keyId)
    const message = budgetMessage(notice, key?.name, this.settings.publicUrl + pages.usage)
    await this.mailer.send({ to: account.email, ...message }, 'account')
  }
}
