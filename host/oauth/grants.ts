import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage, type Write } from '@product-host/sdk'
import { digestKey, digestOf, type KeyRecord, keySubject, untilOf } from '../accounts/keys/check-key.js'
import { type ConnectedApp, ConnectedApps, codePrefix } from '../accounts/keys/connected-apps.js'
import { appIdPrefix, appKey, refreshKey } from '../accounts/keys/key-records.js'
import { isoTime } from '../base/clock.js'
import { Problem } from '../base/problems.js'
import { STORE, type Store } from '../storage/store.js'
import { OAuthRefusal } from './refusal.js'

/** How long a code may be exchanged for tokens, in milliseconds: 60 seconds. */
export const codeMs = 60 * 1000
/**
 * For how long a client may send a used code or a replaced refresh token again, in milliseconds: the answer may have been lost. PKCE
 * protects the code; a refresh token that somebody else has is of use for no longer than this.
 */
export const retryMs = 60 * 1000
/** Most access tokens, and most refresh tokens, of one application that are valid at once, with those of retries. */
const mostTokens = 5
/** Most replaced refresh tokens of one application that are remembered. */
const mostReplaced = 20
/** Most applications that one account lets in. */
export const mostConnectedApps = 100

/** What an account has agreed to: an application may get tokens for it. */
export interface Consent {
  readonly account: string
  readonly clientId: string
  readonly clientName: string
  readonly redirectUri: string
  /** The challenge of PKCE, by S256. */
  readonly challenge: string
  readonly resource: string
  readonly scopes: readonly string[]
  /** Whether the application gets a refresh token. */
  readonly refreshes: boolean
}

/** An agreement under the digest of its code; an account's codes are erased by `ConnectedApps`. */
interface StoredCode extends Consent {
  /** In milliseconds. */
  readonly expiresAt: number
  /** The id of the application's connection, once the code was exchanged. */
  readonly spentFor?: string
  /** When that was, in milliseconds. */
  readonly spentAt?: number
  /** Whether it was sent again when no retry was to be expected any more. */
  readonly isReplayed?: true
  /** Whether the connection was made: one that has ended meanwhile is not made again. */
  readonly isConnected?: true
}

/** Which application refresh tokens belong to, under the digest of the part that all of them share. */
interface StoredRefreshToken {
  readonly account: string
  readonly keyId: string
}

/** The tokens that a client gets; they are seen only here. */
interface IssuedTokens {
  readonly accessToken: string
  /** None for a client that does not renew its tokens. */
  readonly refreshToken?: string
  readonly scopes: readonly string[]
}

/**
 * Codes and tokens of connected applications. Only their digests are stored. What a code or a refresh token is exchanged for is
 * written in the update that uses it up, so that of several exchanges at once, also of several processes, one succeeds.
 */
