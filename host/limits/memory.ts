import { LRUCache } from 'lru-cache'
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import type { LimitStore, Places, Rate, RateCounter, Standing } from './limit-store.js'

/** Keys that one counter remembers. */
const mostKeys = 50_000

/** Counts in this process's memory. */
export const memoryLimits: LimitStore = { counter: memoryCounter, places: memoryPlaces }

/**
 * A counter that, of more than `most` keys, forgets those that were counted the longest ago. Keys have a size of one each,
 * because a cache that is given a greatest number takes room for all of them at once.
 */
export function memoryCounter(name: string, { requests, seconds }: Rate, most = mostKeys): RateCounter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: requests, duration: seconds })
  const remembered = new LRUCache<string, true>({
    maxSize: most,
    sizeCalculation: () => 1,
    noDisposeOnSet: true,
    dispose: (_value, key) => void limiter.delete(key)
  })
  return {
    async count(key) {
      remembered.set(key, true)
      try {
        return standing(await limiter.consume(key), requests)
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return standing(refused, requests)
        throw refused
      }
    },
    async look(key) {
      const found = await limiter.get(key)
      return found ? standing(found, requests) : { left: requests, resetsInMs: seconds * 1000, isOver: false }
    }
  }
}

function memoryPlaces(most: number): Places {
  const taken = new Map<string, number>()
  return {
    async take(key) {
      const count = taken.get(key) ?? 0
      if (count >= most) return undefined
      taken.set(key, count + 1)
      return () => {
        const left = (taken.get(key) ?? 1) - 1
        if (left > 0) taken.set(key, left)
        else taken.delete(key)
      }
    }
  }
}

function standing({ remainingPoints, msBeforeNext, consumedPoints }: RateLimiterRes, requests: number): Standing {
  return { left: remainingPoints, resetsInMs: msBeforeNext, isOver: consumedPoints > requests }
}
