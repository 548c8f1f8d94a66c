import { inject, injectable } from '@product-host/sdk'
import { DisabledAccounts } from '../../accounts/keys/check-key.js'
import { networkOf } from '../../audit/client.js'
import { ACCOUNTS, type AccountDirectory } from '../../base/account.js'
import { Problem } from '../../base/problems.js'
import { FailedKeys } from '../../limits/address-limits.js'
import { LIMIT_STORE, type LimitStore, type RateCounter, requireRate } from '../../limits/limits.js'
import { type AuthorizationRequest, readAuthorizationRequest } from '../../oauth/authorization-request.js'
import { AuthorizationServer } from '../../oauth/authorization-server.js'
import { OAuthClients } from '../../oauth/clients.js'
import { resourceMetadata, serverMetadata } from '../../oauth/discovery.js'
import { Grants } from '../../oauth/grants.js'
import { destinationOf } from '../../oauth/redirect-uris.js'
import { OAuthRefusal } from '../../oauth/refusal.js'
import { ProtectedResources } from '../../oauth/resources.js'
import { Registry } from '../../products/registry.js'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { callerAddress } from '../client-address.js'
import type { HostRequest } from '../message.js'
import { readBytes, readJson, requireJson } from '../request-body.js'

/** Clients that one address may register, and those that its network may: a /24 of IPv4, a /48 of IPv6. */
const registrations = { requests: 60, seconds: 3_600 }
const networkRegistrations = { requests: 240, seconds: 3_600 }
/** Requests of one account to let a client in; each may read a document from the address that it names. */
const consents = { requests: 30, seconds: 60 }

/** Codes and refresh tokens that the applications of one account exchange: each exchange writes to the store. */
const exchanges = { requests: 120, seconds: 60 }

/** What an account is asked: who wants to get in, to what, and where the answer goes. */
interface ConsentQuestion {
  readonly client: { readonly id: string; readonly name: string; readonly verifiedHost: string | null }
  /** A host, this computer, or an application's own scheme. */
  readonly destination: string
  /** The products that the client may run; every product for an empty list. */
  readonly products: readonly { readonly slug: string; readonly title: string }[]
  readonly resource: string
}

/** What comes of a decision. */
interface ConsentAnswer {
  readonly redirectTo: string
  readonly isConnected: boolean
}

