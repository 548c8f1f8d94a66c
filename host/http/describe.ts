import { hash } from 'node:crypto'
import { injectable } from '@product-host/sdk'
import { Access } from '../execution/access.js'
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
    send(request, page, { 'Product-Contract': product.digest })
  }

  catalogue(request: HostRequest): void {
    send(request, pageOf({ products: this.registry.all().map(summarise) }))
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
