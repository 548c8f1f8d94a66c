import { type Static, Type } from '@product-host/sdk'
import { compileInput } from '@product-host/sdk/runtime'
import { redirectUriIssue } from './redirect-uris.js'
import { OAuthRefusal } from './refusal.js'

/** An application that may ask accounts to let it in. */
export interface OAuthClient {
  readonly id: string
  /** As it calls itself. */
  readonly name: string
  /** The host whose document describes it; none for one that has registered itself and chosen its name. */
  readonly verifiedHost?: string
  readonly redirectUris: readonly string[]
  /** Whether it wants to renew its tokens. */
  readonly refreshes: boolean
}

/** What is read of the metadata of a client (RFC 7591, section 2); other members are ignored, as section 2 asks. */
const ClientMetadata = Type.Object({
  client_name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  redirect_uris: Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 1, maxItems: 20 }),
  grant_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  response_types: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 10 })),
  token_endpoint_auth_method: Type.Optional(Type.String({ maxLength: 100 }))
})
export type ClientMetadata = Static<typeof ClientMetadata>

const check = compileInput(ClientMetadata)

/** Text of which nothing is seen. */
const blank = /^[\s\p{Default_Ignorable_Code_Point}]+$/u

/** Control characters, marks that change the direction of text, and line breaks: a name may not pretend to be another text. */
const hidden = /[\p{C}\p{Zl}\p{Zp}]/u

/** The metadata of a client, checked. Throws an `OAuthRefusal`. */
export function readClientMetadata(sent: Record<string, unknown>): ClientMetadata {
  const metadata = Object.fromEntries(Object.keys(ClientMetadata.properties).flatMap(name => memberOf(sent, name)))
  const [issue] = check(metadata)
  if (issue) {
    const code = issue.pointer.startsWith('#/redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new OAuthRefusal(code, `${issue.pointer.slice(2) || 'The metadata'} ${issue.detail}.`)
  }
  const known = metadata as ClientMetadata
  for (const uri of known.redirect_uris) {
    const fault = redirectUriIssue(uri)
    if (fault !== undefined) throw new OAuthRefusal('invalid_redirect_uri', fault)
  }
  const { client_name: name = '', grant_types: grants, response_types: responses } = known
  if (blank.test(name)) throw invalid('client_name holds nothing that is shown.')
  if (hidden.test(name)) throw invalid('client_name holds characters that are not shown.')
  if (grants && !grants.includes('authorization_code')) throw invalid('grant_types lacks authorization_code.')
  if (responses && !responses.includes('code')) throw invalid('response_types lacks code.')
  return known
}

/** Whether a client wants to renew its tokens: yes, if its metadata does not name its grant types. */
export function refreshesOf({ grant_types: grants }: ClientMetadata): boolean {
  return grants?.includes('refresh_token') ?? true
}

function memberOf(sent: Record<string, unknown>, name: string): [string, unknown][] {
  return Object.hasOwn(sent, name) && sent[name] !== null ? [[name, sent[name]]] : []
}

function invalid(description: string): OAuthRefusal {
  return new OAuthRefusal('invalid_client_metadata', description)
}
