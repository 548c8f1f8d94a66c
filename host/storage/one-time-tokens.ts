import { hash, randomBytes } from 'node:crypto'
import { CLOCK, type Clock, inject, injectable, type Storage } from '@product-host/sdk'
import { storedFor, type TimedKind } from '../base/retention.js'
import { normalEmail } from '../mail/email-address.js'
import { STORE, type Store } from './store.js'

/** What a token permits, by its kind. */
export interface TokenPurposes {
  /** A sign-up that waits for its email, with the hash of its password. */
  readonly 'sign-up-request': { readonly email: string; readonly password: string }
  /** The account of a sign-up, for a person who has the email and knows the password. */
  readonly 'sign-up': { readonly email: string; readonly password: string }
  /** A page of the local checkout: valid any number of times until it expires. */
  readonly 'local-checkout': { readonly account: string; readonly purpose: 'trial' | 'card' | 'cancel' }
  /** Cancels the removal of the account's second factor that is scheduled. */
  readonly 'cancel-removal': { readonly account: string }
  /** Enrols the account as an operator, unless it was named again or removed since. */
  readonly 'operator-enrolment': { readonly account: string; readonly naming: string }
  /** A new password for the account, while it has the password and, if named, the address that it had then. */
  readonly reset: { readonly account: string; readonly passwordChangedAt: string; readonly email?: string }
  /** A change of the account's address that waits for its email to be sent. */
  readonly 'email-change-request': EmailChangeRequest
  /** Another address for the account, for a person who has the email and knows the password. */
  readonly 'email-change': EmailChangeRequest
}

/** The new address of an account, valid while it has the address and the password that it had then. */
interface EmailChangeRequest {
  readonly account: string
  readonly email: string
  readonly from: string
  readonly passwordChangedAt: string
}

/** Tokens of links that are created when the email is sent, each from the token of its request. */
type RequestedToken = 'sign-up' | 'email-change'

/** Which setting says how long a token is valid, by its kind; one that cancels a removal is valid as long as the removal waits. */
const settingOf = {
  'sign-up-request': 'signUpDays',
  'sign-up': 'signUpDays',
  'email-change-request': 'emailChangeDays',
  'email-change': 'emailChangeDays',
  reset: 'passwordResetMinutes',
  'local-checkout': 'localCheckoutMinutes',
  'operator-enrolment': 'operatorLinkMinutes'
} as const satisfies Readonly<Record<Exclude<keyof TokenPurposes, 'cancel-removal'>, TimedKind>>

/** A kind of token with a setting. */
type TimedToken = keyof typeof settingOf

interface StoredToken<Kind extends keyof TokenPurposes> {
  readonly purpose: TokenPurposes[Kind]
  /** In milliseconds. */
  readonly expiresAt: number
}

/** Tokens that can be used once and that expire. Only their digests are stored. */
@injectable()
export class OneTimeTokens {
  readonly #records: Storage

  constructor(
    @inject(STORE) private readonly store: Store,
    @inject(CLOCK) private readonly clock: Clock
  ) {
    this.#records = store.own('one-time-tokens')
  }

  /** How long a token of a kind is valid, in milliseconds. */
  validMs(kind: TimedToken): number {
    return this.store.storedMs(settingOf[kind])
  }

  /** How long a token of a kind is valid, such as "30 minutes". */
  validFor(kind: TimedToken): string {
    return storedFor(this.store.retention, settingOf[kind])
  }

  /** Makes a token; the only time that it is seen. */
  async make<Kind extends keyof TokenPurposes>(
    kind: Kind,
    purpose: TokenPurposes[Kind],
    ttlMs: number
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const stored: StoredToken<Kind> = { purpose, expiresAt: this.clock.now() + ttlMs }
    const writes = this.#writes(keyOf(kind, token), stored, ttlMs)
    await this.#records.update([], () => ({ writes, result: undefined }))
    return token
  }

  /** Makes the token of a link from the token of its request; undefined when the request is no longer valid. */
  async makeRequested(kind: RequestedToken, request: string): Promise<string | undefined> {
    const ttlMs = this.validMs(kind)
    const token = randomBytes(32).toString('base64url')
    const requestKey = keyOf(`${kind}-request`, request)
    return this.#records.update([requestKey], read => {
      const request = read<StoredToken<`${RequestedToken}-request`>>(requestKey)
      const purpose = this.#purpose(request)
      if (!purpose) return { ...(request && { writes: this.#deletions(requestKey, request) }), result: undefined }
      const stored: StoredToken<RequestedToken> = { purpose, expiresAt: this.clock.now() + ttlMs }
      return { writes: this.#writes(keyOf(kind, token), stored, ttlMs), result: token }
    })
  }

  /** What a token permits; undefined when it is unknown, used or expired. */
  async read<Kind extends keyof TokenPurposes>(kind: Kind, token: string): Promise<TokenPurposes[Kind] | undefined> {
    const stored = await this.#records.get<StoredToken<Kind>>(keyOf(kind, token))
    // An expired token is deleted, so that it stays expired when the clock is set back.
    if (stored && this.#purpose(stored) === undefined) await this.use(kind, token)
    return this.#purpose(stored)
  }

  /** Uses a token up: of several requests at once, one gets what it permits. */
  async use<Kind extends keyof TokenPurposes>(kind: Kind, token: string): Promise<TokenPurposes[Kind] | undefined> {
    const key = keyOf(kind, token)
    return this.#records.update([key], read => {
      const stored = read<StoredToken<Kind>>(key)
      return { writes: stored ? this.#deletions(key, stored) : [], result: this.#purpose(stored) }
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

  /** A token's record, and its entry in the index of the account or address that it belongs to. */
  #writes(key: string, token: StoredToken<keyof TokenPurposes>, ttlMs: number) {
    return [
      { key, value: token, ttlMs },
      { key: indexKey(subjectOf(token.purpose), key), value: key, ttlMs }
    ]
  }

  #deletions(key: string, { purpose }: StoredToken<keyof TokenPurposes>) {
    return [key, indexKey(subjectOf(purpose), key)].map(each => ({ key: each, delete: true as const }))
  }

  #purpose<Kind extends keyof TokenPurposes>(token: StoredToken<Kind> | undefined): TokenPurposes[Kind] | undefined {
    return token && this.clock.now() < token.expiresAt ? token.purpose : undefined
  }
}

function subjectOf(purpose: TokenPurposes[keyof TokenPurposes]): string {
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

function keyOf(kind: keyof TokenPurposes, token: string): string {
  return `${kind}:${hash('sha256', token)}`
}
