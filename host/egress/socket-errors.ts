import type { EgressCode } from '@product-host/sdk'

/** What a caller is told of a failure: a code, and a sentence that is safe to show. */
export type Failure = readonly [EgressCode, string]

const lost: Failure = ['connection_lost', 'The connection was closed before the answer was complete.']
const unreachable: Failure = ['connect_refused', 'No way leads to that address.']

/** What sockets and streams fail with (nodejs.org/api/errors.html, "Common system errors"). */
export const socketErrors: Readonly<Record<string, Failure>> = {
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

/** Families of codes by how they begin: Node's HTTP parser; zlib and Brotli; OpenSSL. */
export const errorFamilies: readonly (readonly [RegExp, Failure])[] = [
  [/^HPE_/, ['invalid_response', 'The answer is not valid HTTP.']],
  [/^Z_|^ERR__ERROR_/, ['invalid_response', 'The body cannot be decompressed.']],
  [/^ERR_SSL_|^ERR_TLS_|^EPROTO$/, ['tls_failed', 'No secure connection could be agreed on.']]
]
