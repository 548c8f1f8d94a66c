import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { LRUCache } from 'lru-cache'
import type { Caller } from '../base/caller.js'
import { type Budget, type BudgetPeriod, budgetPeriods, type CallLimit, type GiveBackCall } from '../base/caller.js'
import { isoTime } from '../base/clock.js'
import { ReadCache } from '../storage/store.js'
import { BudgetCounter } from './budget-counter.js'
import { BudgetCounts, countedAt, countKey } from './budget-counts.js'

/** A period of a budget as its owner sees it. */
export interface BudgetView {
  readonly of: 'account' | 'key'
  /** The key whose budget it is. */
  readonly keyId?: string
  readonly period: BudgetPeriod
  readonly warnAt: number | null
  readonly stopAt: number | null
  /** Calls that were counted in the period. */
  readonly used: number
  /** When the next period begins, ISO 8601. */
  readonly resetsAt: string
}

/** A limit, and where its calls are counted. */
interface Limited {
  readonly limit: CallLimit
  readonly counter: BudgetCounter
}

const none: Budget = {}

/** Counters of a process; of more, those are forgotten that were used the longest ago. */
const mostCounters = 10_000

/**
 * Holds keys and accounts to the calls of a day and of a month that their owner allows. Of neither, the check costs nothing: the budget
 * of a key is part of its record, and whether an account has one is read every few seconds, for all its calls.
 */
@injectable()
export class Budgets {
  readonly #budgets: ReadCache<Budget>
  readonly #counters = new LRUCache<string, BudgetCounter>({ maxSize: mostCounters, sizeCalculation: () => 1 })

  constructor(
    private readonly counts: BudgetCounts,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    const { changes } = counts.store
    this.#budgets = new ReadCache({ mostEntries: 10_000, freshMs: 4_000, changes, subject: 'budget' })
  }

  /**
   * Counts a call in the budgets of its key and its account; undefined where neither has one. Throws a 429 `Problem` when one of them is
   * spent.
   */
  take(caller: Caller): GiveBackCall | undefined | Promise<GiveBackCall | undefined> {
    const known = this.#budgets.cached(caller.account)
    return known === none && caller.budget === undefined ? undefined : this.#take(caller, known)
  }

  /** The budget of an account, as it is stored. */
  async ofAccount(account: string): Promise<Budget | undefined> {
    return this.counts.budget(account)
  }

  /** Sets the budget of an account, or removes it; other processes follow within 5 s. */
  async set(account: string, budget: Budget | undefined): Promise<void> {
    await this.#budgets.change(account, () => this.counts.setBudget(account, budget))
  }

  /** The budget of an account, by period, with what is used of it. */
  async shownOfAccount(account: string): Promise<readonly BudgetView[]> {
    return this.#shown(account, undefined, (await this.counts.budget(account)) ?? none)
  }

  /** The same for a key. */
  async shownOfKey(key: Pick<Caller, 'account' | 'keyId' | 'budget' | 'countedAs'>): Promise<readonly BudgetView[]> {
    const views = await this.#shown(key.account, key.countedAs ?? key.keyId, key.budget ?? none)
    return views.map(view => ({ ...view, keyId: key.keyId }))
  }

  /** Gives back to the store whatever this process holds. */
  async stop(): Promise<void> {
    await Promise.allSettled([...this.#counters.values()].map(counter => counter.return()))
  }

  async #take(
    { account, keyId, budget, countedAs }: Caller,
    known: Budget | undefined
  ): Promise<GiveBackCall | undefined> {
    const own = known ?? (await this.#budgets.get(account, async () => (await this.counts.budget(account)) ?? none))
    const limited = [
      ...this.#limited(account, countedAs ?? keyId, budget ?? none),
      ...this.#limited(account, undefined, own)
    ]
    if (limited.length === 0) return undefined
    const counted: BudgetCounter[] = []
    const giveBack = () => {
      for (const counter of counted) counter.giveBack()
    }
    try {
      for (const { limit, counter } of limited) {
        await counter.take(limit)
        counted.push(counter)
      }
      return giveBack
    } catch (error) {
      giveBack()
      throw error
    }
  }

  #limited(account: string, keyId: string | undefined, budget: Budget): readonly Limited[] {
    return budgetPeriods.flatMap(period => {
      const limit = budget[period]
      return limit ? [{ limit, counter: this.#counter(account, keyId, period) }] : []
    })
  }

  #counter(account: string, keyId: string | undefined, period: BudgetPeriod): BudgetCounter {
    const counted = countedAt(account, keyId, period, this.clock.now())
    const name = `${account} ${countKey(counted)}`
    const known = this.#counters.get(name)
    if (known) return known
    const made = new BudgetCounter(counted, this.counts, () => this.clock.now())
    this.#counters.set(name, made)
    return made
  }

  async #shown(account: string, keyId: string | undefined, budget: Budget): Promise<readonly BudgetView[]> {
    const views = budgetPeriods.map(async (period): Promise<readonly BudgetView[]> => {
      const limit = budget[period]
      if (!limit) return []
      const counted = countedAt(account, keyId, period, this.clock.now())
      const taken = await this.counts.taken(counted)
      const held = this.#counters.get(`${account} ${countKey(counted)}`)?.left ?? 0
      return [
        {
          of: keyId === undefined ? 'account' : 'key',
          period,
          warnAt: limit.warnAt ?? null,
          stopAt: limit.stopAt ?? null,
          used: Math.max(0, taken - held),
          resetsAt: isoTime(counted.endsAt)
        }
      ]
    })
    return (await Promise.all(views)).flat()
  }
}
