import { randomUUID } from 'node:crypto'
import { StoreUnavailable } from '../base/problems.js'
import type { Rate } from '../deployment.js'
import type { RedisConnection } from '../storage/redis/connection.js'
import { redisScript } from '../storage/redis/scripts.js'
import { type FreeSlot, type LimitStore, memoryLimits, type RateCounter, type RateState, type Slots } from './limits.js'

/** How long a slot is held when its process does not renew it, in milliseconds. */
const defaultLeaseMs = 30_000

/** A Redis that runs scripts; nothing else is asked of it. */
type Scripted = Pick<RedisConnection, 'run'>

/**
 * Counts in Redis, exactly for all processes that share it. While it is away each process holds callers to the same bounds by
 * its own memory.
 */
export function redisLimits(connection: Scripted, leaseMs = defaultLeaseMs): LimitStore {
  return {
    counter: (name, rate) => redisCounter(connection, name, rate),
    slots: most => new RedisSlots(connection, most, leaseMs)
  }
}

function redisCounter(connection: Scripted, name: string, { requests, seconds }: Rate): RateCounter {
  const local = memoryLimits.counter(name, { requests, seconds })
  const ask = async (script: typeof countScript, key: string): Promise<RateState> => {
    const [count, resetsInMs] = numbers(
      await connection.run(script, [`limit:${name}:${key}`], [String(seconds * 1000)])
    )
    return { left: Math.max(0, requests - count), resetsInMs, isOver: count > requests }
  }
  return {
    count: key => unlessAway(ask(countScript, key), () => local.count(key)),
    peek: key => unlessAway(ask(peekScript, key), () => local.peek(key))
  }
}

/** A slot is a member of its key's sorted set, with the time until which it is held; the holder renews it while it runs. */
class RedisSlots implements Slots {
  readonly #local: Slots
  /** The slots that this process holds, and the set of each. */
  readonly #held = new Map<string, string>()
  #renewing: NodeJS.Timeout | undefined

  constructor(
    private readonly connection: Scripted,
    private readonly most: number,
    private readonly leaseMs: number
  ) {
    this.#local = memoryLimits.slots(most)
  }

  async take(key: string): Promise<FreeSlot | undefined> {
    const [set, slot] = [`limit:places:${key}`, randomUUID()]
    const taking = this.connection.run(takeScript, [set], [slot, String(this.leaseMs), String(this.most)])
    return unlessAway(
      taking.then(taken => (taken === 1 ? this.#hold(set, slot) : undefined)),
      () => this.#local.take(key)
    )
  }

  #hold(set: string, slot: string): FreeSlot {
    this.#held.set(slot, set)
    this.#renewing ??= setInterval(() => this.#renew(), this.leaseMs / 3).unref()
    return () => {
      this.#held.delete(slot)
      if (this.#held.size === 0) {
        clearInterval(this.#renewing)
        this.#renewing = undefined
      }
      this.#tell(leaveScript, set, slot)
    }
  }

  #renew(): void {
    for (const [slot, set] of this.#held) this.#tell(holdScript, set, slot)
  }

  /** While Redis is away or refuses it, a slot stays as it is: it is renewed the next time, or its lease ends. */
  #tell(script: typeof holdScript, set: string, slot: string): void {
    void this.connection.run(script, [set], [slot, String(this.leaseMs)]).catch(() => undefined)
  }
}

async function unlessAway<Result>(asked: Promise<Result>, instead: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof StoreUnavailable) return instead()
    throw error
  }
}

function numbers(answer: unknown): readonly [number, number] {
  const [count, resetsInMs] = Array.isArray(answer) ? answer : []
  if (typeof count === 'number' && typeof resetsInMs === 'number') return [count, resetsInMs]
  throw new TypeError('Redis answered a count with something else.')
}

/** Counts one in a window that begins with the first. Argument: the window in milliseconds. Gives the count and what is left of it. */
const countScript = redisScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }
`)

/** The same without counting. */
const peekScript = redisScript(`
local count = redis.call('GET', KEYS[1])
if not count then return { 0, tonumber(ARGV[1]) } end
return { tonumber(count), redis.call('PTTL', KEYS[1]) }
`)

/** Redis' own time is the measure of leases, so that the hosts' clocks have no part in them. */
const hold = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function hold()
  redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
`

/** Takes a slot; 0 when all are taken. Arguments: the slot, its lease in milliseconds, and how many there are. */
const takeScript = redisScript(`${hold}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
hold()
return 1
`)

/** Holds a slot for another lease. */
const holdScript = redisScript(`${hold}
hold()
return 1
`)

/** Frees a slot. */
const leaveScript = redisScript(`
return redis.call('ZREM', KEYS[1], ARGV[1])
`)
