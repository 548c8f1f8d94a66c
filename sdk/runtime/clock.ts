import { randomFillSync } from 'node:crypto'
import { monotonicFactory } from 'ulid'
import type { Clock } from '../tokens.js'

/** A clock over a source of time in milliseconds and one of random numbers from 0 to 1; its ULIDs rise strictly. */
export function makeClock(now: () => number, random = pooledRandom()): Clock {
  const next = monotonicFactory(random)
  return { now, ulid: () => next(now()) }
}

/** Random numbers that are made at once: an identifier takes sixteen, and making each by itself takes ten times as long. */
const poolLength = 1_024

/** Cryptographic random numbers from 0 to 1, each of 32 bits and given once. */
function pooledRandom(): () => number {
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
