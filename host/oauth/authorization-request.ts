import type { OAuthClient } from './client-metadata.js'
import type { OAuthClients } from './clients.js'
import { isRegistered, redirectUriIssue } from './redirect-uris.js'
import { OAuthRefusal } from './refusal.js'
import type { ProtectedResource, ProtectedResources } from './resources.js'

/** A request to let a client in (RFC 6749, section 4.1.1) whose client and redirect URI are known to belong together. */
export interface AuthorizationRequest {
  readonly client: OAuthClient
  readonly redirectUri: string
  readonly state: string | undefined
  /** What the client asks for, or why it is refused. */
  readonly asked: AskedAccess | OAuthRefusal
}

/** What a client asks for. */
export interface AskedAccess {
  readonly resource: ProtectedResource
  readonly scopes: readonly string[]
  /** The challenge of PKCE, by S256 (RFC 7636). */
  readonly challenge: string
}

/** The parameters of a request that are read. */
export const authorizationParameters = [
  'client_id',
  'redirect_uri',
  'state',
  'response_type',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
  'scope',
  'resource'
] as const

/** The digest of a verifier: 32 bytes in base64url. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/

/**
 * Reads the parameters of a request. Throws an `OAuthRefusal` when the client or its redirect URI is not known: then nobody may be
 * sent back. Every other fault is told to the client. Parameters that are not known are ignored (section 3.1).
 */
export async function readAuthorizationRequest(
  sent: URLSearchParams,
  clients: OAuthClients,
  resources: ProtectedResources
): Promise<AuthorizationRequest> {
  const parameters = singleParameters(sent, authorizationParameters)
  const { client_id: id, redirect_uri: redirectUri, state } = parameters
  if (id === undefined) throw new OAuthRefusal('invalid_request', 'The request lacks client_id.')
  const client = await clients.find(id)
  if (redirectUri === undefined) throw new OAuthRefusal('invalid_request', 'The request lacks redirect_uri.')
  if (redirectUriIssue(redirectUri) !== undefined || !isRegistered(redirectUri, client.redirectUris))
    throw new OAuthRefusal('invalid_request', 'The redirect_uri is not one of those of the client.')
  return { client, redirectUri, state, asked: askedAccess(parameters, resources) }
}

/** Parameters by their names. Throws an `OAuthRefusal` for one that is sent twice (section 3.1). */
export function singleParameters<Name extends string>(
  sent: URLSearchParams,
  known: readonly Name[]
): Readonly<Partial<Record<Name, string>>> {
  const twice = known.find(name => sent.getAll(name).length > 1)
  if (twice !== undefined) throw new OAuthRefusal('invalid_request', `The parameter ${twice} is sent more than once.`)
  const found: Partial<Record<Name, string>> = {}
  for (const name of known) {
    const value = sent.get(name)
    // A parameter without a value counts as left out (section 3.1).
    if (value) found[name] = value
  }
  return found
}

function askedAccess(
  sent: Readonly<Partial<Record<(typeof authorizationParameters)[number], string>>>,
  resources: ProtectedResources
): AskedAccess | OAuthRefusal {
  const { code_challenge: challenge, code_challenge_method: method } = sent
  if (sent.response_type !== 'code')
    return new OAuthRefusal('unsupported_response_type', 'The response_type is not code.')
  if ((sent.response_mode ?? 'query') !== 'query')
    return new OAuthRefusal('invalid_request', 'The response_mode is not query.')
  if (challenge === undefined || method !== 'S256' || !challengeForm.test(challenge))
    return new OAuthRefusal('invalid_request', 'The request needs a code_challenge by the method S256.')
  try {
    const resource = resources.find(sent.resource)
    return { resource, scopes: resources.scopesOf(resource, sent.scope), challenge }
  } catch (error) {
    if (error instanceof OAuthRefusal) return error
    throw error
  }
}
