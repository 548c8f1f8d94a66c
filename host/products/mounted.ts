import type { MountedAction, MountedProduct } from '@product-host/sdk/runtime'
import type { PluginEntry } from '../deployment.js'
import type { Fence } from '../fence/fence.js'
import type { Plan } from './plan.js'

/** An action as the host handles it; its outcome is checked where it runs. */
export type ServedAction = Omit<MountedAction, 'checkOutcome'>

/** A product that runs in the host's own thread, or in one of its own. */
export interface ServedProduct extends Pick<MountedProduct, 'product' | 'settings' | 'checks' | 'close'> {
  readonly actions: ReadonlyMap<string, ServedAction>
}

/** A product that is served: mounted, with what the deployment says of it. */
export interface Mounted {
  readonly slug: string
  readonly mounted: ServedProduct
  readonly entry: PluginEntry
  /** What keeps it from the others. */
  readonly fence: Fence
  /** The version of the plugin's package. */
  readonly version: string
  /** What the schemas are, in one line: see `contractDigest`. */
  readonly digest: string
  /** Its actions by name, with all that is known of them before a call. */
  readonly plans: ReadonlyMap<string, Plan>
}
