import { StoreUnavailable } from '../base/problems.js'
import { type CallerLimits, type CallerRates, type CallerRules, type FreeSlot, memoryLimits } from './limits.js'
import { type PotAsk, type PotGrant, SlotsShare, type WindowAsk, WindowShare } from './shares.js'

/**
 * Where hosts borrow. A pot grants what is needed as far as it lasts and, of what is asked ahead, at most a tenth of what is left
 * then. All asks of a call are answered together.
 */
export interface LeaseStore {
  borrow(asks: readonly PotAsk[]): Promise<readonly PotGrant[]>
}

/** How long a slot is held when its host does not renew it, in milliseconds. */
export const slotLeaseMs = 30_000
/** How often a host gives back what it did not use lately, in milliseconds. */
const tidyMs = 500

/**
 * Limits of callers that several hosts share. A host borrows for a caller, in one request, a part of its key's window, of its
 * account's window and of the account's slots: what the call needs and, beyond that, as much as this host used within half a second
 * lately. Most calls ask nobody. While the store is away the host holds callers to the same bounds by itself.
 */
export function leasedCallers(
  store: LeaseStore,
  rules: CallerRules,
  { leaseMs = slotLeaseMs, now = () => performance.now() } = {}
): CallerLimits {
  const local = memoryLimits.callers(rules)
  const leases = new Map<string, AccountLease>()
  let tidying: NodeJS.Timeout | undefined
  const tidy = () => {
    for (const [account, lease] of leases) if (lease.tidy(leaseMs / 3)) leases.delete(account)
    if (leases.size > 0) return
    clearInterval(tidying)
    tidying = undefined
  }
  const leaseOf = (account: string) => {
    const found = leases.get(account)
    if (found) return found
    const lease = new AccountLease(account, rules, store, local, now)
    leases.set(account, lease)
    tidying ??= setInterval(tidy, tidyMs).unref()
    return lease
  }
  return {
    count: (caller, runs) => leaseOf(caller.account).count(caller.keyId, runs),
    takeSlot: account => leaseOf(account).takeSlot(),
    async giveBack() {
      await Promise.all(Array.from(leases.values(), lease => lease.giveBack()))
    }
  }
}

/** A call that waits for what this host lacks; `settle` is false as long as it has to ask again. */
interface WaitingCall {
  readonly key?: WindowShare
  readonly needsSlot: boolean
  settle(isAsked: boolean): boolean
  /** Settles it by this host's own counters. */
  settleAlone(): void
  fail(error: unknown): void
}

/** What this host has borrowed for the callers of an account. It asks one request at a time, for all calls that wait then. */
class AccountLease {
  readonly #keys = new Map<string, WindowShare>()
  readonly #window: WindowShare
  readonly #slots: SlotsShare
  readonly #waiting: WaitingCall[] = []
  /** What goes back without a call that waits. */
  #returned: WindowAsk[] = []
  #mustTell = false
  /** Whether the store was away when it would have been told what this host holds. */
  #isUntold = false
  #askedAt: number
  #asking: Promise<void> | undefined

