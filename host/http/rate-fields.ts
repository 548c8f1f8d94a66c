import type { Rate, RateState } from '../limits/limit-store.js'
import { type CallerRates, type Rates, secondsLeft } from '../limits/limits.js'

/** The `RateLimit-Policy` field (draft-ietf-httpapi-ratelimit-headers-11, section 3): what a caller may do. */
export function policyField({ key, account, atOnce }: Rates): string {
  return `"key";${quota(key)}, "account";${quota(account)}, "at-once";q=${atOnce};qu="concurrent-requests"`
}

/** The `RateLimit` field (section 4): what is left of it, and for how many seconds that has to do. */
export function limitField({ key, account }: CallerRates): string {
  return `"key";${left(key)}, "account";${left(account)}`
}

function quota({ requests, seconds }: Rate): string {
  return `q=${requests};w=${seconds}`
}

function left(state: RateState): string {
  return `r=${state.left};t=${secondsLeft(state)}`
}
