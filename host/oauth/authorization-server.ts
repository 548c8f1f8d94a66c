import OAuth2Server, {
  type AuthorizationCodeModel,
  type RefreshTokenModel,
  type Token
} from '@node-oauth/oauth2-server'
import { type DisabledAccounts, newKey } from '../accounts/keys/check-key.js'
import type { AccountDirectory } from '../base/account.js'
import { Problem, type ProblemCode } from '../base/problems.js'
import { type AskedAccess, type AuthorizationRequest, singleParameters } from './authorization-request.js'
import type { OAuthClients } from './clients.js'
import { type Consent, codeMs, type Grants, newSecret } from './grants.js'
import { type OAuthErrorCode, OAuthRefusal } from './refusal.js'
import { type ProtectedResources, productScopes } from './resources.js'

/** What the authorization server works with. */
interface AuthorizationServerParts {
  /** The address of the authorization server (RFC 9207). */
  readonly issuer: string
  readonly clients: OAuthClients
  readonly grants: Grants
  readonly resources: ProtectedResources
  readonly accounts: AccountDirectory
  readonly disabled: DisabledAccounts
  /** Counts one exchange of a code or a refresh token for an account. Throws a 429 `Problem`. */
  readonly countExchange: (account: string) => Promise<void>
}

/** A model of the library for both grants that this host has. */
type Model = AuthorizationCodeModel & RefreshTokenModel

const grantTypes = ['authorization_code', 'refresh_token']

/**
 * The authorization server of OAuth 2.1. The library reads the requests, and checks PKCE, redirect URIs, scopes and the order of
 * the steps; this class says which clients there are, and stores what comes of it.
 */
export class AuthorizationServer {
  constructor(private readonly parts: AuthorizationServerParts) {}

  /** Lets a client in for an account, and returns the address that the browser goes to. Throws a 409 `Problem`. */
  async authorize(request: AuthorizationRequest, account: string): Promise<string> {
    const { asked, client, redirectUri } = request
    if (asked instanceof OAuthRefusal) return this.refuse(request, asked)
    await this.parts.grants.requireRoom(account)
    await this.parts.clients.noteUse(client.id)
    const body = {
      client_id: client.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: asked.scopes.join(' '),
      code_challenge: asked.challenge,
      code_challenge_method: 'S256'
    }
    const { authorizationCode: code } = await this.#run(this.#authorizationModel(request, asked), library =>
      library.authorize(libraryRequest(body), new OAuth2Server.Response(), {
        allowEmptyState: true,
        authorizationCodeLifetime: codeMs / 1_000,
        authenticateHandler: { handle: () => ({ account }) }
      })
    )
    return this.#answerAddress(request, { code })
  }

  /** The address that the browser goes to when a client is refused. */
  refuse(request: AuthorizationRequest, { code, description }: OAuthRefusal): string {
    return this.#answerAddress(request, { error: code, error_description: description })
  }

  /** The answer of the token endpoint (RFC 6749, sections 4.1.4 and 6). Throws an `OAuthRefusal`. */
  async token(sent: URLSearchParams): Promise<unknown> {
    const body = singleParameters(sent, tokenParameters)
    requireGrantType(body.grant_type)
    const response = new OAuth2Server.Response()
    const { scope, ...others } = body
    const scopes = productScopes(scope)
    const request = libraryRequest(scopes.length > 0 ? { ...others, scope: scopes.join(' ') } : others)
    const { grants } = this.parts
    const spent: string[] = []
    const model: Model = {
      ...this.#tokenModel(body),
      revokeAuthorizationCode: async ({ authorizationCode }) => {
        const isSpent = await grants.spendCode(authorizationCode)
        if (isSpent) spent.push(authorizationCode)
        return isSpent
      }
    }
    try {
      await this.#run(model, library =>
        library.token(request, response, {
          accessTokenLifetime: grants.accessTokenMs / 1_000,
          refreshTokenLifetime: grants.refreshTokenMs / 1_000,
          requireClientAuthentication: { authorization_code: false, refresh_token: false }
        })
      )
    } catch (error) {
      // A wrong verifier uses the code up, so that nobody can guess it.
      if (error instanceof OAuthRefusal) for (const code of spent) await grants.forfeitCode(code)
      throw error
    }
    if (body.client_id !== undefined) await this.parts.clients.noteUse(body.client_id)
    return response.body
  }

  /** Ends the connection that a token belongs to (RFC 7009). Throws an `OAuthRefusal` for a request without a token. */
  async revoke(sent: URLSearchParams): Promise<void> {
    const { token, client_id: clientId } = singleParameters(sent, ['token', 'client_id'])
    if (token === undefined || clientId === undefined)
      throw new OAuthRefusal('invalid_request', 'The request lacks token or client_id.')
    await this.parts.grants.revokeToken(token, clientId)
  }

  /** Adds the parameters of an answer to the redirect URI: what was asked, the state, and who answers (RFC 9207). */
  #answerAddress({ redirectUri, state }: AuthorizationRequest, answer: Readonly<Record<string, string>>): string {
    const address = new URL(redirectUri)
    const parameters = { ...answer, ...(state !== undefined && { state }), iss: this.parts.issuer }
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
    return address.href
  }

  async #run<Result>(model: Model, use: (library: OAuth2Server) => Promise<Result>): Promise<Result> {
    try {
      return await use(new OAuth2Server({ model }))
    } catch (error) {
      throw refusalOf(error)
    }
  }

  /** The client and its redirect URI were found before the account was asked. */
  #authorizationModel({ client, redirectUri }: AuthorizationRequest, { challenge, resource }: AskedAccess): Model {
    return {
      ...this.#tokenModel({ resource: resource.address }),
      getClient: async () => ({ id: client.id, grants: grantTypes, redirectUris: [redirectUri] }),
      generateAuthorizationCode: async () => newSecret(),
      saveAuthorizationCode: async (code, { id: clientId }, { account }) => {
        const consent: Consent = {
          account,
          clientId,
          clientName: client.name,
          redirectUri,
          challenge,
          resource: resource.address,
          scopes: code.scope ?? [],
          refreshes: client.refreshes
        }
        await this.parts.grants.addCode(code.authorizationCode, consent)
        return { ...code, client: { id: clientId, grants: grantTypes }, user: { account } }
      }
    }
  }

  /** A redirect URI that a client sends has to be that of its code; PKCE binds the code without one (OAuth 2.1, section 4.1.3). */
  #tokenModel({ resource, redirect_uri: redirectUri }: Sent): Model {
    const { clients, grants } = this.parts
    return {
      // Clients are public: PKCE proves that the client that exchanges the code is the one that requested it.
      getClient: async (id, secret) =>
        !secret && (await clients.isKnown(id)) ? { id, grants: grantTypes } : undefined,
      // Access tokens are checked as keys, not by the library.
      getAccessToken: async () => undefined,
      generateAccessToken: async () => newKey(),
      saveAuthorizationCode: async () => undefined,
      getAuthorizationCode: async authorizationCode => {
        const consent = await grants.findCode(authorizationCode)
        if (!consent) return undefined
        await this.#requireGood(consent, resource)
        return {
          authorizationCode,
          // Whether it has expired was checked by the clock of this host.
          expiresAt: new Date(Date.now() + codeMs),
          // The library compares nothing with an empty one.
          redirectUri: redirectUri === undefined ? '' : consent.redirectUri,
          scope: [...consent.scopes],
          client: { id: consent.clientId, grants: grantTypes },
          user: { account: consent.account },
          codeChallenge: consent.challenge,
          codeChallengeMethod: 'S256'
        }
      },
      revokeAuthorizationCode: async () => false,
      getRefreshToken: async refreshToken => {
        const app = await grants.findRefreshToken(refreshToken)
        if (!app) return undefined
        await this.#requireGood(app, resource)
        const { clientId, account, scopes } = app
        return {
          refreshToken,
          scope: [...scopes],
          client: { id: clientId, grants: grantTypes },
          user: { account, refreshToken }
        }
      },
      // It is used up by the update that stores the next one, so that no crash leaves a client without either.
      revokeToken: async () => true,
      saveToken: async (token, client, user) => {
        const { scopes, ...tokens } = await this.#issue(token, user.refreshToken)
        return {
          ...tokens,
          accessTokenExpiresAt: new Date(Date.now() + grants.accessTokenMs),
          scope: [...scopes],
          client,
          user
        }
      }
    }
  }

  async #issue({ authorizationCode, accessToken, scope }: Token, former: unknown) {
    return typeof former === 'string'
      ? this.parts.grants.renew(former, scope ?? [], accessToken)
      : this.parts.grants.connect(String(authorizationCode), accessToken)
  }

  /** Throws an `OAuthRefusal` when an account may not be used any more, or a client names another resource than before. */
  async #requireGood(
    { account, resource }: { readonly account: string; readonly resource: string },
    named: string | undefined
  ): Promise<void> {
    if (named !== undefined && this.parts.resources.find(named).address !== resource)
      throw new OAuthRefusal('invalid_target', 'The resource is not the one that the account has agreed to.')
    if (!(await this.parts.accounts.find(account))) throw new OAuthRefusal('invalid_grant', 'The account is gone.')
    await this.parts.disabled.refuse(account)
    await this.parts.countExchange(account)
  }
}

