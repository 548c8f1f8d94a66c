import { closeSync, openSync, readSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { Expected, ListedRecord, Page, StoredRecord, StoredWrite } from '@product-host/sdk/runtime'
import { StoreUnavailable } from '../../base/problems.js'
import { type Backend, prefixEnd, type StoreSpace, scan } from '../backend.js'
import { prepareFile, SqliteConnection, type StoreFile } from './connection.js'
import { WriterClient } from './writer-client.js'

/** Expired records that one transaction of a sweep deletes. */
const sweepSlice = 500
/** How long a read waits for a lock, in milliseconds; only recovery after a crash ever locks readers out. */
const readBusyMs = 100
/** Sorts after every text: a blob. */
export const afterAllText = new Uint8Array(1)

/** How a store in a file is opened. */
export interface SqliteOptions {
  /** The file; it and its folder are created if missing. It must be on a local disk. */
  readonly path: string
  /** The time in milliseconds by which records expire. */
  readonly now: () => number
  /** Receives failures that no caller waits for: those of a sweep or of the writer thread. */
  readonly report: (error: Error) => void
  /** How long a write waits for another process's transaction, in milliseconds; 5,000 by default. */
  readonly busyMs?: number
  /** Milliseconds from one sweep of expired records to the next; 60,000 by default. */
  readonly sweepMs?: number
  /** The space of the disk; what the file system says by default. */
  readonly disk?: () => DiskSpace
}

/** A store in an SQLite file: reads are synchronous; writes go through a writer thread and are acknowledged once on disk. */
export class SqliteBackend implements Backend {
  readonly system = 'sqlite'
  readonly #reads: SqliteConnection<ReadStatements>
  readonly #writer: WriterClient
  readonly #now: () => number
  readonly #sweeping: NodeJS.Timeout
  readonly #report: (error: Error) => void
  readonly #path: string
  readonly #disk: () => DiskSpace
  readonly #watermark: DiskWatermark
  /** The sweep that a read has begun. */
  #sweepNow: Promise<unknown> | undefined
  #closing: Promise<void> | undefined
  /** The error while the store's files are no longer those that were opened. */
  #changed: Error | undefined

  private constructor(file: StoreFile, { now, report, busyMs = 5_000, sweepMs = 60_000, disk }: SqliteOptions) {
    this.#now = now
    this.#report = report
    this.#reads = new SqliteConnection(file, { readOnly: true, timeout: readBusyMs }, prepareReads)
    const filesChanged = (error: Error | undefined) => {
      this.#changed = error
      if (error) this.#reportOpen(error)
    }
    this.#writer = new WriterClient({ file, busyMs, now, report, filesChanged })
    this.#path = file.path
    this.#disk = disk ?? (() => diskOf(file.path))
    this.#watermark = new DiskWatermark(file.path, report)
    this.#sweeping = setInterval(() => this.#maintain().catch(error => this.#reportOpen(error)), sweepMs).unref()
  }

  /** Rejects with `StoreUnavailable`, which names the file and what to do, when the file cannot be read and written. */
  static async open(options: SqliteOptions): Promise<SqliteBackend> {
    const backend = new SqliteBackend(prepareFile(options.path), options)
    try {
      await backend.commit([], [])
      await backend.read([])
      return backend
    } catch (error) {
      await backend.close()
      throw error
    }
  }

  async get(key: string): Promise<string | undefined> {
    const row = this.#read(({ get }) => get.get(key))
    return row && this.#isCurrent(row) ? String(row.text) : undefined
  }

  async read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    const rows = this.#read(({ read }) => read.all(JSON.stringify(keys))).filter(row => this.#isCurrent(row))
    const found = new Map(rows.map(row => [row.key, { text: String(row.text), version: String(row.version) }]))
    return keys.map(key => found.get(key))
  }

  async list(prefix: string, { after, limit, reverse }: Page): Promise<readonly ListedRecord[]> {
    const from = reverse || after === undefined ? '' : `${after}\0`
    const to = reverse && after !== undefined ? after : afterAllText
    const bounds = [prefix, from, prefixEnd(prefix) ?? afterAllText, to] as const
    const rows = this.#read(({ up, down }) => (reverse ? down : up).all(...bounds, this.#now(), limit))
    return rows.map(toListedRecord)
  }

  scan(prefix: string): ReturnType<Backend['scan']> {
    return scan(this, prefix)
  }

  async set(key: string, text: string, ttlMs?: number): Promise<void> {
    await this.#writer.set(key, text, ttlMs)
  }

  async put(records: readonly ListedRecord[]): Promise<void> {
    await Promise.all(records.map(record => this.#writer.put(record)))
  }

  async delete(key: string): Promise<boolean> {
    return (await this.#writer.delete(key)) === true
  }

  async commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean> {
    return (await this.#writer.commit(expected, writes)) === true
  }

  /** Deletes the records that had expired at a time, a slice at a time, and returns their number. */
  async sweep(expiredAt = this.#now()): Promise<number> {
    let swept = 0
    for (let slice = sweepSlice; slice === sweepSlice; swept += slice)
      slice = Number(await this.#writer.sweep(sweepSlice, expiredAt))
    return swept
  }

  /** Deletes what has expired, gives space back, and reports a disk that is nearly full. */
  async #maintain(): Promise<void> {
    this.#watermark.check(this.#disk())
    await this.sweep()
    await this.#writer.vacuum()
  }

  /** A store that is being closed refuses what its own sweeps still ask for. */
  #reportOpen(error: Error): void {
    if (!this.#closing) this.#report(error)
  }

  space(): StoreSpace {
    const row = this.#read(({ pages }) => pages.get())
    const pageSize = Number(row?.size)
    const log = `${this.#path}-wal`
    const { size } = statSync(log, { throwIfNoEntry: false }) ?? { size: 0 }
    const checkpoints = size === 0 ? 0 : checkpointsOf(log)
    return {
      file: Number(row?.pages) * pageSize,
      free: Number(row?.free) * pageSize,
      log: size,
      checkpoints,
      ...this.#disk()
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    clearInterval(this.#sweeping)
    this.#reads.close()
    await this.#writer.close()
  }

  /** Whether a record has not expired. One that is found expired is deleted soon: it stays gone when the clock is set back. */
  #isCurrent({ expires }: Record<string, SQLOutputValue>): boolean {
    const now = this.#now()
    if (expires === null || expires === undefined || Number(expires) > now) return true
    this.#sweepNow ??= this.sweep(now)
      .catch(error => this.#reportOpen(error))
      .finally(() => {
        this.#sweepNow = undefined
      })
    return false
  }

  /** One statement, and therefore a snapshot. */
  #read<Result>(work: (statements: ReadStatements) => Result): Result {
    if (this.#closing) throw new StoreUnavailable('The store is closed.')
    if (this.#changed) throw this.#changed
    return this.#reads.use(work)
  }
}

/** The record of a row with key, text and expires. */
export function toListedRecord({ key, text, expires }: Record<string, SQLOutputValue>): ListedRecord {
  const record = { key: String(key), text: String(text) }
  return expires === null ? record : { ...record, expiresAt: Number(expires) }
}

type ReadStatements = ReturnType<typeof prepareReads>

function prepareReads(database: DatabaseSync) {
  const list = `SELECT key, text, expires FROM record
    WHERE key >= max(?, ?) AND key < min(?, ?) AND (expires IS NULL OR expires > ?)
    ORDER BY key`
  return {
    get: database.prepare('SELECT text, expires FROM record WHERE key = ?'),
    read: database.prepare(`SELECT record.key, text, version, expires FROM json_each(?) AS wanted
      CROSS JOIN record ON record.key = wanted.value`),
    up: database.prepare(`${list} LIMIT ?`),
    pages: database.prepare(
      'SELECT page_count AS pages, freelist_count AS free, page_size AS size FROM pragma_page_count, pragma_freelist_count, pragma_page_size'
    ),
    down: database.prepare(`${list} DESC LIMIT ?`)
  }
}

/** The checkpoint sequence number in the header of a write-ahead log (sqlite.org/fileformat2.html#walformat). */
function checkpointsOf(log: string): number {
  const header = Buffer.alloc(16)
  const file = openSync(log, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header.readUInt32BE(12)
}

/** The space of a disk, in bytes. */
interface DiskSpace {
  /** What this user may still write. */
  readonly diskFree: number
  readonly diskSize: number
}

const mib = 1024 * 1024

/** What must be left on the disk: the bytes or the share of the disk, whichever is less. */
const watermarks = [
  { level: 'almost full', bytes: 256 * mib, share: 0.03 },
  { level: 'filling up', bytes: 1024 * mib, share: 0.1 }
] as const

/** Reports a disk on which little is left, once for each level until more is free again. */
class DiskWatermark {
  #level: string | undefined

  constructor(
    private readonly path: string,
    private readonly report: (error: Error) => void
  ) {}

  check({ diskFree, diskSize }: DiskSpace): void {
    const level = watermarks.find(({ bytes, share }) => diskFree < Math.min(bytes, diskSize * share))?.level
    if (level !== undefined && level !== this.#level)
      this.report(
        new Error(
          `The disk of the store ${this.path} is ${level}: ${Math.round(diskFree / mib)} MiB are left. When it is full, the host refuses every write.`
        )
      )
    this.#level = level
  }
}

/** The space of the disk that a file is on. */
function diskOf(path: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(dirname(path))
  return { diskFree: bavail * bsize, diskSize: blocks * bsize }
}
