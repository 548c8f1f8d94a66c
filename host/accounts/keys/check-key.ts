import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { CLOCK, type Clock, inject, injectable, type Storage, Token } from '@product-host/sdk'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import type { Caller } from '../../base/caller.js'
import { isoTime } from '../../base/clock.js'
import { Problem } from '../../base/problems.js'
import { type Retention, storedMs } from '../../base/retention.js'
import { ReadCache, STORE, type Store } from '../../storage/store.js'

/** Identifies the caller of a bearer key. */
export const KEY_CHECKER = new Token<KeyChecker>('KEY_CHECKER')

/** Checks the bearer key of a request and returns its caller. */
export interface KeyChecker {
  /** Throws a 401 `Problem` when the header has no key, or the key is invalid, expired or revoked. */
  check(authorization: string | undefined): Promise<Caller>
}

/** A key as it is stored: its digest is the record's name; the key itself is not stored. */
export interface KeyRecord extends Caller {
  readonly name: string
  readonly lastFour: string
  /** ISO 8601, like all times here. */
  readonly createdAt: string
  readonly expiresAt?: string
  readonly revokedAt?: string
  /** When its expiry was first observed: it stays expired when the clock is set back. */
  readonly expiryObservedAt?: string
  /** The id of the key that replaces this one. */
  readonly replacedBy?: string
}

/** A change by another process of which nobody told (a revocation, a disabled account) is seen after `freshMs` milliseconds: within 5 s. */
const cacheOptions = { mostEntries: 10_000, freshMs: 4_000 }
/** How often the last use of one key is written, in milliseconds. */
const lastUseEveryMs = 60_000

/** The keys whose use is recorded. */
interface UsedKeys {
  readonly checker: KeyChecker
  noteUse(caller: Caller, freshMs: number): Promise<void>
}

/** Records when a key was last used, at most once a minute, without delaying the response. */
export class LastUsedTracker implements KeyChecker {
  readonly #recordedAt = new LRUCache<string, number>({ maxSize: 10_000, sizeCalculation: () => 1 })

  constructor(
    private readonly keys: UsedKeys,
    private readonly clock: Clock,
    private readonly logger: Logger
  ) {}

  async check(authorization: string | undefined): Promise<Caller> {
    const caller = await this.keys.checker.check(authorization)
    const now = this.clock.now()
    if (now - (this.#recordedAt.get(caller.keyId) ?? 0) >= lastUseEveryMs) {
      this.#recordedAt.set(caller.keyId, now)
      this.keys
        .noteUse(caller, lastUseEveryMs)
        .catch(error => this.logger.warn({ keyId: caller.keyId, err: error }, 'the last use of a key was not recorded'))
    }
    return caller
  }
}

/** The keys in the store, by their digests. What was read a short time ago is cached. */
export class StoredKeys implements KeyChecker {
  readonly #records: Storage
  readonly #cache: ReadCache<KeyRecord>

  constructor(
    private readonly store: Store,
    private readonly clock: Clock
  ) {
    this.#records = store.own(keySubject)
    const { changes } = store
    this.#cache = new ReadCache({ ...cacheOptions, changes, subject: 'keys', idOf: ({ account }) => account })
  }

  async check(authorization: string | undefined): Promise<Caller> {
    const key = bearerKey(authorization)
    const digest = isKey(key) ? digestOf(key) : undefined
    const record = digest && (this.#cache.cached(digest) ?? (await this.find(digest)))
    if (!record) throw unauthorised('invalid_key', 'The bearer key is not one of this service.')
    const { revokedAt, replacedBy } = record
    if (revokedAt !== undefined) throw unauthorised('revoked_key', 'The bearer key was revoked; create another one.')
    if (hasExpired(record, this.clock.now())) {
      await this.#recordExpiry(digestOf(key), record)
      throw unauthorised('expired_key', `The bearer key ${replacedBy ? 'was replaced by another one' : 'has expired'}.`)
    }
    return record
  }

  /** Writes once that a key has expired. */
  async #recordExpiry(digest: string, { account, expiryObservedAt }: KeyRecord): Promise<void> {
    if (expiryObservedAt !== undefined) return
    const name = digestKey(digest)
    await this.change(account, [digest], () =>
      this.#records.update([name], read => {
        const record = read<KeyRecord>(name)
        const now = this.clock.now()
        if (!record?.expiresAt || record.expiryObservedAt || !hasExpired(record, now)) return { result: undefined }
        const ttlMs = Math.max(1, (untilOf(record, this.store.retention) ?? now) - now)
        return {
          writes: [{ key: name, value: { ...record, expiryObservedAt: isoTime(now) }, ttlMs }],
          result: undefined
        }
      })
    )
  }

  async find(digest: string): Promise<KeyRecord | undefined> {
    return this.#cache.get(digest, () => this.#records.get<KeyRecord>(digestKey(digest)))
  }

  /** Changes records of an account with some digests, then removes them from the caches of all hosts, also when the change fails. */
  async change<Result>(account: string, digests: readonly string[], write: () => Promise<Result>): Promise<Result> {
    return this.#cache.change(account, write, digests)
  }
}

