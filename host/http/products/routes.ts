import { injectable } from '@product-host/sdk'
import type { Express } from 'express'
import { ExecuteRoute } from '../execute.js'
import { addRoute } from '../route.js'
import { AccessRoute } from './access.js'
import { ConfigRoutes } from './config.js'
import { DescribeRoutes } from './describe.js'
import { HookRoutes } from './hooks.js'
import { OutcomeRoutes } from './outcomes.js'
import { RunRoutes } from './runs.js'
import { ScheduleRoutes } from './schedules.js'
import { UsageRoute } from './usage.js'
import { WebhookRoutes } from './webhooks.js'

/**
 * The routes of products, mounted twice: for bearer keys, and for sessions under `/dashboard/api`; see
 * `Authentication`.
 */
@injectable()
export class ProductRoutes {
  constructor(
    private readonly execute: ExecuteRoute,
    private readonly descriptions: DescribeRoutes,
    private readonly config: ConfigRoutes,
    private readonly access: AccessRoute,
    private readonly usage: UsageRoute,
    private readonly outcomes: OutcomeRoutes,
    private readonly runs: RunRoutes,
    private readonly schedules: ScheduleRoutes,
    private readonly webhooks: WebhookRoutes,
    private readonly hooks: HookRoutes
  ) {}

  /** Adds the routes below an address. */
  addTo(app: Express, products: string): void {
    const { execute, descriptions, config, access, usage, outcomes, runs, schedules, webhooks, hooks } = this
    addRoute(app, `${products}/:slug/execute`, {
      get: request => descriptions.product(request, request.params.slug),
      post: request => execute.handle(request, request.params.slug)
    })
    addRoute(app, `${products}/:slug/config`, {
      get: request => config.read(request, request.params.slug),
      put: request => config.save(request, request.params.slug)
    })
    addRoute(app, `${products}/:slug/config/revisions`, {
      get: request => config.revisions(request, request.params.slug)
    })
    addRoute(app, `${products}/:slug/access`, { get: request => access.read(request, request.params.slug) })
    addRoute(app, `${products}/usage`, {
      get: request => usage.read(request, request.accepts(['json', 'csv']) === 'csv')
    })
    addRoute(app, `${products}/runs`, {
      get: request => runs.list(request),
      post: request => execute.createRun(request)
    })
    addRoute(app, `${products}/runs/cancel`, { post: request => runs.cancelAll(request) })
    addRoute(app, `${products}/runs/:id`, { get: request => runs.show(request, request.params.id) })
    addRoute(app, `${products}/runs/:id/events`, { get: request => runs.events(request, request.params.id) })
    addRoute(app, `${products}/runs/:id/cancel`, { post: request => runs.cancel(request, request.params.id) })
    addRoute(app, `${products}/runs/:id/replay`, { post: request => execute.replay(request, request.params.id) })
    addRoute(app, `${products}/schedules`, {
      get: request => schedules.list(request),
      post: request => schedules.create(request)
    })
    addRoute(app, `${products}/schedules/:id`, {
      get: request => schedules.show(request, request.params.id),
      patch: request => schedules.change(request, request.params.id),
      delete: request => schedules.delete(request, request.params.id)
    })
    addRoute(app, `${products}/schedules/:id/firings`, {
      get: request => schedules.firings(request, request.params.id)
    })
    addRoute(app, `${products}/schedules/:id/resume`, {
      post: request => schedules.resume(request, request.params.id)
    })
    addRoute(app, `${products}/schedules/:id/run`, {
      post: request => execute.runSchedule(request, request.params.id)
    })
    addRoute(app, `${products}/webhooks`, {
      get: request => webhooks.list(request),
      post: request => webhooks.create(request)
    })
    addRoute(app, `${products}/webhooks/:id`, {
      get: request => webhooks.show(request, request.params.id),
      patch: request => webhooks.change(request, request.params.id),
      delete: request => webhooks.delete(request, request.params.id)
    })
    addRoute(app, `${products}/webhooks/:id/secret`, {
      post: request => webhooks.renewSecret(request, request.params.id)
    })
    addRoute(app, `${products}/webhooks/:id/test`, { post: request => webhooks.test(request, request.params.id) })
    addRoute(app, `${products}/webhooks/:id/replay`, {
      post: request => webhooks.replaySince(request, request.params.id)
    })
    addRoute(app, `${products}/webhooks/:id/deliveries`, {
      get: request => webhooks.deliveries(request, request.params.id)
    })
    addRoute(app, `${products}/webhooks/:id/deliveries/:event/replay`, {
      post: request => webhooks.replay(request, request.params.id, request.params.event)
    })
    addRoute(app, `${products}/hooks`, { get: request => hooks.list(request), post: request => hooks.create(request) })
    addRoute(app, `${products}/hooks/:id`, {
      get: request => hooks.show(request, request.params.id),
      patch: request => hooks.change(request, request.params.id),
      delete: request => hooks.delete(request, request.params.id)
    })
    addRoute(app, `${products}/hooks/:id/rotate`, { post: request => hooks.rotate(request, request.params.id) })
    addRoute(app, `${products}/hooks/:id/resume`, { post: request => hooks.resume(request, request.params.id) })
    addRoute(app, `${products}/outcomes`, { get: request => outcomes.read(request) })
    addRoute(app, `${products}/outcomes/settle`, { post: request => outcomes.settle(request) })
    addRoute(app, products, { get: request => descriptions.catalogue(request) })
  }
}
