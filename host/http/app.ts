import type { IncomingMessage, ServerResponse } from 'node:http'
import { inject, injectable } from '@product-host/sdk'
import cors from 'cors'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type { Provider } from '../accounts/billing/provider.js'
import { Problem } from '../problems.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS, PROVIDER } from '../tokens.js'
import { DashboardRoutes } from './dashboard/routes.js'
import { DescribeRoutes } from './describe.js'
import { Exchanges } from './exchanges.js'
import { ExecuteRoute } from './execute.js'
import { HealthRoutes } from './health.js'
import { requireLocalHost } from './host-guard.js'
import { otherMethods } from './methods.js'
import { MetricsRoute } from './metrics.js'
import { OpenApiRoute } from './openapi.js'
import { OwnKeyRoute } from './own-key.js'
import { ProductRoutes } from './products.js'
import { SiteRoutes } from './site.js'

/** What callers' browsers may read of an answer beside its body. */
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
  'Sunset'
]

const executePath = /^\/api\/v1\/products\/([a-z][a-z0-9-]{0,31})\/execute$/

/** The application: what every request passes, then one line a route. */
@injectable()
export class App {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly exchanges: Exchanges,
    private readonly execute: ExecuteRoute,
    private readonly descriptions: DescribeRoutes,
    private readonly products: ProductRoutes,
    private readonly ownKey: OwnKeyRoute,
    private readonly health: HealthRoutes,
    private readonly metrics: MetricsRoute,
    private readonly openApi: OpenApiRoute,
    private readonly dashboard: DashboardRoutes,
    private readonly site: SiteRoutes,
    @inject(PROVIDER) private readonly provider: Provider
  ) {}

  /**
   * What takes every request. The few addresses that are asked for most go straight to their routes, which Express's router
   * would find at four times the cost; all others, and requests with an `Origin` that CORS has to judge, go through Express.
   */
  listener(express: Express): (request: IncomingMessage, response: ServerResponse) => void {
    return (request, response) => {
      const route = request.headers.origin === undefined ? this.#direct(request) : undefined
      if (!route) return void express(request, response)
      this.exchanges.begin(request, response)
      request.exchange.notes.route = route.path
      void this.#run(request, route.handle)
    }
  }

  #direct(
    request: IncomingMessage
  ): { readonly path: string; readonly handle: () => void | Promise<void> } | undefined {
    const { method, url = '' } = request
    if (url === '/livez')
      return method === 'GET' ? { path: '/livez', handle: () => this.health.live(request) } : undefined
    const slug = executePath.exec(url)?.[1]
    if (slug === undefined) return undefined
    const path = '/api/v1/products/:slug/execute'
    if (method === 'POST') return { path, handle: () => this.execute.handle(request, slug) }
    return method === 'GET' ? { path, handle: () => this.descriptions.product(request, slug) } : undefined
  }

  async #run(request: IncomingMessage, handle: () => void | Promise<void>): Promise<void> {
    try {
      if (this.settings.isDemo) requireLocalHost(request)
      await handle()
    } catch (error) {
      this.exchanges.fail(request.exchange, error)
    }
  }

  build(): Express {
    const { isDemo, corsOrigins, trustProxy } = this.settings
    const app = express()
    app.disable('x-powered-by')
    app.set('etag', false)
    if (trustProxy !== undefined) app.set('trust proxy', trustProxy)

    app.use((request, response, next) => {
      this.exchanges.begin(request, response)
      next()
    })
    if (isDemo)
      app.use((request, _response, next) => {
        requireLocalHost(request)
        next()
      })
    if (corsOrigins.length > 0) app.use(cors({ origin: [...corsOrigins], exposedHeaders, maxAge: 600 }))

    this.products.addTo(app, '/api/v1/products')
    app
      .route('/api/v1/products/keys/self/revoke')
      .post((request, _response) => this.ownKey.revoke(request))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route('/openapi.json')
      .get((request, _response) => this.openApi.read(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route('/livez')
      .get((request, _response) => this.health.live(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route('/readyz')
      .get((request, _response) => this.health.ready(request, this.exchanges.isDraining))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route('/metrics')
      .get((request, _response) => this.metrics.read(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))

    this.dashboard.addTo(app)
    this.provider.routes?.addTo(app)
    this.site.addTo(app)

    app.use(() => {
      throw new Problem('not_found', 'There is nothing at this address; GET /api/v1/products lists what is here.')
    })
    app.use((error: unknown, request: Request, _response: Response, _next: NextFunction) => {
      this.exchanges.fail(
        request.exchange,
        isUndecodable(error) ? new Problem('not_found', 'The address cannot be decoded.') : error
      )
    })
    return app
  }
}

/** Express's name for a path with a broken percent sign. */
function isUndecodable(error: unknown): boolean {
  return error instanceof URIError
}
