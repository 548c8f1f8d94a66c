import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { isoTime } from '../base/clock.js'
import { STORE, type Store } from '../storage/store.js'

/** A browser that has signed in to an account. */
interface KnownDevice {
  readonly id: string
  readonly account: string
  /** ISO 8601. */
  readonly lastSignInAt: string
}

/** Most browsers of one account; the ones that signed in first are removed. */
const mostDevices = 20

/**
 * The browsers that have signed in to an account, each identified by a random token. Only digests of the tokens are
 * stored.
 */
@injectable()
export class KnownDevices {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('known-devices')
  }

  /** How long after its last sign-in a browser is known, in milliseconds. */
  get knownMs(): number {
    return this.store.storedMs('knownDeviceDays')
  }

  /** The device of a token; undefined when the token is unknown, or its account has removed it. */
  async find(token: string): Promise<KnownDevice | undefined> {
    return this.#records.get<KnownDevice>(digestKey(hash('sha256', token)))
  }

  /**
   * Records a sign-in and returns the token for the next one: the present token if it belongs to the account, or a new
   * one.
   */
  async remember(account: string, shown?: string): Promise<string> {
    const known = shown === undefined ? undefined : await this.find(shown)
    const isKnown = shown !== undefined && known?.account === account
    const token = isKnown ? shown : randomBytes(32).toString('base64url')
    const id = isKnown ? known.id : `dev_${this.clock.ulid()}`
    const digest = hash('sha256', token)
    const device: KnownDevice = { id, account, lastSignInAt: isoTime(this.clock.now()) }
    await this.#records.update([], () => ({
      writes: [
        { key: digestKey(digest), value: device, ttlMs: this.knownMs },
        { key: indexKey(account, id), value: digest, ttlMs: this.knownMs }
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

  /** Removes every browser of an account. */
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

/** Ids sort by the time of their creation. */
function indexKey(account: string, id: string): string {
  return `account:${account}:${id}`
}
