import type { Clock, Storage } from '@product-host/sdk'
import { LRUCache } from 'lru-cache'
import { isoTime } from '../clock.js'
import type { Store } from '../storage/store.js'
import type { Caller } from './identity.js'

/** A key as it is kept: its digest is the record's name, the key itself is nowhere. */
export interface KeyRecord extends Caller {
  readonly name: string
  readonly lastFour: string
  /** ISO 8601, like all times here. */
  readonly createdAt: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** The key that takes the place of this one. */
  readonly replacedBy?: string
}

/** A key as its owner sees it. */
export interface ListedKey extends KeyRecord {
  /** Kept to the minute; left out when it was never used. */
  readonly lastUsedAt?: string
}

/** A key's record and the digest under which it lies. */
export interface DigestedKey {
  readonly digest: string
  readonly record: KeyRecord
}

/** What a change makes of a key: its record, perhaps another key beside it, and what the change returns. */
export interface KeyChanged<Result> {
  readonly record: KeyRecord
  readonly beside?: DigestedKey
  readonly result: Result
}

/** How long a process may go by what it read of a key, in milliseconds, so that a revocation elsewhere holds here within 5 s. */
const freshMs = 4_000
/** Digests kept in memory. */
const mostCached = 10_000
/** How long a key that has ended is still listed, in milliseconds: 30 days. */
const keptAfterEndMs = 30 * 24 * 60 * 60 * 1000
/** Most keys that an account keeps, those included that have ended and are still listed. */
export const mostKeys = 500

/** How keys lie in the store: by digest for whoever calls, by account and id for their owner. */
export class KeyRecords {
  readonly #records: Storage
  readonly #cache = new LRUCache<string, KeyRecord>({ max: mostCached, ttl: freshMs, ttlResolution: 0 })

  constructor(
    store: Store,
    private readonly clock: Clock
  ) {
    this.#records = store.own('keys')
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    const cached = this.#cache.get(digest)
    if (cached) return cached
    const record = await this.#records.get<KeyRecord>(digestKey(digest))
    if (record) this.#cache.set(digest, record)
    return record
  }

  /** The record of an account's key, by the key's id. */
  async findById(account: string, keyId: string): Promise<KeyRecord | undefined> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    return digest === undefined ? undefined : this.find(digest)
  }

  async add(key: DigestedKey): Promise<void> {
    await this.#records.update([], () => ({ writes: this.#writes(key), result: undefined }))
  }

  /** Whether an account has as many keys as it may. */
  async isFull(account: string): Promise<boolean> {
    return (await this.#records.list(indexKey(account, ''), { limit: mostKeys })).length >= mostKeys
  }

  /** An account's keys, the oldest first. */
  async list(account: string): Promise<readonly ListedKey[]> {
    const [entries, uses] = await Promise.all([
      this.#records.list<string>(indexKey(account, ''), { limit: mostKeys }),
      this.#records.list<number>(useKey(account, ''), { limit: mostKeys })
    ])
    const lastUses = new Map(uses.map(({ key, value }) => [key, value]))
    const records = await Promise.all(entries.map(({ value }) => this.#records.get<KeyRecord>(digestKey(value))))
    return records
      .filter(record => record !== undefined)
      .map(record => {
        const usedAt = lastUses.get(useKey(account, record.keyId))
        return usedAt === undefined ? record : { ...record, lastUsedAt: isoTime(usedAt) }
      })
  }

  /** Replaces an account's key by what `change` makes of it; undefined when there is no such key. */
  async change<Result>(
    account: string,
    keyId: string,
    change: (record: KeyRecord) => KeyChanged<Result>
  ): Promise<Result | undefined> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    if (digest === undefined) return undefined
    const changed = await this.#records.update([digestKey(digest)], read => {
      const before = read<KeyRecord>(digestKey(digest))
      if (!before) return { result: undefined }
      const { record, beside, result } = change(before)
      return { writes: [...this.#writes({ digest, record }), ...(beside ? this.#writes(beside) : [])], result }
    })
    this.#cache.delete(digest)
    return changed
  }

  /** Notes that a key was used now, unless it was noted within `freshMs` milliseconds or the key is gone. */
  async noteUse({ account, keyId }: Caller, freshMs: number): Promise<void> {
    const keys = [indexKey(account, keyId), useKey(account, keyId)] as const
    await this.#records.update(keys, read => {
      const now = this.clock.now()
      const isNoted = now - (read<number>(keys[1]) ?? 0) < freshMs
      return { writes: isNoted || !read(keys[0]) ? [] : [{ key: keys[1], value: now }], result: undefined }
    })
  }

  /** Takes all keys of an account away, as if they had never been. */
  async removeAll(account: string): Promise<void> {
    for (const prefix of [useKey(account, ''), indexKey(account, '')])
      for (let left = await this.#page(prefix); left.length > 0; left = await this.#page(prefix))
        for (const { key, value } of left) {
          const writes = [key, digestKey(String(value))].map(each => ({ key: each, delete: true as const }))
          await this.#records.update([], () => ({ writes, result: undefined }))
          this.#cache.delete(String(value))
        }
  }

  async #page(prefix: string) {
    return this.#records.list<string | number>(prefix)
  }

  #writes({ digest, record }: DigestedKey) {
    const end = record.revokedAt ?? record.expiresAt
    const left = end === undefined ? undefined : Math.max(0, Date.parse(end) - this.clock.now())
    const ttl = left === undefined ? {} : { ttlMs: left + keptAfterEndMs }
    return [
      { key: digestKey(digest), value: record, ...ttl },
      { key: indexKey(record.account, record.keyId), value: digest, ...ttl }
    ]
  }
}

function digestKey(digest: string): string {
  return `digest:${digest}`
}

function indexKey(account: string, keyId: string): string {
  return `account:${account}:${keyId}`
}

function useKey(account: string, keyId: string): string {
  return `used:${account}:${keyId}`
}
