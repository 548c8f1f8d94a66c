import type { Rate, Standing } from '../limits/limit-store.js'
import { type CallerStanding, type Rates, secondsLeft } from '../limits/limits.js'

/** The `RateLimit-Policy` field (draft-ietf-httpapi-ratelimit-headers-11, section 3): what a caller may do. */
export function policyField({ key, account, atOnce }: Rates): string {
  return `"key";${quota(key)}, "account";${quota(account)}, "at-once";q=${atOnce};qu="concurrent-requests"`
}

/** The `RateLimit` field (section 4): what is left of it, and for how many seconds that has to do. */
export function limitField({ key, account }: CallerStanding): string {
  return `"key";${left(key)}, "account";${left(account)}`
}

function quota({ requests, seconds }: Rate): string {
  return `q=${requests};w=${seconds}`
}

function left(standing: Standing): string {
  return `r=${standing.left};t=${secondsLeft(standing)}`
}
