import type { Product } from '@product-host/sdk'

/** The part of a product by which needs are checked. */
type Needing = Pick<Product, 'slug' | 'actions' | 'neededProducts'>

/**
 * The products that cannot be served among these, by slug, with the reason in sentences: they need a product that is not among them, or an
 * action that it lacks. A product that needs one of those cannot be served either.
 */
export function unmetNeeds(products: readonly Needing[]): ReadonlyMap<string, string> {
  const unmet = new Map<string, string>()
  for (;;) {
    const served = new Map(products.filter(({ slug }) => !unmet.has(slug)).map(product => [product.slug, product]))
    const found = [...served.values()].flatMap(product => {
      const reasons = reasonsOf(product, served)
      return reasons.length > 0 ? [[product.slug, reasons.join(' ')] as const] : []
    })
    if (found.length === 0) return unmet
    for (const [slug, reason] of found) unmet.set(slug, reason)
  }
}

function reasonsOf({ neededProducts = {} }: Needing, served: ReadonlyMap<string, Needing>): readonly string[] {
  return Object.entries(neededProducts).flatMap(([slug, { actions = [], isOptional }]) => {
    if (isOptional) return []
    const other = served.get(slug)
    if (!other) return [`It needs the product "${slug}", which is not served.`]
    const lacks = actions.filter(name => !Object.hasOwn(other.actions, name) || other.actions[name]?.internal)
    return lacks.map(name => `It needs the action "${name}" of the product "${slug}", which does not have it.`)
  })
}