  constructor(
    private readonly account: string,
    private readonly rules: CallerRules,
    private readonly store: LeaseStore,
    private readonly local: CallerLimits,
    /** Milliseconds of a clock that is never set. */
    private readonly now: () => number
  ) {
    this.#askedAt = now()
    this.#window = new WindowShare(`account:${account}`, rules.account)
    this.#slots = new SlotsShare(
      account,
      () => rules.atOnce,
      () => this.#tell()
    )
  }

  count(keyId: string, runs: boolean): CallerRates | Promise<CallerRates> {
    const key = this.#keyOf(keyId)
    const rates = this.#counted(key)
    if (rates) return rates
    return new Promise((resolve, fail) => {
      this.#wait({
        key,
        needsSlot: runs,
        settle: () => {
          const counted = this.#counted(key)
          if (counted) resolve(counted)
          return counted !== undefined
        },
        settleAlone: () => resolve(this.local.count({ account: this.account, keyId }, runs)),
        fail
      })
    })
  }

  takeSlot(): FreeSlot | undefined | Promise<FreeSlot | undefined> {
    const slot = this.#slots.take()
    if (slot) return slot
    return new Promise((resolve, fail) => {
      this.#wait({
        needsSlot: true,
        settle: isAsked => {
          const taken = this.#slots.take()
          // A call that came meanwhile may have taken one that this call was to have; then it asks again.
          const isSettled = taken !== undefined || (isAsked && this.#slots.isRefused)
          if (isSettled) resolve(taken)
          return isSettled
        },
        settleAlone: () => resolve(this.local.takeSlot(this.account)),
        fail
      })
    })
  }

  /** Gives back what was not used lately, and renews what is held. True when nothing is left to hold. */
  tidy(renewMs: number): boolean {
    const now = this.now()
    for (const [keyId, key] of this.#keys) {
      this.#giveBack(key, now)
      if (key.isIdle && !this.#asking) this.#keys.delete(keyId)
    }
    this.#giveBack(this.#window, now)
    const isDue = this.#slots.held > 0 && now - this.#askedAt > renewMs
    if (this.#slots.tidy() || isDue || this.#isUntold) this.#mustTell = true
    if (this.#returned.length > 0 || this.#mustTell) void this.#ask()
    return !this.#asking && this.#keys.size === 0 && this.#window.isIdle && this.#slots.isIdle
  }

  /** Gives back all that is not in use. */
  async giveBack(): Promise<void> {
    const now = this.now()
    for (const share of [...this.#keys.values(), this.#window]) {
      share.forget()
      this.#giveBack(share, now)
    }
    this.#slots.forget()
    if (this.#slots.tidy()) this.#mustTell = true
    await this.#ask()
  }

  #keyOf(keyId: string): WindowShare {
    const found = this.#keys.get(keyId)
    if (found) return found
    const key = new WindowShare(`key:${this.account}/${keyId}`, this.rules.key)
    this.#keys.set(keyId, key)
    return key
  }

  /** Counts a call, where what this host knows and holds is enough for that. What its key may not is not counted for the account. */
  #counted(key: WindowShare): CallerRates | undefined {
    const now = this.now()
    const account = this.#window
    if (!key.has(now)) return key.isSpent(now) ? { key: key.state(now, true), account: account.state(now) } : undefined
    const isOver = !account.has(now)
    if (isOver && !account.isSpent(now)) return undefined
    key.use()
    if (!isOver) account.use()
    return { key: key.state(now), account: account.state(now, isOver) }
  }

  #giveBack(share: WindowShare, now: number): void {
    const back = share.tidy(now)
    if (back) this.#returned.push(back)
  }

  #tell(): void {
    this.#mustTell = true
    void this.#ask()
  }

  #wait(call: WaitingCall): void {
    this.#waiting.push(call)
    void this.#ask()
  }

  #ask(): Promise<void> {
    this.#asking ??= this.#askAll()
    return this.#asking
  }

  async #askAll(): Promise<void> {
    // Calls that come at the same moment are asked for together.
    await undefined
    while (this.#waiting.length > 0 || this.#mustTell || this.#returned.length > 0) await this.#askOnce()
    this.#asking = undefined
  }

  async #askOnce(): Promise<void> {
    const waiting = this.#waiting.splice(0)
    const now = this.now()
    const shares = this.#asked(waiting, now)
    const asks = [...this.#returned, ...shares.map(({ ask }) => ask)]
    const returned = this.#returned.length
    this.#returned = []
    this.#mustTell = false
    this.#isUntold = false
    this.#askedAt = now
    try {
      const grants = asks.length > 0 ? await this.store.borrow(asks) : []
      shares.forEach(({ take }, index) => {
        const grant = grants[returned + index]
        if (grant) take(grant)
      })
    } catch (error) {
      // What was given back of a window stays taken until that ends; of slots the store is told what is held once it is back.
      const isAway = error instanceof StoreUnavailable
      this.#isUntold = isAway
      for (const call of waiting)
        if (isAway) call.settleAlone()
        else call.fail(error)
      return
    }
    this.#waiting.unshift(...waiting.filter(call => !call.settle(true)))
  }

  /** What the calls need of each pot, and who takes what is granted. */
  #asked(waiting: readonly WaitingCall[], now: number): { ask: PotAsk; take(grant: PotGrant): void }[] {
    const counted = new Map<WindowShare, number>()
    for (const { key } of waiting) if (key) counted.set(key, (counted.get(key) ?? 0) + 1)
    const calls = Array.from(counted.values()).reduce((sum, count) => sum + count, 0)
    if (calls > 0) counted.set(this.#window, calls)
    const windows = Array.from(counted, ([share, count]) => {
      const ask = share.ask(now, count)
      return { ask, take: (grant: PotGrant) => share.take(grant, ask, now) }
    }).filter(({ ask }) => ask.needed > 0)
    const running = waiting.filter(({ needsSlot }) => needsSlot).length
    const slots = this.#slots.ask(running)
    const asksSlots = slots.needed > 0 || this.#mustTell
    return asksSlots ? [...windows, { ask: slots, take: grant => this.#slots.add(grant) }] : windows
  }
}
