import { type Caller, demoKeyId } from '../../base/caller.js'
import type { BillingEvent } from '../../billing/plan.js'
import { bearerKey, type KeyChecker } from './check-key.js'

/** The published key of the local demo. It is valid in demo mode only, where the class below is loaded. */
export const demoKey = 'phk_DEMOkeyForThisMachineAlone000042wqiJ'

/** The account behind the demo key. */
export const demoAccount = 'demo'

/** The plan and card of the demo account, so that every product can be tried at once. */
export const demoPlan: BillingEvent = {
  id: 'demo',
  at: 0,
  facts: {
    plan: { status: 'active', trialEndsAt: null },
    card: { held: true, brand: 'visa', last4: '4242', heldSince: 0 }
  }
}

/** Accepts the demo key in addition to real ones. */
export class DemoKeyChecker implements KeyChecker {
  constructor(private readonly keys: KeyChecker) {}

  async check(authorization: string | undefined): Promise<Caller> {
    if (bearerKey(authorization) !== demoKey) return this.keys.check(authorization)
    return { account: demoAccount, keyId: demoKeyId }
  }
}
