import { injectable, type Products } from '@product-host/sdk'
import { type Target, targetsOf } from './target.js'
import { TargetIndex } from './target-index.js'

/** The index over what this deployment serves: made once, and anew only when other products are served. */
@injectable()
export class TargetIndexes {
  #served: readonly unknown[] = []
  #index = new TargetIndex([])

  /** The index over all actions that are served now. */
  current(products: Products): TargetIndex {
    const served = products.describe()
    if (served.length !== this.#served.length || served.some((product, place) => product !== this.#served[place])) {
      this.#index = new TargetIndex(targetsOf(products))
      this.#served = [...served]
    }
    return this.#index
  }
}

/** Whether a target is among those that a caller allows: product slugs or `product.action`; all of them when none is named. */
export function isAmong({ product, id }: Target, allowed: readonly string[] | undefined): boolean {
  return allowed === undefined || allowed.includes(product) || allowed.includes(id)
}
