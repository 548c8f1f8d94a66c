import { type EgressCode, EgressError } from '@product-host/sdk'
import type { Deadline } from './deadline.js'
import type { Progress, Stage } from './progress.js'

/** Converts the error of a request into the one that the caller sees; an error of the host itself does not change. */
export function toEgressError(error: unknown, progress: Progress, deadline: Deadline): unknown {
  if (error instanceof EgressError)
    return new EgressError(error.code, error.message, { ...progress.known, ...error.known })
  const failure = endOf(deadline, progress.stage) ?? failureOf(error, progress.stage)
  return failure ? new EgressError(...failure, progress.known) : error
}

function endOf({ ended, milliseconds }: Deadline, stage: Stage): Failure | undefined {
  if (ended === undefined) return undefined
  if (ended === 'aborted') return ['aborted', 'The request was cancelled.']
  if (stage === 'dns') return ['dns_unavailable', `The name servers did not answer within ${milliseconds} ms.`]
  if (stage === 'connect') return ['connect_timeout', `No connection was established within ${milliseconds} ms.`]
  return ['timeout', `The answer was not complete within ${milliseconds} ms.`]
}

function failureOf(error: unknown, stage: Stage): Failure | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ETIMEDOUT')
    return stage === 'connect' ? ['connect_timeout', 'The address did not answer in time.'] : socketErrors.ECONNRESET
  if (refusesHttp1(error) || isHttp2Frame(error)) return http2Only
  if (Object.hasOwn(tlsErrors, code)) return tlsErrors[code]
  if (Object.hasOwn(socketErrors, code)) return socketErrors[code]
  return errorFamilies.find(([pattern]) => pattern.test(code))?.[1]
}

/** The description of a failure for the caller: a code, and a sentence without private data. */
type Failure = readonly [EgressCode, string]

const http2Only: Failure = ['http2_only', 'The server speaks HTTP/2 alone, and requests are sent in HTTP/1.1.']

/** Whether a server ended the handshake because HTTP/1.1 is none of its protocols (RFC 7301, alert 120); OpenSSL's words are in the message. */
function refusesHttp1(error: unknown): boolean {
  return error instanceof Error && /\bSSL alert number 120\b/.test(error.message)
}

/** Whether what Node's parser refused is the first frame of an HTTP/2 server: SETTINGS, or GOAWAY, on stream 0 (RFC 9113, section 6). */
function isHttp2Frame(error: unknown): boolean {
  const packet = error instanceof Error && 'rawPacket' in error ? error.rawPacket : undefined
  if (!Buffer.isBuffer(packet) || packet.length < 9 || packet.readUInt32BE(5) !== 0) return false
  const [length, type] = [packet.readUIntBE(0, 3), packet[3]]
  return (type === 4 && length % 6 === 0) || (type === 7 && length >= 8 && length < mostGoAwayBytes)
}

/** A longer frame of this kind is none: text would be. */
const mostGoAwayBytes = 16_384

const lost: Failure = ['connection_lost', 'The connection was closed before the answer was complete.']

const unreachable: Failure = ['connect_refused', 'There is no route to that address.']

/** The error codes of sockets and streams (nodejs.org/api/errors.html, "Common system errors"). */
const socketErrors: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: ['connect_refused', 'Nothing accepts connections at that address and port.'],
  EHOSTUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  EACCES: unreachable,
  EPERM: unreachable,
  ECONNRESET: lost,
  ECONNABORTED: lost,
  EPIPE: lost,
  ERR_STREAM_PREMATURE_CLOSE: lost,
  HPE_HEADER_OVERFLOW: ['invalid_response', 'The headers of the answer are too long.']
}

/** Groups of codes by their prefixes: Node's HTTP parser; zlib and Brotli; OpenSSL. */
const errorFamilies: readonly (readonly [RegExp, Failure])[] = [
  [/^HPE_/, ['invalid_response', 'The answer is not valid HTTP.']],
  [/^Z_|^ERR__ERROR_/, ['invalid_response', 'The body cannot be decompressed.']],
  [/^ERR_SSL_|^ERR_TLS_|^EPROTO$/, ['tls_failed', 'No secure connection could be negotiated.']]
]

/**
 * The reasons to refuse a certificate: OpenSSL's verification results as Node names them (nodejs.org/api/tls.html,
 * "X509 certificate error codes").
 */
const tlsErrors: Readonly<Record<string, Failure>> = {
  CERT_HAS_EXPIRED: ['tls_expired', 'The certificate, or one of its issuers, has expired.'],
  CERT_NOT_YET_VALID: ['tls_untrusted', 'The certificate is not valid yet.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls_hostname', 'The certificate is for another host.'],
  ERR_TLS_CERT_ALTNAME_FORMAT: ['tls_hostname', 'The names in the certificate are ill-formed.'],
  HOSTNAME_MISMATCH: ['tls_hostname', 'The certificate is for another host.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls_untrusted', 'The certificate is self-signed.'],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls_untrusted', 'The certificate comes from an authority that is not trusted.'],
  UNABLE_TO_GET_ISSUER_CERT: ['tls_untrusted', 'The certificate comes from an authority that is not known.'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls_untrusted', 'The certificate comes from an authority that is not known.'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls_untrusted', 'The certificate comes from an authority that is not known.'],
  CERT_UNTRUSTED: ['tls_untrusted', 'The certificate comes from an authority that is not trusted.'],
  CERT_SIGNATURE_FAILURE: ['tls_untrusted', 'The signature of the certificate is not valid.'],
  CERT_REVOKED: ['tls_untrusted', 'The certificate was revoked.'],
  CERT_REJECTED: ['tls_untrusted', 'The certificate was rejected.'],
  CERT_CHAIN_TOO_LONG: ['tls_untrusted', 'The chain of certificates is too long.'],
  PATH_LENGTH_EXCEEDED: ['tls_untrusted', 'The chain of certificates is too long.'],
  INVALID_CA: ['tls_untrusted', 'The issuer of the certificate is not an authority.'],
  INVALID_PURPOSE: ['tls_untrusted', 'The certificate is not for servers.']
}
