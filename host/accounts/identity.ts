import { Problem } from '../problems.js'

/** Who calls: what a key stands for. */
export interface Caller {
  /** The account's identifier. */
  readonly account: string
  /** The key's identifier, which is no secret. */
  readonly keyId: string
  /** What the key is good for, see `scopes.ts`; everything when left out. */
  readonly scopes?: readonly string[]
}

/** The key id of all sessions of an account, which together are one caller with every scope; no key has such an id. */
export const sessionKeyId = 'session'

/** The key id of the demo key, see `demo-key.ts`. */
export const demoKeyId = 'key_demo'

/** Tells whom a request's bearer key stands for. */
export interface Identity {
  /** Throws a 401 `Problem` when the header bears no key, or none that is good. */
  identify(authorization: string | undefined): Promise<Caller>
}

const bearerForm = /^Bearer +([\x21-\x7e]+) *$/i

/** The key in an Authorization header (RFC 6750, section 2.1). Throws a 401 `Problem` when there is none. */
export function bearerKey(authorization: string | undefined): string {
  if (authorization === undefined)
    throw unauthorised(
      'missing_key',
      'Send your key as "Authorization: Bearer phk_…"; keys are made in the dashboard under API keys.'
    )
  const [, key] = bearerForm.exec(authorization) ?? []
  if (key !== undefined) return key
  throw unauthorised('invalid_key', 'The Authorization header is not of the form "Bearer phk_…".')
}

/** A 401 with the challenge of RFC 6750; the challenge names an error only when a key was sent. */
export function unauthorised(
  code: 'missing_key' | 'invalid_key' | 'expired_key' | 'revoked_key',
  detail: string
): Problem {
  const challenge = code === 'missing_key' ? 'Bearer' : 'Bearer error="invalid_token"'
  return new Problem(code, detail, { headers: { 'WWW-Authenticate': challenge } })
}
