import { injectable } from '@product-host/sdk'
import type { Caller } from '../accounts/identity.js'
import { allows, type Door, everyScope } from '../accounts/scopes.js'
import type { Config } from '../config/config.js'
import { Configs } from '../config/configs.js'
import { Problem } from '../problems.js'
import type { Mounted } from '../products/mounted.js'
import { Registry } from '../products/registry.js'

/** A product that a caller may run, with the caller's config of it where it has one. */
export interface Admitted {
  readonly product: Mounted
  readonly config?: Config
}

/** Decides whether a product may be run, before anything of the request but its address and its key is looked at. */
@injectable()
export class Admission {
  constructor(
    private readonly registry: Registry,
    private readonly configs: Configs
  ) {}

  /** The product behind a slug, for this caller to run. Throws a `Problem` when it may not. */
  async admit(caller: Caller, slug: string): Promise<Admitted> {
    this.product(slug).fence.requireReady()
    const product = this.open(caller, slug, 'execute')
    const { account } = caller
    if (!product.mounted.settings) return { product }
    const config = await this.configs.read(account, slug)
    if (config.enabled) return { product, config }
    throw new Problem(
      'product_disabled',
      `This account has switched "${slug}" off; save its config with "enabled": true to run it.`,
      {
        links: { config: `/api/v1/products/${slug}/config` }
      }
    )
  }

  /** The product behind a slug, if the caller's key is good for this. Throws a `Problem` when it is not. */
  open({ scopes = everyScope }: Caller, slug: string, door: Door): Mounted {
    const product = this.product(slug)
    if (allows(scopes, slug, door)) return product
    throw new Problem(
      'insufficient_scope',
      `This key is not good for ${slug}:${door}; its owner can change its scopes.`
    )
  }

  /** The product behind a slug. Throws a `Problem` when there is none. */
  product(slug: string): Mounted {
    const product = this.registry.find(slug)
    if (!product)
      throw new Problem('unknown_product', 'No product with this slug is served here; GET /api/v1/products lists them.')
    return product
  }
}
