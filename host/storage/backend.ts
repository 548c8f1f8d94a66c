import type { ListedRecord, Page, Records } from '@product-host/sdk/runtime'
import type { Channel } from './changes.js'

/**
 * A database that holds the records of a store under their full keys. Expired records are invisible to reads and comparisons. A
 * commit takes keys of one namespace, and the prefix of a list begins with a namespace, because both need records that belong
 * together on one node; `get`, `set` and `delete` take any key. All methods reject with `StoreUnavailable` while the database
 * cannot be reached, and work again once it can.
 */
export interface Backend extends Records {
  /** What traces call it. */
  readonly system: 'sqlite' | 'redis' | 'postgresql' | 'memory'
  /** All records whose keys start with the prefix, in pages and in an order that the backend chooses, with their expiry. */
  scan(prefix: string): AsyncIterable<readonly ListedRecord[]>
  /** Writes records as they were in another store, with the times at which they expire. */
  put(records: readonly ListedRecord[]): Promise<void>
  /** How much room the database takes and has; left out by backends that have no files. */
  space?(): StoreSpace
  /** What carries texts to the other processes that use the store; left out by backends that have nothing for that. */
  readonly channel?: Channel
  /** Completes the pending writes, then releases files and threads. */
  close(): Promise<void>
}

/** The room that a database's files take, and what is left on their disk, in bytes. */
export interface StoreSpace {
  readonly file: number
  /** Pages of the file that hold nothing. */
  readonly free: number
  /** The write-ahead log; it is written into the file at checkpoints and used again. */
  readonly log: number
  /** How often the log was written into the file and begun again. */
  readonly checkpoints: number
  readonly diskFree: number
  readonly diskSize: number
}

/** Records in one page of a scan: a record has at most 1 MiB. */
const pageSize = 50

/** Scans the records whose keys start with the prefix by listing them in order. */
export async function* scan(
  records: Pick<Records, 'list'>,
  prefix: string
): AsyncGenerator<readonly ListedRecord[], void> {
  let page: Page = { limit: pageSize, reverse: false }
  for (;;) {
    const found = await records.list(prefix, page)
    const last = found.at(-1)
    if (!last) return
    yield found
    page = { ...page, after: last.key }
  }
}

/**
 * The smallest text that sorts after every text with this prefix, by code points and therefore by the bytes of UTF-8; undefined
 * when there is none.
 */
export function prefixEnd(prefix: string): string | undefined {
  const points = Array.from(prefix, character => character.codePointAt(0) ?? 0)
  for (let last = points.pop(); last !== undefined; last = points.pop())
    if (last < 0x10ffff) return String.fromCodePoint(...points, nextCodePoint(last))
  return undefined
}

/** Surrogates are not code points of text. */
function nextCodePoint(point: number): number {
  return point === 0xd7ff ? 0xe000 : point + 1
}

/** Whether a text's bytes sort before another's or are the same; undefined sorts after every text. */
export function isBefore(text: string, other: string | undefined): boolean {
  return other === undefined || Buffer.compare(Buffer.from(text), Buffer.from(other)) <= 0
}
