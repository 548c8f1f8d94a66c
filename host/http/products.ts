import { injectable } from '@product-host/sdk'
import type { Express } from 'express'
import { AccessRoute } from './access.js'
import { ConfigRoutes } from './config.js'
import { DescribeRoutes } from './describe.js'
import { ExecuteRoute } from './execute.js'
import { otherMethods } from './methods.js'
import { UsageRoute } from './usage.js'

/** The routes of products, one line a route; each is offered on every door that products have, see `Callers`. */
@injectable()
export class ProductRoutes {
  constructor(
    private readonly execute: ExecuteRoute,
    private readonly descriptions: DescribeRoutes,
    private readonly config: ConfigRoutes,
    private readonly access: AccessRoute,
    private readonly usage: UsageRoute
  ) {}

  /** Adds the routes below an address. */
  addTo(app: Express, products: string): void {
    const { execute, descriptions, config, access, usage } = this
    app
      .route(`${products}/:slug/execute`)
      .post((request, _response) => execute.handle(request, request.params.slug))
      .get((request, _response) => descriptions.product(request, request.params.slug))
      .all(otherMethods('GET, HEAD, POST, OPTIONS'))
    app
      .route(`${products}/:slug/config`)
      .get((request, _response) => config.read(request, request.params.slug))
      .put((request, _response) => config.save(request, request.params.slug))
      .all(otherMethods('GET, HEAD, PUT, OPTIONS'))
    app
      .route(`${products}/:slug/config/revisions`)
      .get((request, _response) => config.revisions(request, request.params.slug))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(`${products}/:slug/access`)
      .get((request, _response) => access.read(request, request.params.slug))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(`${products}/usage`)
      .get((request, _response) => usage.read(request, request.accepts(['json', 'csv']) === 'csv'))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(products)
      .get((request, _response) => descriptions.catalogue(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
  }
}
