import type { Clock } from '@product-host/sdk'
import type { Store } from '../storage/store.js'
import { webhookJobOwner } from './account-events.js'
import { deliverySubject } from './endpoint-store.js'

/** A key that expires. */
export interface ExpiringKey {
  readonly keyId: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** How long before a key expires its account is told, in milliseconds: seven days. */
export const expiryNoticeMs = 7 * 24 * 3_600_000

/** Lets an account be told a week before a key expires, in place of what was planned for the key; not of one that expires earlier. */
export async function planExpiryNotice(
  store: Store,
  clock: Clock,
  { account, keyId, expiresAt }: { readonly account: string; readonly keyId: string; readonly expiresAt?: string }
): Promise<void> {
  const now = () => clock.now()
  const jobs = { owner: { account, slug: webhookJobOwner }, call: { begunAt: now(), now } }
  const id = `expiry.${keyId}`
  const at = expiresAt === undefined ? 0 : Date.parse(expiresAt) - expiryNoticeMs
  const input = { keyId, expiresAt }
  await store.own(`${deliverySubject}/${account}`, 'jobs', jobs).update([], () => ({
    jobs: [at > now() ? { schedule: { id, at, action: 'key.expiring', input } } : { cancel: id }],
    result: undefined
  }))
}
