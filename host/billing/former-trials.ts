import { createHmac, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Account } from '../base/account.js'
import { mailboxOf } from '../mail/email-address.js'
import { STORE, type Store } from '../storage/store.js'
import { Entitlements } from './entitlements.js'

/** The record of a trial whose account was erased, or has another address now. */
interface FormerTrial {
  /** When the trial ended, in milliseconds; not later than the account's erasure or change of address. */
  readonly endedAt: number
}

const secretKey = 'secret'

/**
 * The mailboxes that had a trial with an account that was erased or has another address now, so that an address has one
 * trial. Only the HMAC of a mailbox is stored, under a secret that is created once and stored: every host has it, and
 * `secrets rotate` does not change it.
 */
@injectable()
export class FormerTrials {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly entitlements: Entitlements
  ) {
    this.#records = store.own('former-trials')
  }

  /**
   * Records that the mailbox of an account has had its trial, when the account is erased or its address changes. An account
   * that never started a plan is not recorded.
   */
  async noteFormer({ id, email }: Account): Promise<void> {
    const { status, trialEndsAt } = await this.entitlements.freshPlanState(id)
    if (status === 'none') return
    const now = this.clock.now()
    const former: FormerTrial = { endedAt: Math.min(trialEndsAt ?? now, now) }
    const ttlMs = this.store.storedMs('formerTrialDays')
    await this.#records.set(await this.#keyOf(email), former, { ttlMs })
  }

  /**
   * Records the trial of an account's mailbox as over, if an earlier account had it. The account is new, or new to the
   * mailbox; its plan continues with a card.
   */
  async carryOver({ id, email }: Account): Promise<void> {
    if ((await this.entitlements.freshPlanState(id)).status !== 'none') return
    const former = await this.#records.get<FormerTrial>(await this.#keyOf(email))
    if (!former) return
    const plan = { status: 'expired', trialEndsAt: former.endedAt } as const
    await this.entitlements.decide(id, 'former-trial', ({ status }) => (status === 'none' ? { plan } : undefined))
  }

  async #keyOf(email: string): Promise<string> {
    return `mailbox:${createHmac('sha256', await this.#secret())
      .update(mailboxOf(email))
      .digest('base64url')}`
  }

  /** If several hosts create the secret at once, all use the one that was stored first. */
  async #secret(): Promise<string> {
    const stored = await this.#records.get<string>(secretKey)
    if (stored !== undefined) return stored
    const made = randomBytes(32).toString('base64url')
    return this.#records.update([secretKey], read => {
      const first = read<string>(secretKey)
      return first === undefined ? { writes: [{ key: secretKey, value: made }], result: made } : { result: first }
    })
  }
}
