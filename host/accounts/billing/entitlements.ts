import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { ReadCache } from '../../storage/read-cache.js'
import type { Store } from '../../storage/store.js'
import { STORE } from '../../tokens.js'
import { type Entitlement, timeAfter, withEvent } from './entitlement.js'
import type { BillingEvent, Facts } from './events.js'
import { type Standing, standingAt } from './standing.js'

/** The subject under which the host keeps what concerns an account's billing, followed by "/" and the account. */
export const billingSubject = 'billing'

/** How long a process may go by what it read, in milliseconds: a change elsewhere holds here after it. */
const freshMs = 5_000
/** Entitlements kept in memory. */
const mostCached = 10_000
/** How long events are kept, in milliseconds: 400 days. What they came to is kept for good. */
const eventTtlMs = 400 * 24 * 60 * 60 * 1000

const entitlementKey = 'entitlement'

/** What accounts may run: moved by events alone, each of which is recorded. */
@injectable()
export class Entitlements {
  readonly #cache = new ReadCache<Entitlement>({ mostEntries: mostCached, freshMs })

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {}

  /** How an account stands now; what another process changed is seen within 5 s. */
  async standing(account: string): Promise<Standing> {
    return this.#judge(account, await this.#cache.get(account, () => this.#stored(account)))
  }

  /** How an account stands now, by what the store holds at this moment. */
  async freshStanding(account: string): Promise<Standing> {
    return this.#judge(account, await this.#read(account))
  }

  /** Records an event. */
  async record(account: string, event: BillingEvent): Promise<void> {
    await this.#update(account, entitlement => ({ entitlement, event, result: undefined }))
  }

  /**
   * Lets `decide` say what is true from now on, by how the account stands, and records it as an event that comes after all
   * others; undefined changes nothing. Of several at once, each sees what the one before has decided. The time that it is
   * given is never before one that is known to have come.
   */
  async decide(account: string, id: string, decide: (standing: Standing, now: number) => Facts | undefined) {
    return this.#update(account, entitlement => {
      const now = Math.max(this.clock.now(), entitlement.passed ?? 0)
      const facts = decide(standingAt(entitlement, now), now)
      const event = facts && { id, at: timeAfter(entitlement, now), facts }
      return { entitlement, ...(event && { event }), result: event }
    })
  }

  /**
   * Records what somebody else says is true now. `ask` is asked again when the account was changed while it was asked, so that
   * an old answer never replaces a newer one, whatever the clocks say.
   */
  async recordAnswer(account: string, id: string, ask: () => Promise<Facts>): Promise<void> {
    for (let isRecorded = false; !isRecorded; ) {
      const before = JSON.stringify(await this.#read(account))
      const facts = await ask()
      isRecorded = await this.#update(account, entitlement => {
        if (JSON.stringify(entitlement) !== before) return { entitlement, result: false }
        const event = { id, at: timeAfter(entitlement, this.clock.now()), facts }
        return { entitlement, event, result: true }
      })
    }
  }

  /** The events of an account, the latest first, 1,000 at most. */
  async history(account: string): Promise<readonly BillingEvent[]> {
    const entries = await this.#records(account).list<BillingEvent>('event:', { limit: 1000, reverse: true })
    return entries.map(({ value }) => value)
  }

  /** A trial that is over by the clock is recorded as over. */
  async #judge(account: string, entitlement: Entitlement): Promise<Standing> {
    const standing = standingAt(entitlement, this.clock.now())
    const { status, endsAt } = standing
    if (status === 'expired' && endsAt !== undefined && (entitlement.passed ?? 0) < endsAt)
      await this.record(account, { id: `passed-${endsAt}`, at: endsAt, facts: { passed: endsAt } })
    return standing
  }

  async #read(account: string): Promise<Entitlement> {
    return this.#cache.fresh(account, () => this.#stored(account))
  }

  async #stored(account: string): Promise<Entitlement> {
    return (await this.#records(account).get<Entitlement>(entitlementKey)) ?? {}
  }

  async #update<Result>(account: string, change: (entitlement: Entitlement) => Changed<Result>): Promise<Result> {
    return this.#cache.change([account], () =>
      this.#records(account).update([entitlementKey], read => {
        const { entitlement, event, result } = change(read<Entitlement>(entitlementKey) ?? {})
        if (!event) return { result }
        const writes = [
          { key: entitlementKey, value: withEvent(entitlement, event) },
          { key: eventKey(event), value: event, ttlMs: eventTtlMs }
        ]
        return { writes, result }
      })
    )
  }

  #records(account: string): Storage {
    return this.store.own(`${billingSubject}/${account}`)
  }
}

interface Changed<Result> {
  readonly entitlement: Entitlement
  readonly event?: BillingEvent
  readonly result: Result
}

/** Events sort by their time. */
function eventKey({ at, id }: BillingEvent): string {
  return `event:${String(at).padStart(15, '0')}:${id}`
}
