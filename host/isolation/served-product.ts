import type { Action } from '@product-host/sdk'
import type { MountedAction, MountedProduct } from '@product-host/sdk/runtime'
import type { PluginEntry } from '../deployment.js'

/** An action as the host handles it; its outcome is checked where it runs. */
export type ServedAction = Omit<MountedAction, 'checkOutcome'>

/** A product that runs in the host's own thread, or in one of its own. */
export interface ServedProduct extends Pick<MountedProduct, 'product' | 'settings' | 'close'> {
  readonly actions: ReadonlyMap<string, ServedAction>
}

/** The deadline of an action that names none, in milliseconds. */
const defaultTimeoutMs = 10_000

/** How long a call of an action may take here, in milliseconds. */
export function deadlineOf(
  { timeoutMs = defaultTimeoutMs }: Action,
  { entry }: { readonly entry: PluginEntry }
): number {
  return Math.min(timeoutMs, entry.limits.timeoutMs)
}

/** Ignores the progress of a call whose caller did not ask for it. It is one function for all of them, so that a thread need not send any. */
export function ignoreProgress(): void {}
