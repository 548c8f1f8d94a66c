import type { Clock, Storage, Write } from '@product-host/sdk'
import type { Caller } from '../../base/caller.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import { entries } from '../../storage/entries.js'
import type { Store } from '../../storage/store.js'
import { digestKey, endOf, type KeyRecord, keySubject, StoredKeys, untilOf } from './check-key.js'

/** A key as its owner sees it. */
export interface ListedKey extends KeyRecord {
  /** To the minute; left out when it was never used. */
  readonly lastUsedAt?: string
}

/** A key's record and the digest under which it is stored. */
export interface DigestedKey {
  readonly digest: string
  readonly record: KeyRecord
}

/** The result of a change: the key's record, optionally a second key, and a value to return. */
interface KeyUpdate<Result> {
  readonly record: KeyRecord
  readonly beside?: DigestedKey
  readonly result: Result
}

/** Which of an account's keys are listed. */
export interface KeyPageOptions {
  readonly limit: number
  /** Only keys that were created before the one with this id. */
  readonly after?: string
}

/** Some of an account's keys, the newest first. */
export interface ListedKeyPage {
  readonly keys: readonly ListedKey[]
  /** The `after` of the next page; undefined when this is the last. */
  readonly next: string | undefined
}

/** A key in the list of its account's keys. */
interface KeyListEntry {
  readonly keyId: string
  /** Left out in lists that an earlier version wrote. */
  readonly digest?: string
  /** When the key ends, and when its records expire, in milliseconds; left out while the key does not expire. */
  readonly endsAt?: number
  readonly until?: number
}

/** A key to write, and when it was last used, in milliseconds. */
interface WrittenKey {
  readonly key: DigestedKey
  readonly usedAt?: number | undefined
}

/** Most keys of an account that have not ended. */
const mostKeys = 500
/** Most keys of an account that have ended and are still listed; the ones that ended first are removed. */
const mostEndedKeys = 500
/** Most keys of a page. */
export const mostKeysPerPage = 500
/** The members of a key's record that never change. */
const fixedMembers = ['account', 'keyId', 'createdAt', 'lastFour'] as const satisfies readonly (keyof KeyRecord)[]

/**
 * How keys are stored: by digest for the check of a key, by account and id for the owner. Every update of keys reads
 * and writes the account's list, so that two updates at the same time, also of two processes, cannot exceed the limits
 * together.
 */
