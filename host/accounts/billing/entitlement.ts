import type { BillingEvent, Card, Grant, Plan } from './events.js'

/** A fact and the event that told it. */
interface Told<Fact> {
  readonly fact: Fact
  readonly at: number
  readonly by: string
}

/** What all events of an account come to: of each matter what the latest event said. */
export interface Entitlement {
  readonly plan?: Told<Plan> | undefined
  readonly card?: Told<Card> | undefined
  readonly grant?: Told<Grant> | undefined
  /** The latest time that is known to have come, in milliseconds. */
  readonly passed?: number | undefined
}

/**
 * An entitlement with one more event in it. The latest event on a matter wins, by its time and then by its id, which is an order
 * of all events: in whatever order they come, and however often, they end in the same entitlement.
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

function later<Fact>(
  told: Told<Fact> | undefined,
  fact: Fact | undefined,
  { at, id }: BillingEvent
): Told<Fact> | undefined {
  const isLater = told === undefined || at > told.at || (at === told.at && id > told.by)
  return fact !== undefined && isLater ? { fact, at, by: id } : told
}

/** A time for an event that has to come after everything that is known, though the clock may have been set back. */
export function timeAfter({ plan, card, grant }: Entitlement, now: number): number {
  return Math.max(now, ...[plan, card, grant].map(told => (told?.at ?? 0) + 1))
}