@injectable()
export class Grants {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly apps: ConnectedApps
  ) {
    this.#records = store.own(keySubject)
  }

  /** How long an access token is valid, in milliseconds. */
  get accessTokenMs(): number {
    return this.store.storedMs('accessTokenMinutes')
  }

  /** How long a refresh token is valid, and with it the connection of an application that is not used, in milliseconds. */
  get refreshTokenMs(): number {
    return this.store.storedMs('connectedAppDays')
  }

  /** How long a code is stored, so that its second use is noticed, in milliseconds. */
  get #codeMs(): number {
    return this.store.storedMs('authorizationCodeMinutes')
  }

  /** Throws a 409 `Problem` when an account has connected as many applications as it may. */
  async requireRoom(account: string): Promise<void> {
    if ((await this.apps.list(account)).length >= mostConnectedApps)
      throw new Problem(
        'too_many_keys',
        `An account has ${mostConnectedApps} connected apps at most; disconnect one that is not needed.`
      )
  }

  /** Stores what an account has agreed to under a code. */
  async addCode(code: string, consent: Consent): Promise<void> {
    const stored: StoredCode = { ...consent, expiresAt: this.clock.now() + codeMs }
    await this.#records.set(codeKey(code), stored, { ttlMs: this.#codeMs })
  }

  /**
   * What a code stands for; undefined when it is unknown, expired or was used before. A code that is used again later than a retry
   * ends what came of its first use (RFC 6749, section 4.1.2).
   */
  async findCode(code: string): Promise<Consent | undefined> {
    const stored = await this.#records.get<StoredCode>(codeKey(code))
    if (!stored || this.#isValid(stored) || this.#isRetry(stored)) return stored
    if (stored.spentFor !== undefined) await this.spendCode(code)
    return undefined
  }

  /** Uses a code up, whatever comes of it, or finds it used a short time ago; false when it cannot be used. */
  async spendCode(code: string): Promise<boolean> {
    const name = codeKey(code)
    const keyId = `${appIdPrefix}${this.clock.ulid()}`
    const before = await this.#records.update([name], read => {
      const stored = read<StoredCode>(name)
      if (!stored || (stored.spentFor === undefined && !this.#isValid(stored))) return { result: undefined }
      if (this.#isRetry(stored)) return { result: stored }
      const use = { spentFor: keyId, spentAt: this.clock.now() }
      const next = { ...stored, ...(stored.spentFor === undefined ? use : { isReplayed: true }) }
      return { writes: [{ key: name, value: next, ttlMs: this.#codeMs }], result: stored }
    })
    if (!before) return false
    if (before.spentFor === undefined || this.#isRetry(before)) return true
    await this.apps.revoke(before.account, before.spentFor)
    return false
  }

  /** Ends a code that was used up and of which nothing has come: no retry may use it. */
  async forfeitCode(code: string): Promise<void> {
    const name = codeKey(code)
    await this.#records.update([name], read => {
      const stored = read<StoredCode>(name)
      if (!stored || stored.isConnected) return { result: undefined }
      const value: StoredCode = { ...stored, isReplayed: true }
      return { writes: [{ key: name, value, ttlMs: this.#codeMs }], result: undefined }
    })
  }

  /**
   * The tokens for a code that was used up for them. Throws an `OAuthRefusal` when the code was used again or erased meanwhile, and
   * a 409 `Problem` when the account has meanwhile connected as many applications as it may.
   */
  async connect(code: string, accessToken: string): Promise<IssuedTokens> {
    const name = codeKey(code)
    const consent = await this.#records.get<StoredCode>(name)
    if (consent?.spentFor === undefined) throw invalidGrant('The code is not valid any more.')
    const { account, spentFor: keyId } = consent
    const appName = appKey(account, keyId)
    if (!consent.isConnected) await this.requireRoom(account)
    return this.#records.update([name, appName], read => {
      const stored = read<StoredCode>(name)
      if (!stored) throw invalidGrant('The code is not valid any more.')
      if (stored.spentFor !== keyId || stored.isReplayed) throw invalidGrant('The code was used before.')
      const { clientId, clientName, resource, scopes, refreshes, isConnected } = stored
      const refreshToken = refreshes ? newRefreshToken(familyFor(code)) : undefined
      if (isConnected) {
        const connected = read<ConnectedApp>(appName)
        if (!connected) throw invalidGrant('The connection has ended.')
        return this.#issueBeside(connected, accessToken, refreshToken, scopes)
      }
      const createdAt = isoTime(this.clock.now())
      const app = { account, keyId, name: clientName, clientId, scopes, resource, createdAt, tokens: [], expiresAt: '' }
      const { writes, result } = this.#issue(app, accessToken, refreshToken)
      const connected: StoredCode = { ...stored, isConnected: true }
      return { writes: [...writes, { key: name, value: connected, ttlMs: this.#codeMs }], result }
    })
  }

  /**
   * The application that a refresh token belongs to; undefined when the token is unknown or expired. A token that was replaced
   * earlier than a retry would explain is in two hands: it ends the connection (RFC 9700, section 4.14.2).
   */
  async findRefreshToken(refreshToken: string): Promise<ConnectedApp | undefined> {
    const owner = await this.#ownerOf(refreshToken)
    const app = owner && (await this.#records.get<ConnectedApp>(appKey(owner.account, owner.keyId)))
    if (!app || Date.parse(app.expiresAt) <= this.clock.now()) return undefined
    const digest = digestOf(refreshToken)
    if (validOf(app).includes(digest) || this.#isJustReplaced(app, digest)) return app
    await this.apps.revoke(app.account, app.keyId)
    return undefined
  }

  /**
   * Replaces a refresh token, and returns new tokens; a retry gets further ones beside those whose answer may have been lost. Throws
   * an `OAuthRefusal` when the token was replaced earlier.
   */
  async renew(refreshToken: string, scopes: readonly string[], accessToken: string): Promise<IssuedTokens> {
    const owner = await this.#ownerOf(refreshToken)
    if (!owner) throw invalidGrant('The refresh token is not valid.')
    const name = appKey(owner.account, owner.keyId)
    const issued = await this.#records.update([name], read => {
      const app = read<ConnectedApp>(name)
      if (!app) return { result: undefined }
      const digest = digestOf(refreshToken)
      const next = newRefreshToken(familyOf(refreshToken))
      if (this.#isJustReplaced(app, digest)) return this.#issueBeside(app, accessToken, next, scopes)
      return validOf(app).includes(digest)
        ? this.#issue(this.#withAllReplaced(app), accessToken, next, scopes)
        : { result: undefined }
    })
    if (issued) return issued
    await this.apps.revoke(owner.account, owner.keyId)
    throw invalidGrant('The refresh token was used before.')
  }

  /** Ends the connection that a token belongs to; nothing happens for a token that is unknown or another client's. */
  async revokeToken(token: string, clientId: string): Promise<void> {
    const owner = (await this.#ownerOf(token)) ?? (await this.#records.get<KeyRecord>(digestKey(digestOf(token))))
    const app = owner && (await this.#records.get<ConnectedApp>(appKey(owner.account, owner.keyId)))
    if (app?.clientId === clientId) await this.apps.revoke(app.account, app.keyId)
  }

  /** The application with its valid refresh tokens as those that were just replaced. */
  #withAllReplaced(app: ConnectedApp): ConnectedApp {
    const at = this.clock.now()
    const earlier = (app.refreshReplaced ?? []).filter(each => this.#isRecent(each.at))
    const replaced = [...validOf(app).map(digest => ({ digest, at })), ...earlier]
    return { ...app, refreshBeside: [], refreshReplaced: replaced.slice(0, mostReplaced) }
  }

  /** Tokens for a retry, beside those that are valid. Throws an `OAuthRefusal` for too many of them. */
  #issueBeside(app: ConnectedApp, accessToken: string, refreshToken: string | undefined, scopes: readonly string[]) {
    const refreshBeside = validOf(app)
    if (refreshBeside.length >= mostTokens) throw invalidGrant('The same grant was sent too many times.')
    return this.#issue({ ...app, refreshBeside }, accessToken, refreshToken, scopes)
  }

  #isJustReplaced({ refreshReplaced = [] }: ConnectedApp, digest: string): boolean {
    return refreshReplaced.some(each => each.digest === digest && this.#isRecent(each.at))
  }

  #isRetry({ spentAt, isReplayed }: StoredCode): boolean {
    return spentAt !== undefined && !isReplayed && this.#isRecent(spentAt)
  }

  #isRecent(at: number): boolean {
    return this.clock.now() - at <= retryMs
  }

  /** Writes an application with new tokens, and removes access tokens that it has no more room for. */
  #issue(
    app: ConnectedApp,
    accessToken: string,
    refreshToken: string | undefined,
    scopes = app.scopes
  ): { readonly writes: readonly Write[]; readonly result: IssuedTokens } {
    const now = this.clock.now()
    const { account, keyId, name, resource } = app
    const token = { digest: digestOf(accessToken), expiresAt: isoTime(now + this.accessTokenMs) }
    const valid = app.tokens.filter(each => Date.parse(each.expiresAt) > now)
    const key: KeyRecord = {
      account,
      keyId,
      name,
      scopes,
      resource,
      lastFour: accessToken.slice(-4),
      createdAt: isoTime(now),
      expiresAt: token.expiresAt
    }
    const renewal = refreshToken !== undefined && {
      refresh: digestOf(refreshToken),
      family: digestOf(familyOf(refreshToken))
    }
    const next: ConnectedApp = {
      ...app,
      ...renewal,
      expiresAt: isoTime(now + (renewal ? this.refreshTokenMs : this.accessTokenMs)),
      tokens: [token, ...valid].slice(0, mostTokens)
    }
    const owner: StoredRefreshToken = { account, keyId }
    return {
      writes: [
        { key: appKey(account, keyId), value: next, ...this.#ttlOf(next) },
        { key: digestKey(token.digest), value: key, ...this.#ttlOf(key) },
        ...(renewal ? [{ key: refreshKey(renewal.family), value: owner, ttlMs: this.refreshTokenMs }] : []),
        ...valid.slice(mostTokens - 1).map(({ digest }) => ({ key: digestKey(digest), delete: true as const }))
      ],
      result: { accessToken, ...(refreshToken !== undefined && { refreshToken }), scopes }
    }
  }

  #ttlOf(record: Parameters<typeof untilOf>[0]): { readonly ttlMs: number } {
    return { ttlMs: Math.max(1, (untilOf(record, this.store.retention) ?? 0) - this.clock.now()) }
  }

  async #ownerOf(refreshToken: string): Promise<StoredRefreshToken | undefined> {
    return this.#records.get<StoredRefreshToken>(refreshKey(digestOf(familyOf(refreshToken))))
  }

  #isValid({ spentFor, expiresAt }: StoredCode): boolean {
    return spentFor === undefined && this.clock.now() < expiresAt
  }
}

/** The digests of the refresh tokens that are valid. */
function validOf({ refresh, refreshBeside = [] }: ConnectedApp): readonly string[] {
  return refresh === undefined ? refreshBeside : [refresh, ...refreshBeside]
}

/** The part that the refresh tokens for one code share: a retry has to get the same without the host storing it. */
function familyFor(code: string): string {
  return hash('sha256', `refresh ${code}`, 'base64url')
}

/** A new code, or a part of a refresh token: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The next refresh token of a connection. Its first part tells whose it is, also after it was replaced by another one. */
function newRefreshToken(family: string): string {
  return `${family}.${newSecret()}`
}

/** The part that all refresh tokens of a connection share. */
function familyOf(refreshToken: string): string {
  return refreshToken.split('.', 1)[0] ?? ''
}

function codeKey(code: string): string {
  return `${codePrefix}${digestOf(code)}`
}

function invalidGrant(description: string): OAuthRefusal {
  return new OAuthRefusal('invalid_grant', description)
}
