import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Expected } from '@product-host/sdk/runtime'
import { takeLock } from './sqlite-lock.js'

/** One change of one record: without text it is deleted; it expires at an instant in milliseconds, if at all. */
export interface Change {
  readonly key: string
  readonly text?: string
  readonly expires?: number
}

/** One piece of writing, which is done as a whole or not at all. */
export type Operation =
  | { readonly kind: 'commit'; readonly expected: readonly Expected[]; readonly changes: readonly Change[] }
  | { readonly kind: 'delete'; readonly key: string }
  | { readonly kind: 'sweep'; readonly limit: number }

/** Operations that become one transaction, judged at one time. */
export interface Batch {
  readonly now: number
  readonly operations: readonly Operation[]
}

/** Of a commit, whether it was made; of a delete, whether there was a record; of a sweep, how many records it deleted. */
export type OperationResult = boolean | number

/** The statements of the writing connection, with the table made where it is missing. For a lock, `takeLock` waits. */
export function prepareWriting(database: DatabaseSync) {
  database.exec(`PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = 67108864;
    CREATE TABLE IF NOT EXISTS record (
      key TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL, version TEXT NOT NULL, expires REAL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS record_by_expiry ON record (expires) WHERE expires IS NOT NULL;
    PRAGMA busy_timeout = 0;`)
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    version: database.prepare('SELECT version FROM record WHERE key = ? AND (expires IS NULL OR expires > ?)'),
    put: database.prepare(`INSERT INTO record (key, text, version, expires) VALUES (?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET text = excluded.text, version = excluded.version, expires = excluded.expires`),
    delete: database.prepare('DELETE FROM record WHERE key = ? RETURNING expires'),
    sweep: database.prepare(
      'DELETE FROM record WHERE rowid IN (SELECT rowid FROM record WHERE expires <= ? ORDER BY expires LIMIT ?)'
    )
  }
}

type Statements = ReturnType<typeof prepareWriting>

/** Versions never repeat, in whatever process or thread they are made: a random beginning of their own, and a number. */
const versionStart = randomBytes(9).toString('base64url')
let versions = 0

/**
 * Does a batch as one transaction, once no other process is in one: when this returns, all of it is on disk. When it throws,
 * the transaction may be open yet.
 */
export function writeBatch(
  statements: Statements,
  { now, operations }: Batch,
  busyMs: number
): readonly OperationResult[] {
  takeLock(statements.begin, busyMs)
  const results = operations.map(operation => write(statements, operation, now))
  statements.commit.run()
  return results
}

function write(statements: Statements, operation: Operation, now: number): OperationResult {
  switch (operation.kind) {
    case 'commit': {
      const stands = ({ key, version }: Expected) => statements.version.get(key, now)?.version === version
      if (!operation.expected.every(stands)) return false
      for (const change of operation.changes) apply(statements, change)
      return true
    }
    case 'delete': {
      const row = statements.delete.get(operation.key)
      return row !== undefined && (row.expires === null || Number(row.expires) > now)
    }
    case 'sweep':
      return Number(statements.sweep.run(now, operation.limit).changes)
  }
}

function apply(statements: Statements, { key, text, expires }: Change): void {
  if (text === undefined) statements.delete.get(key)
  else statements.put.run(key, text, `${versionStart}.${(++versions).toString(36)}`, expires ?? null)
}
