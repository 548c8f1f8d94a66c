import { inject, injectable } from '@product-host/sdk'
import { webhookFigures } from '@product-host/sdk/runtime'
import type { Request } from 'express'
import { Access } from '../../execution/access.js'
import { leaseReserveMs } from '../../execution/idempotency.js'
import { KeylessRequests } from '../../limits/address-limits.js'
import { PRODUCT_DOCUMENTS, type ProductDocuments } from '../../products/product-documents.js'
import type { Mounted } from '../../products/registry.js'
import { STORE, type Store } from '../../storage/store.js'
import { Document } from '../document.js'

/** `/dashboard/api/reference`: what the developer pages show besides the descriptions of the products; public. */
@injectable()
export class ReferenceRoutes {
  readonly #products = new WeakMap<Mounted, Document>()

  constructor(
    private readonly access: Access,
    private readonly keyless: KeylessRequests,
    @inject(PRODUCT_DOCUMENTS) private readonly documents: ProductDocuments,
    @inject(STORE) private readonly store: Store
  ) {}

  /** The figures of the guides. */
  showFigures(request: Request): void | Promise<void> {
    this.keyless.require(request.ip ?? '')
    return Document.json(figuresOf(this.store), uncached).send(request)
  }

  /** Changes, sample answers and sample webhooks of a product. */
  async showProduct(request: Request, slug: string): Promise<void> {
    this.keyless.require(request.ip ?? '')
    const product = this.access.product(slug)
    const document = this.#products.get(product) ?? (await this.#make(product))
    this.#products.set(product, document)
    await document.send(request)
  }

  async #make(product: Mounted): Promise<Document> {
    const { slug, digest, version } = product
    return Document.json({ slug, version, digest, ...(await this.documents.of(product)) }, uncached)
  }
}

const uncached = { 'Cache-Control': 'no-cache' }

/** Times are in milliseconds. */
function figuresOf(store: Store) {
  return {
    idempotency: { storedMs: store.storedMs('idempotencyAnswerDays'), leaseReserveMs },
    webhooks: {
      ...webhookFigures,
      loggedMs: store.storedMs('webhookAttemptDays'),
      deadLetterMs: store.storedMs('deadLetterDays')
    }
  }
}
