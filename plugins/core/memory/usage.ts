import type { Storage } from '@product-host/sdk'
import { bytesOf, expiryOf, type Memory } from './memory.js'
import type { Quota } from './quota.js'

/** Where in the store an account's usage lies. */
export const usageKey = 'usage'

/** How many changed keys the usage names, for indexes of other processes to catch up by. */
const mostRecent = 32

interface Tally {
  readonly keys: number
  readonly bytes: number
}

/** What an account keeps in all: the one record that every write changes, so that no write has to look at more. */
export interface Usage extends Tally {
  /** Tells this usage from one that was there before the account's records were wiped. */
  readonly epoch: string
  /** Counts the writes. */
  readonly rev: number
  /** The keys that the last writes changed, the last first. */
  readonly recent: readonly string[]
  /** What expires, by the time in milliseconds when it is sure to be gone and is taken off. */
  readonly expiring: Readonly<Record<string, Tally>>
  /** When all records were last counted, in milliseconds. */
  readonly countedAt: number
}

/** The usage of an account that keeps nothing. */
export function emptyUsage(epoch: string): Usage {
  return { epoch, rev: 0, keys: 0, bytes: 0, recent: [], expiring: {}, countedAt: 0 }
}

/** The account's usage as it is now. */
export async function usageNow(storage: Storage): Promise<Usage> {
  return (await storage.get<Usage>(usageKey)) ?? emptyUsage('')
}

/** The usage without what has expired since. */
export function swept(usage: Usage, now: number): Usage {
  const entries = Object.entries(usage.expiring)
  const gone = entries.filter(([time]) => Number(time) <= now).map(([, tally]) => tally)
  if (gone.length === 0) return usage
  return {
    ...usage,
    keys: gone.reduce((rest, { keys }) => rest - keys, usage.keys),
    bytes: gone.reduce((rest, { bytes }) => rest - bytes, usage.bytes),
    expiring: Object.fromEntries(entries.filter(([time]) => Number(time) > now))
  }
}

/** The usage after a write that put one memory in the place of another. */
export function charged(usage: Usage, key: string, before: Memory | undefined, after: Memory | undefined): Usage {
  const freed = before ? tallied(usage, before, -1) : usage
  const filled = after ? tallied(freed, after, 1) : freed
  return { ...filled, rev: usage.rev + 1, recent: [key, ...usage.recent].slice(0, mostRecent) }
}

/** The usage before all memories are counted anew. */
export function uncounted(usage: Usage, now: number): Usage {
  return { ...usage, keys: 0, bytes: 0, expiring: {}, countedAt: now }
}

/** The usage with a memory counted in, or taken off. */
export function tallied(usage: Usage, memory: Memory, sign: 1 | -1): Usage {
  const bytes = sign * bytesOf(memory)
  const time = sweepTime(memory)
  const counted = { ...usage, keys: usage.keys + sign, bytes: usage.bytes + bytes }
  if (time === undefined) return counted
  const { [time]: tally = { keys: 0, bytes: 0 }, ...expiring } = usage.expiring
  const next = { keys: tally.keys + sign, bytes: tally.bytes + bytes }
  return { ...counted, expiring: next.keys > 0 ? { ...expiring, [time]: next } : expiring }
}

/** Whether a write may make `after` of `before`; one that takes away may always. */
export function isWithinQuota(quota: Quota, before: Usage, after: Usage): boolean {
  return after.keys <= Math.max(quota.keys, before.keys) && after.bytes <= Math.max(quota.bytes, before.bytes)
}

/** The keys changed since another revision; undefined when that lies too far back to tell. */
export function changedSince(
  usage: Usage,
  { epoch, rev }: Pick<Usage, 'epoch' | 'rev'>
): readonly string[] | undefined {
  const missed = usage.rev - rev
  if (epoch !== usage.epoch || missed > usage.recent.length) return undefined
  return [...new Set(usage.recent.slice(0, Math.max(0, missed)))]
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * When an expired memory is taken off the usage: at the end of the minute, hour or day in which it expires, by its time to
 * live, so that the usage never names more than 61 minutes, 49 hours and 366 days.
 */
function sweepTime(memory: Memory): number | undefined {
  if (memory.ttlSeconds === undefined) return undefined
  const ttlMs = memory.ttlSeconds * 1000
  const width = ttlMs <= hour ? minute : ttlMs <= 2 * day ? hour : day
  return Math.ceil(expiryOf(memory) / width) * width
}
