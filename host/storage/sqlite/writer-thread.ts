import { randomBytes } from 'node:crypto'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { type SerializedError, serializeError } from '../errors.js'
import { SqliteConnection, type StoreFile } from './connection.js'
import { sqliteError } from './errors.js'
import { LogDeleted, OpenFiles } from './open-files.js'

/**
 * A batch of operations that become one transaction, as one flat array because that is several times cheaper to send than objects:
 * the time by which records expire, then one after another
 * - `'set', key, text, expires` · `'delete', key` · `'sweep', expiredAt, limit` · `'vacuum'`
 * - `'commit', expected, writes`, as numbers of what follows: `key, version` for each expected record, whose version is null if
 *   there must be none; `key, text, expires` for each write, whose text is null if it deletes.
 *
 * `expires` is a time in milliseconds, or null. Each operation is done completely or not at all.
 */
export type WriteMessage = (string | number | null)[]

/**
 * Of a set, true; of a commit, whether it was made; of a delete, whether there was a record; of a sweep, how many it
 * deleted; of a vacuum, how many pages are free now.
 */
export type WriteResult = boolean | number

/** The settings that the thread is started with. */
export interface WriterSettings {
  readonly file: StoreFile
  /** How long to wait for another process's transaction, in milliseconds. */
  readonly busyMs: number
}

/** The reply to a batch: the results of its operations in their order, or the error for which nothing was written. */
export type WriteReply = { readonly results: readonly WriteResult[] } | { readonly error: SerializedError }

/** Says that the files of the store are no longer those that were opened, or, with null, that they are again. */
export interface FilesNotice {
  readonly changed: SerializedError | null
}

/** Pages that one vacuum gives back at most: it moves as many, while other writes wait. */
const vacuumPages = 2_000
/** Free pages that stay in the file for the next writes. */
const keptPages = 256

/** How often the files are checked while nothing is written, in milliseconds. */
const checkEveryMs = 250

const { file, busyMs }: WriterSettings = workerData
const connection = new SqliteConnection(file, { timeout: busyMs }, database => ({
  ...prepareWrites(database),
  files: new OpenFiles(file, () => requiredLogSize(database))
}))
/** What was last said of the files. */
let lastNotice: SerializedError | null = null

parentPort?.on('message', (message: WriteMessage | 'close') => {
  if (message === 'close') {
    clearInterval(checking)
    connection.close()
    parentPort?.close()
  } else parentPort?.postMessage(reply(message))
})

const checking = setInterval(checkFiles, checkEveryMs).unref()

function reply(message: WriteMessage): WriteReply {
  const changed = checkFiles()
  if (changed) return { error: changed }
  try {
    return { results: connection.use(statements => writeBatch(statements, message)) }
  } catch (error) {
    return { error: serializeError(error) }
  }
}

/**
 * The error when the files are no longer those that were opened. The connection stays open then: only its files still hold what
 * was acknowledged, and opening it again would create new ones.
 */
function checkFiles(): SerializedError | null {
  const changed = changeOfFiles()
  if (changed?.message !== lastNotice?.message) parentPort?.postMessage({ changed } satisfies FilesNotice)
  lastNotice = changed
  return changed
}

function changeOfFiles(): SerializedError | null {
  try {
    connection.statements?.files.requireSame()
    return null
  } catch (error) {
    if (error instanceof LogDeleted && !lastNotice) rescueLog()
    return serializeError(error)
  }
}

/** Writes the deleted log into the store while this process can still read it, so that nothing acknowledged is lost. */
function rescueLog(): void {
  try {
    connection.statements?.checkpoint.get()
  } catch (error) {
    parentPort?.postMessage({ changed: serializeError(sqliteError(error, file.path)) } satisfies FilesNotice)
  }
}

/** Creates the table if it is missing, and prepares the statements. `takeLock` waits for locks in place of SQLite. */
function prepareWrites(database: DatabaseSync) {
  // It takes effect in a file that is still empty; a restored back-up has it too.
  database.exec(`PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = 67108864;
    CREATE TABLE IF NOT EXISTS record (
      key TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, version TEXT NOT NULL, expires REAL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS record_by_expiry ON record (expires) WHERE expires IS NOT NULL;
    PRAGMA busy_timeout = 0;`)
  const version = database.prepare('SELECT version FROM record WHERE key = ? AND (expires IS NULL OR expires > ?)')
  // An array is cheaper than an object, and every update reads versions.
  version.setReturnArrays(true)
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    checkpoint: database.prepare('PRAGMA wal_checkpoint(FULL)'),
    version,
    put: database.prepare(`INSERT INTO record (key, text, version, expires) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET text = excluded.text, version = excluded.version, expires = excluded.expires`),
    delete: database.prepare('DELETE FROM record WHERE key = ? RETURNING expires'),
    vacuum: database.prepare(`PRAGMA incremental_vacuum(${vacuumPages})`),
    freePages: database.prepare('PRAGMA freelist_count'),
    sweep: database.prepare(
      'DELETE FROM record WHERE rowid IN (SELECT rowid FROM record WHERE expires <= ? ORDER BY expires LIMIT ?)'
    )
  }
}

