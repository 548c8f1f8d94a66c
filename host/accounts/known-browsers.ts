import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import type { Store } from '../storage/store.js'
import { LINES, STORE } from '../tokens.js'
import { browserName } from './browser-name.js'
import { networkOf } from './network.js'
import type { NewSecurityEvent } from './security-events.js'

/** Most browsers that are known of an account: a newer one replaces the one that was not seen for longest. */
const mostBrowsers = 50
/** How long a browser is known after it was last seen, in milliseconds: 90 days. */
const knownMs = 90 * 24 * 60 * 60 * 1000
/** The subject of these records, each account's below it. */
export const knownBrowserSubject = 'known-browsers'

const browsersKey = 'browsers'

/** When each browser was last seen, in milliseconds, by its name and its network. */
type Seen = Readonly<Record<string, number>>

/** From which browsers the owner of each account has signed in. */
@injectable()
export class KnownBrowsers {
  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock,
    @inject(LINES) private readonly lines: Lines
  ) {}

  /** Notes a browser that has signed in; whether the account had not seen it before. Never rejects: a sign-in does not fail for it. */
  async note(
    account: string,
    { browser = '', address = '' }: Pick<NewSecurityEvent, 'browser' | 'address'>
  ): Promise<boolean> {
    const name = `${browserName(browser)}, ${networkOf(address) ?? 'unknown network'}`
    try {
      return await this.#isNew(account, name)
    } catch (error) {
      this.lines.warn({ err: error, account }, 'the browser of a sign-in could not be noted')
      return false
    }
  }

  /** An account's browsers, and when each was last seen, in milliseconds. */
  async list(account: string): Promise<Seen> {
    return (await this.#records(account).get<Seen>(browsersKey)) ?? {}
  }

  async #isNew(account: string, name: string): Promise<boolean> {
    return this.#records(account).update([browsersKey], read => {
      const now = this.clock.now()
      const known = Object.entries(read<Seen>(browsersKey) ?? {}).filter(([, seenAt]) => now < seenAt + knownMs)
      const others = known.filter(([each]) => each !== name).toSorted(([, one], [, two]) => two - one)
      const value = Object.fromEntries([[name, now], ...others].slice(0, mostBrowsers))
      return { writes: [{ key: browsersKey, value, ttlMs: knownMs }], result: others.length === known.length }
    })
  }

  #records(account: string): Storage {
    return this.store.own(`${knownBrowserSubject}/${account}`)
  }
}
