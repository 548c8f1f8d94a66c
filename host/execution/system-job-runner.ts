import { inject, injectable } from '@product-host/sdk'
import { AccountEmails, SecurityEmail } from '../accounts/account-emails.js'
import { BudgetNotices } from '../accounts/budget-notices.js'
import { AccountErasure } from '../accounts/erasure.js'
import { SecondFactorRemoval } from '../accounts/second-factor-removal.js'
import { BILLING_PROVIDER, type BillingProvider } from '../billing/checkout.js'
import { TrialEmail, TrialEnd } from '../billing/trial-end.js'
import type { SystemJob } from '../jobs/system-jobs.js'
import { ChangedContracts } from './webhooks/changed-contracts.js'

/** Runs the system jobs. Rejects when one failed or is of an unknown kind; it is retried then, and in the end a dead letter. */
@injectable()
export class SystemJobRunner {
  constructor(
    private readonly emails: AccountEmails,
    private readonly erasure: AccountErasure,
    private readonly trials: TrialEnd,
    private readonly trialEmail: TrialEmail,
    private readonly removal: SecondFactorRemoval,
    private readonly securityEmail: SecurityEmail,
    private readonly budgetNotices: BudgetNotices,
    private readonly contracts: ChangedContracts,
    @inject(BILLING_PROVIDER) private readonly provider: BillingProvider
  ) {}

  async run(job: SystemJob): Promise<void> {
    switch (job.kind) {
      case 'sign_up_letter':
        return this.emails.signUp(job.request)
      case 'reset_letter':
        return this.emails.reset(job.email)
      case 'email_change_email':
        return this.emails.emailChange(job.request)
      case 'customer_email':
        return this.provider.updateEmail?.(job.account, job.customer)
      case 'erase':
        return this.erasure.erase(job.account)
      case 'trial_letter':
        return this.trialEmail.send(job.account, job.trialEndsAt)
      case 'end_trial':
        await this.trials.end(job.account)
        return this.provider.refresh?.(job.account)
      case 'end_charges':
        return this.provider.endCharges?.(job.customer)
      case 'remove_second_factor':
        return this.removal.finish(job.account, job.removal)
      case 'budget_notice':
        return this.budgetNotices.send(job.account, job.notice)
      case 'contract_changed':
        return this.contracts.announce(job)
      case 'security_email':
        return this.securityEmail.send(job.account, job.event, job.to)
      default:
        return refuseUnknown(job)
    }
  }
}

/** The store may hold a job that a newer version has scheduled. */
function refuseUnknown(job: never): never {
  throw new Error(`This version knows no system job of the kind ${JSON.stringify(Reflect.get(job, 'kind'))}.`)
}
