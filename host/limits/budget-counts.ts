import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Budget, BudgetPeriod, CallLimit } from '../base/caller.js'
import { hostJobs, systemJobChange } from '../jobs/system-jobs.js'
import { periodAt } from '../limits/budget.js'
import { STORE, type Store } from '../storage/store.js'

/** What is counted: the calls of an account, or of one of its keys, in a period. */
export interface CountedCalls {
  readonly account: string
  /** The key under which they are counted; left out for the calls of the account. */
  readonly keyId?: string | undefined
  readonly period: BudgetPeriod
  /** When the period began and ends, in milliseconds. */
  readonly startsAt: number
  readonly endsAt: number
}

/** The calls that were taken in a period, by all processes. */
interface StoredCount {
  readonly taken: number
  /** Until when a process may hold some of them that it has not used, by its own clock in milliseconds. */
  readonly heldUntil: number
  /** The `warnAt` at which the owner was told. */
  readonly toldAt?: number | undefined
}

/** What a process asks for: calls that wait, and how many it would take for those to come. */
interface AskedCalls {
  readonly waiting: number
  readonly ahead: number
  readonly limit: CallLimit
}

/** What it gets: as many as wait, fewer where no more are left, or more, which it has to give back within the lease. */
interface GrantedCalls {
  readonly granted: number
  /** Milliseconds until others have given back what they hold; 0 where nobody holds any. */
  readonly heldForMs: number
}

/** The subject of these records; each account's are below it. */
export const budgetSubject = 'budgets'
/** How long a process holds calls that it has taken ahead and not used, in milliseconds. */
export const budgetLeaseMs = 1_000
/** What a process takes ahead is no larger part than this of what is left: near the end, it takes what it needs. */
const shareAhead = 1 / 16
/** How long a count is stored beyond its period, in milliseconds: the clock of another process may be late. */
const afterPeriodMs = 24 * 60 * 60 * 1000

const budgetKey = 'budget'
const countPrefix = 'calls:'

/** The budgets of accounts, and the calls that count in them and in those of keys, as they are stored. */
@injectable()
export class BudgetCounts {
  constructor(
    @inject(STORE) readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** The budget of an account. */
  async budget(account: string): Promise<Budget | undefined> {
    return this.#records(account).get<Budget>(budgetKey)
  }

  /** Sets the budget of an account, or removes it. */
  async setBudget(account: string, budget: Budget | undefined): Promise<void> {
    if (budget) await this.#records(account).set(budgetKey, budget)
    else await this.#records(account).delete(budgetKey)
  }

  /** How many calls were taken. */
  async taken(counted: CountedCalls): Promise<number> {
    return (await this.#records(counted.account).get<StoredCount>(countKey(counted)))?.taken ?? 0
  }

  /** Takes calls, never more than the limit allows; at `warnAt`, the notice to the owner is scheduled with them. */
  async take(counted: CountedCalls, { waiting, ahead, limit }: AskedCalls): Promise<GrantedCalls> {
    const { warnAt, stopAt = Number.POSITIVE_INFINITY } = limit
    const key = countKey(counted)
    const [now, time] = [this.clock.now(), Date.now()]
    const ttlMs = Math.max(1, counted.endsAt + afterPeriodMs - now)
    return this.#counted(counted, now).update([key], read => {
      const { taken, heldUntil, toldAt } = read<StoredCount>(key) ?? { taken: 0, heldUntil: 0 }
      const left = Math.max(0, stopAt - taken)
      const used = Math.min(waiting, left)
      const unwarned = warnAt === undefined || taken >= warnAt ? left : Math.min(left, warnAt - taken)
      const held = Math.min(ahead, Math.max(0, Math.floor((unwarned - used) * shareAhead)))
      const granted = used + held
      if (granted === 0) return { result: { granted, heldForMs: Math.max(0, heldUntil - time) } }
      const isReached = warnAt !== undefined && taken + granted >= warnAt && toldAt !== warnAt
      const value: StoredCount = {
        taken: taken + granted,
        heldUntil: held > 0 ? Math.max(heldUntil, time + budgetLeaseMs) : heldUntil,
        toldAt: isReached ? warnAt : toldAt
      }
      const jobs = isReached ? { jobs: [this.#notice(counted, { ...limit, warnAt }, now)] } : {}
      return { writes: [{ key, value, ttlMs }], ...jobs, result: { granted, heldForMs: Math.max(0, heldUntil - time) } }
    })
  }

  /** Gives back calls that were taken and not used. A count that is no longer stored needs none. */
  async giveBack(counted: CountedCalls, calls: number): Promise<void> {
    const key = countKey(counted)
    const now = this.clock.now()
    const ttlMs = Math.max(1, counted.endsAt + afterPeriodMs - now)
    await this.#counted(counted, now).update([key], read => {
      const count = read<StoredCount>(key)
      if (!count) return { result: undefined }
      return {
        writes: [{ key, value: { ...count, taken: Math.max(0, count.taken - calls) }, ttlMs }],
        result: undefined
      }
    })
  }

  /** The id of a notice has what it is about, so that it is the same in every process. */
  #notice(
    { account, keyId, period, startsAt, endsAt }: CountedCalls,
    { warnAt, stopAt }: CallLimit & { readonly warnAt: number },
    now: number
  ) {
    const id = `${account}.${period}-${startsAt}.${keyId ?? 'account'}.${warnAt}`
    const notice = { id, keyId, period, startsAt, endsAt, warnAt, stopAt }
    return systemJobChange({ kind: 'budget_notice', account, notice }, id, now)
  }

  #records(account: string): Storage {
    return this.store.own(`${budgetSubject}/${account}`)
  }

  #counted(counted: CountedCalls, now: number): Storage {
    const call = { begunAt: now, now: () => this.clock.now() }
    return this.store.own(`${budgetSubject}/${counted.account}`, countKey(counted), { owner: hostJobs, call })
  }
}

/** What is counted of an account, or of a key, at a time. */
export function countedAt(
  account: string,
  keyId: string | undefined,
  period: BudgetPeriod,
  time: number
): CountedCalls {
  return { account, keyId, period, ...periodAt(period, time) }
}

/** The name of a count, which no other one of the account has. */
export function countKey({ keyId, period, startsAt }: CountedCalls): string {
  return `${countPrefix}${period}/${new Date(startsAt).toISOString().slice(0, 10)}/${keyId ?? 'account'}`
}
