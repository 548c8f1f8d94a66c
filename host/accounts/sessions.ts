import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import { KnownDevices } from './known-devices.js'

/** A person's session in one browser; its token is nowhere, its digest is the record's name. */
export interface Session {
  readonly id: string
  readonly account: string
  /** ISO 8601, like all times here. */
  readonly createdAt: string
  /** When the password was last confirmed in it; left out when it was not since the sign-in. */
  readonly confirmedAt?: string
  /** Kept to the minute. */
  readonly lastSeenAt: string
  /** The end, whatever happens. */
  readonly expiresAt: string
  /** What the browser says of itself. */
  readonly userAgent: string
}

/** How long a session lasts at most, in milliseconds: 30 days. */
export const longestSessionMs = 30 * 24 * 60 * 60 * 1000
/** How long it lasts without a request: 3 days. */
const longestIdleMs = 3 * 24 * 60 * 60 * 1000
/** For how long a sign-in or a confirmed password allows sensitive changes, in milliseconds: 15 minutes. */
const recentMs = 15 * 60 * 1000
/** How old the time of the last request may get before it is written anew. */
const seenEveryMs = 60_000

/** Who is signed in, and where. */
@injectable()
export class Sessions {
  readonly #records: Storage
  readonly #devices: KnownDevices

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('sessions')
    this.#devices = new KnownDevices(store, clock)
  }

  /** Begins a session; the only time that its token is seen. */
  async begin(account: string, userAgent = ''): Promise<{ token: string; session: Session }> {
    const token = randomBytes(32).toString('base64url')
    const now = this.clock.now()
    const session: Session = {
      id: `ses_${this.clock.ulid()}`,
      account,
      createdAt: isoTime(now),
      lastSeenAt: isoTime(now),
      expiresAt: isoTime(now + longestSessionMs),
      userAgent: userAgent.slice(0, 200)
    }
    await this.#write(digestOf(token), session)
    return { token, session }
  }

  /** The session of a token, seen now; undefined when there is none or it has ended. */
  async find(token: string): Promise<Session | undefined> {
    const digest = digestOf(token)
    const session = await this.#records.get<Session>(digestKey(digest))
    if (!session || this.#hasEnded(session)) return undefined
    if (this.clock.now() - Date.parse(session.lastSeenAt) < seenEveryMs) return session
    return this.#records.update([digestKey(digest)], read => {
      const current = read<Session>(digestKey(digest))
      if (!current) return { result: undefined }
      const seen = { ...current, lastSeenAt: isoTime(this.clock.now()) }
      return { writes: this.#writes(digest, seen), result: seen }
    })
  }

  /** Notes that the password was confirmed now in one of an account's sessions. */
  async confirm(account: string, id: string): Promise<void> {
    const digest = await this.#records.get<string>(indexKey(account, id))
    if (digest === undefined) return
    await this.#records.update([digestKey(digest)], read => {
      const session = read<Session>(digestKey(digest))
      if (!session) return { result: undefined }
      const now = isoTime(this.clock.now())
      return { writes: this.#writes(digest, { ...session, lastSeenAt: now, confirmedAt: now }), result: undefined }
    })
  }

  /** Whether the sign-in, or the confirmation of the password after it, is recent enough for a sensitive change. */
  isRecent({ createdAt, confirmedAt = createdAt }: Session): boolean {
    return this.clock.now() - Date.parse(confirmedAt) < recentMs
  }

  /** An account's sessions that have not ended, the oldest first. */
  async list(account: string): Promise<readonly Session[]> {
    const digests = await this.#digests(account)
    const sessions = await Promise.all(digests.map(digest => this.#records.get<Session>(digestKey(digest))))
    return sessions.filter(session => session !== undefined).filter(session => !this.#hasEnded(session))
  }

  /** Ends one session; false when the account has no such session. */
  async end(account: string, id: string): Promise<boolean> {
    const digest = await this.#records.get<string>(indexKey(account, id))
    if (digest === undefined) return false
    return this.#records.update([digestKey(digest)], read => {
      const keys = [digestKey(digest), indexKey(account, id)]
      return { writes: keys.map(key => ({ key, delete: true })), result: read(digestKey(digest)) !== undefined }
    })
  }

  /** Ends every session of an account; its browsers are no known devices any more. */
  async endAll(account: string): Promise<void> {
    await this.#devices.removeAll(account)
    for (let left = await this.list(account); left.length > 0; left = await this.list(account))
      for (const { id } of left) await this.end(account, id)
  }

  async #digests(account: string): Promise<readonly string[]> {
    const entries = await this.#records.list<string>(indexKey(account, ''), { limit: 1000 })
    return entries.map(({ value }) => value)
  }

  async #write(digest: string, session: Session): Promise<void> {
    await this.#records.update([], () => ({ writes: this.#writes(digest, session), result: undefined }))
  }

  #writes(digest: string, session: Session) {
    const ttlMs = Math.max(1, Date.parse(session.expiresAt) - this.clock.now())
    return [
      { key: digestKey(digest), value: session, ttlMs: Math.min(ttlMs, longestIdleMs) },
      { key: indexKey(session.account, session.id), value: digest, ttlMs: Math.min(ttlMs, longestIdleMs) }
    ]
  }

  #hasEnded({ lastSeenAt, expiresAt }: Session): boolean {
    const now = this.clock.now()
    return now >= Date.parse(expiresAt) || now >= Date.parse(lastSeenAt) + longestIdleMs
  }
}

function digestOf(token: string): string {
  return hash('sha256', token)
}

function digestKey(digest: string): string {
  return `digest:${digest}`
}

function indexKey(account: string, id: string): string {
  return `account:${account}:${id}`
}
