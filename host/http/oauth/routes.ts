import { inject, injectable } from '@product-host/sdk'
import type { Express, Request } from 'express'
import { pages } from '../../base/pages.js'
import { KeylessRequests } from '../../limits/address-limits.js'
import { authorizationParameters } from '../../oauth/authorization-request.js'
import { oauthPaths } from '../../oauth/discovery.js'
import { LOAD_OAUTH } from '../listener.js'
import { queryOf } from '../query.js'
import { sendEmpty, sendJson } from '../reply.js'
import { noStore } from '../request-body.js'
import { addRoute } from '../route.js'
import type { OAuthService } from './service.js'

/** Metadata changes only with the deployment. */
const cached = { 'Cache-Control': 'public, max-age=300' }

/** The authorization server of clients of the Model Context Protocol (OAuth 2.1), and the metadata that leads to it. */
@injectable()
export class OAuthRoutes {
  constructor(
    @inject(LOAD_OAUTH) private readonly load: () => Promise<OAuthService>,
    private readonly keyless: KeylessRequests
  ) {}

  addTo(app: Express): void {
    addRoute(app, oauthPaths.serverMetadata, {
      get: async request => {
        this.keyless.require(request.ip ?? '')
        sendJson(request.context, 200, (await this.load()).serverMetadata(), cached)
      }
    })
    for (const path of ['', '/mcp', '/mcp/:slug'])
      addRoute(app, oauthPaths.resourceMetadata + path, { get: async request => this.#describeResource(request) })
    addRoute(app, oauthPaths.authorize, { get: request => this.#askAccount(request) })
    addRoute(app, oauthPaths.register, {
      post: async request => sendJson(request.context, 201, await (await this.load()).register(request), noStore)
    })
    addRoute(app, oauthPaths.token, {
      post: async request =>
        sendJson(request.context, 200, await (await this.load()).token(request), { ...noStore, Pragma: 'no-cache' })
    })
    addRoute(app, oauthPaths.revoke, {
      post: async request => {
        this.keyless.require(request.ip ?? '')
        await (await this.load()).revoke(request)
        sendJson(request.context, 200, {}, noStore)
      }
    })
  }

  async #describeResource(request: Request): Promise<void> {
    this.keyless.require(request.ip ?? '')
    const { slug } = request.params
    const service = await this.load()
    const metadata = service.resourceMetadata(typeof slug === 'string' ? slug : undefined)
    sendJson(request.context, 200, metadata, cached)
  }

  /**
   * Shows the page that asks the account. Nothing is checked before somebody is signed in: this address sends nobody to another
   * site, and reads no document of a client.
   */
  #askAccount(request: Request): void {
    this.keyless.require(request.ip ?? '')
    const known: readonly string[] = authorizationParameters
    const query = new URLSearchParams([...queryOf(request)].filter(([name]) => known.includes(name)))
    sendEmpty(request.context, 303, { Location: `${pages.connect}?${query}`, ...noStore })
  }
}
