import { inject, injectable } from '@product-host/sdk'
import { Problem } from '../problems.js'
import { LIMIT_STORE } from '../tokens.js'
import { networkOf } from './failed-keys.js'
import type { LimitStore, Rate, RateCounter } from './limit-store.js'
import { secondsLeft } from './limits.js'

/** Requests of all sessions of one account. */
const allRequests = { requests: 300, seconds: 60 }
/** Of these, requests that may change something. */
const writes = { requests: 120, seconds: 60 }
/** Cookies of one network address that belong to no session. */
const unknownCookies = { requests: 60, seconds: 60 }

/** Counts requests under `/dashboard/api`: by account those of who is signed in, by network address unknown session cookies. */
@injectable()
export class DashboardLimits {
  readonly #all: RateCounter
  readonly #writes: RateCounter
  readonly #unknown: RateCounter

  constructor(@inject(LIMIT_STORE) store: LimitStore) {
    this.#all = store.counter('dashboard', allRequests)
    this.#writes = store.counter('dashboard_write', writes)
    this.#unknown = store.counter('unknown_session', unknownCookies)
  }

  /** Counts a request of an account. Throws a 429 `Problem` when the account has sent too many. */
  async countRequest(account: string, isWrite: boolean): Promise<void> {
    await require(this.#all, account, allRequests, 'requests came from the sessions of this account')
    if (isWrite) await require(this.#writes, account, writes, 'changes came from the sessions of this account')
  }

  /** Counts a cookie that belongs to no session. Throws a 429 `Problem` when its network address has sent too many. */
  async countUnknown(address: string): Promise<void> {
    await require(this.#unknown, networkOf(address), unknownCookies, 'unknown session cookies came from this address')
  }
}

async function require(counter: RateCounter, key: string, { requests, seconds }: Rate, what: string): Promise<void> {
  const status = await counter.count(key)
  if (status.isOver)
    throw new Problem('rate_limited', `More than ${requests} ${what} within ${seconds} s.`, {
      retryAfter: secondsLeft(status)
    })
}
