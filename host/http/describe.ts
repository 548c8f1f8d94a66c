import { injectable } from '@product-host/sdk'
import { Access } from '../execution/access.js'
import { describeProduct, summarise } from '../products/describe.js'
import type { Mounted } from '../products/mounted.js'
import { Registry } from '../products/registry.js'
import type { HostRequest } from './message.js'
import { type Page, pageOf, sendPage } from './page.js'

/** Where the interface of the whole deployment is described (RFC 8631). */
const interfaceLink = '</openapi.json>; rel="service-desc"; type="application/json"'

/** `GET /api/v1/products/{slug}/execute` and `GET /api/v1/products`: what runs here, for anyone to read. */
@injectable()
export class DescribeRoutes {
  readonly #pages = new WeakMap<Mounted, Page>()

  constructor(
    private readonly access: Access,
    private readonly registry: Registry
  ) {}

  product(request: HostRequest, slug: string): void {
    const product = this.access.product(slug)
    request.exchange.notes.product = slug
    const page = this.#pages.get(product) ?? pageOf(describeProduct(product))
    this.#pages.set(product, page)
    sendPage(request, page, { 'Product-Contract': product.digest, Link: interfaceLink })
  }

  catalogue(request: HostRequest): void {
    sendPage(request, pageOf({ products: this.registry.all().map(summarise) }))
  }
}
