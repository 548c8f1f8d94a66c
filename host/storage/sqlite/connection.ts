import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { StoreUnavailable } from '../../base/problems.js'
import { sqliteError } from './errors.js'

/** The file of a store, identified by its inode. */
export interface StoreFile {
  readonly path: string
  readonly inode: bigint
}

/**
 * A connection that opens when it is first used. After any error it is closed, which rolls back an open transaction, and the next
 * use opens it again: service resumes when the cause of the error is gone.
 */
export class SqliteConnection<Statements> {
  #open: { readonly database: DatabaseSync; readonly statements: Statements } | undefined

  constructor(
    private readonly file: StoreFile,
    private readonly options: DatabaseSyncOptions,
    private readonly prepare: (database: DatabaseSync) => Statements
  ) {}

  /** Calls `work` with the prepared statements. Throws `StoreUnavailable` for a failure that the machine caused. */
  use<Result>(work: (statements: Statements) => Result): Result {
    try {
      this.#open ??= this.#connect()
      return work(this.#open.statements)
    } catch (error) {
      this.close()
      throw sqliteError(error, this.file.path)
    }
  }

  /** What was prepared when the connection opened; undefined while it is closed. */
  get statements(): Statements | undefined {
    return this.#open?.statements
  }

  close(): void {
    this.#open?.database.close()
    this.#open = undefined
  }

  #connect(): { database: DatabaseSync; statements: Statements } {
    requireSameFile(this.file)
    const database = new DatabaseSync(this.file.path, this.options)
    try {
      return { database, statements: this.prepare(database) }
    } catch (error) {
      database.close()
      throw error
    }
  }
}

/** Finds the file, or creates it and its folder, readable by this user alone. */
export function prepareFile(path: string): StoreFile {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    createIfMissing(path)
    return { path, inode: statSync(path, { bigint: true }).ino }
  } catch (error) {
    throw sqliteError(error, path)
  }
}

/** Throws when the path no longer leads to the store's file: what is written to the old file would be lost. */
export function requireSameFile({ path, inode }: StoreFile): void {
  if (statSync(path, { bigint: true, throwIfNoEntry: false })?.ino !== inode)
    throw new StoreUnavailable(`The store's file ${path} was moved or replaced while in use: restart the host.`, 10)
}

/** Never opens an existing file: closing it again would drop the locks that SQLite holds on it in this process. */
function createIfMissing(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
