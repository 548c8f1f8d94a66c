import { randomBytes } from 'node:crypto'
import type { Clock } from '@product-host/sdk'
import { makeClock } from '@product-host/sdk/runtime'

/** The real time, and identifiers by real chance. */
export function realClock(): Clock {
  return makeClock(Date.now, () => randomBytes(4).readUInt32BE() / 2 ** 32)
}

/** A time in milliseconds as ISO 8601 says it, in UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
