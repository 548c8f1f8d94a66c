import type { MountedProduct } from '@product-host/sdk/runtime'
import type { PluginEntry } from '../deployment.js'
import type { Fence } from '../fence/fence.js'

/** A product that is served: mounted, with what the deployment says of it. */
export interface Mounted {
  readonly slug: string
  readonly mounted: MountedProduct
  readonly entry: PluginEntry
  /** What keeps it from the others. */
  readonly fence: Fence
  /** The version of the plugin's package. */
  readonly version: string
  /** What the schemas are, in one line: see `contractDigest`. */
  readonly digest: string
}
