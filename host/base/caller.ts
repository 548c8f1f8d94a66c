/** Who calls: what a key stands for. */
export interface Caller {
  /** The account's identifier. */
  readonly account: string
  /** The key's identifier, which is no secret. */
  readonly keyId: string
  /** The scopes of the key, see `scopes.ts`; all scopes when left out. */
  readonly scopes?: readonly string[]
  /** The only address that the key may be used at (RFC 8707), where an application got it by OAuth. */
  readonly resource?: string
  /** Of a session: how often all sessions of the account had been ended before it began; 0 when left out. */
  readonly sessionGeneration?: number
}

/** The key id of all sessions of an account, which together are one caller with every scope; no key has such an id. */
export const sessionKeyId = 'session'

/** The key id of the demo key, see `demo-key.ts`. */
export const demoKeyId = 'key_demo'
