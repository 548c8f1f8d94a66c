import type { Product } from '@product-host/sdk'
import type { SettingsDestination } from '../config/config.js'
import type { OfferedAction } from './approvals.js'

/** A source that has said what it has. */
export interface OpenedSource {
  readonly product: Product
  /** What the source says of each action, by the names of the actions. */
  readonly offered: ReadonlyMap<string, OfferedAction>
  /** The origins that settings of accounts are sent to; none where it is given no setting of an account, or is a program. */
  readonly sentTo: readonly string[]
  /** The same, with what operators have approved; left out where there are none, and where nothing is served. */
  readonly destination?: SettingsDestination
  /** Of a program: whether it runs in a sandbox. */
  readonly isSandboxed?: boolean
  /** Of a program in a sandbox: whether it has the network as the host has it. */
  readonly hasHostNetwork?: boolean
  /** Resolves when the source is known to offer something else than it did; left out where it does not say so. */
  readonly changed?: Promise<void>
  close(): Promise<void>
}
