import type { Failure } from './socket-errors.js'

/**
 * What a certificate is refused for: OpenSSL's verification results as Node names them (nodejs.org/api/tls.html, "X509
 * certificate error codes").
 */
export const tlsErrors: Readonly<Record<string, Failure>> = {
  CERT_HAS_EXPIRED: ['tls_expired', 'The certificate, or one that vouches for it, has expired.'],
  CERT_NOT_YET_VALID: ['tls_untrusted', 'The certificate is not valid yet.'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls_hostname', 'The certificate is for another host.'],
  ERR_TLS_CERT_ALTNAME_FORMAT: ['tls_hostname', 'The names in the certificate are ill-formed.'],
  HOSTNAME_MISMATCH: ['tls_hostname', 'The certificate is for another host.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls_untrusted', 'The certificate is signed by itself.'],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls_untrusted', 'The certificate comes from an authority that is not trusted.'],
  UNABLE_TO_GET_ISSUER_CERT: ['tls_untrusted', 'The certificate comes from an authority that is not known.'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls_untrusted', 'The certificate comes from an authority that is not known.'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls_untrusted', 'The certificate comes from an authority that is not known.'],
  CERT_UNTRUSTED: ['tls_untrusted', 'The certificate comes from an authority that is not trusted.'],
  CERT_SIGNATURE_FAILURE: ['tls_untrusted', 'The signature of the certificate does not hold.'],
  CERT_REVOKED: ['tls_untrusted', 'The certificate was revoked.'],
  CERT_REJECTED: ['tls_untrusted', 'The certificate was rejected.'],
  CERT_CHAIN_TOO_LONG: ['tls_untrusted', 'The chain of certificates is too long.'],
  PATH_LENGTH_EXCEEDED: ['tls_untrusted', 'The chain of certificates is too long.'],
  INVALID_CA: ['tls_untrusted', 'The certificate comes from what is no authority.'],
  INVALID_PURPOSE: ['tls_untrusted', 'The certificate is not for servers.']
}
