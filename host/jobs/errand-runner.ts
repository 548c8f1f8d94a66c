import { injectable } from '@product-host/sdk'
import { Erasure } from '../accounts/erasure.js'
import { Letters } from '../mail/letters.js'
import type { Errand } from './errands.js'

/** Does the host's errands. Rejects when one could not be done; it is tried again then. */
@injectable()
export class ErrandRunner {
  constructor(
    private readonly letters: Letters,
    private readonly erasure: Erasure
  ) {}

  async run(errand: Errand): Promise<void> {
    switch (errand.kind) {
      case 'sign_up_letter':
        return this.letters.signUp(errand.request)
      case 'reset_letter':
        return this.letters.reset(errand.email)
      case 'erase':
        return this.erasure.erase(errand.account)
    }
  }
}
