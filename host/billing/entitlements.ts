import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { ReadCache, STORE, type Store } from '../storage/store.js'
import {
  type BillingEvent,
  type BillingSnapshot,
  type Dated,
  type Entitlement,
  type PlanState,
  planStateAt
} from './plan.js'

/** The subject of an account's billing records, followed by "/" and the account. */
export const billingSubject = 'billing'

/** How long an entitlement is cached, in milliseconds: changes by other processes are seen after it. */
const freshMs = 5_000

/** Entitlements cached in memory. */
const mostCached = 10_000

const entitlementKey = 'entitlement'

/** What accounts may run. Only recorded events change it. */
@injectable()
export class Entitlements {
  readonly #cache: ReadCache<Entitlement>

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    const { changes } = store
    this.#cache = new ReadCache({ mostEntries: mostCached, freshMs, changes, subject: 'entitlement' })
  }

  /** The state of an account's plan now; a change by another process is seen within 5 s. */
  async planState(account: string): Promise<PlanState> {
    return this.#stateOf(account, await this.#cache.get(account, () => this.#stored(account)))
  }

  /** The state of an account's plan, read from the store now. */
  async freshPlanState(account: string): Promise<PlanState> {
    return this.#stateOf(account, await this.#read(account))
  }

  /** Records an event. */
  async record(account: string, event: BillingEvent): Promise<void> {
    await this.#update(account, entitlement => ({ entitlement, event, result: undefined }))
  }

  /**
   * Records what `decide` makes of the state of the plan, as an event later than all others; undefined changes nothing.
   * Decisions at the same time are made one after the other. The time that `decide` receives is never before a recorded one.
   */
  async decide(account: string, id: string, decide: (state: PlanState, now: number) => BillingSnapshot | undefined) {
    return this.#update(account, entitlement => {
      const now = Math.max(this.clock.now(), entitlement.passed ?? 0)
      const snapshot = decide(planStateAt(entitlement, now), now)
      const event = snapshot && { id, at: timeAfter(entitlement, now), facts: snapshot }
      return { entitlement, ...(event && { event }), result: event }
    })
  }

  /**
   * Records the current state at the billing provider. `fetch` is called again if the account was changed during the call, so
   * that an old snapshot never replaces a newer one, even if clocks differ.
   */
  async recordSnapshot(account: string, id: string, fetch: () => Promise<BillingSnapshot>): Promise<void> {
    for (let isRecorded = false; !isRecorded; ) {
      const before = JSON.stringify(await this.#read(account))
      const snapshot = await fetch()
      isRecorded = await this.#update(account, entitlement => {
        if (JSON.stringify(entitlement) !== before) return { entitlement, result: false }
        const event = { id, at: timeAfter(entitlement, this.clock.now()), facts: snapshot }
        return { entitlement, event, result: true }
      })
    }
  }

  /** The events of an account, the latest first, 1,000 at most. */
  async history(account: string): Promise<readonly BillingEvent[]> {
    const entries = await this.#records(account).list<BillingEvent>('event:', { limit: 1000, reverse: true })
    return entries.map(({ value }) => value)
  }

  /** Records the end of a trial when the clock has passed it. */
  async #stateOf(account: string, entitlement: Entitlement): Promise<PlanState> {
    const state = planStateAt(entitlement, this.clock.now())
    const { status, endsAt } = state
    if (status === 'expired' && endsAt !== undefined && (entitlement.passed ?? 0) < endsAt)
      await this.record(account, { id: `passed-${endsAt}`, at: endsAt, facts: { passed: endsAt } })
    return state
  }

  async #read(account: string): Promise<Entitlement> {
    return this.#cache.fresh(account, () => this.#stored(account))
  }

  async #stored(account: string): Promise<Entitlement> {
    return (await this.#records(account).get<Entitlement>(entitlementKey)) ?? {}
  }

  async #update<Result>(
    account: string,
    change: (entitlement: Entitlement) => EntitlementUpdate<Result>
  ): Promise<Result> {
    return this.#cache.change(account, () =>
      this.#records(account).update([entitlementKey], read => {
        const { entitlement, event, result } = change(read<Entitlement>(entitlementKey) ?? {})
        if (!event) return { result }
        const writes = [
          { key: entitlementKey, value: withEvent(entitlement, event) },
          { key: eventKey(event), value: event, ttlMs: this.store.storedMs('planEventDays') }
        ]
        return { writes, result }
      })
    )
  }

  #records(account: string): Storage {
    return this.store.own(`${billingSubject}/${account}`)
  }
}

interface EntitlementUpdate<Result> {
  readonly entitlement: Entitlement
  readonly event?: BillingEvent
  readonly result: Result
}

/** Events sort by their time. */
function eventKey({ at, id }: BillingEvent): string {
  return `event:${String(at).padStart(15, '0')}:${id}`
}

/**
 * An entitlement with one more event in it. The latest event on each member wins, by its time and then by its id. That orders
 * all events, so the same events give the same entitlement in any order, and if some of them come twice.
 */
export function withEvent(before: Entitlement, event: BillingEvent): Entitlement {
  const { plan, card, grant, passed } = event.facts
  return {
    plan: later(before.plan, plan, event),
    card: later(before.card, card, event),
    grant: later(before.grant, grant, event),
    passed: passed === undefined ? before.passed : Math.max(passed, before.passed ?? 0)
  }
}

function later<Value>(
  current: Dated<Value> | undefined,
  value: Value | undefined,
  { at, id }: BillingEvent
): Dated<Value> | undefined {
  const isLater = current === undefined || at > current.at || (at === current.at && id > current.by)
  return value !== undefined && isLater ? { fact: value, at, by: id } : current
}

/** A time for an event that must be later than all recorded ones, even if the clock was set back. */
function timeAfter({ plan, card, grant }: Entitlement, now: number): number {
  return Math.max(now, ...[plan, card, grant].map(dated => (dated?.at ?? 0) + 1))
}