/** What OAuth does for the routes: loaded with the first request that needs it. */
@injectable()
export class OAuthService {
  readonly #resources: ProtectedResources
  readonly #server: AuthorizationServer
  readonly #registrations: RateCounter
  readonly #networkRegistrations: RateCounter
  readonly #consents: RateCounter

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(LIMIT_STORE) limits: LimitStore,
    @inject(ACCOUNTS) accounts: AccountDirectory,
    private readonly registry: Registry,
    private readonly clients: OAuthClients,
    private readonly failedKeys: FailedKeys,
    grants: Grants,
    disabled: DisabledAccounts
  ) {
    const { publicUrl: issuer } = settings
    this.#resources = new ProtectedResources(issuer, slug => registry.bySlug.get(slug) !== undefined)
    const counter = limits.counter('oauth_exchange', exchanges)
    const detail = `The apps of the account renewed their tokens more than ${exchanges.requests} times within a minute.`
    this.#server = new AuthorizationServer({
      issuer,
      clients,
      grants,
      resources: this.#resources,
      accounts,
      disabled,
      countExchange: account => requireRate(counter, account, detail)
    })
    this.#registrations = limits.counter('oauth_registration', registrations)
    this.#networkRegistrations = limits.counter('oauth_network_registration', networkRegistrations)
    this.#consents = limits.counter('oauth_consent', consents)
  }

  /** RFC 8414. */
  serverMetadata(): unknown {
    return serverMetadata(
      this.settings.publicUrl,
      this.registry.all().map(({ slug }) => slug)
    )
  }

  /** RFC 9728; of the resource of all products, or of one. Throws a 404 `Problem`. */
  resourceMetadata(slug?: string): unknown {
    if (slug !== undefined && !this.registry.bySlug.get(slug))
      throw new Problem('unknown_product', 'No product with this slug is served here.')
    return resourceMetadata(this.settings.publicUrl, this.#resources.of(slug))
  }

  /** Registers a client (RFC 7591). Throws an `OAuthRefusal`, or a 429 `Problem` when its address has registered too many. */
  async register(request: HostRequest): Promise<unknown> {
    await requireRate(
      this.#registrations,
      callerAddress(request),
      `More than ${registrations.requests} clients were registered from this address within an hour.`
    )
    const network = networkOf(request.ip ?? '') ?? ''
    await requireRate(
      this.#networkRegistrations,
      network,
      `More than ${networkRegistrations.requests} clients were registered from this network within an hour.`
    )
    requireJson(request)
    const { value, issues } = await readJson(request)
    if (issues.length > 0)
      throw new OAuthRefusal('invalid_client_metadata', 'The metadata holds text or members that it may not.')
    const { id, name, redirectUris, refreshes, createdAt } = await this.clients.register(value, network)
    return {
      client_id: id,
      client_id_issued_at: Math.floor(Date.parse(createdAt) / 1_000),
      client_name: name,
      redirect_uris: redirectUris,
      grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
      response_types: ['code'],
      token_endpoint_auth_method: 'none'
    }
  }

  /** Exchanges a code or a refresh token for tokens. Throws an `OAuthRefusal`, or a 429 `Problem` after too many failures. */
  async token(request: HostRequest): Promise<unknown> {
    try {
      return await this.#server.token(await readForm(request))
    } catch (error) {
      if (error instanceof OAuthRefusal) await this.failedKeys.count(request.ip ?? 'unknown')
      throw error
    }
  }

  /** Ends the connection that a token belongs to (RFC 7009). */
  async revoke(request: HostRequest): Promise<void> {
    await this.#server.revoke(await readForm(request))
  }

  /** What an account is asked; where the client is refused for another reason, the address that tells it so. */
  async question(account: string, sent: URLSearchParams): Promise<ConsentQuestion | { readonly redirectTo: string }> {
    const request = await this.#read(account, sent)
    const { asked, client, redirectUri } = request
    if (asked instanceof OAuthRefusal) return { redirectTo: this.#server.refuse(request, asked) }
    const { id, name, verifiedHost = null } = client
    const slugs = asked.scopes.map(scope => scope.split(':')[0])
    const products = this.registry.all().filter(({ slug }) => slugs.includes(slug))
    return {
      client: { id, name, verifiedHost },
      destination: destinationOf(redirectUri),
      products: products.map(({ slug, mounted }) => ({ slug, title: mounted.product.title })),
      resource: asked.resource.address
    }
  }

  /**
   * The address that the browser goes to after an account has let a client in or not, and whether the client is in: one that asks
   * for what it cannot get is refused, whatever the account says. Throws a `Problem`.
   */
  async answer(account: string, sent: URLSearchParams, isAllowed: boolean): Promise<ConsentAnswer> {
    const request = await this.#read(account, sent)
    const isConnected = isAllowed && !(request.asked instanceof OAuthRefusal)
    const refusal = new OAuthRefusal('access_denied', 'The account has not let the client in.')
    const redirectTo = isAllowed
      ? await this.#server.authorize(request, account)
      : this.#server.refuse(request, refusal)
    return { redirectTo, isConnected }
  }

  /** Throws a 400 `Problem` when nobody may be sent back. */
  async #read(account: string, sent: URLSearchParams): Promise<AuthorizationRequest> {
    await requireRate(this.#consents, account, `More than ${consents.requests} apps were looked at within a minute.`)
    try {
      return await readAuthorizationRequest(sent, this.clients, this.#resources)
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error
      throw new Problem('invalid_input', `The app cannot be connected. ${error.description}`, {
        errors: [
          {
            pointer: '#/query',
            code: error.code,
            detail: 'is not a request of a known app',
            fix: 'Start in the app again.'
          }
        ]
      })
    }
  }
}

const form = /^application\/x-www-form-urlencoded\s*(?:;|$)/i

/** The parameters of a form. Throws an `OAuthRefusal` or a 413 `Problem`. */
async function readForm(request: HostRequest): Promise<URLSearchParams> {
  if (!form.test(request.headers['content-type'] ?? ''))
    throw new OAuthRefusal('invalid_request', 'The body is not sent as application/x-www-form-urlencoded.')
  return new URLSearchParams((await readBytes(request)).toString('utf8'))
}
