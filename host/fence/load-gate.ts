import { injectable } from '@product-host/sdk'
import { Problem } from '../problems.js'

/** How often the delay of the event loop is measured, in milliseconds. */
const measureEveryMs = 100
/** Measurements without a call after which the timer ends. */
const idleMeasurements = 50
/** Delays of the event loop above this are overload, in milliseconds. */
const longestDelayMs = 200
/** Calls that may always be under way, and those that may be at most, however fast the loop turns. */
const leastAtOnce = 128
const mostAtOnce = 4_096
/** The limit falls to this share of what is under way while the loop is late, and rises by this share of itself while it is not. */
const fall = 0.8
const rise = 0.25
/** The share of the limit above which no account may have more than its part. */
const crowded = 0.75

/** A call's permission to be under way. */
export interface Admission {
  account: string | undefined
  /** Says that the call has ended. */
  leave(): void
}

/** For calls that are not counted: they are part of another call, or wait their turn elsewhere. */
const uncounted: Admission = { account: undefined, leave: () => undefined }

/**
 * Refuses calls before anything is done for them when the host has more under way than it can answer in time: the limit falls
 * to a share of what is under way each time that the event loop is found late, and rises by a share of itself otherwise.
 */
@injectable()
export class LoadGate {
  readonly #accounts = new Map<string, number>()
  #limit = mostAtOnce
  #underWay = 0
  #timer: NodeJS.Timeout | undefined
  #measuredAt = 0
  #idle = 0

  /** Calls under way, and how many there may be. */
  get load(): { readonly underWay: number; readonly limit: number } {
    return { underWay: this.#underWay, limit: this.#limit }
  }

  /** Lets a call in that came over the wire. Throws a 503 `Problem` when too many are under way. */
  enter(isCounted: boolean): Admission {
    if (!isCounted) return uncounted
    if (this.#underWay >= this.#limit) throw overloaded('The host has more to do than it can answer in time.')
    this.#underWay++
    this.#idle = 0
    if (!this.#timer) this.#measure()
    const admission: Admission = { account: undefined, leave: () => this.#leave(admission) }
    return admission
  }

  /** Keeps one account from filling a crowded host alone. Throws a 503 `Problem` when the account has more than its part under way. */
  requireShare(admission: Admission, account: string): void {
    if (admission === uncounted) return
    const own = (this.#accounts.get(account) ?? 0) + 1
    const others = this.#accounts.size - (own > 1 ? 1 : 0)
    const isCrowded = this.#underWay > this.#limit * crowded
    if (isCrowded && others > 0 && own > this.#limit / (others + 1))
      throw overloaded('The account has more under way than its part of a busy host.')
    this.#accounts.set(account, own)
    admission.account = account
  }

  /** Moves the limit by a delay of the event loop, in milliseconds; the gate itself measures one ten times a second. */
  adapt(delayMs: number): void {
    if (delayMs > longestDelayMs) this.#limit = Math.max(leastAtOnce, Math.floor(this.#underWay * fall))
    else this.#limit = Math.min(mostAtOnce, Math.ceil(this.#limit * (1 + rise)))
  }

  #leave({ account }: Admission): void {
    this.#underWay--
    if (account === undefined) return
    const left = (this.#accounts.get(account) ?? 1) - 1
    if (left > 0) this.#accounts.set(account, left)
    else this.#accounts.delete(account)
  }

  /** Measures while calls are under way; an idle host has no timer. */
  #measure(): void {
    this.#measuredAt = performance.now()
    this.#timer = setInterval(() => {
      const now = performance.now()
      this.adapt(now - this.#measuredAt - measureEveryMs)
      this.#measuredAt = now
      if (this.#underWay > 0 || this.#limit < mostAtOnce || ++this.#idle < idleMeasurements) return
      clearInterval(this.#timer)
      this.#timer = undefined
    }, measureEveryMs).unref()
  }
}

/** The time to come again differs from call to call, so that those refused together do not come back together. */
function overloaded(detail: string): Problem {
  return new Problem('overloaded', detail, { retryAfter: 1 + Math.floor(Math.random() * 3) })
}