export class KeyRecords {
  readonly #records: Storage

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly stored = new StoredKeys(store, clock)
  ) {
    this.#records = store.own(keySubject)
  }

  /** The record of an account's key or connected application, by its id. */
  async findById(account: string, keyId: string): Promise<Omit<KeyRecord, 'lastFour'> | undefined> {
    if (keyId.startsWith(appIdPrefix)) return this.#records.get(appKey(account, keyId))
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    return digest === undefined ? undefined : this.stored.find(digest)
  }

  /** The id of the key that replaced another one of an account, also after the other's record was removed. */
  async replacementOf(account: string, keyId: string): Promise<string | undefined> {
    return this.#records.get<string>(replacedKey(account, keyId))
  }

  /** Adds a key. Throws a 409 `Problem` if its account has as many keys as allowed. */
  async add(key: DigestedKey): Promise<void> {
    const { account } = key.record
    const known = await this.#counted(account)
    await this.#records.update([listKey(account)], read => {
      const counted = this.#withNew(listOf(read(listKey(account)), known), key)
      return { writes: this.#listWrites(account, counted, [{ key }]), result: undefined }
    })
  }

  /** One of an account's keys. */
  async findListed(account: string, keyId: string): Promise<ListedKey | undefined> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    return digest === undefined ? undefined : this.#listed(account, digest)
  }

  /** A page of an account's keys, the newest first. */
  async page(account: string, { limit, after }: KeyPageOptions): Promise<ListedKeyPage> {
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
   * Replaces an account's key by the result of `change`; undefined if there is no such key. Throws a 409 `Problem` if
   * there is no room for a second key.
   */
  async change<Result>(
    account: string,
    keyId: string,
    change: (record: KeyRecord) => KeyUpdate<Result>
  ): Promise<Result | undefined> {
    const digest = await this.#records.get<string>(indexKey(account, keyId))
    if (digest === undefined) return undefined
    const known = await this.#counted(account)
    const keys = [listKey(account), digestKey(digest), useKey(account, keyId)] as const
    return this.stored.change(account, [digest], () =>
      this.#records.update(keys, read => {
        const before = read<KeyRecord>(keys[1])
        if (before?.account !== account) return { result: undefined }
        const { record, beside, result } = change(before)
        requireSameKey(before, record)
        if (beside) requireOtherKey(before, beside.record)
        const key = { digest, record }
        const changed = withEntry(listOf(read(keys[0]), known), this.#entryOf(key))
        const counted = beside ? this.#withNew(changed, beside) : changed
        const written = [{ key, usedAt: read<number>(keys[2]) }, ...(beside ? [{ key: beside }] : [])]
        return { writes: this.#listWrites(account, counted, written), result }
      })
    )
  }

  /**
   * Replaces all of an account's keys for which `change` returns a record, in one update, and counts them. A key that
   * is created during the update is either changed too or was created after all changes.
   */
  async changeAll(account: string, change: (record: KeyRecord) => KeyRecord | undefined): Promise<number> {
    for (;;) {
      const changed = await this.#tryAll(account, change)
      if (changed !== undefined) return changed
    }
  }

  /**
   * Records that a key was used now, unless a use was recorded within `freshMs` milliseconds or the key does not exist.
   */
  async noteUse({ account, keyId, resource }: Caller, freshMs: number): Promise<void> {
    const digest = resource === undefined && (await this.#records.get<string>(indexKey(account, keyId)))
    if (digest === undefined) return
    const keys = [digest === false ? appKey(account, keyId) : digestKey(digest), useKey(account, keyId)] as const
    await this.#records.update(keys, read => {
      const record = read<KeyRecord>(keys[0])
      const now = this.clock.now()
      const isNoted = now - (read<number>(keys[1]) ?? 0) < freshMs
      if (!record || isNoted) return { result: undefined }
      return { writes: [{ key: keys[1], value: now, ...this.#ttlOf(this.#untilOf(record)) }], result: undefined }
    })
  }

  /** Erases all records of an account's keys. */
  async removeAll(account: string): Promise<void> {
    for (const prefix of [useKey(account, ''), replacedKey(account, ''), indexKey(account, '')])
      for (let left = await this.#page(prefix); left.length > 0; left = await this.#page(prefix))
        for (const { key, value } of left) {
          const writes = [key, digestKey(String(value))].map(each => ({ key: each, delete: true as const }))
          await this.stored.change(account, [String(value)], () =>
            this.#records.update([], () => ({ writes, result: undefined }))
          )
        }
    await this.#records.delete(listKey(account))
  }

  async #page(prefix: string) {
    return this.#records.list<string | number>(prefix)
  }

  /** Undefined if the account's keys were changed between listing them and the update. */
  async #tryAll(account: string, change: (record: KeyRecord) => KeyRecord | undefined): Promise<number | undefined> {
    const counted = await this.#records.get<readonly KeyListEntry[]>(listKey(account))
    const stored = await this.#stored(account)
    const known = stored.map(key => this.#entryOf(key))
    const digests = stored.map(({ digest }) => digest)
    const keys = stored.flatMap(({ digest, record }) => [digestKey(digest), useKey(account, record.keyId)])
    return this.stored.change(account, digests, () =>
      this.#records.update([listKey(account), ...keys], read => {
        if (!isSameList(read<readonly KeyListEntry[]>(listKey(account)), counted)) return { result: undefined }
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
        const writes = this.#listWrites(account, [...unchanged, ...changed.map(key => this.#entryOf(key))], written)
        return { writes, result: changed.length }
      })
    )
  }

  /**
   * The list of an account's keys. A store of an earlier version has none, or one without digests or ends: then it is built
   * from the records.
   */
  async #counted(account: string): Promise<readonly KeyListEntry[]> {
    const counted = await this.#records.get<readonly KeyListEntry[]>(listKey(account))
    return counted?.every(isComplete) ? counted : (await this.#stored(account)).map(key => this.#entryOf(key))
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

  #withNew(counted: readonly KeyListEntry[], key: DigestedKey): readonly KeyListEntry[] {
    if (counted.filter(each => !this.#hasEnded(each)).length >= mostKeys)
      throw new Problem('too_many_keys', `An account has ${mostKeys} keys at most; revoke one that is not needed.`)
    return withEntry(counted, this.#entryOf(key))
  }

  #hasEnded({ endsAt }: KeyListEntry): boolean {
    return endsAt !== undefined && endsAt <= this.clock.now()
  }

  /** Writes an account's list and the changed keys; the oldest ended keys above the limit are removed. */
  #listWrites(account: string, counted: readonly KeyListEntry[], changed: readonly WrittenKey[]): readonly Write[] {
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
        ...replacementWrites(key.record, this.store.storedMs('replacedKeyDays'))
      ]),
      ...[...removed.values()].flatMap(each => removalWrites(account, each)),
      { key: listKey(account), value, ...this.#ttlOf(last) }
    ]
  }

  #writes({ digest, record }: DigestedKey, usedAt?: number): readonly Write[] {
    const { account, keyId } = record
    const ttl = this.#ttlOf(this.#untilOf(record))
    return [
      { key: digestKey(digest), value: record, ...ttl },
      { key: indexKey(account, keyId), value: digest, ...ttl },
      ...(usedAt === undefined ? [] : [{ key: useKey(account, keyId), value: usedAt, ...ttl }])
    ]
  }

  #entryOf({ digest, record }: DigestedKey): KeyListEntry {
    const [endsAt, until] = [endOf(record), this.#untilOf(record)]
    return {
      keyId: record.keyId,
      digest,
      ...(until !== undefined && { until }),
      ...(endsAt !== undefined && { endsAt })
    }
  }

  #untilOf(record: KeyRecord): number | undefined {
    return untilOf(record, this.store.retention)
  }

  #ttlOf(until: number | undefined): { readonly ttlMs?: number } {
    return until === undefined ? {} : { ttlMs: Math.max(1, until - this.clock.now()) }
  }
}

