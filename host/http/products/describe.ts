import { injectable } from '@product-host/sdk'
import { Access } from '../../execution/access.js'
import { KeylessRequests } from '../../limits/address-limits.js'
import { describeProduct, summarise } from '../../products/describe.js'
import { type Mounted, Registry } from '../../products/registry.js'
import type { CircuitState } from '../../resilience/circuit-breaker.js'
import { Document } from '../document.js'
import type { HostRequest } from '../message.js'

/** The address of the OpenAPI document (RFC 8631), relative to a product's: a proxy may add a path prefix. */
const interfaceLink = '<../../../../openapi.json>; rel="service-desc"; type="application/json"'

/** A document, and the state that it describes. */
interface CachedDocument {
  readonly state: string
  readonly document: Document
}

/** `GET /api/v1/products/{slug}/execute` and `GET /api/v1/products`: public descriptions of the products. */
@injectable()
export class DescribeRoutes {
  readonly #products = new WeakMap<Mounted, CachedDocument>()
  #catalogue: CachedDocument | undefined

  constructor(
    private readonly access: Access,
    private readonly registry: Registry,
    private readonly keyless: KeylessRequests
  ) {}

  product(request: HostRequest, slug: string): void | Promise<void> {
    this.keyless.require(request.ip ?? '')
    const product = this.access.product(slug)
    request.context.notes.product = slug
    const state = [stateOf(product), this.registry.generation].join()
    let made = this.#products.get(product)
    if (made?.state !== state) {
      const describe = describeProduct(product, other => this.registry.bySlug.has(other))
      const contract = { 'Product-Contract': product.digest }
      made = { state, document: Document.json(describe, contract, { Link: interfaceLink }) }
      this.#products.set(product, made)
    }
    return made.document.send(request)
  }

  catalogue(request: HostRequest): void | Promise<void> {
    this.keyless.require(request.ip ?? '')
    const all = this.registry.all()
    const state = [this.registry.generation, ...all.map(stateOf)].join()
    if (this.#catalogue?.state !== state)
      this.#catalogue = { state, document: Document.json({ products: all.map(summarise) }) }
    return this.#catalogue.document.send(request)
  }
}

function stateOf({ resilience }: Mounted): CircuitState {
  return resilience.breaker.state
}
