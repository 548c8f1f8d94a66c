import type { Mounted } from './mounted.js'

/** The products that are served, by slug. */
export class Registry {
  readonly #products = new Map<string, Mounted>()

  /** Adds a mounted product, or says which two plugins claim its slug. */
  add(product: Mounted): void {
    const other = this.#products.get(product.slug)
    if (other)
      throw new Error(`Both ${other.entry.package} and ${product.entry.package} declare the product "${product.slug}".`)
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
