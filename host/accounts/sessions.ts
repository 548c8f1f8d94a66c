import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../base/clock.js'
import { STORE, type Store } from '../storage/store.js'
import { KnownDevices } from './known-devices.js'

/** A person's session in one browser. Its token is not stored; the digest of the token is the record's key. */
export interface Session {
  readonly id: string
  readonly account: string
  /** ISO 8601, like all times here. */
  readonly createdAt: string
  /** When the password was last confirmed in it; left out if only at the sign-in. */
  readonly confirmedAt?: string
  /** To the minute. */
  readonly lastSeenAt: string
  /** The latest end of the session. */
  readonly expiresAt: string
  /** The User-Agent header of the browser. */
  readonly userAgent: string
  /** How often all sessions of the account had been ended before this one began; left out by versions that did not count. */
  readonly generation?: number
}

/** The name of the records of an account that say how often all of its sessions were ended, see `Store.own`. */
export const sessionEndSubject = 'session-ends'

/** For how long a sign-in or a confirmed password allows sensitive changes, in milliseconds: 15 minutes. */
const recentMs = 15 * 60 * 1000
/** How often the time of the last request is written, in milliseconds. */
const seenEveryMs = 60_000

/** The sessions of all accounts. */
@injectable()
export class Sessions {
  readonly #records: Storage
  readonly #devices: KnownDevices

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('sessions')
    this.#devices = new KnownDevices(store, clock)
  }

  /** How long a session lasts at most, in milliseconds. */
  get longestMs(): number {
    return this.store.storedMs('sessionDays')
  }

  /** How long it lasts without a request, in milliseconds. */
  get #idleMs(): number {
    return this.store.storedMs('idleSessionDays')
  }

  /** Begins a session; its token is available only here. */
  async begin(account: string, userAgent = ''): Promise<{ token: string; session: Session }> {
    const token = randomBytes(32).toString('base64url')
    const now = this.clock.now()
    const session: Session = {
      id: `ses_${this.clock.ulid()}`,
      account,
      createdAt: isoTime(now),
      lastSeenAt: isoTime(now),
      expiresAt: isoTime(now + this.longestMs),
      userAgent: userAgent.slice(0, 200),
      generation: await this.generation(account)
    }
    await this.#write(digestOf(token), session)
    return { token, session }
  }

  /** The session of a token, and records that it was seen; undefined if there is none or it has ended. */
  async find(token: string): Promise<Session | undefined> {
    const digest = digestOf(token)
    const session = await this.#records.get<Session>(digestKey(digest))
    if (!session || (await this.#endIfOver(session))) return undefined
    if (this.clock.now() - Date.parse(session.lastSeenAt) < seenEveryMs) return session
    return this.#records.update([digestKey(digest)], read => {
      const current = read<Session>(digestKey(digest))
      if (!current) return { result: undefined }
      const seen = { ...current, lastSeenAt: isoTime(this.clock.now()) }
      return { writes: this.#writes(digest, seen), result: seen }
    })
  }

  /** Records that the password was confirmed now in one of an account's sessions. */
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
    const sessions = await Promise.all(
      digests.map(async digest => {
        const session = await this.#records.get<Session>(digestKey(digest))
        return session && !(await this.#endIfOver(session)) ? session : undefined
      })
    )
    return sessions.filter(session => session !== undefined)
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

  /** Ends every session of an account with the jobs that they scheduled; its browsers are no longer known devices. */
  async endAll(account: string): Promise<void> {
    await this.#ends(account).update([generationKey], read => ({
      writes: [
        { key: generationKey, value: (read<number>(generationKey) ?? 0) + 1 },
        { key: endedAtKey, value: this.clock.now() }
      ],
      result: undefined
    }))
    await this.#devices.removeAll(account)
    for (let left = await this.list(account); left.length > 0; left = await this.list(account))
      for (const { id } of left) await this.end(account, id)
  }

  /** How often all sessions of an account were ended. No clock says it, so that none that is set back revives what has ended. */
  async generation(account: string): Promise<number> {
    return (await this.#ends(account).get<number>(generationKey)) ?? 0
  }

  /** When all sessions of an account were ended the last time; undefined if a decision of a session of a generation still holds. */
  async endedSince(account: string, generation: number): Promise<number | undefined> {
    if (generation >= (await this.generation(account))) return undefined
    return (await this.#ends(account).get<number>(endedAtKey)) ?? 0
  }

  #ends(account: string): Storage {
    return this.store.own(`${sessionEndSubject}/${account}`)
  }

  async #digests(account: string): Promise<readonly string[]> {
    const entries = await this.#records.list<string>(indexKey(account, ''), { limit: 1000 })
    return entries.map(({ value }) => value)
  }

  async #write(digest: string, session: Session): Promise<void> {
    await this.#records.update([], () => ({ writes: this.#writes(digest, session), result: undefined }))
  }

  #writes(digest: string, session: Session) {
    const ttlMs = Math.min(Math.max(1, Date.parse(session.expiresAt) - this.clock.now()), this.#idleMs)
    return [
      { key: digestKey(digest), value: session, ttlMs },
      { key: indexKey(session.account, session.id), value: digest, ttlMs }
    ]
  }

  /** Whether a session has ended by the clock; it is deleted then, so that it stays ended when the clock is set back. */
  async #endIfOver(session: Session): Promise<boolean> {
    if (!this.#hasEnded(session)) return false
    await this.end(session.account, session.id)
    return true
  }

  #hasEnded({ lastSeenAt, expiresAt }: Session): boolean {
    const now = this.clock.now()
    return now >= Date.parse(expiresAt) || now >= Date.parse(lastSeenAt) + this.#idleMs
  }
}

const generationKey = 'generation'
const endedAtKey = 'ended-at'

function digestOf(token: string): string {
  return hash('sha256', token)
}

function digestKey(digest: string): string {
  return `digest:${digest}`
}

function indexKey(account: string, id: string): string {
  return `account:${account}:${id}`
}
