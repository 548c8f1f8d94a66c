import type { CallLimit } from '../base/caller.js'
import { isoTime } from '../base/clock.js'
import { Problem } from '../base/problems.js'
import { type BudgetCounts, budgetLeaseMs, type CountedCalls } from './budget-counts.js'

/** A call that waits until it is counted. */
interface WaitingCall {
  count(): void
  refuse(error: unknown): void
}

/** Calls that a process takes ahead at most: what a crash loses of a budget. */
export const mostTakenAhead = 64

/**
 * Counts calls of a period in this process. It takes them from the store in parts: what waits, and, while calls come quickly, some
 * ahead. What it has not used of a part goes back when the lease is over.
 */
export class BudgetCounter {
  /** Calls that were taken and not used. */
  #left = 0
  #ahead = 0
  #takenAt = Number.NEGATIVE_INFINITY
  readonly #waiting: WaitingCall[] = []
  /** That of the newest of them. */
  #limit: CallLimit = {}
  #taking: Promise<void> | undefined
  #returning: NodeJS.Timeout | undefined
  /** The refusal that is repeated for a moment, and for which limit. */
  #spent: { readonly problem: Problem; readonly stopAt: number | undefined; readonly until: number } | undefined

  constructor(
    readonly counted: CountedCalls,
    private readonly counts: BudgetCounts,
    private readonly now: () => number
  ) {}

  /** Calls that this process has taken and not used. */
  get left(): number {
    return this.#left
  }

  /** Counts a call; without a promise where that is done at once. Throws a 429 `Problem` when the limit allows no more. */
  take(limit: CallLimit): undefined | Promise<void> {
    if (this.#left > 0) {
      this.#left--
      return undefined
    }
    if (this.#spent && this.#spent.stopAt === limit.stopAt && performance.now() < this.#spent.until)
      throw this.#spent.problem
    return new Promise((count, refuse) => {
      this.#waiting.push({ count, refuse })
      this.#limit = limit
      this.#taking ??= this.#takeAll()
    })
  }

  /** Does not count a call that was counted. */
  giveBack(): void {
    this.#left++
    this.#returnLater()
  }

  /** Gives back to the store what was taken and not used. What the store may not have got is not given back again. */
  async return(): Promise<void> {
    await this.#taking
    clearTimeout(this.#returning)
    this.#returning = undefined
    const calls = this.#left
    this.#left = 0
    this.#ahead = 0
    if (calls > 0) await this.counts.giveBack(this.counted, calls)
  }

  async #takeAll(): Promise<void> {
    // Those that come at the same moment are taken together.
    await undefined
    while (this.#waiting.length > 0) await this.#takePart(this.#waiting.splice(0))
    this.#taking = undefined
  }

  async #takePart(waiting: readonly WaitingCall[]): Promise<void> {
    const limit = this.#limit
    const isQuick = performance.now() - this.#takenAt < budgetLeaseMs
    this.#takenAt = performance.now()
    this.#ahead = isQuick ? Math.min(mostTakenAhead, 2 * (this.#ahead + waiting.length)) : 0
    try {
      const { granted, heldForMs } = await this.counts.take(this.counted, {
        waiting: waiting.length,
        ahead: this.#ahead,
        limit
      })
      this.#left += granted
      for (const call of waiting) this.#settle(call, limit, heldForMs)
    } catch (error) {
      for (const call of waiting) call.refuse(error)
    }
    if (this.#left > 0) this.#returnLater()
  }

  #settle(call: WaitingCall, limit: CallLimit, heldForMs: number): void {
    if (this.#left > 0) {
      this.#left--
      call.count()
    } else call.refuse(this.#refusal(limit, heldForMs))
  }

  #refusal({ stopAt = 0 }: CallLimit, heldForMs: number): Problem {
    const { keyId, period, endsAt } = this.counted
    const resetsAt = isoTime(endsAt)
    const of = keyId === undefined ? 'account' : 'key'
    const waitMs = heldForMs > 0 ? heldForMs : endsAt - this.now()
    const problem = new Problem(
      'call_budget_spent',
      `The ${of} has made the ${stopAt} calls that its budget allows in a ${period}; the next ${period} begins at ${resetsAt}.`,
      { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)), budget: { of, period, stopAt, resetsAt }, isRepeated: true }
    )
    this.#spent = { problem, stopAt, until: performance.now() + budgetLeaseMs }
    return problem
  }

  #returnLater(): void {
    this.#returning ??= setTimeout(() => {
      this.#returning = undefined
      // The store loses nothing that was used; at worst these calls stay taken.
      this.return().catch(() => undefined)
    }, budgetLeaseMs).unref()
  }
}
