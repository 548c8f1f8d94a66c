import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { Accounts } from '../accounts/accounts.js'
import { DisabledAccounts, hasExpired } from '../accounts/keys/check-key.js'
import { Keys } from '../accounts/keys/keys.js'
import { SecondFactorRecords } from '../accounts/second-factor-records.js'
import { Sessions } from '../accounts/sessions.js'
import { type Actor, OperatorLog } from '../audit/operator-log.js'
import { SecurityEvents } from '../audit/security-events.js'
import type { Account } from '../base/account.js'
import { isoTime } from '../base/clock.js'
import type { SecurityEventKind } from '../base/security-event.js'
import { Entitlements } from '../billing/entitlements.js'

/** An account, which may have keys only. */
export interface FoundAccount {
  readonly id: string
  /** Its person; left out for an account of keys alone. */
  readonly account?: Account
}

/** An account as an operator sees it: none of its data, and no key. */
export interface AccountOverview {
  readonly id: string
  readonly email: string | null
  readonly emailVerified?: boolean
  /** ISO 8601, like all times here. */
  readonly createdAt?: string
  readonly passwordSetAt?: string | null
  readonly keys: number
  readonly goodKeys: number
  readonly keyLastUsedAt: string | null
  readonly sessions: number
  readonly hasSecondFactor: boolean
  readonly plan: string
  readonly trialEndsAt: string | null
  readonly cardHeld: boolean
  readonly isGranted: boolean
  readonly isDisabled: boolean
  readonly disabledAt?: string
  readonly disabledFor?: string
}

/**
 * What operators do to accounts, on the page and at the command line. Each change is written to the audit log before it is made,
 * and is a security event of the account afterwards. Running hosts follow a change of another process within 5 s.
 */
@injectable()
export class AccountOperations {
  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly keys: Keys,
    private readonly sessions: Sessions,
    private readonly disabled: DisabledAccounts,
    private readonly entitlements: Entitlements,
    private readonly factors: SecondFactorRecords,
    private readonly events: SecurityEvents,
    private readonly log: OperatorLog
  ) {}

  /** The account with an id, or of the person with an e-mail address; undefined if there is neither a person nor a key. */
  async find(name: string): Promise<FoundAccount | undefined> {
    const account = name.includes('@') ? await this.accounts.findByEmail(name) : await this.accounts.find(name)
    if (account) return { id: account.id, account }
    if (name.includes('@')) return undefined
    return (await this.keys.list(name)).length > 0 ? { id: name } : undefined
  }

  async overview({ id, account }: FoundAccount): Promise<AccountOverview> {
    const [keys, sessions, disablement, plan, factor] = await Promise.all([
      this.keys.list(id),
      this.sessions.list(id),
      this.disabled.find(id),
      this.entitlements.freshPlanState(id),
      this.factors.find(id)
    ])
    const lastUses = keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort()
    return {
      ...(account ? shownPerson(account) : { id, email: null }),
      keys: keys.length,
      goodKeys: keys.filter(key => key.revokedAt === undefined && !hasExpired(key, this.clock.now())).length,
      keyLastUsedAt: lastUses.at(-1) ?? null,
      sessions: sessions.length,
      hasSecondFactor: factor.activeSince !== undefined,
      plan: plan.status,
      trialEndsAt: plan.trialEndsAt === null ? null : isoTime(plan.trialEndsAt),
      cardHeld: plan.card.held,
      isGranted: plan.isGranted,
      isDisabled: disablement !== undefined,
      ...(disablement && { disabledAt: disablement.at, disabledFor: disablement.reason })
    }
  }

  /** Refuses the account's keys, sessions and jobs; its data stays. The reason is shown to operators only. */
  async disable(actor: Actor, id: string, reason: string): Promise<{ readonly at: string; readonly reason: string }> {
    await this.log.record(actor, 'account_disabled', id)
    const disablement = await this.disabled.disable(id, reason)
    await this.#tell(id, 'operator_disabled_account')
    return disablement
  }

  /** Enables a disabled account; false if it was not disabled. */
  async enable(actor: Actor, id: string): Promise<boolean> {
    if (!(await this.disabled.find(id))) return false
    await this.log.record(actor, 'account_enabled', id)
    const isEnabled = await this.disabled.enable(id)
    if (isEnabled) await this.#tell(id, 'operator_enabled_account')
    return isEnabled
  }

  /** Lets an account run every product without a plan or a card, or ends that; false if nothing changes. */
  async setGrant(actor: Actor, id: string, isGiven: boolean): Promise<boolean> {
    if ((await this.entitlements.freshPlanState(id)).isGranted === isGiven) return false
    await this.log.record(actor, isGiven ? 'access_granted' : 'grant_ended', id)
    const event = await this.entitlements.decide(id, `operator-${this.clock.ulid()}`, ({ isGranted }) =>
      isGranted === isGiven ? undefined : { grant: { isGiven } }
    )
    if (event) await this.#tell(id, isGiven ? 'operator_granted_access' : 'operator_ended_grant')
    return event !== undefined
  }

  /** Removes the second factor of a person, who is told by a security event and an e-mail; false if it was off. */
  async resetSecondFactor(actor: Actor, id: string): Promise<boolean> {
    if ((await this.factors.find(id)).activeSince === undefined) return false
    await this.log.record(actor, 'second_factor_reset', id)
    const isRemoved = await this.factors.remove(id)
    if (isRemoved) await this.#tell(id, 'operator_reset_second_factor')
    return isRemoved
  }

  /** Nobody signs in to an account of keys alone, so that it has no security events. */
  async #tell(id: string, kind: SecurityEventKind): Promise<void> {
    if (await this.accounts.find(id)) await this.events.record(id, { kind })
  }
}

/** A person's account, without its password. */
export function shownPerson({ id, email, verifiedAt, createdAt, passwordChangedAt, password }: Account) {
  const passwordSetAt = password === null ? null : passwordChangedAt
  return { id, email, emailVerified: verifiedAt !== null, createdAt, passwordSetAt }
}

/** The e-mail addresses of accounts by their ids; without those that are deleted. */
export async function emailsOf(
  accounts: Accounts,
  ids: readonly (string | undefined)[]
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([...new Set(ids)].map(id => (id === undefined ? undefined : accounts.find(id))))
  return new Map(found.flatMap(account => (account ? [[account.id, account.email] as const] : [])))
}
