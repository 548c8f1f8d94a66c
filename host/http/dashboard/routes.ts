import { inject, injectable } from '@product-host/sdk'
import type { Express, NextFunction, Request, Response } from 'express'
import type { Settings } from '../../settings.js'
import { HOST_SETTINGS } from '../../tokens.js'
import { otherMethods } from '../methods.js'
import { ProductRoutes } from '../products.js'
import { AccountRoutes } from './accounts.js'
import { BillingRoutes } from './billing.js'
import { DataRoutes } from './data.js'
import { KeyRoutes } from './keys.js'
import { refuseOtherSites } from './same-site.js'
import { SecondFactorRoutes } from './second-factor.js'
import { SecurityEventRoutes } from './security-events.js'
import { SessionRoutes } from './sessions.js'
import { SiteFactsRoute } from './site-facts.js'

/** Everything under `/dashboard/api`, one line a route: for people in a browser, by session. */
@injectable()
export class DashboardRoutes {
  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly accounts: AccountRoutes,
    private readonly sessions: SessionRoutes,
    private readonly keys: KeyRoutes,
    private readonly products: ProductRoutes,
    private readonly data: DataRoutes,
    private readonly site: SiteFactsRoute,
    private readonly billing: BillingRoutes,
    private readonly events: SecurityEventRoutes,
    private readonly factor: SecondFactorRoutes
  ) {}

  addTo(app: Express): void {
    const { accounts, sessions, keys, data, billing, events, factor } = this
    const api = '/dashboard/api'
    app.use(api, refuseOtherSites(this.settings.publicUrl))
    app.use(`${api}/products`, bySession)
    this.products.addTo(app, `${api}/products`)

    app
      .route(`${api}/site`)
      .get((request, _response) => this.site.show(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(`${api}/accounts`)
      .post((request, _response) => accounts.create(request))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/accounts/me`)
      .get((request, _response) => accounts.show(request))
      .delete((request, _response) => accounts.remove(request))
      .all(otherMethods('GET, HEAD, DELETE, OPTIONS'))
    app
      .route(`${api}/accounts/me/password`)
      .put((request, _response) => accounts.changePassword(request))
      .all(otherMethods('PUT, OPTIONS'))
    app
      .route(`${api}/accounts/me/email`)
      .put((request, _response) => accounts.changeEmail(request))
      .all(otherMethods('PUT, OPTIONS'))
    app
      .route(`${api}/email-changes/:token`)
      .post((request, _response) => accounts.finishEmailChange(request, request.params.token))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/accounts/me/events`)
      .get((request, _response) => events.list(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(`${api}/accounts/me/second-factor`)
      .get((request, _response) => factor.show(request))
      .post((request, _response) => factor.begin(request))
      .delete((request, _response) => factor.turnOff(request))
      .all(otherMethods('GET, HEAD, POST, DELETE, OPTIONS'))
    app
      .route(`${api}/accounts/me/second-factor/confirm`)
      .post((request, _response) => factor.confirm(request))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/accounts/me/second-factor/recovery-codes`)
      .post((request, _response) => factor.replaceRecoveryCodes(request))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/accounts/me/second-factor/removal`)
      .delete((request, _response) => factor.cancelRemoval(request))
      .all(otherMethods('DELETE, OPTIONS'))
    app
      .route(`${api}/second-factor-recoveries`)
      .post((request, _response) => factor.requestRemoval(request))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/second-factor-recoveries/:token`)
      .delete((request, _response) => factor.cancelByLink(request, request.params.token))
      .all(otherMethods('DELETE, OPTIONS'))
    app
      .route(`${api}/email-verifications/:token`)
      .post((request, _response) => accounts.verify(request, request.params.token))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/password-resets`)
      .post((request, _response) => accounts.requestReset(request))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/password-resets/:token`)
      .put((request, _response) => accounts.reset(request, request.params.token))
      .all(otherMethods('PUT, OPTIONS'))
    app
      .route(`${api}/sessions`)
      .get((request, _response) => sessions.list(request))
      .post((request, _response) => sessions.create(request))
      .delete((request, _response) => sessions.endAll(request))
      .all(otherMethods('GET, HEAD, POST, DELETE, OPTIONS'))
    app
      .route(`${api}/sessions/current/confirmation`)
      .get((request, _response) => sessions.isConfirmed(request))
      .post((request, _response) => sessions.confirm(request))
      .all(otherMethods('GET, HEAD, POST, OPTIONS'))
    app
      .route(`${api}/sessions/:id`)
      .delete((request, _response) => sessions.end(request, request.params.id))
      .all(otherMethods('DELETE, OPTIONS'))

    app
      .route(`${api}/billing`)
      .get((request, _response) => billing.show(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(`${api}/billing/checkout`)
      .post((request, _response) => billing.begin(request))
      .all(otherMethods('POST, OPTIONS'))
    app
      .route(`${api}/billing/portal`)
      .post((request, _response) => billing.portal(request))
      .all(otherMethods('POST, OPTIONS'))

    app
      .route(`${api}/keys`)
      .get((request, _response) => keys.list(request))
      .post((request, _response) => keys.create(request))
      .delete((request, _response) => keys.revokeAll(request))
      .all(otherMethods('GET, HEAD, POST, DELETE, OPTIONS'))
    app
      .route(`${api}/keys/:id`)
      .patch((request, _response) => keys.change(request, request.params.id))
      .delete((request, _response) => keys.revoke(request, request.params.id))
      .all(otherMethods('PATCH, DELETE, OPTIONS'))
    app
      .route(`${api}/keys/:id/rotate`)
      .post((request, _response) => keys.rotate(request, request.params.id))
      .all(otherMethods('POST, OPTIONS'))

    app
      .route(`${api}/data/:slug`)
      .get((request, _response) => data.page(request, request.params.slug))
      .all(otherMethods('GET, HEAD, OPTIONS'))
    app
      .route(`${api}/export`)
      .get((request, _response) => data.export(request))
      .all(otherMethods('GET, HEAD, OPTIONS'))
  }
}

/** What is sent here is sent by who is signed in; a bearer key opens nothing. */
function bySession({ exchange }: Request, _response: Response, next: NextFunction): void {
  exchange.door = 'session'
  next()
}
