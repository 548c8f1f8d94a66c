import type { Account } from '../accounts/accounts.js'
import { Entitlements } from '../accounts/billing/entitlements.js'
import { DisabledAccounts } from '../accounts/disabled-accounts.js'
import { hasExpired, Keys } from '../accounts/keys.js'
import { SecondFactorRecords } from '../accounts/second-factor-records.js'
import { Sessions } from '../accounts/sessions.js'
import { isoTime, realClock } from '../clock.js'
import type { Store } from '../storage/store.js'
import { findAccount } from './find-account.js'

/** What an operator sees of an account; throws, in a sentence, when there is none under the name. */
export async function aboutAccount(store: Store, name: string): Promise<Readonly<Record<string, unknown>>> {
  const { id, account } = await findAccount(store, name)
  const clock = realClock()
  const [keys, sessions, disablement, plan, factor] = await Promise.all([
    new Keys(store, clock).list(id),
    new Sessions(store, clock).list(id),
    new DisabledAccounts(store, clock).find(id),
    new Entitlements(store, clock).freshStanding(id),
    new SecondFactorRecords(store).find(id)
  ])
  const lastUses = keys.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort()
  return {
    ...(account ? shown(account) : { id, email: null }),
    keys: keys.length,
    goodKeys: keys.filter(key => key.revokedAt === undefined && !hasExpired(key, clock.now())).length,
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

/** A person's account, without its password. */
export function shown({ id, email, verifiedAt, createdAt, passwordChangedAt, password }: Account) {
  const passwordSetAt = password === null ? null : passwordChangedAt
  return { id, email, emailVerified: verifiedAt !== null, createdAt, passwordSetAt }
}

/** A value in a table for people. */
export function valueText(value: unknown): string {
  if (value === null || value === '') return '-'
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
}
