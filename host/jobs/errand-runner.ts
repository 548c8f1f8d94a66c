import { inject, injectable } from '@product-host/sdk'
import type { Provider } from '../accounts/billing/provider.js'
import { TrialErrands } from '../accounts/billing/trial-errands.js'
import { Erasure } from '../accounts/erasure.js'
import { SecondFactorRemoval } from '../accounts/second-factor-removal.js'
import { Letters } from '../mail/letters.js'
import { SecurityEmail } from '../mail/security-email.js'
import { TrialLetter } from '../mail/trial-letter.js'
import { PROVIDER } from '../tokens.js'
import type { Errand } from './errands.js'

/** Does the host's errands. Rejects when one could not be done; it is tried again then. */
@injectable()
export class ErrandRunner {
  constructor(
    private readonly letters: Letters,
    private readonly erasure: Erasure,
    private readonly trials: TrialErrands,
    private readonly trialLetter: TrialLetter,
    private readonly removal: SecondFactorRemoval,
    private readonly securityEmail: SecurityEmail,
    @inject(PROVIDER) private readonly provider: Provider
  ) {}

  async run(errand: Errand): Promise<void> {
    switch (errand.kind) {
      case 'sign_up_letter':
        return this.letters.signUp(errand.request)
      case 'reset_letter':
        return this.letters.reset(errand.email)
      case 'email_change_email':
        return this.letters.emailChange(errand.request)
      case 'customer_email':
        return this.provider.updateEmail?.(errand.account, errand.customer)
      case 'erase':
        return this.erasure.erase(errand.account)
      case 'trial_letter':
        return this.trialLetter.send(errand.account, errand.trialEndsAt)
      case 'end_trial':
        await this.trials.end(errand.account)
        return this.provider.refresh?.(errand.account)
      case 'end_charges':
        return this.provider.endCharges?.(errand.customer)
      case 'remove_second_factor':
        return this.removal.finish(errand.account, errand.removal)
      case 'security_email':
        return this.securityEmail.send(errand.account, errand.event, errand.to)
    }
  }
}
