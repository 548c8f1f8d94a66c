import { inject, injectable } from '@product-host/sdk'
import type { Caller } from '../accounts/identity.js'
import { Problem } from '../problems.js'
import { LIMIT_STORE, RATES } from '../tokens.js'
import type { FreeSlot, LimitStore, Rate, RateCounter, RateState, Slots } from './limit-store.js'

/** How much callers may ask for. */
export interface Rates {
  readonly key: Rate
  readonly account: Rate
  /** Executions of one account that may run at the same time. */
  readonly atOnce: number
}

/** The state of a caller's two windows. */
export interface CallerRates {
  readonly key: RateState
  readonly account: RateState
}

/** Seconds after which a caller with too much under way may try again. */
const slotRetrySeconds = 1

/** Holds every key and every account to its rate, and every account to what it may run at once. */
@injectable()
export class Limits {
  readonly #key: RateCounter
  readonly #account: RateCounter
  readonly #slots: Slots

  constructor(
    @inject(RATES) private readonly rates: Rates,
    @inject(LIMIT_STORE) store: LimitStore
  ) {
    this.#key = store.counter('key', rates.key)
    this.#account = store.counter('account', rates.account)
    this.#slots = store.slots(rates.atOnce)
  }

  /** Counts a request; `require` refuses it where that is due. What its key's rate forbids is not counted for the account. */
  async count({ account, keyId }: Caller): Promise<CallerRates> {
    const key = await this.#key.count(`${account}/${keyId}`)
    return { key, account: await (key.isOver ? this.#account.look(account) : this.#account.count(account)) }
  }

  /** Throws a 429 `Problem` when the key or its account has asked for more than it may. */
  require({ key, account }: CallerRates): void {
    if (key.isOver) throw rateLimited('key', this.rates.key, key)
    if (account.isOver) throw rateLimited('account', this.rates.account, account)
  }

  /** Takes one of the account's slots. Throws a 429 `Problem` when all are taken. */
  async takeSlot(account: string): Promise<FreeSlot> {
    const slot = await this.#slots.take(account)
    if (slot) return slot
    throw new Problem(
      'too_many_concurrent',
      `The account has ${this.rates.atOnce} executions under way; wait for one to end.`,
      { retryAfter: slotRetrySeconds }
    )
  }
}

/** Whole seconds until a window is over, rounded up. */
export function secondsLeft({ resetsInMs }: RateState): number {
  return Math.max(1, Math.ceil(resetsInMs / 1000))
}

function rateLimited(whose: string, { requests, seconds }: Rate, state: RateState): Problem {
  return new Problem('rate_limited', `The ${whose} has sent more than ${requests} requests within ${seconds} s.`, {
    retryAfter: secondsLeft(state)
  })
}
