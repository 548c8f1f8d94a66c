import { inject, injectable, Token } from '@product-host/sdk'
import type { Caller } from '../base/caller.js'
import { Problem, StoreUnavailable } from '../base/problems.js'
import { RATES, type Rate, type Rates } from '../deployment.js'

/** Where calls are counted. */
export const LIMIT_STORE = new Token<LimitStore>('LIMIT_STORE')

/** The state of a caller's two windows. */
export interface CallerRates {
  readonly key: RateState
  readonly account: RateState
}

/** Seconds after which a caller with too much under way may try again. */
const slotRetrySeconds = 1

/**
 * Holds every key and every account to its rate, and every account to what it may run at once. Where a process counts in its own
 * memory, the methods answer without a promise.
 */
@injectable()
export class Limits {
  readonly #callers: CallerLimits
  readonly #streams: CallerLimits

  constructor(
    @inject(RATES) private readonly rates: Rates,
    @inject(LIMIT_STORE) store: LimitStore
  ) {
    this.#callers = store.callers(rates)
    this.#streams = store.callers({
      key: rates.key,
      account: rates.account,
      get atOnce() {
        return rates.openStreams
      }
    })
  }

  /**
   * Counts a request; `require` refuses it where that is due. What its key's rate forbids is not counted for the account. A request
   * that runs an action takes a slot next.
   */
  count(caller: CountedCaller, runs = false): CallerRates | Promise<CallerRates> {
    return this.#callers.count(caller, runs)
  }

  /** Throws a 429 `Problem` when the key or its account has asked for more than it may. */
  require({ key, account }: CallerRates): void {
    if (key.isOver) throw rateLimited('key', this.rates.key, key)
    if (account.isOver) throw rateLimited('account', this.rates.account, account)
  }

  /** Takes one of the account's slots. Throws a 429 `Problem` when all are taken. */
  takeSlot(account: string): FreeSlot | Promise<FreeSlot> {
    const slot = this.#callers.takeSlot(account)
    return slot instanceof Promise ? slot.then(taken => this.#required(taken)) : this.#required(slot)
  }

  /** The same, for an answer that is sent as long as something happens. */
  async takeStream(account: string): Promise<FreeSlot> {
    const stream = await this.#streams.takeSlot(`streams/${account}`)
    if (stream) return stream
    throw new Problem(
      'too_many_concurrent',
      `The account follows ${this.rates.openStreams} runs; stop following one.`,
      {
        retryAfter: slotRetrySeconds
      }
    )
  }

  /** Gives back what this process has taken ahead: at the end, and when the rates under which it was taken have changed. */
  async giveBack(): Promise<void> {
    await Promise.all([this.#callers.giveBack?.(), this.#streams.giveBack?.()])
  }

  #required(slot: FreeSlot | undefined): FreeSlot {
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

/** Counts one under a key. Throws a 429 `Problem` with the detail when more has happened than may. */
export async function requireRate(counter: RateCounter, key: string, detail: string): Promise<void> {
  const state = await counter.count(key)
  if (state.isOver) throw new Problem('rate_limited', detail, { retryAfter: secondsLeft(state) })
}

/** The state of a window. */
export interface RateState {
  /** What may still happen in it. */
  readonly left: number
  /** Milliseconds until the next window begins. */
  readonly resetsInMs: number
  /** Whether more has happened than may. */
  readonly isOver: boolean
}

/** Counts what happens under a key, in windows that begin with the first of it. */
export interface RateCounter {
  /** Counts one, exactly also where many are counted at once. */
  count(key: string): RateState | Promise<RateState>
  /** The window's state, without counting. */
  peek(key: string): RateState | Promise<RateState>
}

/** Frees a slot. */
export type FreeSlot = () => void

/** A counter in this process's memory: what it answers is there at once. */
export interface MemoryCounter extends RateCounter {
  count(key: string): RateState
  peek(key: string): RateState
}

/** What callers may do: in how many windows, and how much of an account at the same time. It is read at each call, since it may change. */
export type CallerRules = Pick<Rates, 'key' | 'account' | 'atOnce'>

/** Whose requests are counted together. */
export type CountedCaller = Pick<Caller, 'account' | 'keyId'>

/** The limits of callers. */
export interface CallerLimits {
  /** Counts a request of a key and its account; one that `runs` an action takes a slot next. */
  count(caller: CountedCaller, runs: boolean): CallerRates | Promise<CallerRates>
  /** Takes one of an account's slots; undefined when all are taken. */
  takeSlot(account: string): FreeSlot | undefined | Promise<FreeSlot | undefined>
  /** Gives back what this process has taken ahead and does not use. */
  giveBack?(): Promise<void>
}

/** Slots in this process's memory. */
export interface MemorySlots {
  /** Takes a slot under a key; undefined when all are taken. */
  take(key: string): FreeSlot | undefined
}

/**
 * Where limits are counted. In memory each process counts for itself; where several share a store that can count for all of
 * them, a limit store over that one replaces this one, and falls back to this one while the other is away.
 */
export interface LimitStore {
  /** A counter; its name keeps it apart from others. The rate is read at each call, since it may change. */
  counter(name: string, rate: Rate): RateCounter
  callers(rules: CallerRules): CallerLimits
}

/** Keys that one counter remembers. */
const mostKeys = 50_000

/** A window that has begun. */
interface Window {
  count: number
  /** By `Date.now()`. */
  readonly endsAt: number
}

/** Counts in this process's memory; every answer is there at once. */
export const memoryLimits: LimitStore = { counter: memoryCounter, callers: memoryCallers }

function memoryCallers(rules: CallerRules): CallerLimits {
  const [keys, accounts] = [memoryCounter('key', rules.key), memoryCounter('account', rules.account)]
  const slots = memorySlots(() => rules.atOnce)
  return {
    count({ account, keyId }) {
      const key = keys.count(`${account}/${keyId}`)
      return { key, account: key.isOver ? accounts.peek(account) : accounts.count(account) }
    },
    takeSlot: account => slots.take(account)
  }
}

/** A counter that, of more than `most` keys, forgets those that were counted the longest ago. */
export function memoryCounter(_name: string, rate: Rate, most = mostKeys): MemoryCounter {
  const windows = new Map<string, Window>()
  const open = (key: string): Window | undefined => {
    const window = windows.get(key)
    const leftMs = window ? window.endsAt - Date.now() : 0
    // One that has more left than a new one was begun before the clock was set back, or before windows became shorter.
    return leftMs > 0 && leftMs <= rate.seconds * 1000 ? window : undefined
  }
  const stateOf = (window: Window | undefined): RateState => {
    const { requests, seconds } = rate
    if (!window) return { left: requests, resetsInMs: seconds * 1000, isOver: false }
    const { count, endsAt } = window
    return { left: Math.max(0, requests - count), resetsInMs: endsAt - Date.now(), isOver: count > requests }
  }
  return {
    count(key) {
      const window = open(key) ?? { count: 0, endsAt: Date.now() + rate.seconds * 1000 }
      if (window.count++ === 0 || windows.size >= most) {
        windows.delete(key)
        windows.set(key, window)
      }
      if (windows.size > most) {
        const [oldest = key] = windows.keys()
        windows.delete(oldest)
      }
      return stateOf(window)
    },
    peek: key => stateOf(open(key))
  }
}

/** Slots in this process's memory; `taken` has the keys that hold some, and no others. */
export function memorySlots(most: () => number, taken = new Map<string, number>()): MemorySlots {
  return {
    take(key) {
      const count = taken.get(key) ?? 0
      if (count >= most()) return undefined
      taken.set(key, count + 1)
      return () => {
        const left = (taken.get(key) ?? 1) - 1
        if (left > 0) taken.set(key, left)
        else taken.delete(key)
      }
    }
  }
}

/** What a store answers, or, while it is away, what this process says instead. */
export async function unlessAway<Result>(
  asked: Promise<Result>,
  instead: () => Result | Promise<Result>
): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof StoreUnavailable) return instead()
    throw error
  }
}
