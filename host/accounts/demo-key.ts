import type { BillingEvent } from './billing/events.js'
import { bearerKey, type Caller, demoKeyId, type Identity } from './identity.js'

/** The published key of the local demo. It opens nothing anywhere else: only the demo has the class below. */
export const demoKey = 'phk_DEMOkeyForThisMachineAlone000042wqiJ'

/** The account behind the demo key. */
export const demoAccount = 'demo'

/** What the demo account has, so that every product can be tried at once: a running plan and a card. */
export const demoPlan: BillingEvent = {
  id: 'demo',
  at: 0,
  facts: {
    plan: { status: 'active', trialEndsAt: null },
    card: { held: true, brand: 'visa', last4: '4242', heldSince: 0 }
  }
}

/** Accepts the demo key beside the real ones. */
export class DemoIdentity implements Identity {
  constructor(private readonly keys: Identity) {}

  async identify(authorization: string | undefined): Promise<Caller> {
    if (bearerKey(authorization) !== demoKey) return this.keys.identify(authorization)
    return { account: demoAccount, keyId: demoKeyId }
  }
}
