import { randomUUID } from 'node:crypto'
import type { Rate } from '../deployment.js'
import type { RedisConnection } from '../storage/redis/connection.js'
import { redisScript } from '../storage/redis/scripts.js'
import { type LeaseStore, leasedCallers, slotLeaseMs } from './leases.js'
import { type LimitStore, memoryLimits, type RateCounter, type RateState, unlessAway } from './limits.js'
import type { PotAsk, PotGrant } from './shares.js'

/** A Redis that runs scripts; nothing else is asked of it. */
type Scripted = Pick<RedisConnection, 'run'>

/**
 * Counts in Redis for all processes that share it; for callers each borrows parts. While Redis is away each process holds callers to
 * the same bounds by its own memory.
 */
export function redisLimits(connection: Scripted, leaseMs = slotLeaseMs): LimitStore {
  const store = redisLeases(connection, leaseMs)
  return {
    counter: (name, rate) => redisCounter(connection, name, rate),
    callers: rules => leasedCallers(store, rules, { leaseMs })
  }
}

function redisCounter(connection: Scripted, name: string, rate: Rate): RateCounter {
  const local = memoryLimits.counter(name, rate)
  const ask = async (script: typeof countScript, key: string): Promise<RateState> => {
    const { requests, seconds } = rate
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

function redisLeases(connection: Scripted, leaseMs: number): LeaseStore {
  const host = randomUUID()
  return {
    async borrow(asks) {
      const keys = asks.map(({ kind, key }) => `limit:${kind}:${key}`)
      const answer = await connection.run(borrowScript, keys, [host, String(leaseMs), ...asks.flatMap(parameters)])
      if (Array.isArray(answer) && answer.length === asks.length) return answer.map(grantOf)
      throw new TypeError('Redis granted something else than was asked.')
    }
  }
}

function parameters(ask: PotAsk): string[] {
  const { kind, most, needed, ahead } = ask
  const own = kind === 'window' ? [ask.ms, ask.back, ask.window] : [ask.held, 0, 0]
  return [kind, ...[most, needed, ahead, ...own].map(String)]
}

function grantOf(answer: unknown): PotGrant {
  const values: unknown[] = Array.isArray(answer) ? answer : []
  const [granted, left, window, endsInMs] = values
  if (
    typeof granted === 'number' &&
    typeof left === 'number' &&
    typeof window === 'number' &&
    typeof endsInMs === 'number'
  )
    return { granted, left, window, endsInMs }
  throw new TypeError('Redis granted something that is no number.')
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

/**
 * Lends parts of windows and slots. Keys: the pots. Arguments: the host, the lease of slots in milliseconds, and of each pot its kind, how
 * much there is, what is needed, and what is asked ahead; then of a window its milliseconds, what goes back, and of which window; of
 * slots all that the host holds. Gives of each what is granted, what is left, and of a window its name and what is left of it. Redis' own
 * time is the measure, so that the hosts' clocks have no part in it. A window is named by its end.
 */
const borrowScript = redisScript(`
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local host, leaseMs = ARGV[1], tonumber(ARGV[2])
local function lend(left, needed, ahead)
  local granted = math.min(needed, left)
  return granted + math.min(ahead, math.floor((left - granted) / 10))
end
local function ofWindow(key, most, needed, ahead, ms, back, window)
  local stored = redis.call('HMGET', key, 'taken', 'ends')
  local taken, ends = tonumber(stored[1] or 0), tonumber(stored[2] or 0)
  local isNew = ends <= now or ends > now + ms
  if isNew then taken, ends = 0, now + ms end
  local isBack = back > 0 and ends == window
  if isBack then taken = math.max(0, taken - back) end
  local granted = lend(math.max(0, most - taken), needed, ahead)
  if granted > 0 or isBack then redis.call('HSET', key, 'taken', taken + granted, 'ends', ends) end
  if isNew and granted > 0 then redis.call('PEXPIREAT', key, ends) end
  return { granted, math.max(0, most - taken - granted), ends, ends - now }
end
local function ofSlots(key, most, needed, ahead, held)
  local others, stored = 0, redis.call('HGETALL', key)
  for at = 1, #stored, 2 do
    local count, untilMs = string.match(stored[at + 1], '^(%d+):(%d+)$')
    if not count or tonumber(untilMs) <= now then redis.call('HDEL', key, stored[at])
    elseif stored[at] ~= host then others = others + count end
  end
  local left = math.max(0, most - others - held)
  local granted = lend(left, needed, ahead)
  if held + granted > 0 then
    redis.call('HSET', key, host, string.format('%d:%d', held + granted, now + leaseMs))
    redis.call('PEXPIRE', key, leaseMs)
  else
    redis.call('HDEL', key, host)
  end
  return { granted, left - granted, 0, 0 }
end
local grants = {}
for number, key in ipairs(KEYS) do
  local at = 7 * number - 4
  local value = function(offset) return tonumber(ARGV[at + offset]) end
  local lender = ARGV[at] == 'window' and ofWindow or ofSlots
  grants[number] = lender(key, value(1), value(2), value(3), value(4), value(5), value(6))
end
return grants
`)
