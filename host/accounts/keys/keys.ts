import { CLOCK, type Clock, type Issue, inject, injectable } from '@product-host/sdk'
import type { Budget, Caller } from '../../base/caller.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import { allScopes, commonScopes, covers } from '../../base/scopes.js'
import { STORE, type Store } from '../../storage/store.js'
import { planExpiryNotice } from '../../webhooks/key-expiry.js'
import { digestOf, hasExpired, type KeyRecord, keySubject, newKey, StoredKeys } from './check-key.js'
import {
  type DigestedKey,
  indexPrefix,
  type KeyPageOptions,
  KeyRecords,
  type ListedKey,
  type ListedKeyPage
} from './key-records.js'

/** The changeable members of a key; omitted ones do not change. */
export interface KeyChange {
  readonly name?: string | undefined
  readonly scopes?: readonly string[] | undefined
  /** ISO 8601; null for a key that does not expire. */
  readonly expiresAt?: string | null | undefined
  /** Null for a key that may make any number of calls. */
  readonly budget?: Budget | null | undefined
}

/** A new key; its text is available only here. */
export interface CreatedKey {
  readonly key: string
  readonly record: KeyRecord
}

/** What became of a key, or of the one that has replaced it. */
export type KeyToday =
  | ({ readonly keyId: string; readonly scopes: readonly string[] } & Pick<Caller, 'budget' | 'countedAs'>)
  | { readonly keyId: string; readonly ended: 'revoked_key' | 'expired_key' }

