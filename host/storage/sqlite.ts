import type { Expected, ListedRecord, Page, StoredRecord, StoredWrite } from '@product-host/sdk/runtime'
import type { Backend } from './backend.js'
import { StoreUnavailable } from './errors.js'
import type { Change } from './sqlite-batch.js'
import { prepareFile, type StoreFile } from './sqlite-file.js'
import { SqliteReader } from './sqlite-reader.js'
import { walk } from './walk.js'
import { WriterThread } from './writer-thread.js'

/** How many expired records one transaction of a sweep deletes. */
const sweepSlice = 500

/** What a store in a file is opened with. */
export interface SqliteOptions {
  /** The file; it and its folder are made where they are missing. It must lie on a local disk. */
  readonly path: string
  /** The time in milliseconds that expiry is judged by. */
  readonly now: () => number
  /** Is told of failures that no caller waits for: of a sweep, or of the writer thread. */
  readonly report: (error: Error) => void
  /** How long a write waits for another process's transaction, in milliseconds; 5,000 when left out. */
  readonly busyMs?: number
  /** Milliseconds from one sweep of expired records to the next; 60,000 when left out. */
  readonly sweepMs?: number
}

/** A store in an SQLite file: reads are direct, writes go through a thread of their own and are acknowledged once on disk. */
export class SqliteBackend implements Backend {
  readonly #reader: SqliteReader
  readonly #writer: WriterThread
  readonly #now: () => number
  readonly #sweeping: NodeJS.Timeout
  #closing: Promise<void> | undefined

  private constructor(file: StoreFile, { now, report, busyMs = 5_000, sweepMs = 60_000 }: SqliteOptions) {
    this.#now = now
    this.#reader = new SqliteReader(file)
    this.#writer = new WriterThread({ file, busyMs, now, report })
    this.#sweeping = setInterval(() => this.sweep().catch(report), sweepMs).unref()
  }

  /** Rejects with `StoreUnavailable`, which names the file and what to do, when it cannot be read and written. */
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
    return this.#open().get(key, this.#now())
  }

  async read(keys: readonly string[]): Promise<readonly (StoredRecord | undefined)[]> {
    return this.#open().read(keys, this.#now())
  }

  async list(prefix: string, page: Page): Promise<readonly ListedRecord[]> {
    return this.#open().list(prefix, page, this.#now())
  }

  walk(prefix: string): ReturnType<Backend['walk']> {
    return walk(this, prefix)
  }

  async set(key: string, text: string, ttlMs?: number): Promise<void> {
    await this.commit([], [ttlMs === undefined ? { key, text } : { key, text, ttlMs }])
  }

  async delete(key: string): Promise<boolean> {
    return (await this.#writer.submit({ kind: 'delete', key })) === true
  }

  async commit(expected: readonly Expected[], writes: readonly StoredWrite[]): Promise<boolean> {
    const changes = writes.map(write => toChange(write, this.#now()))
    return (await this.#writer.submit({ kind: 'commit', expected, changes })) === true
  }

  /** Deletes the records that have expired, a slice at a time, and returns how many there were. */
  async sweep(): Promise<number> {
    let swept = 0
    for (let slice = sweepSlice; slice === sweepSlice; swept += slice)
      slice = Number(await this.#writer.submit({ kind: 'sweep', limit: sweepSlice }))
    return swept
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    clearInterval(this.#sweeping)
    this.#reader.close()
    await this.#writer.close()
  }

  #open(): SqliteReader {
    if (this.#closing) throw new StoreUnavailable('The store is closed.')
    return this.#reader
  }
}

function toChange({ key, text, ttlMs }: StoredWrite, now: number): Change {
  if (text === undefined) return { key }
  return ttlMs === undefined ? { key, text } : { key, text, expires: now + ttlMs }
}
