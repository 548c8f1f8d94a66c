import { paths } from './paths.js'
import { type Resource, useResource } from './resource.js'
import type { Product, ProductSummary } from './shapes.js'

/** What runs here. */
export interface Catalogue {
  readonly products: readonly ProductSummary[]
}

/** Every product in short. */
export function useCatalogue(): Resource<Catalogue> {
  return useResource<Catalogue>(paths.catalogue)
}

/** A product with its actions. */
export function useProduct(slug: string): Resource<Product> {
  return useResource<Product>(paths.product(slug))
}
