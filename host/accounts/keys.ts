import { hash } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import { Problem } from '../problems.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import { bearerKey, type Caller, type Identity, unauthorised } from './identity.js'
import { isKey, newKey } from './key-format.js'
import { type DigestedKey, type KeyRecord, KeyRecords, type ListedKey, mostKeys } from './key-records.js'
import { everyScope } from './scopes.js'

/** What of a key may be changed; what is left out stays as it is. */
export interface KeyChange {
  readonly name?: string
  readonly scopes?: readonly string[]
  /** ISO 8601; null for a key that does not expire. */
  readonly expiresAt?: string | null
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
    if (await this.#records.isFull(account))
      throw new Problem(
        'too_many_keys',
        `An account keeps ${mostKeys} keys at most, those of the last 30 days included.`
      )
    const made = this.#make({ account, name, scopes, ...(expiresAt !== undefined && { expiresAt }) })
    await this.#records.add(made)
    return made
  }

  /** An account's key as it is today: the last of those that replaced it, up to one that was revoked. */
  async today(account: string, keyId: string): Promise<KeyRecord | undefined> {
    const record = await this.#records.findById(account, keyId)
    const isReplaced = record?.replacedBy !== undefined && record.revokedAt === undefined
    return isReplaced ? this.today(account, record.replacedBy) : record
  }

  /** An account's keys, the oldest first. */
  async list(account: string): Promise<readonly ListedKey[]> {
    return this.#records.list(account)
  }

  /** Changes a key; false when the account has no such key. Throws a 409 `Problem` for one that has ended. */
  async change(account: string, keyId: string, { expiresAt, ...change }: KeyChange): Promise<boolean> {
    const isChanged = await this.#records.change(account, keyId, before => {
      this.#requireGood(before)
      const { expiresAt: former, ...rest } = before
      const until = expiresAt === undefined ? former : expiresAt
      return { record: { ...rest, ...change, ...(typeof until === 'string' && { expiresAt: until }) }, result: true }
    })
    return isChanged ?? false
  }

  /**
   * Makes a key in the place of another one, which is good for so many milliseconds more; undefined when the account has no
   * such key. Throws a 409 `Problem` for one that has ended or was replaced already.
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

  /** Revokes an account's key for good; false when the account has no such key. Other processes follow within 5 s. */
  async revoke(account: string, keyId: string): Promise<boolean> {
    const isKnown = await this.#records.change(account, keyId, before => ({
      record: before.revokedAt === undefined ? { ...before, revokedAt: isoTime(this.clock.now()) } : before,
      result: true
    }))
    return isKnown ?? false
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

function ended(detail: string): Problem {
  return new Problem('key_ended', detail)
}

function digestOf(key: string): string {
  return hash('sha256', key)
}
