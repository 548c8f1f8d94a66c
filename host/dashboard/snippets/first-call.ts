import { useProduct } from '../api/products.js'
import type { Example } from '../api/shapes.js'

/** The first example of a product's first action; undefined until it is known. */
export function useFirstCall(slug: string): Example | undefined {
  const product = useProduct(slug)
  return product.state === 'ready' ? product.body.actions[0]?.examples[0] : undefined
}
