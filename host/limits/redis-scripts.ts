import { redisScript } from '../storage/redis-scripts.js'

/** Counts one in a window that begins with the first. Argument: the window in milliseconds. Gives the count and what is left of it. */
export const countScript = redisScript(`
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { count, redis.call('PTTL', KEYS[1]) }
`)

/** The same without counting. */
export const lookScript = redisScript(`
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

/** Takes a place; 0 when all are taken. Arguments: the place, its lease in milliseconds, and how many there are. */
export const takeScript = redisScript(`${hold}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
hold()
return 1
`)

/** Holds a place for another lease. */
export const holdScript = redisScript(`${hold}
hold()
return 1
`)

/** Frees a place. */
export const leaveScript = redisScript(`
return redis.call('ZREM', KEYS[1], ARGV[1])
`)
