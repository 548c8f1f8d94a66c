import type { Clock } from '@product-host/sdk'
import { LRUCache } from 'lru-cache'
import type { Logger as Lines } from 'pino'
import type { Caller, Identity } from './identity.js'
import type { Keys } from './keys.js'

/** How often the use of one key is noted, in milliseconds. */
const noteEveryMs = 60_000

/** Notes beside the answer when a key was last used, at most once a minute. */
export class NotedIdentity implements Identity {
  readonly #notedAt = new LRUCache<string, number>({ max: 10_000 })

  constructor(
    private readonly keys: Keys,
    private readonly clock: Clock,
    private readonly lines: Lines
  ) {}

  async identify(authorization: string | undefined): Promise<Caller> {
    const caller = await this.keys.identify(authorization)
    const now = this.clock.now()
    if (now - (this.#notedAt.get(caller.keyId) ?? 0) >= noteEveryMs) {
      this.#notedAt.set(caller.keyId, now)
      this.keys
        .noteUse(caller, noteEveryMs)
        .catch(error => this.lines.warn({ keyId: caller.keyId, err: error }, 'the use of a key was not noted'))
    }
    return caller
  }
}
