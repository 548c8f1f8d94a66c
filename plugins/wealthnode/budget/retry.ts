import type { EgressCode } from '@product-host/sdk'

/**
 * How long to wait before the second, third, … try of an alert, in milliseconds: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h
 * and 24 h, the schedule that Standard Webhooks 1.0 gives as its example (github.com/standard-webhooks/standard-webhooks).
 */
export const retryDelaysMs: readonly number[] = [
  5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 50_400_000, 72_000_000, 86_400_000
]

/** The statuses below 500 after which a later try may succeed: time-out, too early, too many requests (RFC 9110, 8470, 6585). */
export const laterStatuses: readonly number[] = [408, 425, 429]

/** The failures that no later try mends: the address itself is not one to send to. */
export const hopelessCodes: readonly EgressCode[] = ['invalid_url', 'blocked_address', 'blocked_port', 'blocked_scheme']
