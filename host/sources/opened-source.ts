import type { Product } from '@product-host/sdk'
import type { OfferedAction } from './approvals.js'

/** A source that has said what it has. */
export interface OpenedSource {
  readonly product: Product
  /** What the source says of each action, by the names of the actions. */
  readonly offered: ReadonlyMap<string, OfferedAction>
  close(): Promise<void>
}
