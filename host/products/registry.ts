import type { Mounted } from './mounted.js'
import { type Plan, plansOf } from './plan.js'

/** The products that are served, by slug. */
export class Registry {
  readonly #products = new Map<string, Mounted>()

  /** Adds a mounted product and plans its actions, or says which two plugins claim its slug. */
  add(mounted: Omit<Mounted, 'plans'>): void {
    const other = this.#products.get(mounted.slug)
    if (other)
      throw new Error(`Both ${other.entry.package} and ${mounted.entry.package} declare the product "${mounted.slug}".`)
    const plans = new Map<string, Plan>()
    const product: Mounted = { ...mounted, plans }
    for (const [name, plan] of plansOf(product)) plans.set(name, plan)
    this.#products.set(product.slug, product)
  }

  find(slug: string): Mounted | undefined {
    return this.#products.get(slug)
  }

  /** Every product, in the order of the deployment file. */
  all(): readonly Mounted[] {
    return [...this.#products.values()]
  }
}
