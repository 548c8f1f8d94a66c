import type { Expected, ListedRecord, Page, StoredRecord, StoredWrite } from '@product-host/sdk/runtime'
import type { Backend } from './backend.js'
import { beyond } from './beyond.js'
import { RedisConnection } from './redis-connection.js'
import { cornerOf, decodeRecord, encodeRecord } from './redis-record.js'
import { commitScript, deleteScript, listScript, sweepScript } from './redis-scripts.js'
import { redisWarnings } from './redis-warnings.js'
import { walk } from './walk.js'

/** How many expired records one script deletes. */
const sweepSlice = 500
/** How many corners are named at a time. */
const cornersPage = 500

/** What a store in Redis is opened with. */
export interface RedisOptions {
  readonly connection: RedisConnection
  /** The time in milliseconds that expiry is judged by; the clocks of all hosts go alike. */
  readonly now: () => number
  /** Is told of failures that no caller waits for. */
  readonly report: (error: Error) => void
  /** Milliseconds from one sweep of expired records to the next; 60,000 when left out. */
  readonly sweepMs?: number
}

/**
 * A store in one Redis (6.2 or later), which any number of processes share. A record is a string under its full key, read through
 * Keyv's adapter for Redis; whatever writes is a script, and so is done as a whole.
 */
export class RedisBackend implements Backend {
  readonly #connection: RedisConnection
  readonly #now: () => number
  readonly #sweeping: NodeJS.Timeout

  private constructor({ connection, now, report, sweepMs = 60_000 }: RedisOptions) {
    this.#connection = connection
    this.#now = now
    this.#sweeping = setInterval(() => this.sweep().catch(report), sweepMs).unref()
  }

  /** Takes the connection over, and reports in loud words what of this Redis may lose records. */
  static async open(options: RedisOptions): Promise<RedisBackend> {
    const { connection, report } = options
    for (const warning of await redisWarnings(connection)) report(new Error(warning))
    return new RedisBackend(options)
  }

  async get(key: string): Promise<string | undefined> {
    const value = await this.#connection.use(({ keyv }) => keyv.get<string>(key))
    return decodeRecord(value, this.#now())?.text
  }

  async read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    const values = await this.#connection.use(({ keyv }) => keyv.getMany<string>([...keys]))
    const now = this.#now()
    return values.map(value => decodeRecord(value, now))
  }

  async list(prefix: string, { after, limit, reverse }: Page): Promise<readonly ListedRecord[]> {
    const corner = cornerOf(prefix)
    const found: ListedRecord[] = []
    for (let begin = after; found.length < limit; ) {
      const part = await this.#listPart(corner, bounds(prefix, corner, begin, reverse), limit - found.length)
      found.push(...part.records)
      if (part.last === undefined) break
      begin = part.last
    }
    return found
  }

  /** Every record lies in one corner; those whose keys have no corner's address lie in one of their own. */
  async *walk(prefix: string): ReturnType<Backend['walk']> {
    yield* walk(this, prefix)
    if (cornerOf(prefix) !== '') return
    for (let begin = `[${prefix}`; ; ) {
      const corners = await this.#corners(begin, end(prefix))
      for (const corner of corners) if (corner !== '') yield* walk(this, corner)
      const last = corners.at(-1)
      if (last === undefined) return
      begin = `(${last}`
    }
  }

  async set(key: string, text: string, ttlMs?: number): Promise<void> {
    await this.commit([], [ttlMs === undefined ? { key, text } : { key, text, ttlMs }])
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

  /** Deletes the records that have expired, a slice at a time, and returns how many there were. */
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

  async #listPart(corner: string, { from, to, reverse }: Bounds, limit: number) {
    const parameters = [corner, String(this.#now()), from, to, reverse ? 'REV' : '', String(limit)]
    const [last = '', ...pairs] = texts(await this.#connection.run(listScript, [`index:${corner}`], parameters))
    const now = this.#now()
    const records: ListedRecord[] = []
    for (let index = 0; index < pairs.length; index += 2) {
      const record = decodeRecord(pairs[index + 1], now)
      if (!record) continue
      const { text, expiresAt } = record
      records.push({ key: corner + pairs[index], text, ...(expiresAt !== undefined && { expiresAt }) })
    }
    return { records, last: last === '' ? undefined : corner + last }
  }

  async #corners(from: string, to: string): Promise<readonly string[]> {
    return this.#connection.use(({ client }) =>
      client.zRange('corners', from, to, { BY: 'LEX', LIMIT: { offset: 0, count: cornersPage } })
    )
  }
}

interface Bounds {
  readonly from: string
  readonly to: string
  readonly reverse: boolean
}

/** The two ends of a list within a corner, as Redis takes them, the one where it begins first. */
function bounds(prefix: string, corner: string, after: string | undefined, reverse: boolean): Bounds {
  const name = prefix.slice(corner.length)
  const begin = after?.slice(corner.length)
  const [low, high] = [`[${name}`, end(name)]
  if (begin === undefined) return reverse ? { from: high, to: low, reverse } : { from: low, to: high, reverse }
  if (reverse) return { from: isBefore(begin, beyond(name)) ? `(${begin}` : high, to: low, reverse }
  return { from: isBefore(name, begin) ? `(${begin}` : low, to: high, reverse }
}

/** What lies just behind all that starts with the prefix. */
function end(prefix: string): string {
  const text = beyond(prefix)
  return text === undefined ? '+' : `(${text}`
}

/** Whether a text's bytes sort before another's, or are the same; nothing sorts behind all. */
function isBefore(text: string, other: string | undefined): boolean {
  return other === undefined || Buffer.compare(Buffer.from(text), Buffer.from(other)) <= 0
}

function texts(answer: unknown): readonly string[] {
  if (Array.isArray(answer) && answer.every(text => typeof text === 'string')) return answer
  throw new TypeError('Redis answered a list with something else.')
}
