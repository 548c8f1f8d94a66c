import { hash } from 'node:crypto'

/** A Lua script, which Redis runs atomically, and the SHA-1 digest by which it is called. */
export interface RedisScript {
  readonly text: string
  readonly digest: string
}

/**
 * What the scripts share. Beside its records each namespace has a sorted set of their names, which Redis keeps in the order of
 * their bytes; the sorted set `corners` holds the namespaces that have records, and `expiry` the times at which records expire. Redis
 * takes back nothing of a script that fails: where a write changes one of them, `requireSets` fails if one has another type, before
 * anything is written.
 */
const shared = `
local function namespaceOf(key)
  local _, last = string.find(key, '}:', 1, true)
  return last and string.sub(key, 1, last) or ''
end
local function indexOf(namespace) return 'index:' .. namespace end
local function isLive(expires, now) return expires == '' or tonumber(expires) > now end
local function headOf(value) return string.match(value, '^(%d*):([^:]*):') end
local function versionOf(key, now)
  local expires, version = headOf(redis.call('GETRANGE', key, 0, 63))
  return expires and isLive(expires, now) and version or ''
end
local function requireSets(key)
  redis.call('ZCARD', indexOf(namespaceOf(key)))
  redis.call('ZCARD', 'corners')
  redis.call('ZCARD', 'expiry')
end
local function put(key, value, former)
  redis.call('SET', key, value)
  if not former then
    local namespace = namespaceOf(key)
    if redis.call('ZADD', indexOf(namespace), 0, string.sub(key, #namespace + 1)) == 1 then
      redis.call('ZADD', 'corners', 0, namespace)
    end
  end
  local expires = string.match(value, '^(%d*):')
  if expires == (former or '') then return end
  if expires == '' then redis.call('ZREM', 'expiry', key) else redis.call('ZADD', 'expiry', expires, key) end
end
local function drop(key)
  if redis.call('DEL', key) == 0 then return end
  local namespace = namespaceOf(key)
  redis.call('ZREM', 'expiry', key)
  redis.call('ZREM', indexOf(namespace), string.sub(key, #namespace + 1))
  if redis.call('EXISTS', indexOf(namespace)) == 0 then redis.call('ZREM', 'corners', namespace) end
end
`

/**
 * Compares versions and writes all or nothing. Keys: those that are compared, then those that are written. Arguments: the time, how
 * many are compared, their expected versions, then the values, which are empty for deletions.
 */
export const commitScript = script(`
local now, expected = tonumber(ARGV[1]), tonumber(ARGV[2])
for number = 1, expected do
  if versionOf(KEYS[number], now) ~= ARGV[2 + number] then return 0 end
end
local former = {}
for number = expected + 1, #KEYS do
  local key, value = KEYS[number], ARGV[2 + number]
  local head = redis.pcall('GETRANGE', key, 0, 63)
  local expires = type(head) == 'string' and headOf(head) or nil
  former[key] = expires
  if value == '' or expires ~= string.match(value, '^(%d*):') then requireSets(key) end
end
for number = expected + 1, #KEYS do
  local key, value = KEYS[number], ARGV[2 + number]
  if value == '' then drop(key) else put(key, value, former[key]) end
  former[key] = value ~= '' and headOf(value) or nil
end
return 1
`)

/** Deletes one record; 1 when there was one that had not expired. Argument: the time. */
export const deleteScript = script(`
local existed = versionOf(KEYS[1], tonumber(ARGV[1])) ~= ''
requireSets(KEYS[1])
drop(KEYS[1])
return existed and 1 or 0
`)

/**
 * One part of a list. Key: a namespace's sorted set. Arguments: the namespace, the time, the two bounds with the start first, REV or
 * nothing, and how many names to read. Returns the name to continue after, which is empty at the end, then names and values in turn; the
 * value of a key that has no text is empty.
 */
export const listScript = script(`
local namespace, now, from, to, limit = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], tonumber(ARGV[6])
local names
if ARGV[5] == 'REV' then
  names = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'REV', 'LIMIT', 0, limit)
else
  names = redis.call('ZRANGE', KEYS[1], from, to, 'BYLEX', 'LIMIT', 0, limit)
end
local found, bytes = { '' }, 0
for number, name in ipairs(names) do
  local value = redis.pcall('GET', namespace .. name)
  if type(value) == 'table' then value = '' end
  local expires = value and string.match(value, '^(%d*):')
  if value and (not expires or isLive(expires, now)) then
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

/** Deletes expired records, the oldest expiry first. Arguments: the time, and how many at most. Returns their number. */
export const sweepScript = script(`
local keys = redis.call('ZRANGE', 'expiry', '-inf', ARGV[1], 'BYSCORE', 'LIMIT', 0, ARGV[2])
for _, key in ipairs(keys) do drop(key) end
return #keys
`)

/** A script with its digest. */
export function redisScript(text: string): RedisScript {
  return { text, digest: hash('sha1', text) }
}

function script(body: string): RedisScript {
  return redisScript(shared + body)
}
