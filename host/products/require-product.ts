import type { Product } from '@product-host/sdk'
import { isForeignProduct, isProduct } from '@product-host/sdk/runtime'

/** What a plugin exports, if it is a product of this copy of the sdk. Throws, in a sentence, when it is not. */
export function requireProduct(exported: unknown): Product {
  if (isForeignProduct(exported)) throw new Error('It was declared with another copy of @product-host/sdk.')
  if (!isProduct(exported)) throw new Error('Its default export is not what defineProduct returns.')
  return exported
}
