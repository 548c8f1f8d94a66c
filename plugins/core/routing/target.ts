import type { ActionDescription, Products } from '@product-host/sdk'

/** One action that a text may ask for. */
export interface Target extends ActionDescription {
  /** The slug of its product. */
  readonly product: string
  /** `product.action`. */
  readonly id: string
  /** The input of its product's briefing, where that runs this very action. */
  readonly reading: Readonly<Record<string, unknown>> | undefined
}

/** The actions of every product that is served, in their order. */
export function targetsOf(products: Products): readonly Target[] {
  return products.describe().flatMap(({ slug, actions, briefing }) =>
    actions.map(action => ({
      ...action,
      product: slug,
      id: `${slug}.${action.name}`,
      reading: briefing?.action === action.name ? briefing.input : undefined
    }))
  )
}
