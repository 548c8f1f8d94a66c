import { statSync } from 'node:fs'
import { StoreUnavailable } from '../../base/problems.js'
import { requireSameFile, type StoreFile } from './connection.js'

/**
 * The three files of a store that is open in WAL mode. SQLite keeps writing to a log that was deleted or replaced: all of that is
 * lost with the process, so the store accepts nothing more once one of the three is no longer the file that was opened.
 */
export class OpenFiles {
  readonly #log: string
  readonly #index: string
  readonly #logInode: bigint | undefined
  readonly #indexInode: bigint | undefined
  #logSize = 0n

  /** The files as they are now; the database is open. */
  constructor(
    private readonly file: StoreFile,
    /** What the log has to hold in bytes by SQLite's own index of it. Throws when the log cannot be read. */
    private readonly requiredLogSize: () => number
  ) {
    this.#log = `${file.path}-wal`
    this.#index = `${file.path}-shm`
    this.#logInode = inspect(this.#log)?.ino
    this.#indexInode = inspect(this.#index)?.ino
    this.recordSize()
  }

  /** Records the size of the log after a write. */
  recordSize(): void {
    this.#logSize = inspect(this.#log)?.size ?? 0n
  }

  /** Throws `LogDeleted`, or `StoreUnavailable`, when a file was deleted, replaced or shortened by somebody else. */
  requireSame(): void {
    requireSameFile(this.file)
    const log = inspect(this.#log)
    if (!log) throw new LogDeleted(this.#log)
    if (log.ino !== this.#logInode) throw changed(this.#log, 'was replaced')
    if (log.size < this.#logSize && !this.#isComplete()) throw changed(this.#log, 'was truncated')
    const index = inspect(this.#index)
    if (index?.ino !== this.#indexInode) throw changed(this.#index, index ? 'was replaced' : 'was deleted')
  }

  /** SQLite itself shortens the log once everything in it is in the store; somebody else cuts off what is not. */
  #isComplete(): boolean {
    try {
      return this.requiredLogSize() <= (inspect(this.#log)?.size ?? 0n)
    } catch {
      return false
    }
  }
}

/** The log was deleted, and no other file took its place: its contents can still be written into the store. */
export class LogDeleted extends StoreUnavailable {
  constructor(path: string) {
    super(`The store's file ${path} was deleted while in use: restart the host.`, 10)
  }
}

function changed(path: string, how: string): StoreUnavailable {
  return new StoreUnavailable(
    `The store's file ${path} ${how} while in use: restart the host, and compare the store with the last back-up.`,
    10
  )
}

function inspect(path: string) {
  return statSync(path, { bigint: true, throwIfNoEntry: false })
}