const bearerPattern = /^Bearer +([\x21-\x7e]+) *$/i

/** The key in an Authorization header (RFC 6750, section 2.1). Throws a 401 `Problem` when there is none. */
export function bearerKey(authorization: string | undefined): string {
  if (authorization === undefined)
    throw unauthorised(
      'missing_key',
      'Send your key as "Authorization: Bearer phk_…"; keys are made in the dashboard under API keys.'
    )
  const [, key] = bearerPattern.exec(authorization) ?? []
  if (key !== undefined) return key
  throw unauthorised('invalid_key', 'The Authorization header is not of the form "Bearer phk_…".')
}

/** A 401 with the challenge of RFC 6750; the challenge names an error only when a key was sent. */
export function unauthorised(
  code: 'missing_key' | 'invalid_key' | 'expired_key' | 'revoked_key',
  detail: string
): Problem {
  const challenge = code === 'missing_key' ? 'Bearer' : 'Bearer error="invalid_token"'
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': challenge } })
}

/** Whether a key has expired. */
export function hasExpired(
  { expiresAt, expiryObservedAt }: Pick<KeyRecord, 'expiresAt' | 'expiryObservedAt'>,
  now: number
): boolean {
  return expiryObservedAt !== undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= now)
}

/** When the records of a key are gone, in milliseconds; undefined while it has no end. Access tokens are not listed. */
export function untilOf(record: EndingKey, retention: Retention): number | undefined {
  const end = endOf(record)
  const kind = record.resource === undefined ? 'endedKeyDays' : 'endedAccessTokenMinutes'
  return end === undefined ? undefined : end + storedMs(retention, kind)
}

/** When a key ends, in milliseconds; undefined while it has no end. */
export function endOf({ revokedAt, expiresAt, createdAt }: EndingKey): number | undefined {
  const end = revokedAt ?? expiresAt
  return end === undefined ? undefined : Math.max(Date.parse(end), Date.parse(createdAt))
}

type EndingKey = Pick<KeyRecord, 'revokedAt' | 'expiresAt' | 'createdAt' | 'resource'>

/** The subject of the records of keys. */
export const keySubject = 'keys'

/** The name of a key's record. */
export function digestKey(digest: string): string {
  return `digest:${digest}`
}

/** The digest under which a key is stored. */
export function digestOf(key: string): string {
  return hash('sha256', key)
}

/** The prefix of every key of this service. */
const keyPrefix = 'phk'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const keyPattern = /^phk_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** A new key: `phk_`, 30 random characters of base62 (178 bits), and 6 characters of their CRC32. */
export function newKey(): string {
  const body = Array.from({ length: 30 }, () => base62[randomInt(62)]).join('')
  return `${keyPrefix}_${body}${checksum(body)}`
}

/**
 * Whether the text has the form of a key and the right checksum, so that a mistyped key is refused without a read of
 * the store.
 */
export function isKey(text: string): boolean {
  const [, body, sum] = keyPattern.exec(text) ?? []
  return body !== undefined && checksum(body) === sum
}

/** The CRC32 of a key's body in 6 characters of base62. */
export function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = `${base62[rest % 62]}${text}`
    rest = Math.floor(rest / 62)
  }
  return text
}

/** A record that an operator has disabled an account, and why. */
interface Disablement {
  /** ISO 8601. */
  readonly at: string
  /** Shown to the operator only. */
  readonly reason: string
}

/** The accounts that an operator has disabled: their keys, their sessions and their jobs are refused, their data stays. */
@injectable()
export class DisabledAccounts {
  readonly #records: Storage
  readonly #cache: ReadCache<boolean>

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('disabled-accounts')
    this.#cache = new ReadCache({ ...cacheOptions, changes: store.changes, subject: 'disablement' })
  }

  async disable(account: string, reason: string): Promise<Disablement> {
    const disablement: Disablement = { at: isoTime(this.clock.now()), reason }
    await this.#cache.change(account, () => this.#records.set(account, disablement))
    return disablement
  }

  /** Enables an account again; false if it was not disabled. */
  async enable(account: string): Promise<boolean> {
    return this.#cache.change(account, () => this.#records.delete(account))
  }

  async find(account: string): Promise<Disablement | undefined> {
    return this.#records.get<Disablement>(account)
  }

  /** Throws a 403 `Problem` if the account is disabled. */
  async refuse(account: string): Promise<void> {
    if (this.#cache.cached(account) === false) return
    const isDisabled = await this.#cache.get(account, async () => (await this.find(account)) !== undefined)
    if (isDisabled)
      throw new Problem(
        'account_disabled',
        'The operator of this service has disabled the account; contact the operator.'
      )
  }
}
