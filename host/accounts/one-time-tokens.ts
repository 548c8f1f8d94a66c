import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'
import type { Purpose } from './billing/checkout.js'
import { normalEmail } from './email.js'

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
  /** A new password for the account, while it has the password and, where it is named, the address that it had then. */
  readonly reset: { readonly account: string; readonly passwordChangedAt: string; readonly email?: string }
  /** A change of the account's address that waits for its e-mail to be sent. */
  readonly 'email-change-request': AddressWanted
  /** Another address for the account, by who has the e-mail and knows the password. */
  readonly 'email-change': AddressWanted
}

/** The address that an account is to get, while it has the address and the password that it had then. */
interface AddressWanted {
  readonly account: string
  readonly email: string
  readonly from: string
  readonly passwordChangedAt: string
}

/** Tokens of links that are made when the e-mail is sent, each from the token of its request. */
type Requested = 'sign-up' | 'email-change'

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
    const writes = this.#writes(keyOf(kind, token), kept, ttlMs)
    await this.#records.update([], () => ({ writes, result: undefined }))
    return token
  }

  /** Makes the token of a link from the token of its request; undefined when the request is no longer valid. */
  async makeRequested(kind: Requested, request: string, ttlMs: number): Promise<string | undefined> {
    const token = randomBytes(32).toString('base64url')
    const requestKey = keyOf(`${kind}-request`, request)
    return this.#records.update([requestKey], read => {
      const purpose = this.#purpose(read<Kept<`${Requested}-request`>>(requestKey))
      if (!purpose) return { result: undefined }
      const kept: Kept<Requested> = { purpose, expiresAt: this.clock.now() + ttlMs }
      return { writes: this.#writes(keyOf(kind, token), kept, ttlMs), result: token }
    })
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
      const keys = kept ? [key, indexKey(subjectOf(kept.purpose), key)] : []
      return { writes: keys.map(each => ({ key: each, delete: true })), result: this.#purpose(kept) }
    })
  }

  /**
   * Ends all tokens of an account and all pending sign-ups for an address. What a request becomes meanwhile is found by looking
   * again: once the request has ended, no link can come of it.
   */
  async endAll(account: string, email: string): Promise<void> {
    for (const subject of [accountSubject(account), emailSubject(email)]) {
      const list = () => this.#records.list<string>(indexKey(subject, ''), { limit: 100 })
      for (let left = await list(); left.length > 0; left = await list()) {
        const keys = left.flatMap(({ key, value }) => [key, value])
        const writes = keys.map(key => ({ key, delete: true as const }))
        await this.#records.update([], () => ({ writes, result: undefined }))
      }
    }
  }

  /** A token's record, and its place in the index of whoever it belongs to. */
  #writes(key: string, kept: Kept<keyof Purposes>, ttlMs: number) {
    return [
      { key, value: kept, ttlMs },
      { key: indexKey(subjectOf(kept.purpose), key), value: key, ttlMs }
    ]
  }

  #purpose<Kind extends keyof Purposes>(kept: Kept<Kind> | undefined): Purposes[Kind] | undefined {
    return kept && this.clock.now() < kept.expiresAt ? kept.purpose : undefined
  }
}

function subjectOf(purpose: Purposes[keyof Purposes]): string {
  return 'account' in purpose ? accountSubject(purpose.account) : emailSubject(purpose.email)
}

/** Addresses are stored as digests in the names of records. */
function emailSubject(email: string): string {
  return `email-${hash('sha256', normalEmail(email))}`
}

function accountSubject(account: string): string {
  return `account-${account}`
}

function indexKey(subject: string, key: string): string {
  return `of:${subject}:${key}`
}

function keyOf(kind: keyof Purposes, token: string): string {
  return `${kind}:${hash('sha256', token)}`
}
