import { hash } from 'node:crypto'
import type { Posting } from './postings.js'
import type { Usage } from './usage.js'

/** One booking as it is kept, for good. */
export interface Entry extends Usage {
  /** Counted from 1, without a gap. */
  readonly sequence: number
  /** The day that it was booked to. */
  readonly date: string
  readonly occurredAt: string
  readonly recordedAt: string
  readonly costGbp: string
  readonly revenueGbp?: string
  readonly postings: readonly Posting[]
}

/** An entry with its link to the one before. */
export interface ChainedEntry extends Entry {
  readonly previousHash: string
  readonly hash: string
}

/** What stands before the first entry. */
export const genesis = '0'.repeat(64)

/** Ties an entry to the one before it. */
export function chained(entry: Entry, previousHash: string): ChainedEntry {
  return { ...entry, previousHash, hash: linkHash(previousHash, entry) }
}

/** SHA-256, in hexadecimal, of the hash before and the entry's canonical JSON. */
export function linkHash(previousHash: string, entry: object): string {
  return hash('sha256', previousHash + canonicalJson(entry))
}

/** JSON with the members of every object in the order of their names and no white space (as RFC 8785 has it). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
