/** How often something may happen in a window of time. */
export interface Rate {
  readonly requests: number
  readonly seconds: number
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
  look(key: string): RateState | Promise<RateState>
}

/** Frees a slot. */
export type FreeSlot = () => void

/** Slots for what runs at the same time. */
export interface Slots {
  /** Takes a slot under a key; undefined when all are taken. */
  take(key: string): FreeSlot | undefined | Promise<FreeSlot | undefined>
}

/**
 * Where limits are counted. In memory each process counts for itself; where several share a store that can count for all of
 * them, a limit store over that one takes this one's place, and falls back to this one while the other is away.
 */
export interface LimitStore {
  /** A counter; its name keeps it apart from others. */
  counter(name: string, rate: Rate): RateCounter
  /** Slots, so many for each key. */
  slots(most: number): Slots
}
