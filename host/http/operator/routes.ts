import { inject, injectable } from '@product-host/sdk'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { refuseOtherSites, requireOwnPage } from '../dashboard/csrf.js'
import { addRoute } from '../route.js'
import { OperatorAccountRoutes } from './account-routes.js'
import { OperatorJobRoutes } from './jobs.js'
import { OverviewRoutes } from './overview.js'
import { OperatorPeopleRoutes } from './people.js'
import { OperatorProductRoutes } from './products.js'

/** The routes under `/operator/api`, for operators; the host loads them with the first request to one of them. */
@injectable()
export class OperatorRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly people: OperatorPeopleRoutes,
    private readonly overview: OverviewRoutes,
    private readonly jobs: OperatorJobRoutes,
    private readonly accounts: OperatorAccountRoutes,
    private readonly products: OperatorProductRoutes
  ) {}

  build(): Router {
    const { people, overview, jobs, accounts, products } = this
    const api = '/operator/api'
    const router = express.Router({ caseSensitive: true, strict: true })
    router.use(refuseOtherSites(this.settings), ownPageOnly)
    const read = (path: string, handle: (request: Request) => Promise<void>) =>
      addRoute(router, `${api}${path}`, { get: request => handle(request) })

    read('/me', request => people.me(request))
    read('/log', request => people.log(request))
    read('/health', request => overview.health(request))
    read('/error-rates', request => overview.errorRates(request))
    read('/history', request => overview.history(request))
    read('/configuration', request => overview.configuration(request))
    read('/store', request => overview.store(request))
    read('/dead-letters', request => jobs.dead(request))
    read('/accounts', request => accounts.find(request))
    addRoute(router, `${api}/products`, {
      get: request => products.list(request),
      put: request => products.choose(request)
    })
    addRoute(router, `${api}/products/approval`, { post: request => products.approve(request) })
    addRoute(router, `${api}/enrolments/:token`, { post: request => people.enrol(request, request.params.token) })
    addRoute(router, `${api}/jobs`, { get: request => jobs.waiting(request), delete: request => jobs.cancel(request) })
    addRoute(router, `${api}/dead-letters/:id/replay`, { post: request => jobs.replay(request, request.params.id) })
    addRoute(router, `${api}/accounts/:id/disablement`, {
      put: request => accounts.disable(request, request.params.id),
      delete: request => accounts.enable(request, request.params.id)
    })
    addRoute(router, `${api}/accounts/:id/grant`, {
      put: request => accounts.setGrant(request, request.params.id, true),
      delete: request => accounts.setGrant(request, request.params.id, false)
    })
    addRoute(router, `${api}/accounts/:id/second-factor`, {
      delete: request => accounts.resetSecondFactor(request, request.params.id)
    })
    return router
  }
}

/** Reads are refused too, if a page of another site caused them. */
function ownPageOnly(request: Request, _response: Response, next: NextFunction): void {
  requireOwnPage(request)
  next()
}
