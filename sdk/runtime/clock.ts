import { monotonicFactory } from 'ulid'
import type { Clock } from '../clock.js'

/** A clock over a source of time in milliseconds and one of chance from 0 to 1; its ULIDs rise strictly. */
export function makeClock(now: () => number, chance: () => number): Clock {
  const next = monotonicFactory(chance)
  return { now, ulid: () => next(now()) }
}