/** The library takes a grant type that it does not know for a client that is not authenticated. */
function requireGrantType(name: string | undefined): void {
  if (name === undefined) throw new OAuthRefusal('invalid_request', 'The request lacks grant_type.')
  if (!grantTypes.includes(name))
    throw new OAuthRefusal('unsupported_grant_type', `The grant_type is none of ${grantTypes.join(', ')}.`)
}

const tokenParameters = [
  'grant_type',
  'client_id',
  'client_secret',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'scope',
  'resource'
] as const

/** The parameters of a token request that the model reads itself. */
interface Sent {
  readonly resource?: string
  readonly redirect_uri?: string
}

/** Parameters that were read already, as the form that the library expects; it wants a length to see that there is a body. */
function libraryRequest(body: Readonly<Record<string, string>>): OAuth2Server.Request {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
  return new OAuth2Server.Request({ method: 'POST', headers, query: {}, body })
}

/** Errors of the library by their names, which are those of RFC 6749. */
const libraryCodes: Readonly<Record<string, OAuthErrorCode>> = {
  invalid_request: 'invalid_request',
  invalid_client: 'invalid_client',
  invalid_grant: 'invalid_grant',
  unauthorized_client: 'unauthorized_client',
  unsupported_grant_type: 'unsupported_grant_type',
  invalid_scope: 'invalid_scope'
}

/** Problems of an account for which no grant is worth anything. */
const endingGrants: readonly ProblemCode[] = ['account_disabled', 'too_many_keys']

/** The library wraps what a model throws; its own errors become refusals, and everything else stays what it was. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof OAuth2Server.OAuthError)) return error
  const inner: unknown = Reflect.get(error, 'inner')
  if (inner instanceof OAuthRefusal) return inner
  if (inner instanceof Problem)
    return endingGrants.includes(inner.code) ? new OAuthRefusal('invalid_grant', inner.detail) : inner
  const code = libraryCodes[error.name]
  if (code === undefined) return inner ?? error
  return new OAuthRefusal(code, error.message.replaceAll(/["`\\]/g, ''), code === 'invalid_client' ? 401 : 400)
}
