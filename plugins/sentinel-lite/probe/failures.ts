import type { EgressCode } from '@product-host/sdk'

/** What stands in an answer when a probe got no response. */
export interface Failure {
  readonly status: 'down' | 'blocked'
  /** One of the codes that `probe` declares. */
  readonly code: string
  /** The rest of a sentence that starts with "down:". */
  readonly reason: string
}

/**
 * Every way in which the guarded way out fails (sdk, `EgressCode`), by the codes of this product: those that callers tell
 * apart have a code each, the rest share that of their nearest kin and differ in their reason. `aborted` is no finding.
 */
export const failures: Readonly<Record<Exclude<EgressCode, 'aborted'>, Failure>> = {
  blocked_address: { status: 'blocked', code: 'blocked_address', reason: 'its address is not a public one' },
  blocked_scheme: {
    status: 'blocked',
    code: 'blocked_address',
    reason: 'it redirects to a scheme that is not allowed'
  },
  invalid_url: { status: 'blocked', code: 'blocked_address', reason: 'it leads to what is not an address' },
  invalid_request: {
    status: 'blocked',
    code: 'blocked_address',
    reason: 'the request cannot be sent with these headers'
  },
  blocked_port: { status: 'blocked', code: 'blocked_port', reason: 'its port is not allowed' },
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
  invalid_response: { status: 'down', code: 'http_status', reason: 'its answer is not HTTP' },
  too_many_redirects: { status: 'down', code: 'too_many_redirects', reason: 'it redirects too often' }
}