/** The record that a key was replaced; none once it was revoked, since its jobs end with it. */
function replacementWrites({ account, keyId, replacedBy, revokedAt }: KeyRecord, ttlMs: number): readonly Write[] {
  if (replacedBy === undefined) return []
  const key = replacedKey(account, keyId)
  return [revokedAt === undefined ? { key, value: replacedBy, ttlMs } : { key, delete: true }]
}

function removalWrites(account: string, { keyId, digest }: KeyListEntry): readonly Write[] {
  const keys = [indexKey(account, keyId), useKey(account, keyId), ...(digest === undefined ? [] : [digestKey(digest)])]
  return keys.map(key => ({ key, delete: true }))
}

function withEntry(counted: readonly KeyListEntry[], entry: KeyListEntry): readonly KeyListEntry[] {
  return [...counted.filter(({ keyId }) => keyId !== entry.keyId), entry]
}

/** The list in its stored form, with the known digests and ends; without a stored list, all that is known. */
function listOf(stored: readonly KeyListEntry[] | undefined, known: readonly KeyListEntry[]): readonly KeyListEntry[] {
  if (stored === undefined || stored.every(isComplete)) return stored ?? known
  const complete = new Map(known.map(each => [each.keyId, each]))
  return stored.map(each => (isComplete(each) ? each : { ...complete.get(each.keyId), ...each }))
}

function isComplete({ digest, endsAt, until }: KeyListEntry): boolean {
  return digest !== undefined && (until === undefined) === (endsAt === undefined)
}

/** Of keys that ended at the same time, the newest comes first. */
function laterEndFirst(one: KeyListEntry, other: KeyListEntry): number {
  return (other.until ?? 0) - (one.until ?? 0) || (one.keyId < other.keyId ? 1 : -1)
}

function isSameList(left: readonly KeyListEntry[] | undefined, right: readonly KeyListEntry[] | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}

/** Keys never change their account or id. Throws if a change of the host itself would do that. */
function requireSameKey(before: KeyRecord, after: KeyRecord): void {
  for (const member of fixedMembers)
    if (after[member] !== before[member]) throw new Error(`A change of a key tried to change its ${member}.`)
}

function requireOtherKey({ account, keyId }: KeyRecord, beside: KeyRecord): void {
  if (beside.account !== account || beside.keyId === keyId)
    throw new Error('A second key must be another key of the same account.')
}

/** What the names of the records begin with that list the keys of an account. */
export const indexPrefix = 'account:'

function indexKey(account: string, keyId: string): string {
  return `${indexPrefix}${account}:${keyId}`
}

/** The name of the record of when a key or a connected application was last used. */
export function useKey(account: string, keyId: string): string {
  return `used:${account}:${keyId}`
}

/** What the ids of connected applications begin with. */
export const appIdPrefix = 'app_'

/** The name of the record of a connected application. */
export function appKey(account: string, keyId: string): string {
  return `app:${account}:${keyId}`
}

/** The name of the record that tells whose refresh tokens begin with the part that has this digest. */
export function refreshKey(familyDigest: string): string {
  return `refresh:${familyDigest}`
}

function replacedKey(account: string, keyId: string): string {
  return `replaced:${account}:${keyId}`
}

function listKey(account: string): string {
  return `counted:${account}`
}
