import type { Clock, Storage, Write } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import { Problem } from '../problems.js'
import { entries } from '../storage/entries.js'
import { ReadCache } from '../storage/read-cache.js'
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

/** Which of an account's keys are listed. */
export interface KeyPageOptions {
  readonly limit: number
  /** Only keys that were made before the one with this id. */
  readonly after?: string
}

/** Some of an account's keys, the newest first. */
export interface KeyPage {
  readonly keys: readonly ListedKey[]
  /** The `after` of the next page; undefined when this is the last. */
  readonly next: string | undefined
}

/** A key in the list of its account's keys. */
interface CountedKey {
  readonly keyId: string
  /** Left out in lists that an earlier version wrote. */
  readonly digest?: string
  /** When its records are gone, in milliseconds; left out while the key has no end. */
  readonly until?: number
}

/** A key that is written, and when it was last used, in milliseconds. */
interface WrittenKey {
  readonly key: DigestedKey
  readonly usedAt?: number | undefined
}

/** How long a process may go by what it read of a key, in milliseconds, so that a revocation elsewhere holds here within 5 s. */
const freshMs = 4_000
/** Digests kept in memory. */
const mostCached = 10_000
/** How long a key that has ended is still listed, in milliseconds: 30 days. */
const keptAfterEndMs = 30 * 24 * 60 * 60 * 1000
/** Most keys of an account that have not ended. */
const mostKeys = 500
/** Most keys of an account that have ended and are still listed; of more, those that ended first are removed. */
const mostEndedKeys = 500
/** Most keys of a page. */
export const mostKeysPerPage = 500
/** How long it is stored which key replaced another, in milliseconds: 400 days. */
const replacementMs = 400 * 24 * 60 * 60 * 1000
/** What never changes in the record of a key. */
const fixedMembers = ['account', 'keyId', 'createdAt', 'lastFour'] as const satisfies readonly (keyof KeyRecord)[]

/**
 * How keys lie in the store: by digest for whoever calls, by account and id for their owner. A list of an account's keys is read
 * and written in every update of them, so that two updates at once, also of two processes, cannot pass the limits together.
 */
export class KeyRecords {
  readonly #records: Storage
  readonly #cache = new ReadCache<KeyRecord>({ mostEntries: mostCached, freshMs })

  constructor(
    store: Store,
    private readonly clock: Clock
  ) {
    this.#records = store.own('keys')
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    return this.#cache.get(digest, () => this.#records.get<KeyRecord>(digestKey(digest)))
  }

