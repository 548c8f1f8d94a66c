/** The codes of RFC 6749, sections 4.1.2.1 and 5.2, of RFC 7591, section 3.2.2, and of RFC 8707, section 2. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'access_denied'
  | 'server_error'
  | 'temporarily_unavailable'

/** A refusal of the authorization server. The description never repeats what was sent. */
export class OAuthRefusal extends Error {
  override readonly name = 'OAuthRefusal'

  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string,
    readonly status = 400
  ) {
    super(description)
  }
}