/** What SQLite's log has to hold: a header of 32 bytes, and pages with a header of 24 bytes each (sqlite.org/fileformat2.html). */
function requiredLogSize(database: DatabaseSync): number {
  const { page_size: pageSize } = database.prepare('PRAGMA page_size').get() ?? {}
  const { log } = database.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() ?? {}
  return Number(log) > 0 ? 32 + Number(log) * (Number(pageSize) + 24) : 0
}

type WriteStatements = ReturnType<typeof prepareWrites>
type OpenStatements = WriteStatements & { readonly files: OpenFiles }

/** Writes a batch as one transaction; when this returns, all of it is on disk. When it throws, the transaction may still be open. */
function writeBatch(statements: OpenStatements, message: WriteMessage): readonly WriteResult[] {
  const values = new MessageReader(message)
  takeLock(statements.begin)
  const now = values.number()
  const results: WriteResult[] = []
  while (!values.isAtEnd) results.push(write(statements, values, now))
  statements.commit.run()
  statements.files.recordSize()
  return results
}

/** SQLite's result code for a lock that another connection holds. */
const busy = 5
/** Nothing ever notifies this; waiting for it is a sleep. */
const never = new Int32Array(new SharedArrayBuffer(4))

/**
 * Begins a transaction, waiting at most `busyMs` for the transaction of another process. It tries again every millisecond or two,
 * because SQLite's own busy handler waits longer each time, so that a busy process starves the others.
 */
function takeLock(begin: StatementSync): void {
  const deadline = performance.now() + busyMs
  while (!hasBegun(begin, deadline)) Atomics.wait(never, 0, 0, 0.5 + Math.random())
}

function hasBegun(begin: StatementSync, deadline: number): boolean {
  try {
    begin.run()
    return true
  } catch (error) {
    if (isBusy(error) && performance.now() < deadline) return false
    throw error
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === busy
  )
}

function write(statements: WriteStatements, values: MessageReader, now: number): WriteResult {
  const operation = values.text()
  switch (operation) {
    case 'set':
      put(statements, values.text(), values.text(), values.optionalNumber())
      return true
    case 'delete': {
      const row = statements.delete.get(values.text())
      return row !== undefined && (row.expires === null || Number(row.expires) > now)
    }
    case 'commit':
      return commit(statements, values, now)
    case 'sweep':
      return Number(statements.sweep.run(values.number(), values.number()).changes)
    case 'vacuum':
      return vacuum(statements)
    default:
      throw new TypeError(`The store's writer does not know the operation "${operation}".`)
  }
}

/** Gives free pages back to the file system, except for those that the next writes will take again. */
function vacuum(statements: WriteStatements): number {
  const free = () => Number(statements.freePages.get()?.freelist_count)
  if (free() > keptPages) statements.vacuum.all()
  return free()
}

function commit(statements: WriteStatements, values: MessageReader, now: number): boolean {
  const [expected, writes] = [values.number(), values.number()]
  let isCurrent = true
  for (let index = 0; index < expected; index++) {
    const key = values.text()
    const version = values.optionalText()
    isCurrent &&= (statements.version.get(key, now)?.[0] ?? null) === version
  }
  for (let index = 0; index < writes; index++) {
    const key = values.text()
    const text = values.optionalText()
    const expires = values.optionalNumber()
    if (!isCurrent) continue
    if (text === null) statements.delete.get(key)
    else put(statements, key, text, expires)
  }
  return isCurrent
}

/** Versions never repeat in any process or thread: each thread has a random prefix and counts. */
const versionPrefix = randomBytes(9).toString('base64url')
let versions = 0

function put(statements: WriteStatements, key: string, text: string, expires: number | null): void {
  statements.put.run(key, text, `${versionPrefix}.${(++versions).toString(36)}`, expires)
}

/** Reads the values of a message one after another. */
class MessageReader {
  #index = 0

  constructor(private readonly message: WriteMessage) {}

  get isAtEnd(): boolean {
    return this.#index === this.message.length
  }

  text(): string {
    const value = this.message[this.#index++]
    if (typeof value === 'string') return value
    throw unexpected(value)
  }

  number(): number {
    const value = this.message[this.#index++]
    if (typeof value === 'number') return value
    throw unexpected(value)
  }

  optionalText(): string | null {
    const value = this.message[this.#index++]
    if (value === null || typeof value === 'string') return value
    throw unexpected(value)
  }

  optionalNumber(): number | null {
    const value = this.message[this.#index++]
    if (value === null || typeof value === 'number') return value
    throw unexpected(value)
  }
}

function unexpected(value: unknown): TypeError {
  return new TypeError(`The store's writer received an unexpected ${typeof value}.`)
}
