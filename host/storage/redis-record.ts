import { randomBytes } from 'node:crypto'
import type { StoredRecord, StoredWrite } from '@product-host/sdk/runtime'

/** Versions never repeat, in whatever process they are made: a random beginning of its own, and a number. */
const versionStart = randomBytes(9).toString('base64url')
let versions = 0

/**
 * A record as Redis holds it: when it expires in milliseconds (or nothing), its version and its text, with colons between. The
 * scripts read the first two; nothing is left of a write that deletes.
 */
export function encodeRecord({ text, ttlMs }: StoredWrite, now: number): string {
  if (text === undefined) return ''
  const expires = ttlMs === undefined ? '' : Math.min(Math.ceil(now + ttlMs), Number.MAX_SAFE_INTEGER)
  return `${expires}:${versionStart}.${(++versions).toString(36)}:${text}`
}

/** A record as it lies in Redis. */
export interface RedisRecord extends StoredRecord {
  /** When it is gone, in milliseconds; left out for one that stays. */
  readonly expiresAt?: number
}

/** The record that a value stands for; undefined when there is none, or when it has expired. */
export function decodeRecord(value: string | undefined, now: number): RedisRecord | undefined {
  if (value === undefined) return undefined
  const first = value.indexOf(':')
  const second = value.indexOf(':', first + 1)
  const expires = value.slice(0, first)
  if (expires !== '' && Number(expires) <= now) return undefined
  const record = { version: value.slice(first + 1, second), text: value.slice(second + 1) }
  return expires === '' ? record : { ...record, expiresAt: Number(expires) }
}

/** The address of the corner that a key lies in: all of it up to the braces' end, or nothing where there are none. */
export function cornerOf(key: string): string {
  const end = key.indexOf('}:')
  return end < 0 ? '' : key.slice(0, end + 2)
}
