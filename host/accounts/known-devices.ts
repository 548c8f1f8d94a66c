import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../clock.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** A browser that has signed in to an account. */
export interface KnownDevice {
  readonly id: string
  readonly account: string
  /** ISO 8601. */
  readonly lastSignInAt: string
}

/** How long after its last sign-in a browser is known, in milliseconds: a year. */
export const deviceMs = 365 * 24 * 60 * 60 * 1000
/** Most browsers of one account; of more, those that signed in first are forgotten. */
const mostDevices = 20

/** Browsers that have signed in to an account, each known by a random token. Only digests of the tokens are stored. */
@injectable()
export class KnownDevices {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('known-devices')
  }

  /** The device of a token; undefined when the token is unknown, or its account has removed it. */
  async find(token: string): Promise<KnownDevice | undefined> {
    return this.#records.get<KnownDevice>(digestKey(hash('sha256', token)))
  }

  /** Notes a sign-in; the token that the browser has to show next time, which is the one it shows if that is the account's. */
  async remember(account: string, shown?: string): Promise<string> {
    const known = shown === undefined ? undefined : await this.find(shown)
    const isKnown = shown !== undefined && known?.account === account
    const token = isKnown ? shown : randomBytes(32).toString('base64url')
    const id = isKnown ? known.id : `dev_${this.clock.ulid()}`
    const digest = hash('sha256', token)
    const device: KnownDevice = { id, account, lastSignInAt: isoTime(this.clock.now()) }
    await this.#records.update([], () => ({
      writes: [
        { key: digestKey(digest), value: device, ttlMs: deviceMs },
        { key: indexKey(account, id), value: digest, ttlMs: deviceMs }
      ],
      result: undefined
    }))
    if (!isKnown) await this.#forgetOldest(account)
    return token
  }

  /** The browsers of an account, in the order of their first sign-in. */
  async list(account: string): Promise<readonly KnownDevice[]> {
    const index = await this.#index(account)
    const devices = index.map(({ value: digest }) => this.#records.get<KnownDevice>(digestKey(digest)))
    return (await Promise.all(devices)).filter(device => device !== undefined)
  }

  /** Forgets every browser of an account. */
  async removeAll(account: string): Promise<void> {
    for (let left = await this.#index(account); left.length > 0; left = await this.#index(account))
      await this.#remove(left)
  }

  async #forgetOldest(account: string): Promise<void> {
    const devices = await this.#index(account)
    await this.#remove(devices.slice(0, Math.max(0, devices.length - mostDevices)))
  }

  #index(account: string) {
    return this.#records.list<string>(indexKey(account, ''), { limit: 100 })
  }

  async #remove(devices: readonly { readonly key: string; readonly value: string }[]): Promise<void> {
    const keys = devices.flatMap(({ key, value }) => [key, digestKey(value)])
    await this.#records.update([], () => ({
      writes: keys.map(key => ({ key, delete: true as const })),
      result: undefined
    }))
  }
}

function digestKey(digest: string): string {
  return `digest:${digest}`
}

/** Ids sort by the time at which they were made. */
function indexKey(account: string, id: string): string {
  return `account:${account}:${id}`
}
