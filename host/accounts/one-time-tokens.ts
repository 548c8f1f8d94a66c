import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import type { Purpose } from './billing/checkout.js'

/** What tokens are good for, by their kind. */
export interface Purposes {
  /** A sign-up that waits for its letter, with the hash of its password. */
  readonly 'sign-up-request': { readonly email: string; readonly password: string }
  /** The account that is made by whoever has the letter and knows the password. */
  readonly 'sign-up': { readonly email: string; readonly password: string }
  /** A page of the stand-in checkout: good as often as it is opened in its time. */
  readonly 'local-checkout': { readonly account: string; readonly purpose: Purpose }
  /** Cancels the removal of the account's second factor that is scheduled. */
  readonly 'cancel-removal': { readonly account: string }
  /** A new password for the account, while it has the password that it had then. */
  readonly reset: { readonly account: string; readonly passwordChangedAt: string }
}

interface Kept<Kind extends keyof Purposes> {
  readonly purpose: Purposes[Kind]
  /** In milliseconds. */
  readonly expiresAt: number
}

/** Tokens that are good once and for a while. Only their digests are kept. */
@injectable()
export class OneTimeTokens {
  readonly #records: Storage

  constructor(
    @inject(STORE) store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('one-time-tokens')
  }

  /** Makes a token; the only time that it is seen. */
  async make<Kind extends keyof Purposes>(kind: Kind, purpose: Purposes[Kind], ttlMs: number): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const kept: Kept<Kind> = { purpose, expiresAt: this.clock.now() + ttlMs }
    await this.#records.set(keyOf(kind, token), kept, { ttlMs })
    return token
  }

  /** What a token is good for; undefined when it is none, or none any more. */
  async read<Kind extends keyof Purposes>(kind: Kind, token: string): Promise<Purposes[Kind] | undefined> {
    return this.#purpose(await this.#records.get<Kept<Kind>>(keyOf(kind, token)))
  }

  /** Uses a token up: of several who try, one gets what it is good for. */
  async use<Kind extends keyof Purposes>(kind: Kind, token: string): Promise<Purposes[Kind] | undefined> {
    const key = keyOf(kind, token)
    return this.#records.update([key], read => {
      const kept = read<Kept<Kind>>(key)
      return { writes: kept ? [{ key, delete: true }] : [], result: this.#purpose(kept) }
    })
  }

  #purpose<Kind extends keyof Purposes>(kept: Kept<Kind> | undefined): Purposes[Kind] | undefined {
    return kept && this.clock.now() < kept.expiresAt ? kept.purpose : undefined
  }
}

function keyOf(kind: keyof Purposes, token: string): string {
  return `${kind}:${hash('sha256', token)}`
}
