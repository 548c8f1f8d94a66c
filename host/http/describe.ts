import { hash } from 'node:crypto'
import { injectable } from '@product-host/sdk'
import { Admission } from '../execution/admission.js'
import type { Standing } from '../fence/breaker.js'
import { describeProduct, summarise } from '../products/describe.js'
import type { Mounted } from '../products/mounted.js'
import { Registry } from '../products/registry.js'
import type { HostRequest } from './message.js'
import { sendEmpty, sendJson } from './reply.js'

interface Page {
  readonly body: unknown
  readonly etag: string
}

/** `GET /api/v1/products/{slug}/execute` and `GET /api/v1/products`: what runs here, for anyone to read. */
@injectable()
export class DescribeRoutes {
  readonly #pages = new WeakMap<Mounted, Page & { readonly standing: Standing }>()

  constructor(
    private readonly admission: Admission,
    private readonly registry: Registry
  ) {}

  product(request: HostRequest, slug: string): void {
    const product = this.admission.product(slug)
    request.exchange.notes.product = slug
    send(request, this.#page(product), { 'Product-Contract': product.digest })
  }

  catalogue(request: HostRequest): void {
    send(request, pageOf({ products: this.registry.all().map(summarise) }))
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

function pageOf(body: unknown): Page {
  return { body, etag: `"${hash('sha256', JSON.stringify(body), 'base64url').slice(0, 27)}"` }
}

function send(
  { exchange, headers }: HostRequest,
  { body, etag }: Page,
  more: Readonly<Record<string, string>> = {}
): void {
  const cache = { ETag: etag, 'Cache-Control': 'public, max-age=60', ...more }
  const known = (headers['if-none-match'] ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''))
  if (known.includes(etag) || known.includes('*')) sendEmpty(exchange, 304, cache)
  else sendJson(exchange, 200, body, cache)
}
