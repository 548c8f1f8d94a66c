import { hash } from 'node:crypto'
import { CLOCK, type Clock, type Fault, inject, injectable } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import { Problem } from '../problems.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import { bearerKey, type Caller, type Identity, unauthorised } from './identity.js'
import { isKey, newKey } from './key-format.js'
import {
  type DigestedKey,
  type KeyPage,
  type KeyPageOptions,
  type KeyRecord,
  KeyRecords,
  type ListedKey
} from './key-records.js'
import { covers, everyScope } from './scopes.js'

/** What of a key may be changed; what is left out stays as it is. */
export interface KeyChange {
  readonly name?: string | undefined
  readonly scopes?: readonly string[] | undefined
  /** ISO 8601; null for a key that does not expire. */
  readonly expiresAt?: string | null | undefined
}

/** A key that was just made; the only time that it is seen. */
export interface MadeKey {
  readonly key: string
  readonly record: KeyRecord
}

/** The keys of all accounts. */
@injectable()
export class Keys implements Identity {
  readonly #records: KeyRecords

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = new KeyRecords(store, clock)
  }

  async identify(authorization: string | undefined): Promise<Caller> {
    const key = bearerKey(authorization)
    const record = isKey(key) ? await this.#records.find(digestOf(key)) : undefined
    if (!record) throw unauthorised('invalid_key', 'The bearer key is not one of this service.')
    const { revokedAt, replacedBy } = record
    if (revokedAt !== undefined) throw unauthorised('revoked_key', 'The bearer key was revoked; create another one.')
    if (hasExpired(record, this.clock.now()))
      throw unauthorised('expired_key', `The bearer key ${replacedBy ? 'was replaced by another one' : 'has expired'}.`)
    return record
  }

  /** Makes a key. Throws a 409 `Problem` when the account has too many already. */
  async create(account: string, name: string, expiresAt?: string, scopes = everyScope): Promise<MadeKey> {
    const made = this.#make({ account, name, scopes, ...(expiresAt !== undefined && { expiresAt }) })
    await this.#records.add(made)
    return made
  }

  /**
   * An account's key as it is today: the last of those that replaced it, up to one that was revoked. A key that was replaced is
   * followed after its record was removed too; undefined when the last one is no longer stored.
   */
  async today(account: string, keyId: string): Promise<KeyRecord | undefined> {
    const record = await this.#records.findById(account, keyId)
    if (record?.revokedAt !== undefined) return record
    const next = record ? record.replacedBy : await this.#records.replacementOf(account, keyId)
    return next === undefined ? record : this.today(account, next)
  }

  /** All of an account's keys, the newest first. */
  async list(account: string): Promise<readonly ListedKey[]> {
    return this.#records.list(account)
  }

  /** A page of an account's keys, the newest first. */
  async page(account: string, options: KeyPageOptions): Promise<KeyPage> {
    return this.#records.page(account, options)
  }

  /** One of an account's keys. */
  async one(account: string, keyId: string): Promise<ListedKey | undefined> {
    return this.#records.one(account, keyId)
  }

  /**
   * Changes a key; false when the account has no such key. Throws a `Problem`: 409 for a key that has ended, 400 for one that was
   * replaced and would get a later end or more scopes.
   */
  async change(account: string, keyId: string, { name, scopes, expiresAt }: KeyChange): Promise<boolean> {
    const isChanged = await this.#records.change(account, keyId, before => {
      this.#requireGood(before)
      if (before.replacedBy !== undefined) requireNoMore(before, { scopes, expiresAt })
      const { expiresAt: former, ...rest } = before
      const end = expiresAt === undefined ? former : expiresAt
      const record = {
        ...rest,
        ...(name !== undefined && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(typeof end === 'string' && { expiresAt: end })
      }
      return { record, result: true }
    })
    return isChanged ?? false
  }

  /**
   * Makes a key in the place of another one, which is good for so many milliseconds more; undefined when the account has no
   * such key. Throws a 409 `Problem` for one that has ended or was replaced already, and when the account has too many keys.
   */
  async rotate(account: string, keyId: string, overlapMs: number): Promise<MadeKey | undefined> {
    return this.#records.change(account, keyId, before => {
      this.#requireGood(before)
      if (before.replacedBy !== undefined) throw ended('This key was replaced by another one already.')
      const { name, scopes = everyScope, expiresAt } = before
      const next = this.#make({ account, name, scopes, ...(expiresAt !== undefined && { expiresAt }) })
      const end = this.clock.now() + overlapMs
      const until = expiresAt === undefined ? end : Math.min(end, Date.parse(expiresAt))
      return {
        record: { ...before, expiresAt: isoTime(until), replacedBy: next.record.keyId },
        beside: next,
        result: next
      }
    })
  }

  /**
   * Revokes an account's key for good; undefined when the account has no such key, false when it was revoked before. Other
   * processes follow within 5 s.
   */
  async revoke(account: string, keyId: string): Promise<boolean | undefined> {
    return this.#records.change(account, keyId, before => {
      const isNew = before.revokedAt === undefined
      return { record: isNew ? { ...before, revokedAt: isoTime(this.clock.now()) } : before, result: isNew }
    })
  }

  /** Revokes all keys of an account that have not ended, at one moment, and counts them. Other processes follow within 5 s. */
  async revokeAll(account: string): Promise<number> {
    const now = this.clock.now()
    return this.#records.changeAll(account, before =>
      before.revokedAt !== undefined || hasExpired(before, now) ? undefined : { ...before, revokedAt: isoTime(now) }
    )
  }

  /** Notes that a key was used now, unless that was noted within so many milliseconds. */
  async noteUse(caller: Caller, freshMs: number): Promise<void> {
    await this.#records.noteUse(caller, freshMs)
  }

  /** Takes all keys of an account away, as if they had never been. */
  async removeAll(account: string): Promise<void> {
    await this.#records.removeAll(account)
  }

  #make(about: Pick<KeyRecord, 'account' | 'name' | 'scopes' | 'expiresAt'>): MadeKey & DigestedKey {
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

/** Whether a key's time is over. */
export function hasExpired({ expiresAt }: KeyRecord, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= now
}

/** A key that was replaced is on its way out: its end may come earlier and its scopes may become fewer, nothing else. */
function requireNoMore(before: KeyRecord, { scopes = [], expiresAt }: Pick<KeyChange, 'scopes' | 'expiresAt'>): void {
  const errors: Fault[] = scopes.flatMap((scope, index) => {
    if (covers(before.scopes ?? everyScope, scope)) return []
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

/** Whether an end is later than another; null and a missing one are never. */
function isLater(end: string | null | undefined, former: string | undefined): boolean {
  if (end === undefined || former === undefined) return false
  return end === null || Date.parse(end) > Date.parse(former)
}

function ended(detail: string): Problem {
  return new Problem('key_ended', detail)
}

function digestOf(key: string): string {
  return hash('sha256', key)
}
