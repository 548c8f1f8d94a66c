import { randomBytes } from 'node:crypto'
import type { Expected, ListedRecord, Page, StoredRecord, StoredWrite } from '@product-host/sdk/runtime'
import { StoreRefusal } from '../../base/problems.js'
import { type Backend, isBefore, prefixEnd, scan } from '../backend.js'
import type { Channel } from '../changes.js'
import type { PostgresConnection } from './connection.js'
import { type Step, type WriteOperation, WriteQueue } from './write-queue.js'

/** Expired records that one transaction of a sweep deletes. */
const sweepSlice = 500
/** Bytes of text after which one part of a list ends. */
const listPart = 2 * 1024 * 1024

/** How a store in PostgreSQL is opened. */
interface PostgresOptions {
  readonly connection: PostgresConnection
  /** The time in milliseconds by which records expire; the clocks of all hosts must agree. */
  readonly now: () => number
  /** Receives failures that no caller waits for. */
  readonly report: (error: Error) => void
  /** Milliseconds from one sweep of expired records to the next; 60,000 by default. */
  readonly sweepMs?: number
}

/** A row of the table of records, as far as it was asked for. */
interface Row {
  readonly key: string
  readonly text: string
  readonly version: string
  /** A bigint, which comes as text. */
  readonly expires: string | null
}

/**
 * A store in one schema of a PostgreSQL database, which any number of processes share. All reads of a turn of the event loop are one
 * statement, and all writes one transaction.
 */
export class PostgresBackend implements Backend {
  readonly system = 'postgresql'
  readonly #connection: PostgresConnection
  readonly #now: () => number
  readonly #statements: Statements
  readonly #writes: WriteQueue
  readonly #sweeping: NodeJS.Timeout
  readonly channel: Channel
  #reads: ReadBatch | undefined

  private constructor({ connection, now, report, sweepMs = 60_000 }: PostgresOptions) {
    this.#connection = connection
    this.#now = now
    this.#statements = statementsOf(connection.schema)
    this.#writes = new WriteQueue(batch => this.#write(batch))
    this.channel = {
      send: text => connection.notify(text),
      receive: receive => connection.listen(receive)
    }
    this.#sweeping = setInterval(() => this.sweep().catch(report), sweepMs).unref()
  }

  /**
   * Takes over the connection, and reports a warning for each setting of PostgreSQL that may lose records; closes the connection when
   * it rejects.
   */
  static async open(options: PostgresOptions): Promise<PostgresBackend> {
    const { connection, report } = options
    try {
      const settings = await connection.run<{ name: string; setting: string }>('read', settingsStatement, [])
      for (const { name, setting } of settings)
        if (setting === 'off') report(new Error(`PostgreSQL has "${name} = off": ${losses[name] ?? ''}`))
      return new PostgresBackend(options)
    } catch (error) {
      await connection.close()
      throw error
    }
  }

  async get(key: string): Promise<string | undefined> {
    const [record] = await this.read([key])
    return record?.text
  }

