import type { ProtectedResource } from './resources.js'

/** The paths of the authorization server. */
export const oauthPaths = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource'
} as const

/** What clients need to know of the authorization server (RFC 8414, section 2). */
export function serverMetadata(publicUrl: string, slugs: readonly string[]) {
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + oauthPaths.authorize,
    token_endpoint: publicUrl + oauthPaths.token,
    registration_endpoint: publicUrl + oauthPaths.register,
    revocation_endpoint: publicUrl + oauthPaths.revoke,
    scopes_supported: ['*:execute', ...slugs.map(slug => `${slug}:execute`)],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true
  }
}

/** What clients need to know of a resource (RFC 9728, section 2). */
export function resourceMetadata(publicUrl: string, { address, slug }: ProtectedResource) {
  return {
    resource: address,
    authorization_servers: [publicUrl],
    scopes_supported: [slug === undefined ? '*:execute' : `${slug}:execute`],
    bearer_methods_supported: ['header'],
    resource_documentation: `${publicUrl}/agent.md`
  }
}
