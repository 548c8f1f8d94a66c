import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../../base/clock.js'
import { entries } from '../../storage/entries.js'
import { STORE, type Store } from '../../storage/store.js'
import { digestKey, hasExpired, type KeyRecord, keySubject } from './check-key.js'
import { appIdPrefix, appKey, refreshKey, useKey } from './key-records.js'
import { Keys } from './keys.js'

/** The prefix of the keys of authorization codes, each of which becomes a connection when it is exchanged. */
export const codePrefix = 'code:'

/**
 * An application that an account has connected by OAuth, with the digests of its tokens. Its access tokens are keys that share its
 * id, its scopes and its address; they count as none of the account's keys.
 */
export interface ConnectedApp extends Omit<KeyRecord, 'lastFour' | 'revokedAt' | 'replacedBy'> {
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly resource: string
  /** When the connection ends unless the application renews its tokens; ISO 8601, like all times here. */
  readonly expiresAt: string
  /** The digest of the newest refresh token; none for an application that asked for none. */
  readonly refresh?: string
  /** The digests of others that are valid too: each answered a retry, and the client has either. */
  readonly refreshBeside?: readonly string[]
  /** The digests of those that were replaced a short time ago, and when. */
  readonly refreshReplaced?: readonly ReplacedToken[]
  /** The digest of the part that all refresh tokens of this connection share. */
  readonly family?: string
  /** The access tokens that have not expired. */
  readonly tokens: readonly AccessToken[]
}

/** The digest of an access token, and when it expires. */
interface AccessToken {
  readonly digest: string
  readonly expiresAt: string
}

/** The digest of a refresh token, and when another one replaced it, in milliseconds. */
interface ReplacedToken {
  readonly digest: string
  readonly at: number
}

/** A connected application as its owner sees it. */
export interface ListedApp extends ConnectedApp {
  readonly lastUsedAt?: string
}

/** The applications that accounts have connected. */
@injectable()
export class ConnectedApps {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    private readonly keys: Keys
  ) {
    this.#records = store.own(keySubject)
  }

  /** An account's connected applications, the oldest first. */
  async list(account: string): Promise<readonly ListedApp[]> {
    const listed: ListedApp[] = []
    for await (const { value: app } of entries<ConnectedApp>(this.#records, appKey(account, ''))) {
      if (hasExpired(app, this.clock.now())) continue
      const usedAt = await this.#records.get<number>(useKey(account, app.keyId))
      listed.push(usedAt === undefined ? app : { ...app, lastUsedAt: isoTime(usedAt) })
    }
    return listed
  }

  /**
   * Ends the connection of an application with all its tokens; false if the account has no such application. Other processes
   * follow within 5 s.
   */
  async revoke(account: string, keyId: string): Promise<boolean> {
    if (!keyId.startsWith(appIdPrefix)) return false
    for (;;) {
      const app = await this.#records.get<ConnectedApp>(appKey(account, keyId))
      if (!app) return false
      if (await this.#tryRevoke(app)) return true
    }
  }

  /**
   * Erases all records of an account's applications. The codes go first, also those that are being exchanged: what becomes of one
   * before is a connection that is found here, and nothing comes of it later.
   */
  async removeAll(account: string): Promise<void> {
    await this.#removeCodes(account)
    for (let left = await this.#page(account); left.length > 0; left = await this.#page(account))
      for (const { value } of left) await this.revoke(account, value.keyId)
  }

  /** The codes of all accounts are few, because each is stored for minutes; one that cannot be read cannot be exchanged. */
  async #removeCodes(account: string): Promise<void> {
    const options = { unreadable: () => undefined }
    for await (const { key, value } of entries<{ readonly account: string }>(this.#records, codePrefix, options))
      if (value.account === account) await this.#records.delete(key)
  }

  async #page(account: string) {
    return this.#records.list<ConnectedApp>(appKey(account, ''))
  }

  /** False if the application's tokens were renewed meanwhile. */
  async #tryRevoke({ account, keyId, tokens, family }: ConnectedApp): Promise<boolean> {
    const name = appKey(account, keyId)
    const digests = tokens.map(({ digest }) => digest)
    return this.keys.checker.change(account, digests, () =>
      this.#records.update([name], read => {
        const app = read<ConnectedApp>(name)
        if (app?.tokens.some(({ digest }) => !digests.includes(digest))) return { result: false }
        const renewal = family === undefined ? [] : [refreshKey(family)]
        const names = [name, useKey(account, keyId), ...renewal, ...digests.map(digestKey)]
        return { writes: names.map(key => ({ key, delete: true })), result: true }
      })
    )
  }
}