  async read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    if (keys.length === 0) return []
    for (const key of keys) requireText(key)
    const rows = await this.#readBatch(keys)
    const now = this.#now()
    return keys.map(key => {
      const row = rows.get(key)
      return row && isCurrent(row, now) ? { text: row.text, version: row.version } : undefined
    })
  }

  async list(prefix: string, { after, limit, reverse }: Page): Promise<readonly ListedRecord[]> {
    const found: ListedRecord[] = []
    for (let begin = after; found.length < limit; begin = found.at(-1)?.key) {
      const { statement, bounds } = listStatement(this.#connection.schema, prefix, begin, reverse)
      const values = [this.#now(), limit - found.length, listPart, ...bounds]
      const rows = await this.#connection.run<Row & { readonly size: string }>('read', statement, values, [prefix])
      found.push(...rows.map(listedRecord))
      if (Number(rows.at(-1)?.size ?? 0) < listPart) break
    }
    return found
  }

  scan(prefix: string): ReturnType<Backend['scan']> {
    return scan(this, prefix)
  }

  async set(key: string, text: string, ttlMs?: number): Promise<void> {
    await this.#submit([this.#step(ttlMs === undefined ? { key, text } : { key, text, ttlMs })])
  }

  async put(records: readonly ListedRecord[]): Promise<void> {
    await Promise.all(records.map(({ key, text, expiresAt }) => this.#submit([putStep(key, text, expiresAt)])))
  }

  delete(key: string): Promise<boolean> {
    return this.#submit([{ kind: 'delete', key }])
  }

  commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean> {
    const comparisons = expected.map(({ key, version }): Step => {
      return version === undefined ? { kind: 'expect', key } : { kind: 'expect', key, version }
    })
    return this.#submit([...comparisons, ...writes.map(write => this.#step(write))])
  }

  /** Deletes the records that have expired, a slice at a time, and returns their number; none while another host does. */
  async sweep(): Promise<number> {
    let swept = 0
    for (let slice = sweepSlice; slice === sweepSlice; swept += slice) {
      const rows = await this.#connection.run<{ swept: number }>('write', this.#statements.sweep, [
        this.#now(),
        sweepSlice
      ])
      slice = rows[0]?.swept ?? 0
    }
    return swept
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
    await Promise.allSettled([this.#writes.settled(), this.#reads?.rows])
    await this.#connection.close()
  }

  async #submit(operation: WriteOperation): Promise<boolean> {
    for (const { key, text = '' } of operation) requireText(key, text)
    return this.#writes.submit(operation)
  }

  #step({ key, text, ttlMs }: StoredWrite): Step {
    if (text === undefined) return { kind: 'drop', key }
    return putStep(key, text, ttlMs === undefined ? undefined : this.#now() + ttlMs)
  }

  async #write(batch: readonly WriteOperation[]): Promise<readonly boolean[]> {
    const steps = batch.flat()
    if (steps.every(({ kind }) => kind === 'put')) {
      await this.#put(steps)
      return batch.map(() => true)
    }
    const numbers = batch.flatMap((operation, index) => operation.map(() => index + 1))
    const keys = steps.map(({ key }) => key)
    const values = [this.#now(), batch.length, numbers, textArray(steps.map(({ kind }) => kind)), ...columns(steps)]
    const rows = await this.#connection.run<{ done: readonly boolean[] }>('write', this.#statements.write, values, keys)
    return rows[0]?.done ?? []
  }

  /** Writes records whatever is there, of each key the last one: one statement for all costs the server half of what one for each does. */
  async #put(steps: readonly Step[]): Promise<void> {
    const last = [...new Map(steps.map(step => [step.key, step])).values()]
    const keys = steps.map(({ key }) => key)
    await this.#connection.run('write', this.#statements.put, columns(last), keys)
  }

  /** The rows of the keys, read at the end of this turn together with what others ask for. */
  async #readBatch(keys: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    this.#reads ??= this.#beginBatch()
    for (const key of keys) this.#reads.keys.add(key)
    return this.#reads.rows
  }

  #beginBatch(): ReadBatch {
    const keys = new Set<string>()
    const read = async () => {
      this.#reads = undefined
      const named = [...keys]
      const rows = await this.#connection.run<Row>('read', this.#statements.read, [textArray(named)], named)
      return new Map(rows.map(row => [row.key, row]))
    }
    const rows = new Promise<ReadonlyMap<string, Row>>((resolve, reject) => {
      setImmediate(() => read().then(resolve, reject))
    })
    return { keys, rows }
  }
}

/** Reads of one turn: one statement, and therefore one snapshot for each of them. */
interface ReadBatch {
  readonly keys: Set<string>
  readonly rows: Promise<ReadonlyMap<string, Row>>
}

/** Versions never repeat in any process: each process has a random prefix and counts. */
const versionPrefix = randomBytes(9).toString('base64url')
let versions = 0

function putStep(key: string, text: string, expiresAt: number | undefined): Step {
  const step: Step = { kind: 'put', key, text, version: `${versionPrefix}.${(++versions).toString(36)}` }
  if (expiresAt === undefined) return step
  return { ...step, expires: Math.min(Math.ceil(expiresAt), Number.MAX_SAFE_INTEGER) }
}

type Statements = ReturnType<typeof statementsOf>

function statementsOf(schema: string) {
  return {
    read: `SELECT key, text, version, expires FROM "${schema}".record WHERE key = ANY ($1::text[])`,
    write: `SELECT "${schema}".write_1($1, $2, $3, $4, $5, $6, $7, $8) AS done`,
    put: putStatement(schema),
    sweep: `SELECT "${schema}".sweep_1($1, $2) AS swept`
  }
}

