import { injectable } from '@product-host/sdk'
import { Access } from '../execution/access.js'
import { Limits } from '../limits/limits.js'
import { Callers } from './callers.js'
import type { HostRequest } from './message.js'
import { sendJson } from './reply.js'

/** `GET /api/v1/products/{slug}/access`: may I run it, and why. For keys that have any scope for the product. */
@injectable()
export class AccessRoute {
  constructor(
    private readonly callers: Callers,
    private readonly access: Access,
    private readonly limits: Limits
  ) {}

  async read(request: HostRequest, slug: string): Promise<void> {
    const { caller, rates } = await this.callers.identify(request)
    request.exchange.notes.product = this.access.named(caller, slug).slug
    this.limits.require(rates)
    sendJson(request.exchange, 200, await this.access.explain(caller, slug), { 'Cache-Control': 'no-store' })
  }
}
