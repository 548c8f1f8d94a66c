import type { Product } from '@product-host/sdk'

/** A source that has said what it has. */
export interface OpenedSource {
  readonly product: Product
  close(): Promise<void>
}
