import { injectable } from '@product-host/sdk'
import { Access } from '../../execution/access.js'
import { Limits } from '../../limits/limits.js'
import { Authentication } from '../authentication.js'
import type { HostRequest } from '../message.js'
import { sendJson } from '../reply.js'

/**
 * `GET /api/v1/products/{slug}/access`: whether the caller may run the product, and why. For keys with any scope for
 * the product.
 */
@injectable()
export class AccessRoute {
  constructor(
    private readonly authentication: Authentication,
    private readonly access: Access,
    private readonly limits: Limits
  ) {}

  async read(request: HostRequest, slug: string): Promise<void> {
    const { caller, rates } = await this.authentication.identify(request)
    request.context.notes.product = this.access.named(caller, slug).slug
    this.limits.require(rates)
    sendJson(request.context, 200, await this.access.explain(caller, slug), { 'Cache-Control': 'no-store' })
  }
}
