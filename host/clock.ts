import { randomFillSync } from 'node:crypto'
import type { Clock } from '@product-host/sdk'
import { makeClock } from '@product-host/sdk/runtime'

/** Random numbers that are made at once: an identifier takes sixteen, and making each by itself takes ten times as long. */
const poolLength = 1_024

/** The real time, and identifiers by real chance. */
export function realClock(): Clock {
  return makeClock(Date.now, pooledChance())
}

/** Random numbers from 0 to 1, each of 32 bits and given once. */
function pooledChance(): () => number {
  const pool = new Uint32Array(poolLength)
  let next = poolLength
  return () => {
    if (next === poolLength) {
      randomFillSync(pool)
      next = 0
    }
    return (pool[next++] ?? 0) / 2 ** 32
  }
}

/** A time in milliseconds as ISO 8601 says it, in UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
