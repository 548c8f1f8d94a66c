import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** What a back-up says of itself: SQLite's own check does not notice a text that was changed. */
interface Stamp {
  /** The moment that it shows, in milliseconds since 1970. */
  readonly madeAt: number
}

/**
 * Writes into a back-up which moment it shows, and a checksum of its records. From then on the file needs no other beside it, and
 * can be read from a medium that takes no writes.
 */
export function stampBackUp(file: string, madeAt: number): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = DELETE; DROP TABLE IF EXISTS backup')
    const digest = digestOf(database)
    database.exec('CREATE TABLE backup (made_at INTEGER NOT NULL, sha256 TEXT NOT NULL)')
    database.prepare('INSERT INTO backup VALUES (?, ?)').run(madeAt, digest)
  } finally {
    database.close()
  }
}

/** The stamp of a back-up; undefined for one of an earlier version. Throws when the records are not those that were stamped. */
export function checkedStamp(database: DatabaseSync, file: string): Stamp | undefined {
  const { count } = database.prepare("SELECT count(*) AS count FROM sqlite_schema WHERE name = 'backup'").get() ?? {}
  if (count === 0) return undefined
  const stamp = database.prepare('SELECT made_at, sha256 FROM backup').get()
  if (stamp?.sha256 !== digestOf(database))
    throw new Error(`The file ${file} is damaged: its records do not have its checksum. Use another back-up.`)
  return { madeAt: Number(stamp.made_at) }
}

function digestOf(database: DatabaseSync): string {
  const hash = createHash('sha256')
  for (const { key, text, expires } of database.prepare('SELECT key, text, expires FROM record ORDER BY key').iterate())
    hash.update(`${JSON.stringify([key, text, expires])}\n`)
  return hash.digest('hex')
}
