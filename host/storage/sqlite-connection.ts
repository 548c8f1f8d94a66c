import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { storeFault } from './sqlite-faults.js'
import { checkInPlace, type StoreFile } from './sqlite-file.js'

/**
 * A connection that opens when it is first used. After any error it is closed, which undoes a transaction that was left
 * open, and the next use opens it anew: so service resumes when the cause of the error is gone.
 */
export class SqliteConnection<Statements> {
  #open: { readonly database: DatabaseSync; readonly statements: Statements } | undefined

  constructor(
    private readonly file: StoreFile,
    private readonly options: DatabaseSyncOptions,
    private readonly prepare: (database: DatabaseSync) => Statements
  ) {}

  /** Works with the statements. Throws `StoreUnavailable` where the machine is to blame for a failure. */
  use<Result>(work: (statements: Statements) => Result): Result {
    try {
      this.#open ??= this.#connect()
      return work(this.#open.statements)
    } catch (error) {
      this.close()
      throw storeFault(error, this.file.path)
    }
  }

  close(): void {
    this.#open?.database.close()
    this.#open = undefined
  }

  #connect(): { database: DatabaseSync; statements: Statements } {
    checkInPlace(this.file)
    const database = new DatabaseSync(this.file.path, this.options)
    try {
      return { database, statements: this.prepare(database) }
    } catch (error) {
      database.close()
      throw error
    }
  }
}