/** The keys of all accounts. */
@injectable()
export class Keys {
  readonly checker: StoredKeys
  readonly #records: KeyRecords

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.checker = new StoredKeys(store, clock)
    this.#records = new KeyRecords(store, clock, this.checker)
  }

  /** Creates a key. Throws a 409 `Problem` if the account has too many already. */
  async create(
    account: string,
    name: string,
    expiresAt?: string,
    scopes = allScopes,
    budget?: Budget
  ): Promise<CreatedKey> {
    const made = this.#make({
      account,
      name,
      scopes,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(budget && { budget })
    })
    if (expiresAt !== undefined) await planExpiryNotice(this.store, this.clock, made.record)
    await this.#records.add(made)
    return made
  }

  /**
   * The current successor of an account's key: the last of those that replaced it, up to one that was revoked. Works
   * also after the record of the replaced key was removed; undefined if the last one is no longer stored.
   */
  async latest(account: string, keyId: string): Promise<Omit<KeyRecord, 'lastFour'> | undefined> {
    const record = await this.#records.findById(account, keyId)
    if (record?.revokedAt !== undefined) return record
    const next = record ? record.replacedBy : await this.#records.replacementOf(account, keyId)
    return next === undefined ? record : this.latest(account, next)
  }

  /**
   * A key as it is today, or the one that has replaced it, with no more scopes than it had before; or how it has ended. A key that is no
   * longer stored counts as revoked: it ended longer ago than ended keys are stored.
   */
  async today({ account, keyId, scopes = allScopes }: Caller): Promise<KeyToday> {
    const key = await this.latest(account, keyId)
    if (key === undefined || key.revokedAt !== undefined) return { keyId: key?.keyId ?? keyId, ended: 'revoked_key' }
    if (hasExpired(key, this.clock.now())) return { keyId: key.keyId, ended: 'expired_key' }
    const { budget, countedAs } = key
    return {
      keyId: key.keyId,
      scopes: commonScopes(scopes, key.scopes ?? allScopes),
      ...(budget && { budget }),
      ...(countedAs !== undefined && { countedAs })
    }
  }

  /** The accounts that have keys, also ended ones, by their ids. Each is one read, however many keys it has. */
  async *accounts(): AsyncGenerator<string, void> {
    const records = this.store.own(keySubject)
    for (let after = indexPrefix; ; ) {
      const [entry] = await records.list(indexPrefix, { after, limit: 1 })
      if (!entry) return
      const account = entry.key.slice(indexPrefix.length, entry.key.indexOf(':', indexPrefix.length))
      yield account
      // The semicolon is the character after the colon, so that this follows every key of the account.
      after = `${indexPrefix}${account};`
    }
  }

  /** All of an account's keys, the newest first. */
  async list(account: string): Promise<readonly ListedKey[]> {
    return this.#records.list(account)
  }

  /** A page of an account's keys, the newest first. */
  async page(account: string, options: KeyPageOptions): Promise<ListedKeyPage> {
    return this.#records.page(account, options)
  }

  /** One of an account's keys. */
  async find(account: string, keyId: string): Promise<ListedKey | undefined> {
    return this.#records.findListed(account, keyId)
  }

  /**
   * Changes a key; false if the account has no such key. Throws a `Problem`: 409 for a key that has ended, 400 for a
   * replaced one that would get a later end or more scopes.
   */
  async change(account: string, keyId: string, { name, scopes, expiresAt, budget }: KeyChange): Promise<boolean> {
    const isChanged = await this.#records.change(account, keyId, before => {
      this.#requireGood(before)
      if (before.replacedBy !== undefined) requireNoMore(before, { scopes, expiresAt })
      const { expiresAt: former, budget: formerBudget, ...rest } = before
      const end = expiresAt === undefined ? former : expiresAt
      const limits = budget === undefined ? formerBudget : budget
      const record = {
        ...rest,
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(typeof end === 'string' && { expiresAt: end }),
        ...(limits && { budget: limits })
      }
      return { record, result: true }
    })
    if (isChanged && expiresAt !== undefined)
      await planExpiryNotice(this.store, this.clock, { account, keyId, ...(expiresAt !== null && { expiresAt }) })
    return isChanged ?? false
  }

  /**
   * Creates a key that replaces another one, which stays valid for `overlapMs` milliseconds; undefined if the account
   * has no such key. Throws a 409 `Problem` for a key that has ended or was replaced already, and if the account has
   * too many keys.
   */
  async rotate(account: string, keyId: string, overlapMs: number): Promise<CreatedKey | undefined> {
    const made = await this.#records.change(account, keyId, before => {
      this.#requireGood(before)
      if (before.replacedBy !== undefined) throw ended('This key was replaced by another one already.')
      const { name, scopes = allScopes, expiresAt, budget, countedAs = keyId } = before
      const next = this.#make({
        account,
        name,
        scopes,
        ...(expiresAt !== undefined && { expiresAt }),
        ...(budget && { budget, countedAs })
      })
      const end = this.clock.now() + overlapMs
      const until = expiresAt === undefined ? end : Math.min(end, Date.parse(expiresAt))
      return {
        record: { ...before, expiresAt: isoTime(until), replacedBy: next.record.keyId },
        beside: next,
        result: next
      }
    })
    if (made?.record.expiresAt !== undefined) await planExpiryNotice(this.store, this.clock, made.record)
    return made
  }

  /**
   * Revokes an account's key for good; undefined if the account has no such key, false if it was revoked before. Other
   * processes follow within 5 s.
   */
  async revoke(account: string, keyId: string): Promise<boolean | undefined> {
    return this.#records.change(account, keyId, before => {
      const isNew = before.revokedAt === undefined
      return { record: isNew ? { ...before, revokedAt: isoTime(this.clock.now()) } : before, result: isNew }
    })
  }

  /**
   * Revokes all keys of an account that have not ended, in one update, and counts them. Other processes follow within 5
   * s.
   */
  async revokeAll(account: string): Promise<number> {
    const now = this.clock.now()
    return this.#records.changeAll(account, before =>
      before.revokedAt !== undefined || hasExpired(before, now) ? undefined : { ...before, revokedAt: isoTime(now) }
    )
  }

  /** Records that a key was used now, unless a use was recorded within so many milliseconds. */
  async noteUse(caller: Caller, freshMs: number): Promise<void> {
    await this.#records.noteUse(caller, freshMs)
  }

  /** Erases all records of an account's keys. */
  async removeAll(account: string): Promise<void> {
    await this.#records.removeAll(account)
  }

  #make(
    about: Pick<KeyRecord, 'account' | 'name' | 'scopes' | 'expiresAt' | 'budget' | 'countedAs'>
  ): CreatedKey & DigestedKey {
    const key = newKey()
    const record: KeyRecord = {
      ...about,
      keyId: `key_${this.clock.ulid()}`,
      lastFour: key.slice(-4),
      createdAt: isoTime(this.clock.now())
    }
    return { key, digest: digestOf(key), record }
  }

  #requireGood(record: KeyRecord): void {
    if (record.revokedAt !== undefined || hasExpired(record, this.clock.now()))
      throw ended('This key has ended; create another one.')
  }
}

/** A replaced key may only get an earlier end and fewer scopes. */
function requireNoMore(before: KeyRecord, { scopes = [], expiresAt }: Pick<KeyChange, 'scopes' | 'expiresAt'>): void {
  const errors: Issue[] = scopes.flatMap((scope, index) => {
    if (covers(before.scopes ?? allScopes, scope)) return []
    const detail = 'is not among the scopes of this key, which was replaced'
    return [{ pointer: `#/scopes/${index}`, code: 'more_scopes', detail, fix: 'Send scopes that the key has already.' }]
  })
  if (isLater(expiresAt, before.expiresAt)) {
    const detail = 'is later than the end of this key, which was replaced'
    errors.push({
      pointer: '#/expiresAt',
      code: 'later_end',
      detail,
      fix: 'Send the end that it has, or an earlier one.'
    })
  }
  if (errors.length > 0) throw new Problem('invalid_input', 'The body does not fit; see errors.', { errors })
}

/** Whether an end is later than another; no end is the latest. */
function isLater(end: string | null | undefined, former: string | undefined): boolean {
  if (end === undefined || former === undefined) return false
  return end === null || Date.parse(end) > Date.parse(former)
}

function ended(detail: string): Problem {
  return new Problem('key_ended', detail)
}
