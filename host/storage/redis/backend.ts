import { randomBytes } from 'node:crypto'
import type { Expected, ListedRecord, Page, StoredRecord, StoredWrite } from '@product-host/sdk/runtime'
import { StoreRefusal } from '../../base/problems.js'
import { type Backend, isBefore, prefixEnd, scan } from '../backend.js'
import type { Channel } from '../changes.js'
import { noStore, RedisConnection } from './connection.js'
import { commitScript, deleteScript, listScript, sweepScript } from './scripts.js'

/** Expired records that one script deletes. */
const sweepSlice = 500
/** Namespaces that one request lists. */
const namespacesPage = 500

/** How a store in Redis is opened. */
interface RedisOptions {
  readonly connection: RedisConnection
  /** The time in milliseconds by which records expire; the clocks of all hosts must agree. */
  readonly now: () => number
  /** Receives failures that no caller waits for. */
  readonly report: (error: Error) => void
  /** Milliseconds from one sweep of expired records to the next; 60,000 by default. */
  readonly sweepMs?: number
}

/**
 * A store in one Redis (6.2 or later), which any number of processes share. A record is a string under its full key, read through
 * Keyv's adapter for Redis; every write is a script and therefore atomic.
 */
export class RedisBackend implements Backend {
  readonly system = 'redis'
  readonly #connection: RedisConnection
  readonly #now: () => number
  readonly #sweeping: NodeJS.Timeout
  readonly channel: Channel

  private constructor({ connection, now, report, sweepMs = 60_000 }: RedisOptions) {
    this.#connection = connection
    this.#now = now
    this.channel = {
      send: text => connection.publish(text),
      receive: receive => connection.listen(receive)
    }
    this.#sweeping = setInterval(() => this.sweep().catch(report), sweepMs).unref()
  }

