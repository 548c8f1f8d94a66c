import { inject, injectable } from '@product-host/sdk'
import { Entitlements } from '../accounts/billing/entitlements.js'
import type { BillingMode } from '../accounts/billing/mode.js'
import type { Caller } from '../accounts/identity.js'
import { allows, type Door, everyScope, names } from '../accounts/scopes.js'
import type { Config } from '../config/config.js'
import { Configs } from '../config/configs.js'
import { pages } from '../pages.js'
import { Problem } from '../problems.js'
import type { Mounted } from '../products/mounted.js'
import { Registry } from '../products/registry.js'
import type { Settings } from '../settings.js'
import { BILLING_MODE, HOST_SETTINGS } from '../tokens.js'
import { type Check, checks, type Ground, planRefusal } from './checks.js'

/** Whether a caller may run a product, and why. */
export interface Verdict {
  readonly productId: string
  readonly allowed: boolean
  readonly checks: readonly Check[]
  readonly links: Readonly<Record<string, string>>
}

/** Decides for every door which products a caller may run, and says why; nothing else decides it. */
@injectable()
export class Access {
  readonly #links: Readonly<Record<string, string>>

  constructor(
    private readonly registry: Registry,
    private readonly configs: Configs,
    private readonly entitlements: Entitlements,
    @inject(BILLING_MODE) private readonly mode: BillingMode,
    @inject(HOST_SETTINGS) { publicUrl }: Settings
  ) {
    this.#links = mode === 'none' ? {} : { billing: publicUrl + pages.billing }
  }

  /** The caller's config of a product that it may run, where the product has one. Throws a `Problem` when it may not run it. */
  async admit(caller: Caller, product: Mounted): Promise<Config | undefined> {
    requireScope(caller, product.slug, 'execute')
    const ground = await this.#ground(caller, product)
    for (const check of checks) if (check(ground).outcome === 'refused') throw this.#refusal(ground)
    return ground.config
  }

  /** Whether a caller may run a product, with every check. Throws a 404 `Problem` when there is none. */
  async explain(caller: Caller, slug: string): Promise<Verdict> {
    return this.#verdict(await this.#ground(caller, this.product(slug)))
  }

  /** The same of every product, in the order of the deployment file. */
  async explainAll(caller: Caller): Promise<readonly Verdict[]> {
    return Promise.all(this.registry.all().map(({ slug }) => this.explain(caller, slug)))
  }

  /** Throws a 402 `Problem` when an account has not even begun its trial. */
  async requireBegun(account: string): Promise<void> {
    if (this.mode === 'none') return
    const standing = await this.entitlements.standing(account)
    if (standing.status !== 'none' || standing.isGranted) return
    const { code, detail } = planRefusal(standing)
    throw new Problem(code, detail, { links: this.#links })
  }

  /** The product behind a slug, if the caller's key is good for this. Throws a `Problem` when it is not. */
  open(caller: Caller, slug: string, door: Door): Mounted {
    const product = this.product(slug)
    requireScope(caller, slug, door)
    return product
  }

  /** The product behind a slug, if the caller's key has any scope for it. Throws a `Problem` when it has none. */
  named(caller: Caller, slug: string): Mounted {
    const product = this.product(slug)
    if (mayNotSee(caller, slug)) throw outOfScope()
    return product
  }

  /** The product behind a slug. Throws a `Problem` when there is none. */
  product(slug: string): Mounted {
    const product = this.registry.find(slug)
    if (!product)
      throw new Problem('unknown_product', 'No product with this slug is served here; GET /api/v1/products lists them.')
    return product
  }

  async #ground(caller: Caller, product: Mounted): Promise<Ground> {
    const { account } = caller
    const standing = this.mode === 'none' ? undefined : await this.entitlements.standing(account)
    const config = product.mounted.settings ? await this.configs.read(account, product.slug) : undefined
    return { caller, product, standing, config }
  }

  #verdict(ground: Ground): Verdict {
    const { slug } = ground.product
    const made = checks.map(check => check(ground))
    const links = {
      ...this.#links,
      access: `/api/v1/products/${slug}/access`,
      ...(ground.config && { config: `/api/v1/products/${slug}/config` })
    }
    return { productId: slug, allowed: made.every(({ outcome }) => outcome !== 'refused'), checks: made, links }
  }

  #refusal(ground: Ground): Problem {
    const { checks: made, links } = this.#verdict(ground)
    const refused = made.find(({ outcome }) => outcome === 'refused')
    if (!refused?.code) throw new Error('Nothing was refused.')
    return new Problem(refused.code, refused.detail, { checks: made, links })
  }
}

function requireScope({ scopes = everyScope }: Caller, slug: string, door: Door): void {
  if (!allows(scopes, slug, door))
    throw new Problem(
      'insufficient_scope',
      `This key is not good for ${slug}:${door}; its owner can change its scopes.`
    )
}

/** Whether a key has no scope for a product, so that it reads nothing of the account's use of it. */
export function mayNotSee({ scopes = everyScope }: Caller, slug: string): boolean {
  return !names(scopes, slug)
}

/** The refusal of what concerns a product that a key has no scope for. */
export function outOfScope(): Problem {
  return new Problem('insufficient_scope', 'This key has no scope for that product; its owner can change its scopes.')
}