/** Takes the locks that `write_1` takes, before the first record is written. */
function putStatement(schema: string): string {
  return `INSERT INTO "${schema}".record (key, version, text, expires)
    SELECT step.key, step.version, step.text, step.expires
    FROM (
      SELECT pg_catalog.count(pg_catalog.pg_advisory_xact_lock('"${schema}".record'::regclass::oid::integer, stripe)) FROM (
        SELECT DISTINCT pg_catalog.hashtext(pg_catalog.split_part(name, '}:', 1)) & 255 AS stripe
        FROM pg_catalog.unnest($1::text[]) AS name ORDER BY stripe
      ) AS stripes
    ) AS locks,
    ROWS FROM (
      pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::text[]), pg_catalog.unnest($3::text[]), pg_catalog.unnest($4::bigint[])
    ) AS step(key, version, text, expires)
    ON CONFLICT (key) DO UPDATE SET text = excluded.text, version = excluded.version, expires = excluded.expires`
}

/** The columns of steps as values of a statement. */
function columns(steps: readonly Step[]): readonly unknown[] {
  return [
    textArray(steps.map(({ key }) => key)),
    textArray(steps.map(({ version }) => version ?? null)),
    textArray(steps.map(({ text }) => text ?? null)),
    steps.map(({ expires }) => expires ?? null)
  ]
}

/** The object identifier of PostgreSQL's type `text`. */
const textType = 25

/** Texts as PostgreSQL's binary form of a `text[]`: as text, which is what `pg` makes, each quotation mark of JSON would be escaped. */
function textArray(texts: readonly (string | null)[]): Buffer {
  const header = [1, texts.includes(null) ? 1 : 0, textType, texts.length, 1]
  const bytes = texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text ?? ''), header.length * 4)
  const array = Buffer.allocUnsafe(bytes)
  let end = 0
  for (const number of header) end = array.writeInt32BE(number, end)
  for (const text of texts) {
    const length = text === null ? -1 : array.write(text, end + 4)
    array.writeInt32BE(length, end)
    end += 4 + Math.max(length, 0)
  }
  return array
}

/** What a setting that is off may lose. */
const losses: Readonly<Record<string, string>> = {
  fsync: 'a loss of power may DAMAGE the store. Set it to on.',
  full_page_writes: 'a loss of power may DAMAGE the store. Set it to on.',
  synchronous_commit: 'a crash may LOSE about a second of acknowledged writes. Set it to on.'
}

const settingsStatement = `SELECT name, setting FROM pg_catalog.pg_settings
  WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')`

/**
 * The statement for one part of a list, with its bounds: the first record that is beyond a number of bytes ends the part. Values: the
 * time, the most records, the bytes, and the bounds.
 */
function listStatement(
  schema: string,
  prefix: string,
  after: string | undefined,
  isReverse: boolean
): { readonly statement: string; readonly bounds: readonly string[] } {
  const conditions: (readonly [operator: string, bound: string])[] = []
  const end = prefixEnd(prefix)
  const isWithin = after !== undefined && (isReverse ? isBefore(after, end) : isBefore(prefix, after))
  if (isReverse || !isWithin) conditions.push(['>=', prefix])
  if (isWithin) conditions.push([isReverse ? '<' : '>', after])
  if (end !== undefined && !(isReverse && isWithin)) conditions.push(['<', end])
  for (const [, bound] of conditions) requireText(bound)
  const order = isReverse ? 'DESC' : 'ASC'
  const where = conditions.map(([operator], index) => `AND key ${operator} $${index + 4}`)
  return {
    statement: `SELECT key, text, expires, size FROM (
        SELECT key, text, expires, sum(octet_length(text)) OVER (ORDER BY key ${order} ROWS UNBOUNDED PRECEDING) AS size
        FROM "${schema}".record WHERE (expires IS NULL OR expires > $1) ${where.join(' ')}
        ORDER BY key ${order} LIMIT $2
      ) AS part WHERE size - octet_length(text) < $3 ORDER BY key ${order}`,
    bounds: conditions.map(([, bound]) => bound)
  }
}

function isCurrent({ expires }: Row, now: number): boolean {
  return expires === null || Number(expires) > now
}

/** The record of a row. */
export function listedRecord({ key, text, expires }: Pick<Row, 'key' | 'text' | 'expires'>): ListedRecord {
  return expires === null ? { key, text } : { key, text, expiresAt: Number(expires) }
}

/** Texts of PostgreSQL hold every character but NUL, which JSON text and keys of storages never have. */
function requireText(...texts: readonly string[]): void {
  if (texts.some(text => text.includes('\0'))) throw new StoreRefusal('PostgreSQL takes no text with a NUL character.')
}
