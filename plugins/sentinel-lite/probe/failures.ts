import type { EgressCode, EgressError } from '@product-host/sdk'
import type { Address } from './address.js'
import type { Assertion } from './expectations.js'

/** The failure that an answer shows when a probe got no response. */
export interface Failure {
  readonly status: 'down' | 'blocked'
  /** One of the codes that `probe` declares. */
  readonly code: string
  /** The rest of a sentence that starts with "down:". */
  readonly reason: string
}

/** What the error of EGRESS says of the target; of an operator's refusal, what it is and, for the operator, what forbids it. */
export function failureOf({ code, known: { forbiddenBy } }: EgressError, address: Address): Failure {
  if (code === 'aborted') throw new Error('A call that was given up has no result.')
  if (address.kind === 'dns' && forbiddenBy !== undefined)
    return {
      status: 'blocked',
      code: 'blocked_dns',
      reason: `the operator of this host does not allow DNS lookups (${forbiddenBy})`
    }
  if (address.kind === 'tcp' && forbiddenBy !== undefined)
    return {
      status: 'blocked',
      code: 'blocked_port',
      reason: `the operator of this host does not allow port ${address.port} (${forbiddenBy})`
    }
  if (address.kind !== 'http' && code === 'invalid_request')
    return { status: 'blocked', code: 'blocked_address', reason: 'it is not a name of the internet' }
  return failures[code]
}

/** What an assertion that does not hold says of the target. */
export function mismatchOf({ name, expected, actual }: Assertion, kind: Address['kind']): Failure {
  if (name === 'status')
    return { status: 'down', code: 'http_status', reason: `it answered ${actual} instead of ${expected}` }
  if (name === 'records') return { status: 'down', code: 'dns_not_found', reason: `it has no ${expected}` }
  const text = { http: 'its body', tcp: 'its greeting', dns: 'its list of records' }[kind]
  const reason = {
    contains: `${text} lacks "${expected}"`,
    notContains: `${text} holds "${expected}"`,
    matches: `${text} does not match the pattern`,
    expectJson: `${text} has ${actual} where ${expected} is expected`
  }[name]
  return { status: 'down', code: 'body_mismatch', reason }
}

/**
 * Every failure of EGRESS (sdk, `EgressCode`) as a code of this product and the end of a sentence. Codes that callers need
 * not distinguish share one and differ in their reason. `aborted` is not a result.
 */
const failures: Readonly<Record<Exclude<EgressCode, 'aborted'>, Failure>> = {
  blocked_address: { status: 'blocked', code: 'blocked_address', reason: 'its address is not a public one' },
  blocked_scheme: {
    status: 'blocked',
    code: 'blocked_address',
    reason: 'it redirects to a scheme that is not allowed'
  },
  invalid_url: {
    status: 'blocked',
    code: 'blocked_address',
    reason: 'it is not a valid address, or redirects to none'
  },
  invalid_request: {
    status: 'blocked',
    code: 'blocked_address',
    reason: 'the request cannot be sent with these headers'
  },
  blocked_port: {
    status: 'blocked',
    code: 'blocked_port',
    reason:
      'its port is not allowed; add it to the further ports in the settings (allowedPorts), if the operator of this host permits it'
  },
  dns_not_found: { status: 'down', code: 'dns_not_found', reason: 'its name was not found' },
  dns_unavailable: { status: 'down', code: 'dns_not_found', reason: 'its name could not be looked up' },
  connect_refused: { status: 'down', code: 'connect_refused', reason: 'the connection was refused' },
  connection_lost: {
    status: 'down',
    code: 'connect_refused',
    reason: 'the connection was lost before the answer was whole'
  },
  connect_timeout: { status: 'down', code: 'connect_timeout', reason: 'no connection came about in time' },
  timeout: { status: 'down', code: 'timeout', reason: 'no whole answer came in time' },
  tls_expired: { status: 'down', code: 'tls_expired', reason: 'its certificate has expired' },
  tls_untrusted: { status: 'down', code: 'tls_untrusted', reason: 'its certificate is not trusted' },
  tls_failed: { status: 'down', code: 'tls_untrusted', reason: 'no secure connection came about' },
  tls_hostname: { status: 'down', code: 'tls_hostname', reason: 'its certificate is for another host' },
  http2_only: {
    status: 'down',
    code: 'http_status',
    reason: 'it speaks HTTP/2 alone, and probes speak HTTP/1.1'
  },
  invalid_response: { status: 'down', code: 'http_status', reason: 'its answer is not HTTP' },
  too_many_redirects: { status: 'down', code: 'too_many_redirects', reason: 'it redirects too often' }
}
