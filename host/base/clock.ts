import type { Clock } from '@product-host/sdk'
import { makeClock } from '@product-host/sdk/runtime'

/** The system time, and identifiers from cryptographic random numbers. */
export function realClock(): Clock {
  return makeClock(Date.now)
}

/** A time in milliseconds as ISO 8601 text in UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