  /**
   * Takes over the connection, and reports a warning for each setting of Redis that may lose records. Rejects with a `SettingsError`
   * where the server cannot be a store; closes the connection when it rejects.
   */
  static async open(options: RedisOptions): Promise<RedisBackend> {
    const { connection, report } = options
    try {
      const info = await connection.use(({ client }) => client.info())
      const mode = memberOf(info, 'redis_mode')
      if (mode === 'cluster' || mode === 'sentinel') throw noStore(connection.name, mode)
      for (const warning of await redisWarnings(connection, info)) report(new Error(warning))
      return new RedisBackend(options)
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  async get(key: string): Promise<string | undefined> {
    const value = await this.#connection.use(({ keyv }) => keyv.get<string>(key), [key])
    return decodeRecord(value, this.#now())?.text
  }

  async read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    const values = await this.#connection.use(({ keyv }) => keyv.getMany<string>([...keys]), keys)
    const now = this.#now()
    return values.map(value => decodeRecord(value, now))
  }

  async list(prefix: string, { after, limit, reverse }: Page): Promise<readonly ListedRecord[]> {
    const namespace = namespaceOf(prefix)
    const found: ListedRecord[] = []
    for (let begin = after; found.length < limit; ) {
      const part = await this.#listPart(namespace, bounds(prefix, namespace, begin, reverse), limit - found.length)
      found.push(...part.records)
      if (part.last === undefined) break
      begin = part.last
    }
    return found
  }

  /** Every record belongs to one namespace; keys without one belong to the empty namespace. */
  async *scan(prefix: string): ReturnType<Backend['scan']> {
    yield* scan(this, prefix)
    if (namespaceOf(prefix) !== '') return
    for (let begin = `[${prefix}`; ; ) {
      const namespaces = await this.#namespaces(begin, end(prefix))
      for (const namespace of namespaces) if (namespace !== '') yield* scan(this, namespace)
      const last = namespaces.at(-1)
      if (last === undefined) return
      begin = `(${last}`
    }
  }

  async set(key: string, text: string, ttlMs?: number): Promise<void> {
    await this.commit([], [ttlMs === undefined ? { key, text } : { key, text, ttlMs }])
  }

  async put(records: readonly ListedRecord[]): Promise<void> {
    const write = ({ key, text, expiresAt }: ListedRecord) =>
      this.#connection.run(commitScript, [key], [String(this.#now()), '0', encode(text, expiresAt)])
    await Promise.all(records.map(write))
  }

  async delete(key: string): Promise<boolean> {
    return (await this.#connection.run(deleteScript, [key], [String(this.#now())])) === 1
  }

  async commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean> {
    const now = this.#now()
    const keys = [...expected, ...writes].map(({ key }) => key)
    const versions = expected.map(({ version }) => version ?? '')
    const values = writes.map(write => encodeRecord(write, now))
    const parameters = [String(now), String(expected.length), ...versions, ...values]
    return (await this.#connection.run(commitScript, keys, parameters)) === 1
  }

  /** Deletes the records that have expired, a slice at a time, and returns their number. */
  async sweep(): Promise<number> {
    let swept = 0
    for (let slice = sweepSlice; slice === sweepSlice; swept += slice)
      slice = Number(await this.#connection.run(sweepScript, [], [String(this.#now()), String(sweepSlice)]))
    return swept
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    await this.#connection.close()
  }

  async #listPart(namespace: string, { from, to, reverse }: Bounds, limit: number) {
    const parameters = [namespace, String(this.#now()), from, to, reverse ? 'REV' : '', String(limit)]
    const [last = '', ...pairs] = texts(await this.#connection.run(listScript, [`index:${namespace}`], parameters))
    const now = this.#now()
    const records: ListedRecord[] = []
    for (let index = 0; index < pairs.length; index += 2) {
      const record = decodeRecord(pairs[index + 1], now)
      if (!record) continue
      const { text, expiresAt } = record
      records.push({ key: namespace + pairs[index], text, ...(expiresAt !== undefined && { expiresAt }) })
    }
    return { records, last: last === '' ? undefined : namespace + last }
  }

  async #namespaces(from: string, to: string): Promise<readonly string[]> {
    return this.#connection.use(({ client }) =>
      client.zRange('corners', from, to, { BY: 'LEX', LIMIT: { offset: 0, count: namespacesPage } })
    )
  }
}

interface Bounds {
  readonly from: string
  readonly to: string
  readonly reverse: boolean
}

/** The two bounds of a list within a namespace in the form of Redis, the start first. */
function bounds(prefix: string, namespace: string, after: string | undefined, reverse: boolean): Bounds {
  const name = prefix.slice(namespace.length)
  const begin = after?.slice(namespace.length)
  const [low, high] = [`[${name}`, end(name)]
  if (begin === undefined) return reverse ? { from: high, to: low, reverse } : { from: low, to: high, reverse }
  if (reverse) return { from: isBefore(begin, prefixEnd(name)) ? `(${begin}` : high, to: low, reverse }
  return { from: isBefore(name, begin) ? `(${begin}` : low, to: high, reverse }
}

/** The bound after everything that starts with the prefix. */
function end(prefix: string): string {
  const text = prefixEnd(prefix)
  return text === undefined ? '+' : `(${text}`
}

function texts(reply: unknown): readonly string[] {
  if (Array.isArray(reply) && reply.every(text => typeof text === 'string')) return reply
  throw new StoreRefusal('Redis replied to a list with an unexpected value.')
}

/** The value of a line of Redis' description of itself; undefined where there is no such line. */
function memberOf(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
}

/** A warning for each setting of Redis with which it may lose records or cannot take them. */
async function redisWarnings(connection: RedisConnection, info: string): Promise<readonly string[]> {
  const settings = await connection
    .use(({ client }) => client.configGet(['save', 'appendfsync']))
    .catch(() => ({ save: undefined, appendfsync: undefined }))
  const value = (name: string) => memberOf(info, name)
  const warnings: string[] = []
  if (value('aof_enabled') === '0')
    warnings.push(
      settings.save === ''
        ? 'Redis persistence is OFF: a restart of Redis loses every account, key and record. Set "appendonly yes".'
        : 'Redis has no append-only file: a restart of Redis LOSES everything written since its last snapshot. Set "appendonly yes".'
    )
  else if (settings.appendfsync === 'no')
    warnings.push(
      'Redis does not fsync ("appendfsync no"): a crash may LOSE about 30 seconds of writes. Set "appendfsync everysec" or "always".'
    )
  const policy = value('maxmemory_policy')
  if (policy !== undefined && policy !== 'noeviction')
    warnings.push(
      `Redis EVICTS RECORDS when its memory is full ("maxmemory-policy ${policy}"). Set "maxmemory-policy noeviction".`
    )
  if (value('role') === 'slave')
    warnings.push(
      'Redis is a replica and accepts no writes. Set REDIS_URL to the primary, or to a name that follows it.'
    )
  const replicas = Number(value('connected_slaves') ?? 0)
  // The line is there only while a minimum is set.
  if (replicas > 0 && value('min_slaves_good_slaves') === undefined)
    warnings.push(
      `Redis has replicas (${replicas}), and acknowledges writes before any of them has them: a failover may ` +
        'LOSE them. Set "min-replicas-to-write 1" and "min-replicas-max-lag 10".'
    )
  return warnings
}

/** Versions never repeat in any process: each process has a random prefix and counts. */
const versionPrefix = randomBytes(9).toString('base64url')
let versions = 0

/** A record in Redis. */
interface RedisRecord extends StoredRecord {
  /** When it expires, in milliseconds; left out for one that does not. */
  readonly expiresAt?: number
}

/**
 * The value of a record in Redis: its expiry in milliseconds (or nothing), its version and its text, separated by colons. The
 * scripts read the first two. The value of a deletion is empty.
 */
function encodeRecord({ text, ttlMs }: StoredWrite, now: number): string {
  if (text === undefined) return ''
  return encode(text, ttlMs === undefined ? undefined : now + ttlMs)
}

function encode(text: string, expiresAt: number | undefined): string {
  const expires = expiresAt === undefined ? '' : Math.min(Math.ceil(expiresAt), Number.MAX_SAFE_INTEGER)
  return `${expires}:${versionPrefix}.${(++versions).toString(36)}:${text}`
}

/**
 * The record of a value; undefined when there is none or when it has expired. What is not in the form of a record is one whose text
 * nobody can read, with the version that the scripts give it.
 */
function decodeRecord(value: string | undefined, now: number): RedisRecord | undefined {
  if (value === undefined) return undefined
  const first = value.indexOf(':')
  const second = value.indexOf(':', first + 1)
  const expires = value.slice(0, first)
  if (second < 0 || !/^\d*$/.test(expires)) return { version: '', text: '' }
  if (expires !== '' && Number(expires) <= now) return undefined
  const record = { version: value.slice(first + 1, second), text: value.slice(second + 1) }
  return expires === '' ? record : { ...record, expiresAt: Number(expires) }
}

/** The namespace of a key: everything up to the closing brace and its colon, or nothing if there is none. */
function namespaceOf(key: string): string {
  const end = key.indexOf('}:')
  return end < 0 ? '' : key.slice(0, end + 2)
}
