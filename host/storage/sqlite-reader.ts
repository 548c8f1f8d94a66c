import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ListedRecord, Page, StoredRecord } from '@product-host/sdk/runtime'
import { beyond } from './beyond.js'
import { SqliteConnection } from './sqlite-connection.js'
import type { StoreFile } from './sqlite-file.js'

/** How long a read waits for a lock, in milliseconds; only the recovery after a crash ever locks readers out. */
const busyMs = 100
/** Sorts behind every text. */
const behindAll = new Uint8Array(1)

/** The direct reads of the calling thread, on a connection of their own. Each is one statement, and so of one moment. */
export class SqliteReader {
  readonly #connection: SqliteConnection<ReturnType<typeof prepareReading>>

  constructor(file: StoreFile) {
    this.#connection = new SqliteConnection(file, { readOnly: true, timeout: busyMs }, prepareReading)
  }

  get(key: string, now: number): string | undefined {
    const row = this.#connection.use(({ get }) => get.get(key, now))
    return row && String(row.text)
  }

  read(keys: readonly string[], now: number): readonly (StoredRecord | undefined)[] {
    const rows = this.#connection.use(({ read }) => read.all(JSON.stringify(keys), now))
    const found = new Map(rows.map(row => [row.key, { text: String(row.text), version: String(row.version) }]))
    return keys.map(key => found.get(key))
  }

  list(prefix: string, { after, limit, reverse }: Page, now: number): readonly ListedRecord[] {
    const from = reverse || after === undefined ? '' : `${after}\0`
    const to = reverse && after !== undefined ? after : behindAll
    const bounds = [prefix, from, beyond(prefix) ?? behindAll, to] as const
    const rows = this.#connection.use(({ up, down }) => (reverse ? down : up).all(...bounds, now, limit))
    return rows.map(listed)
  }

  close(): void {
    this.#connection.close()
  }
}

/** A row with key, text and expires. */
export function listed({ key, text, expires }: Record<string, SQLOutputValue>): ListedRecord {
  const record = { key: String(key), text: String(text) }
  return expires === null ? record : { ...record, expiresAt: Number(expires) }
}

function prepareReading(database: DatabaseSync) {
  const walk = `SELECT key, text, expires FROM record
    WHERE key >= max(?, ?) AND key < min(?, ?) AND (expires IS NULL OR expires > ?)
    ORDER BY key`
  return {
    get: database.prepare('SELECT text FROM record WHERE key = ? AND (expires IS NULL OR expires > ?)'),
    read: database.prepare(`SELECT record.key, text, version FROM json_each(?) AS wanted
      CROSS JOIN record ON record.key = wanted.value WHERE expires IS NULL OR expires > ?`),
    up: database.prepare(`${walk} LIMIT ?`),
    down: database.prepare(`${walk} DESC LIMIT ?`)
  }
}
