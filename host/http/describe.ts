import { injectable } from '@product-host/sdk'
import { Access } from '../execution/access.js'
import type { Standing } from '../fence/breaker.js'
import { describeProduct, summarise } from '../products/describe.js'
import type { Mounted } from '../products/mounted.js'
import { Registry } from '../products/registry.js'
import { JsonDocument, sendDocument } from './document.js'
import type { HostRequest } from './message.js'

/** Where the interface of the whole deployment is described (RFC 8631), from a product's address: a proxy may put a path before. */
const interfaceLink = '<../../../../openapi.json>; rel="service-desc"; type="application/json"'

/** A document, and the state that it was made in. */
interface Made {
  readonly state: string
  readonly document: JsonDocument
}

/** `GET /api/v1/products/{slug}/execute` and `GET /api/v1/products`: what runs here, for anyone to read. */
@injectable()
export class DescribeRoutes {
  readonly #products = new WeakMap<Mounted, Made>()
  #catalogue: Made | undefined

  constructor(
    private readonly access: Access,
    private readonly registry: Registry
  ) {}

  async product(request: HostRequest, slug: string): Promise<void> {
    const product = this.access.product(slug)
    request.exchange.notes.product = slug
    const made = latest(this.#products.get(product), stateOf(product), () => describeProduct(product))
    this.#products.set(product, made)
    await sendDocument(request, made.document, { 'Product-Contract': product.digest, Link: interfaceLink })
  }

  async catalogue(request: HostRequest): Promise<void> {
    const all = this.registry.all()
    const products = () => ({ products: all.map(summarise) })
    this.#catalogue = latest(this.#catalogue, all.map(stateOf).join(), products)
    await sendDocument(request, this.#catalogue.document)
  }
}

/** The document as it was made last, unless the state has changed since. */
function latest(made: Made | undefined, state: string, body: () => unknown): Made {
  return made?.state === state ? made : { state, document: new JsonDocument(body()) }
}

function stateOf({ fence }: Mounted): Standing {
  return fence.breaker.standing
}
