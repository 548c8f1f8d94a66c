import { inject, injectable } from '@product-host/sdk'
import cors from 'cors'
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express'
import { ipAddressOf } from '../base/addresses.js'
import { Problem } from '../base/problems.js'
import { DEPLOYMENT, type Deployment } from '../deployment.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { PROVIDER_ROUTES, type ProviderRoutes } from './billing/provider-routes.js'
import { DashboardRoutes } from './dashboard/routes.js'
import { StaticFileRoutes } from './dashboard/static-files.js'
import { DocumentRoutes } from './document-routes.js'
import { HealthRoutes } from './health.js'
import { HookCallRoutes } from './hooks/routes.js'
import { LOAD_MCP, LOAD_OPERATOR, type McpHandler } from './listener.js'
import { MetricsRoute } from './metrics.js'
import { failOAuth, oauthPath } from './oauth/replies.js'
import { OAuthRoutes } from './oauth/routes.js'
import { RevokeOwnKeyRoute } from './products/revoke-own-key.js'
import { ProductRoutes } from './products/routes.js'
import { RequestLog } from './request-log.js'
import { addRoute } from './route.js'

/** The headers of an answer that scripts in callers' browsers may read. */
const exposedHeaders = [
  'X-Request-Id',
  'Server-Timing',
  'Product-Contract',
  'Retry-After',
  'ETag',
  'RateLimit-Policy',
  'RateLimit',
  'Idempotent-Replayed',
  'Deprecation',
  'Sunset',
  'WWW-Authenticate',
  'Allow',
  'Link',
  'Location',
  'Content-Disposition',
  'Mcp-Session-Id'
]

/** The application: all routes, behind the listener that has given each request its context. */
@injectable()
export class App {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    @inject(DEPLOYMENT) private readonly deployment: Deployment,
    private readonly requestLog: RequestLog,
    private readonly products: ProductRoutes,
    private readonly ownKey: RevokeOwnKeyRoute,
    private readonly hooks: HookCallRoutes,
    private readonly health: HealthRoutes,
    private readonly metrics: MetricsRoute,
    @inject(LOAD_MCP) private readonly loadMcp: () => Promise<McpHandler>,
    @inject(LOAD_OPERATOR) private readonly loadOperator: () => Promise<Router>,
    private readonly documents: DocumentRoutes,
    private readonly oauth: OAuthRoutes,
    private readonly dashboard: DashboardRoutes,
    private readonly staticFiles: StaticFileRoutes,
    @inject(PROVIDER_ROUTES) private readonly billing: ProviderRoutes
  ) {}

  build(): Express {
    const { corsOrigins, trustProxy } = this.settings
    const app = express()
    app.disable('x-powered-by')
    app.set('etag', false)
    // Each address has one spelling, so that rules of a proxy for some of them can rely on it.
    app.enable('case sensitive routing')
    app.enable('strict routing')
    if (trustProxy !== undefined) trustProxies(app, trustProxy)

    if (corsOrigins.length > 0) app.use(cors({ origin: [...corsOrigins], exposedHeaders, maxAge: 600 }))

    this.products.addTo(app, '/api/v1/products')
    addRoute(app, '/api/v1/products/keys/self/revoke', { post: request => this.ownKey.revoke(request) })
    this.hooks.addTo(app)
    addRoute(app, '/livez', { get: request => this.health.live(request) })
    addRoute(app, '/readyz', { get: request => this.health.ready(request, this.requestLog.isDraining) })
    addRoute(app, '/metrics', { get: request => this.metrics.read(request) })

    for (const path of ['/mcp', '/mcp/:slug'])
      app.route(path).all(async (request, _response) => {
        const { slug } = request.params
        await (await this.loadMcp()).handle(request, typeof slug === 'string' ? slug : undefined)
      })
    this.documents.addTo(app)
    this.oauth.addTo(app)
    this.dashboard.addTo(app)
    if (this.deployment.operator)
      app.route('/operator/api/*path').all(async (request, response, next) => {
        const routes = await this.loadOperator()
        routes(request, response, next)
      })
    this.billing.addTo(app)
    this.staticFiles.addTo(app)

    app.use(() => {
      throw new Problem('not_found', 'There is nothing at this address; GET /api/v1/products lists what is here.')
    })
    app.use((error: unknown, request: Request, _response: Response, _next: NextFunction) => {
      const refusal = isUndecodable(error) ? new Problem('not_found', 'The address cannot be decoded.') : error
      if (oauthPath.test(request.path)) failOAuth(request.context, refusal, this.requestLog)
      else this.requestLog.fail(request.context, refusal)
    })
    return app
  }
}

/** Proxies may write addresses with a port; Express knows them without one. */
function trustProxies(app: Express, proxies: string | number): void {
  app.set('trust proxy', proxies)
  const isTrusted: (address: string, hop: number) => boolean = app.get('trust proxy fn')
  app.set('trust proxy', (address: string, hop: number) => isTrusted(ipAddressOf(address) ?? address, hop))
}

/** Express's name for a path with a broken percent sign. */
function isUndecodable(error: unknown): boolean {
  return error instanceof URIError
}
