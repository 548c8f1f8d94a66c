import type { IncomingMessage } from 'node:http'
import { Problem } from '../problems.js'

/** Longest key, in bytes. */
const longest = 255
/** A String of RFC 9651, section 3.3.3. */
const quoted = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
const bare = /^[\x21\x23-\x7e][\x20-\x7e]*$/

/** The request's `Idempotency-Key`, quoted or bare, which is the same key. Throws a 400 `Problem` for what is none. */
export function idempotencyKey(request: IncomingMessage): string | undefined {
  if (request.headers['idempotency-key'] === undefined) return undefined
  const [sent = '', ...more] = request.headersDistinct['idempotency-key'] ?? []
  const key = quoted.exec(sent)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? bare.exec(sent)?.[0] ?? ''
  if (more.length === 0 && key.length >= 1 && key.length <= longest) return key
  throw new Problem(
    'invalid_header',
    `Send one Idempotency-Key of 1 to ${longest} printable ASCII characters, bare or in double quotes.`
  )
}