  /** The record of an account's key, by the key's id. */
  async findById(account: string, keyId: string): Promise<KeyRecord | undefined> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    return digest === undefined ? undefined : this.find(digest)
  }

  /** The id of the key that replaced another one of an account, also after the other's record was removed. */
  async replacementOf(account: string, keyId: string): Promise<string | undefined> {
    return this.#records.get<string>(replacedKey(account, keyId))
  }

  /** Adds a key. Throws a 409 `Problem` when its account has as many keys as it may. */
  async add(key: DigestedKey): Promise<void> {
    const { account } = key.record
    const known = await this.#counted(account)
    await this.#records.update([countKey(account)], read => {
      const counted = this.#withNew(listOf(read(countKey(account)), known), key)
      return { writes: this.#listWrites(account, counted, [{ key }]), result: undefined }
    })
  }

  /** One of an account's keys. */
  async one(account: string, keyId: string): Promise<ListedKey | undefined> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    return digest === undefined ? undefined : this.#listed(account, digest)
  }

  /** A page of an account's keys, the newest first. */
  async page(account: string, { limit, after }: KeyPageOptions): Promise<KeyPage> {
    const prefix = indexKey(account, '')
    const found = await this.#records.list<string>(prefix, {
      limit: limit + 1,
      reverse: true,
      ...(after !== undefined && { after: prefix + after })
    })
    const entries = found.slice(0, limit)
    const keys = await Promise.all(entries.map(({ value }) => this.#listed(account, value)))
    const next = found.length > limit ? entries.at(-1)?.key.slice(prefix.length) : undefined
    return { keys: keys.filter(key => key !== undefined), next }
  }

  /** All of an account's keys, the newest first. */
  async list(account: string): Promise<readonly ListedKey[]> {
    const all: ListedKey[] = []
    for (let after: string | undefined; ; ) {
      const { keys, next } = await this.page(account, { limit: mostKeysPerPage, ...(after !== undefined && { after }) })
      all.push(...keys)
      if (next === undefined) return all
      after = next
    }
  }

  /**
   * Replaces an account's key by what `change` makes of it; undefined when there is no such key. Throws a 409 `Problem` when
   * there is no room for a key beside it.
   */
  async change<Result>(
    account: string,
    keyId: string,
    change: (record: KeyRecord) => KeyChanged<Result>
  ): Promise<Result | undefined> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    if (digest === undefined) return undefined
    const known = await this.#counted(account)
    const keys = [countKey(account), digestKey(digest), useKey(account, keyId)] as const
    return this.#cache.change([digest], () =>
      this.#records.update(keys, read => {
        const before = read<KeyRecord>(keys[1])
        if (before?.account !== account) return { result: undefined }
        const { record, beside, result } = change(before)
        requireSameKey(before, record)
        if (beside) requireOtherKey(before, beside.record)
        const key = { digest, record }
        const changed = withKey(listOf(read(keys[0]), known), key)
        const counted = beside ? this.#withNew(changed, beside) : changed
        const written = [{ key, usedAt: read<number>(keys[2]) }, ...(beside ? [{ key: beside }] : [])]
        return { writes: this.#listWrites(account, counted, written), result }
      })
    )
  }

  /**
   * Replaces all of an account's keys for which `change` gives a record, in one update, and counts them. A key that is made
   * meanwhile is among them, or was made after all of them were changed.
   */
  async changeAll(account: string, change: (record: KeyRecord) => KeyRecord | undefined): Promise<number> {
    for (;;) {
      const changed = await this.#tryAll(account, change)
      if (changed !== undefined) return changed
    }
  }

  /** Notes that a key was used now, unless it was noted within `freshMs` milliseconds or the key is gone. */
  async noteUse({ account, keyId }: Caller, freshMs: number): Promise<void> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    if (digest === undefined) return
    const keys = [digestKey(digest), useKey(account, keyId)] as const
    await this.#records.update(keys, read => {
      const record = read<KeyRecord>(keys[0])
      const now = this.clock.now()
      const isNoted = now - (read<number>(keys[1]) ?? 0) < freshMs
      if (!record || isNoted) return { result: undefined }
      return { writes: [{ key: keys[1], value: now, ...this.#ttlOf(untilOf(record)) }], result: undefined }
    })
  }

  /** Takes all keys of an account away, as if they had never been. */
  async removeAll(account: string): Promise<void> {
    for (const prefix of [useKey(account, ''), replacedKey(account, ''), indexKey(account, '')])
      for (let left = await this.#page(prefix); left.length > 0; left = await this.#page(prefix))
        for (const { key, value } of left) {
          const writes = [key, digestKey(String(value))].map(each => ({ key: each, delete: true as const }))
          await this.#cache.change([String(value)], () =>
            this.#records.update([], () => ({ writes, result: undefined }))
          )
        }
    await this.#records.delete(countKey(account))
  }

  async #page(prefix: string) {
    return this.#records.list<string | number>(prefix)
  }

  /** Undefined when the account's keys were changed between their being listed and the update. */
  async #tryAll(account: string, change: (record: KeyRecord) => KeyRecord | undefined): Promise<number | undefined> {
    const counted = await this.#records.get<readonly CountedKey[]>(countKey(account))
    const stored = await this.#stored(account)
    const known = stored.map(countedOf)
    const digests = stored.map(({ digest }) => digest)
    const keys = stored.flatMap(({ digest, record }) => [digestKey(digest), useKey(account, record.keyId)])
    return this.#cache.change(digests, () =>
      this.#records.update([countKey(account), ...keys], read => {
        if (!isSameList(read<readonly CountedKey[]>(countKey(account)), counted)) return { result: undefined }
        const changed = digests.flatMap((digest): readonly DigestedKey[] => {
          const before = read<KeyRecord>(digestKey(digest))
          const record = before && change(before)
          if (!before || !record) return []
          requireSameKey(before, record)
          return [{ digest, record }]
        })
        if (changed.length === 0) return { result: 0 }
        const ids = new Set(changed.map(({ record }) => record.keyId))
        const unchanged = listOf(counted, known).filter(({ keyId }) => !ids.has(keyId))
        const written = changed.map(key => ({ key, usedAt: read<number>(useKey(account, key.record.keyId)) }))
        const writes = this.#listWrites(account, [...unchanged, ...changed.map(countedOf)], written)
        return { writes, result: changed.length }
      })
    )
  }

  /** The list of an account's keys. A store of an earlier version has none, or one without digests: it is made of the records. */
  async #counted(account: string): Promise<readonly CountedKey[]> {
    const counted = await this.#records.get<readonly CountedKey[]>(countKey(account))
    return counted?.every(isComplete) ? counted : (await this.#stored(account)).map(countedOf)
  }

  async #stored(account: string): Promise<readonly DigestedKey[]> {
    const stored: DigestedKey[] = []
    for await (const { value: digest } of entries<string>(this.#records, indexKey(account, ''))) {
      const record = await this.#records.get<KeyRecord>(digestKey(digest))
      if (record?.account === account) stored.push({ digest, record })
    }
    return stored
  }

  async #listed(account: string, digest: string): Promise<ListedKey | undefined> {
    const record = await this.#records.get<KeyRecord>(digestKey(digest))
    if (record?.account !== account) return undefined
    const usedAt = await this.#records.get<number>(useKey(account, record.keyId))
    return usedAt === undefined ? record : { ...record, lastUsedAt: isoTime(usedAt) }
  }

  #withNew(counted: readonly CountedKey[], key: DigestedKey): readonly CountedKey[] {
    if (counted.filter(each => !this.#hasEnded(each)).length >= mostKeys)
      throw new Problem('too_many_keys', `An account has ${mostKeys} keys at most; revoke one that is not needed.`)
    return withKey(counted, key)
  }

  #hasEnded({ until }: CountedKey): boolean {
    return until !== undefined && until - keptAfterEndMs <= this.clock.now()
  }

  /** Writes an account's list and the keys that changed; ended keys beyond the newest are removed. */
  #listWrites(account: string, counted: readonly CountedKey[], changed: readonly WrittenKey[]): readonly Write[] {
    const now = this.clock.now()
    const stored = counted.filter(({ until }) => until === undefined || until > now)
    const ended = stored.filter(each => this.#hasEnded(each)).sort(laterEndFirst)
    const removed = new Map(ended.slice(mostEndedKeys).map(each => [each.keyId, each]))
    const value = stored.filter(({ keyId }) => !removed.has(keyId))
    const ends = value.flatMap(({ until }) => until ?? [])
    const last = ends.length === value.length ? Math.max(...ends) : undefined
    return [
      ...changed.flatMap(({ key, usedAt }) => [
        ...(removed.has(key.record.keyId) ? [] : this.#writes(key, usedAt)),
        ...replacementWrites(key.record)
      ]),
      ...[...removed.values()].flatMap(each => removalWrites(account, each)),
      { key: countKey(account), value, ...this.#ttlOf(last) }
    ]
  }

  #writes({ digest, record }: DigestedKey, usedAt?: number): readonly Write[] {
    const { account, keyId } = record
    const ttl = this.#ttlOf(untilOf(record))
    return [
      { key: digestKey(digest), value: record, ...ttl },
      { key: indexKey(account, keyId), value: digest, ...ttl },
      ...(usedAt === undefined ? [] : [{ key: useKey(account, keyId), value: usedAt, ...ttl }])
    ]
  }

  #ttlOf(until: number | undefined): { readonly ttlMs?: number } {
    return until === undefined ? {} : { ttlMs: Math.max(1, until - this.clock.now()) }
  }
}

