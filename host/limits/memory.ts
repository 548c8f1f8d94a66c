import type { LimitStore, Rate, RateCounter, RateState, Slots } from './limit-store.js'

/** Keys that one counter remembers. */
const mostKeys = 50_000

/** A window that has begun. */
interface Window {
  count: number
  /** By `Date.now()`. */
  readonly endsAt: number
}

/** Counts in this process's memory; every answer is there at once. */
export const memoryLimits: LimitStore = { counter: memoryCounter, slots: memorySlots }

/** A counter that, of more than `most` keys, forgets those that were counted the longest ago. */
export function memoryCounter(_name: string, { requests, seconds }: Rate, most = mostKeys): RateCounter {
  const windows = new Map<string, Window>()
  const open = (key: string): Window | undefined => {
    const window = windows.get(key)
    return window && window.endsAt > Date.now() ? window : undefined
  }
  const stateOf = (window: Window | undefined): RateState => {
    if (!window) return { left: requests, resetsInMs: seconds * 1000, isOver: false }
    const { count, endsAt } = window
    return { left: Math.max(0, requests - count), resetsInMs: endsAt - Date.now(), isOver: count > requests }
  }
  return {
    count(key) {
      const window = open(key) ?? { count: 0, endsAt: Date.now() + seconds * 1000 }
      if (window.count++ === 0 || windows.size >= most) {
        windows.delete(key)
        windows.set(key, window)
      }
      const [oldest] = windows.size > most ? windows.keys() : []
      if (oldest !== undefined) windows.delete(oldest)
      return stateOf(window)
    },
    look: key => stateOf(open(key))
  }
}

function memorySlots(most: number): Slots {
  const taken = new Map<string, number>()
  return {
    take(key) {
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
