import { makeClock } from '../runtime/clock.js'
import type { Clock } from '../tokens.js'

/** A clock that stands still until the test moves it; its identifiers are the same in every run. */
export interface TestClock extends Clock {
  /** Moves the time forward by a number of milliseconds. */
  advance(ms: number): void
  /** Sets the time, ISO 8601. */
  set(time: string): void
}

/** A clock that starts at a time, ISO 8601. */
export function testClock(start: string): TestClock {
  let time = Date.parse(start)
  let seed = 0
  const clock = makeClock(
    () => time,
    () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed / 2 ** 31
    }
  )
  return {
    ...clock,
    advance(ms) {
      time += ms
    },
    set(next) {
      time = Date.parse(next)
    }
  }
}