/** When the records of a key are gone, in milliseconds; undefined while it has no end. */
function untilOf({ revokedAt, expiresAt, createdAt }: KeyRecord): number | undefined {
  const end = revokedAt ?? expiresAt
  return end === undefined ? undefined : Math.max(Date.parse(end), Date.parse(createdAt)) + keptAfterEndMs
}

/** That a key was replaced; nothing once it was revoked, since its jobs end with it then. */
function replacementWrites({ account, keyId, replacedBy, revokedAt }: KeyRecord): readonly Write[] {
  if (replacedBy === undefined) return []
  const key = replacedKey(account, keyId)
  return [revokedAt === undefined ? { key, value: replacedBy, ttlMs: replacementMs } : { key, delete: true }]
}

function removalWrites(account: string, { keyId, digest }: CountedKey): readonly Write[] {
  const keys = [indexKey(account, keyId), useKey(account, keyId), ...(digest === undefined ? [] : [digestKey(digest)])]
  return keys.map(key => ({ key, delete: true }))
}

function countedOf({ digest, record }: DigestedKey): CountedKey {
  const until = untilOf(record)
  return { keyId: record.keyId, digest, ...(until !== undefined && { until }) }
}

function withKey(counted: readonly CountedKey[], key: DigestedKey): readonly CountedKey[] {
  return [...counted.filter(({ keyId }) => keyId !== key.record.keyId), countedOf(key)]
}

/** The list as it is stored, with the digests that are known; all that is known where no list is stored. */
function listOf(stored: readonly CountedKey[] | undefined, known: readonly CountedKey[]): readonly CountedKey[] {
  if (stored === undefined || stored.every(isComplete)) return stored ?? known
  const complete = new Map(known.map(each => [each.keyId, each]))
  return stored.map(each => (isComplete(each) ? each : { ...complete.get(each.keyId), ...each }))
}

function isComplete({ digest }: CountedKey): boolean {
  return digest !== undefined
}

/** Of keys that ended at the same time, the newest comes first. */
function laterEndFirst(one: CountedKey, other: CountedKey): number {
  return (other.until ?? 0) - (one.until ?? 0) || (one.keyId < other.keyId ? 1 : -1)
}

function isSameList(left: readonly CountedKey[] | undefined, right: readonly CountedKey[] | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** What a caller sends never decides whose key it is. Throws when a change of the host's own would. */
function requireSameKey(before: KeyRecord, after: KeyRecord): void {
  for (const member of fixedMembers)
    if (after[member] !== before[member]) throw new Error(`A change of a key tried to change its ${member}.`)
}

function requireOtherKey({ account, keyId }: KeyRecord, beside: KeyRecord): void {
  if (beside.account !== account || beside.keyId === keyId)
    throw new Error('The key beside another one is not another key of the same account.')
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

function replacedKey(account: string, keyId: string): string {
  return `replaced:${account}:${keyId}`
}

function countKey(account: string): string {
  return `counted:${account}`
}
