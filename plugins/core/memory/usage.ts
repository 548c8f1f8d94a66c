import { CLOCK, type Clock, inject, injectable, type Options, type Static, type Storage, Type } from '@product-host/sdk'
import { type Pace, SharedWork, Slices } from '../slices.js'
import { alive, bytesOf, expiryOf, type Memory, memoriesPrefix } from './memory.js'

/** The storage key of an account's usage. */
export const usageKey = 'usage'

/** How many changed keys the usage names, for indexes of other processes to catch up by. */
const mostRecent = 32

interface Counter {
  readonly keys: number
  readonly bytes: number
}

/** The totals of an account: the one record that every write changes, so that no write has to read more. */
export interface Usage extends Counter {
  /** Distinguishes this usage from one before the account's records were erased. */
  readonly epoch: string
  /** Counts the writes. */
  readonly rev: number
  /** The keys that the last writes changed, the last first. */
  readonly recent: readonly string[]
  /** What expires, by the time in milliseconds when it is sure to be gone and is taken off. */
  readonly expiring: Readonly<Record<string, Counter>>
  /** When all records were last counted, in milliseconds. */
  readonly countedAt: number
}

/** The usage of an account without memories. */
export function emptyUsage(epoch: string): Usage {
  return { epoch, rev: 0, keys: 0, bytes: 0, recent: [], expiring: {}, countedAt: 0 }
}

/** The account's usage as it is now. */
export async function usageNow(storage: Storage): Promise<Usage> {
  return (await storage.get<Usage>(usageKey)) ?? emptyUsage('')
}

/** The usage without what has expired since. */
export function withoutExpired(usage: Usage, now: number): Usage {
  const entries = Object.entries(usage.expiring)
  const gone = entries.filter(([time]) => Number(time) <= now).map(([, counter]) => counter)
  if (gone.length === 0) return usage
  return {
    ...usage,
    keys: gone.reduce((rest, { keys }) => rest - keys, usage.keys),
    bytes: gone.reduce((rest, { bytes }) => rest - bytes, usage.bytes),
    expiring: Object.fromEntries(entries.filter(([time]) => Number(time) > now))
  }
}

/** The usage after a write that replaced one memory by another. */
export function charged(usage: Usage, key: string, before: Memory | undefined, after: Memory | undefined): Usage {
  const freed = before ? counted(usage, before, -1) : usage
  const filled = after ? counted(freed, after, 1) : freed
  return { ...filled, rev: usage.rev + 1, recent: [key, ...usage.recent].slice(0, mostRecent) }
}

/** The usage with a memory counted in, or taken off. */
function counted(usage: Usage, memory: Memory, sign: 1 | -1): Usage {
  const bytes = sign * bytesOf(memory)
  const time = removalTime(memory)
  const changed = { ...usage, keys: usage.keys + sign, bytes: usage.bytes + bytes }
  if (time === undefined) return changed
  const { [time]: counter = { keys: 0, bytes: 0 }, ...expiring } = usage.expiring
  const next = { keys: counter.keys + sign, bytes: counter.bytes + bytes }
  return { ...changed, expiring: next.keys > 0 ? { ...expiring, [time]: next } : expiring }
}

/** Whether a write may make `after` of `before`; one that takes away may always. */
export function isWithinQuota(quota: Quota, before: Usage, after: Usage): boolean {
  return after.keys <= Math.max(quota.keys, before.keys) && after.bytes <= Math.max(quota.bytes, before.bytes)
}

/** The keys changed since another revision; undefined when that is too long ago to be known. */
export function changedSince(
  usage: Usage,
  { epoch, rev }: Pick<Usage, 'epoch' | 'rev'>
): readonly string[] | undefined {
  const missed = usage.rev - rev
  if (epoch !== usage.epoch || missed > usage.recent.length) return undefined
  return [...new Set(usage.recent.slice(0, Math.max(0, missed)))]
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/**
 * When an expired memory is taken off the usage: at the end of the minute, hour or day in which it expires, by its time to
 * live, so that the usage never names more than 61 minutes, 49 hours and 366 days.
 */
function removalTime(memory: Memory): number | undefined {
  if (memory.ttlSeconds === undefined) return undefined
  const ttlMs = memory.ttlSeconds * 1000
  const width = ttlMs <= hour ? minute : ttlMs <= 2 * day ? hour : day
  return Math.ceil(expiryOf(memory) / width) * width
}

/** What one account may store, as the operator may set it. Bytes are those of keys, tags and all values, old versions included. */
export const Quota = Type.Object({
  keys: Type.Integer({ minimum: 1, maximum: 10_000_000, default: 10_000 }),
  bytes: Type.Integer({ minimum: 1024, maximum: 1024 ** 4, default: 16 * 1024 ** 2 })
})

export type Quota = Static<typeof Quota>

/** The operator's choice, which the host has checked by the schema above. */
export function quotaOf(options: Options): Quota {
  return options as Quota
}

/** Milliseconds for which a count is valid, so that an account at its quota is not counted by every call. */
const countStands = 10_000

const mostAttempts = 3

/** Counts what an account stores, since its usage may include what has expired. */
@injectable()
export class Recounts {
  readonly #work = new SharedWork<void>()

  constructor(
    @inject(CLOCK) private readonly clock: Clock,
    private readonly slices: Slices
  ) {}

  /** Brings the account's usage to what is there, unless that was done in the last 10 seconds. */
  recount(account: string, storage: Storage): Promise<void> {
    return this.#work.run(account, async () => {
      for (let attempt = 0; attempt < mostAttempts; attempt++) if (await this.#attempt(storage)) return
    })
  }

  /** False when the account was written to meanwhile: the count may then include a part of that. */
  async #attempt(storage: Storage): Promise<boolean> {
    const now = this.clock.now()
    const usage = await usageNow(storage)
    if (now - usage.countedAt < countStands) return true
    let recount: Usage = { ...usage, keys: 0, bytes: 0, expiring: {}, countedAt: now }
    for await (const memory of scan(storage, usage, this.slices.begin()))
      if (alive(memory, now)) recount = counted(recount, memory, 1)
    return storage.update([usageKey], read => {
      const { epoch, rev } = read<Usage>(usageKey) ?? emptyUsage('')
      const isUntouched = epoch === usage.epoch && rev === usage.rev
      return isUntouched ? { writes: [{ key: usageKey, value: recount }], result: true } : { result: false }
    })
  }
}

/** Bytes that a page of a scan should come to: parsing it takes a fraction of a slice. */
const pageBytes = 128 * 1024

const mostEntries = 500

/** All of an account's memories, in the order of their keys, at a pace that lets other work run. */
export async function* scan(storage: Storage, usage: Usage, pace: Pace): AsyncGenerator<Memory> {
  const limit = pageSize(usage)
  let after: string | undefined
  do {
    const page = await storage.list<Memory>(memoriesPrefix, { limit, ...(after !== undefined && { after }) })
    after = page.length === limit ? page.at(-1)?.key : undefined
    for (const { value } of page) {
      if (pace.isOver) await pace.rest()
      yield value
    }
  } while (after !== undefined)
}

function pageSize({ keys, bytes }: Usage): number {
  const average = Math.max(1, bytes) / Math.max(1, keys)
  return Math.min(mostEntries, Math.max(1, Math.floor(pageBytes / average)))
}
