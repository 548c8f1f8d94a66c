import { createHmac, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { mailboxDomains, mailboxOf } from '@product-host/sdk/runtime'
import type { Account } from '../base/account.js'
import { STORE, type Store } from '../storage/store.js'
import { Entitlements } from './entitlements.js'

/** The record of a mailbox's trial. */
interface MailboxTrial {
  /** The account that has the trial; left out if it was erased or has another address now. */
  readonly account?: string
  /** When the trial ends or ended, in milliseconds; not later than the account's erasure or change of address. */
  readonly endedAt?: number
  /** Whether the trial is only reserved, for a checkout; such a record is stored for a time. */
  readonly isReserved?: true
}

const secretKey = 'secret'
const earlierKey = 'earlier-noted'

/** How many trials are noted at a time: a store writes them together. */
const notedAtOnce = 512

/**
 * The mailboxes that have or had a trial, so that a mailbox has one, whichever of its addresses signs up. A trial is noted when it begins,
 * in the update that refuses a second one, and is stored for a time after its account was erased or got another address. Only the HMAC of a
 * mailbox is stored, under a secret that is created once and stored: every host has it, and `secrets rotate` does not change it.
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

  /** Notes the trial of an account's mailbox; false if the mailbox has or had one with another account. */
  async begin(account: Account, endsAt: number | null): Promise<boolean> {
    return this.#claim(account, { value: { account: account.id, ...(endsAt !== null && { endedAt: endsAt }) } })
  }

  /**
   * Reserves the trial of an account's mailbox for a checkout, for so many milliseconds; false if another account has, had or has
   * reserved it.
   */
  async reserve(account: Account, ttlMs: number): Promise<boolean> {
    return this.#claim(account, { value: { account: account.id, isReserved: true }, ttlMs })
  }

  /** Notes, once for a store, the trials of its accounts: earlier versions of the host noted them when an account was erased, and not before. */
  async noteEarlier(accounts: AsyncIterable<{ readonly value: Account }>): Promise<void> {
    if (await this.#records.get<boolean>(earlierKey)) return
    let batch: Promise<void>[] = []
    for await (const { value } of accounts) {
      batch.push(this.#noteEarlierOf(value))
      if (batch.length < notedAtOnce) continue
      await Promise.all(batch)
      batch = []
    }
    await Promise.all(batch)
    await this.#records.set(earlierKey, true)
  }

  /** Of several accounts of a mailbox that have a trial already, all keep theirs. */
  async #noteEarlierOf(account: Account): Promise<void> {
    const { status, trialEndsAt } = await this.entitlements.freshPlanState(account.id)
    if (status !== 'none') await this.begin(account, trialEndsAt)
  }

  /** Gives back what was reserved for an account. */
  async release({ id, email }: Account): Promise<void> {
    const [key] = await this.#keysOf(email)
    await this.#records.update([key], read => {
      const trial = read<MailboxTrial>(key)
      const isReserved = trial?.account === id && trial.isReserved
      return { writes: isReserved ? [{ key, delete: true }] : [], result: undefined }
    })
  }

  /**
   * Records that the mailbox of an account has had its trial, when the account is erased or its address changes. An account
   * that never started a plan is not recorded.
   */
  async noteFormer(account: Account): Promise<void> {
    const { status, trialEndsAt } = await this.entitlements.freshPlanState(account.id)
    if (status === 'none') return this.release(account)
    const [key] = await this.#keysOf(account.email)
    const ttlMs = this.store.storedMs('formerTrialDays')
    await this.#records.update([key], read => {
      const now = this.clock.now()
      const former: MailboxTrial = { endedAt: Math.min(trialEndsAt ?? now, now) }
      const holder = read<MailboxTrial>(key)?.account
      const isOwn = holder === undefined || holder === account.id
      return { writes: isOwn ? [{ key, value: former, ttlMs }] : [], result: undefined }
    })
  }

  /** The trial of an account whose address has changed: the former mailbox has had it, and the new one has it. */
  async move(account: Account, email: string): Promise<void> {
    const moved = { ...account, email }
    if (mailboxOf(email) !== mailboxOf(account.email)) await this.noteFormer(account)
    const { status, trialEndsAt } = await this.entitlements.freshPlanState(account.id)
    if (status === 'none') await this.carryOver(moved)
    else await this.begin(moved, trialEndsAt)
  }

  /**
   * Records the trial of an account's mailbox as over, if another account has or had it. The account is new, or new to the
   * mailbox; its plan continues with a card.
   */
  async carryOver({ id, email }: Account): Promise<void> {
    if ((await this.entitlements.freshPlanState(id)).status !== 'none') return
    const keys = await this.#keysOf(email)
    const trials = await Promise.all(keys.map(key => this.#records.get<MailboxTrial>(key)))
    const former = trials.find(trial => trial && trial.account !== id && !trial.isReserved)
    if (!former) return
    await this.entitlements.decide(id, 'former-trial', ({ status }, now) => {
      const plan = { status: 'expired', trialEndsAt: Math.min(former.endedAt ?? now, now) } as const
      return status === 'none' ? { plan } : undefined
    })
  }

  async #claim(
    { id, email }: Account,
    trial: { readonly value: MailboxTrial; readonly ttlMs?: number }
  ): Promise<boolean> {
    const keys = await this.#keysOf(email)
    return this.#records.update(keys, read => {
      const noted = keys.map(key => read<MailboxTrial>(key))
      const isFree = noted.every(each => each === undefined || each.account === id)
      return { writes: isFree ? [{ key: keys[0], ...trial }] : [], result: isFree }
    })
  }

  /** The key of a mailbox, then those under which earlier versions of the host may have recorded it. */
  async #keysOf(email: string): Promise<readonly [string, ...string[]]> {
    const secret = await this.#secret()
    const keyOf = (mailbox: string) => `mailbox:${createHmac('sha256', secret).update(mailbox).digest('base64url')}`
    const [key, ...former] = new Set([mailboxOf(email), ...formerMailboxes(email)].map(keyOf))
    return [key ?? '', ...former]
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

/** What earlier versions took for the mailbox: the address in lower case without its tag, at Gmail without dots. */
function formerMailboxes(email: string): readonly string[] {
  const address = email.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const [local = ''] = address.slice(0, address.lastIndexOf('@')).split('+')
  const identity = mailboxOf(email)
  const locals = [local, identity.slice(0, identity.lastIndexOf('@'))]
  return locals.flatMap(each => mailboxDomains(domain).map(one => `${each}@${one}`))
}
