import { createHmac, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Store } from '../../storage/store.js'
import { STORE } from '../../tokens.js'
import type { Account } from '../accounts.js'
import { mailboxOf } from '../email.js'
import { Entitlements } from './entitlements.js'

/** What is stored of a trial whose account was erased, or has another address now. */
interface FormerTrial {
  /** When the trial ended, in milliseconds; at the latest when the account left the mailbox. */
  readonly endedAt: number
}

/** How long it is stored, in milliseconds: 730 days, which are 24 months. */
const storedMs = 730 * 24 * 60 * 60 * 1000

const secretKey = 'secret'

/**
 * Which mailboxes had a trial with an account that was erased or has another address now, so that an address has one trial. A mailbox is stored as its HMAC
 * alone, under a secret that is made once and lies in the store: every host has it, and `secrets rotate` leaves it as it is.
 */
@injectable()
export class FormerTrials {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly entitlements: Entitlements
  ) {
    this.#records = store.own('former-trials')
  }

  /**
   * Notes that the mailbox of an account has had its trial, when the account is erased or has got another address; nothing for
   * an account that has begun no plan.
   */
  async noteFormer({ id, email }: Account): Promise<void> {
    const { status, trialEndsAt } = await this.entitlements.freshStanding(id)
    if (status === 'none') return
    const now = this.clock.now()
    const former: FormerTrial = { endedAt: Math.min(trialEndsAt ?? now, now) }
    await this.#records.set(await this.#keyOf(email), former, { ttlMs: storedMs })
  }

  /** Records for an account that is new, or new to its mailbox, whose mailbox has had its trial that this trial is over; the plan goes on from there, with a card. */
  async carryOver({ id, email }: Account): Promise<void> {
    if ((await this.entitlements.freshStanding(id)).status !== 'none') return
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

  /** Of several hosts that make the secret at once, all use the one that was stored first. */
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
