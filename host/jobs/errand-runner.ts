import { inject, injectable } from '@product-host/sdk'
import type { Provider } from '../accounts/billing/provider.js'
import { TrialErrands } from '../accounts/billing/trial-errands.js'
import { Erasure } from '../accounts/erasure.js'
import { Letters } from '../mail/letters.js'
import { PROVIDER } from '../tokens.js'
import type { Errand } from './errands.js'

/** Does the host's errands. Rejects when one could not be done; it is tried again then. */
@injectable()
export class ErrandRunner {
  constructor(
    private readonly letters: Letters,
    private readonly erasure: Erasure,
    private readonly trials: TrialErrands,
    @inject(PROVIDER) private readonly provider: Provider
  ) {}

  async run(errand: Errand): Promise<void> {
    switch (errand.kind) {
      case 'sign_up_letter':
        return this.letters.signUp(errand.request)
      case 'reset_letter':
        return this.letters.reset(errand.email)
      case 'erase':
        return this.erasure.erase(errand.account)
      case 'trial_letter':
        return this.letters.trialEnds(errand.account, errand.trialEndsAt)
      case 'end_trial':
        return this.trials.end(errand.account)
      case 'end_charges':
        return this.provider.checkout?.endCharges(errand.customer)
    }
  }
}
