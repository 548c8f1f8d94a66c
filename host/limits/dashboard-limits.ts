import { inject, injectable } from '@product-host/sdk'
import type { Rate } from '../deployment.js'
import { countedNetwork } from './address-limits.js'
import { LIMIT_STORE, type LimitStore, type RateCounter, requireRate } from './limits.js'

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
    await requireRate(this.#all, account, tooManyRequests)
    if (isWrite) await requireRate(this.#writes, account, tooManyWrites)
  }

  /** Counts a cookie that belongs to no session. Throws a 429 `Problem` when its network address has sent too many. */
  async countUnknown(address: string): Promise<void> {
    await requireRate(this.#unknown, countedNetwork(address), tooManyUnknown)
  }
}

const tooManyRequests = tooMany(allRequests, 'requests came from the sessions of this account')
const tooManyWrites = tooMany(writes, 'changes came from the sessions of this account')
const tooManyUnknown = tooMany(unknownCookies, 'unknown session cookies came from this address')

function tooMany({ requests, seconds }: Rate, what: string): string {
  return `More than ${requests} ${what} within ${seconds} s.`
}
