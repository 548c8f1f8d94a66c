import { hash } from 'node:crypto'

/** A Lua script, which Redis runs whole and with nothing in between, and the digest that it is called by. */
export interface Script {
  readonly text: string
  readonly digest: string
}

/**
 * What the scripts share. Beside its records each corner has a sorted set of their names, which Redis keeps in the order of
 * their bytes; one sorted set more holds the addresses of the corners that have records, and one the times of expiry.
 */
const shared = `
local function cornerOf(key)
  local _, last = string.find(key, '}:', 1, true)
  return last and string.sub(key, 1, last) or ''
end
local function indexOf(corner) return 'index:' .. corner end
local function isLive(expires, now) return expires == '' or tonumber(expires) > now end
local function versionOf(key, now)
  local expires, version = string.match(redis.call('GETRANGE', key, 0, 63), '^(%d*):([^:]*):')
  return expires and isLive(expires, now) and version or ''
end
local function put(key, value)
  local corner = cornerOf(key)
  redis.call('SET', key, value)
  if redis.call('ZADD', indexOf(corner), 0, string.sub(key, #corner + 1)) == 1 then
    redis.call('ZADD', 'corners', 0, corner)
  end
  local expires = string.match(value, '^(%d*):')
  if expires == '' then redis.call('ZREM', 'expiry', key) else redis.call('ZADD', 'expiry', expires, key) end
end
local function drop(key)
  if redis.call('DEL', key) == 0 then return end
  local corner = cornerOf(key)
  redis.call('ZREM', 'expiry', key)
  redis.call('ZREM', indexOf(corner), string.sub(key, #corner + 1))
  if redis.call('EXISTS', indexOf(corner)) == 0 then redis.call('ZREM', 'corners', corner) end
end
`

/**
 * Compares and writes all or nothing. Keys: those that are expected, then those that are written. Arguments: the time, how many
 * are expected, their versions, then the values, which are empty for what is deleted.
 */
export const commitScript = script(`
local now, expected = tonumber(ARGV[1]), tonumber(ARGV[2])
for number = 1, expected do
  if versionOf(KEYS[number], now) ~= ARGV[2 + number] then return 0 end
end
for number = expected + 1, #KEYS do
  local value = ARGV[2 + number]
  if value == '' then drop(KEYS[number]) else put(KEYS[number], value) end
end
return 1
`)

/** Deletes one record; 1 when there was one that had not expired. Argument: the time. */
export const deleteScript = script(`
local existed = versionOf(KEYS[1], tonumber(ARGV[1])) ~= ''
drop(KEYS[1])
return existed and 1 or 0
`)

/**
 * A part of a list. Key: a corner's sorted set. Arguments: the corner, the time, the two ends, where it begins first, REV or
 * nothing, and how many names to look at. Gives the name to go on from, which is empty at the end, then names and values in turn.
 */
export const listScript = script(`
local corner, now, from, to, limit = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], tonumber(ARGV[6])
local names
if ARGV[5] == 'REV' then
  names = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, limit)
else
  names = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'LIMIT', 0, limit)
end
local found, bytes = { '' }, 0
for number, name in ipairs(names) do
  local value = redis.call('GET', corner .. name)
  if value and isLive(string.match(value, '^(%d*):'), now) then
    found[#found + 1] = name
    found[#found + 1] = value
    bytes = bytes + #value
  end
  if number == limit or bytes > 2097152 then
    found[1] = name
    break
  end
end
return found
`)

/** Deletes records that have expired, the longest ago first. Arguments: the time, and how many at most. Gives their number. */
export const sweepScript = script(`
local keys = redis.call('ZRANGE', 'expiry', '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[2])
for _, key in ipairs(keys) do drop(key) end
return #keys
`)

/** A script with the digest that Redis knows it by. */
export function redisScript(text: string): Script {
  return { text, digest: hash('sha1', text) }
}

function script(body: string): Script {
  return redisScript(shared + body)
}
