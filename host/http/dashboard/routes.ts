import { inject, injectable } from '@product-host/sdk'
import type { Express, NextFunction, Request, Response } from 'express'
import { HOST_SETTINGS, type Settings } from '../../settings.js'
import { ProductRoutes } from '../products/routes.js'
import { addRoute } from '../route.js'
import { DashboardBillingRoutes } from './billing.js'
import { BudgetRoutes } from './budgets.js'
import { CallRoutes } from './calls.js'
import { ConfigRevisionRoutes } from './config-revisions.js'
import { ConfirmationRoutes } from './confirmations.js'
import { ConnectedAppRoutes } from './connected-apps.js'
import { refuseOtherSites } from './csrf.js'
import { DataRoutes } from './data.js'
import { DeploymentInfoRoute } from './deployment-info.js'
import { KeyRoutes } from './keys.js'
import { AccountRoutes } from './own-account.js'
import { ProductHomeRoute } from './product-home.js'
import { ReferenceRoutes } from './reference.js'
import { SecondFactorRoutes } from './second-factor.js'
import { SecurityEventRoutes } from './security-events.js'
import { SessionRoutes } from './sessions.js'

/** The routes under `/dashboard/api`: for people in a browser, authenticated by session. */
@injectable()
export class DashboardRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly accounts: AccountRoutes,
    private readonly sessions: SessionRoutes,
    private readonly keys: KeyRoutes,
    private readonly budgets: BudgetRoutes,
    private readonly apps: ConnectedAppRoutes,
    private readonly confirmations: ConfirmationRoutes,
    private readonly products: ProductRoutes,
    private readonly calls: CallRoutes,
    private readonly revisions: ConfigRevisionRoutes,
    private readonly data: DataRoutes,
    private readonly deploymentInfo: DeploymentInfoRoute,
    private readonly home: ProductHomeRoute,
    private readonly reference: ReferenceRoutes,
    private readonly billing: DashboardBillingRoutes,
    private readonly events: SecurityEventRoutes,
    private readonly factor: SecondFactorRoutes
  ) {}

  addTo(app: Express): void {
    const { accounts, sessions, keys, budgets, apps, confirmations, calls, revisions, data, billing, events, factor } =
      this
    const api = '/dashboard/api'
    app.use(api, refuseOtherSites(this.settings))
    app.use(`${api}/products`, bySession)
    this.products.addTo(app, `${api}/products`)
    app.use(`${api}/homes`, bySession)
    addRoute(app, `${api}/homes/:slug`, { get: request => this.home.show(request, request.params.slug) })

    addRoute(app, `${api}/site`, { get: request => this.deploymentInfo.show(request) })
    addRoute(app, `${api}/reference`, { get: request => this.reference.showFigures(request) })
    addRoute(app, `${api}/reference/:slug`, {
      get: request => this.reference.showProduct(request, request.params.slug)
    })
    addRoute(app, `${api}/accounts`, { post: request => accounts.create(request) })
    addRoute(app, `${api}/accounts/me`, {
      get: request => accounts.show(request),
      delete: request => accounts.remove(request)
    })
    addRoute(app, `${api}/accounts/me/password`, { put: request => accounts.changePassword(request) })
    addRoute(app, `${api}/accounts/me/email`, { put: request => accounts.changeEmail(request) })
    addRoute(app, `${api}/email-changes/:token`, {
      post: request => accounts.finishEmailChange(request, request.params.token)
    })
    addRoute(app, `${api}/accounts/me/events`, { get: request => events.list(request) })
    addRoute(app, `${api}/accounts/me/second-factor`, {
      get: request => factor.show(request),
      post: request => factor.begin(request),
      delete: request => factor.turnOff(request)
    })
    addRoute(app, `${api}/accounts/me/second-factor/confirm`, { post: request => factor.confirm(request) })
    addRoute(app, `${api}/accounts/me/second-factor/recovery-codes`, {
      post: request => factor.replaceRecoveryCodes(request)
    })
    addRoute(app, `${api}/accounts/me/second-factor/removal`, { delete: request => factor.cancelRemoval(request) })
    addRoute(app, `${api}/second-factor-recoveries`, { post: request => factor.requestRemoval(request) })
    addRoute(app, `${api}/second-factor-recoveries/:token`, {
      delete: request => factor.cancelByLink(request, request.params.token)
    })
    addRoute(app, `${api}/email-verifications/:token`, {
      post: request => accounts.verify(request, request.params.token)
    })
    addRoute(app, `${api}/password-resets`, { post: request => accounts.requestReset(request) })
    addRoute(app, `${api}/password-resets/:token`, { put: request => accounts.reset(request, request.params.token) })
    addRoute(app, `${api}/sessions`, {
      get: request => sessions.list(request),
      post: request => sessions.create(request),
      delete: request => sessions.endAll(request)
    })
    addRoute(app, `${api}/sessions/current/confirmation`, {
      get: request => sessions.isConfirmed(request),
      post: request => sessions.confirm(request)
    })
    addRoute(app, `${api}/sessions/:id`, { delete: request => sessions.end(request, request.params.id) })

    addRoute(app, `${api}/billing`, { get: request => billing.show(request) })
    addRoute(app, `${api}/billing/price`, { get: request => billing.price(request) })
    addRoute(app, `${api}/billing/checkout`, { post: request => billing.begin(request) })
    addRoute(app, `${api}/billing/portal`, { post: request => billing.portal(request) })

    addRoute(app, `${api}/keys`, {
      get: request => keys.list(request),
      post: request => keys.create(request),
      delete: request => keys.revokeAll(request)
    })
    addRoute(app, `${api}/keys/:id`, {
      patch: request => keys.change(request, request.params.id),
      delete: request => keys.revoke(request, request.params.id)
    })
    addRoute(app, `${api}/keys/:id/rotate`, { post: request => keys.rotate(request, request.params.id) })

    addRoute(app, `${api}/budgets`, {
      get: request => budgets.show(request),
      put: request => budgets.set(request)
    })

    addRoute(app, `${api}/calls`, { get: request => calls.list(request) })
    addRoute(app, `${api}/calls/:requestId`, { get: request => calls.show(request, request.params.requestId) })
    addRoute(app, `${api}/call-recording`, {
      get: request => calls.showRecording(request),
      put: request => calls.setRecording(request)
    })
    addRoute(app, `${api}/apps`, { get: request => apps.list(request) })
    addRoute(app, `${api}/apps/:id`, { delete: request => apps.revoke(request, request.params.id) })
    addRoute(app, `${api}/authorization`, {
      get: request => apps.question(request),
      post: request => apps.decide(request)
    })

    addRoute(app, `${api}/confirmations`, { get: request => confirmations.list(request) })
    addRoute(app, `${api}/confirmations/:id`, {
      get: request => confirmations.show(request, request.params.id),
      post: request => confirmations.run(request, request.params.id),
      delete: request => confirmations.dismiss(request, request.params.id)
    })

    addRoute(app, `${api}/config/:slug/revisions/:revision`, {
      get: request => revisions.show(request, request.params.slug, request.params.revision)
    })
    addRoute(app, `${api}/data/:slug`, {
      get: request => data.page(request, request.params.slug),
      delete: request => data.eraseAll(request, request.params.slug)
    })
    addRoute(app, `${api}/data/:slug/records`, { delete: request => data.deleteRecord(request, request.params.slug) })
    addRoute(app, `${api}/export`, { get: request => data.export(request) })
  }
}

/** The routes of products below take a session instead of a bearer key. */
function bySession({ context }: Request, _response: Response, next: NextFunction): void {
  context.authScheme = 'session'
  next()
}
