import { injectable } from '@product-host/sdk'
import { Access } from '../execution/access.js'
import type { Standing } from '../fence/breaker.js'
import { describeProduct, summarise } from '../products/describe.js'
import type { Mounted } from '../products/mounted.js'
import { Registry } from '../products/registry.js'
import type { HostRequest } from './message.js'
import { type Page, pageOf, sendPage } from './page.js'

/** Where the interface of the whole deployment is described (RFC 8631), from a product's address: a proxy may put a path before. */
const interfaceLink = '<../../../../openapi.json>; rel="service-desc"; type="application/json"'

/** `GET /api/v1/products/{slug}/execute` and `GET /api/v1/products`: what runs here, for anyone to read. */
@injectable()
export class DescribeRoutes {
  readonly #pages = new WeakMap<Mounted, Page & { readonly standing: Standing }>()

  constructor(
    private readonly access: Access,
    private readonly registry: Registry
  ) {}

  product(request: HostRequest, slug: string): void {
    const product = this.access.product(slug)
    request.exchange.notes.product = slug
    sendPage(request, this.#page(product), { 'Product-Contract': product.digest, Link: interfaceLink })
  }

  catalogue(request: HostRequest): void {
    sendPage(request, pageOf({ products: this.registry.all().map(summarise) }))
  }

  /** The page as it was made last, unless the product's status has changed since. */
  #page(product: Mounted): Page {
    const { standing } = product.fence.breaker
    const known = this.#pages.get(product)
    if (known?.standing === standing) return known
    const page = { standing, ...pageOf(describeProduct(product)) }
    this.#pages.set(product, page)
    return page
  }
}
