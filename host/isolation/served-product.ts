import { type Action, type Effect, Token } from '@product-host/sdk'
import type { Effects, MountedAction, MountedProduct, RecordVersions } from '@product-host/sdk/runtime'
import type { SettingsDestination } from '../config/config.js'
import type { PluginEntry } from '../deployment.js'

/** An action as the host handles it; its outcome is checked where it runs. */
export interface ServedAction extends Omit<MountedAction, 'checkOutcome' | 'effectsOf'> {
  /** What it does with an input that was checked: the most that it may do if its thread does not say in time. */
  effectsOf(input: Readonly<Record<string, unknown>>): Effects | Promise<Effects>
}

/** What calls of other products would do, where a thread waits for the answer. */
export const CALL_EFFECTS = new Token<CallEffects>('CALL_EFFECTS')

export interface CallEffects {
  /** Undefined when there is no such action. */
  effectOf(product: string, action: string, input: Readonly<Record<string, unknown>>): Promise<Effect | undefined>
}

/** A product that runs in the host's own thread, or in a thread or processes of its own. */
export interface ServedProduct extends Pick<MountedProduct, 'product' | 'settings' | 'close'> {
  readonly actions: ReadonlyMap<string, ServedAction>
  readonly records: RecordVersions
  /** Only where it runs in processes of its own: whether the system withholds what it has no need of. */
  readonly isSandboxed?: boolean | undefined
  /** Whether the network is not withheld in its sandbox. */
  readonly hasHostNetwork?: boolean | undefined
  /** Where the host sends the settings of accounts, if it does that itself. */
  readonly destination?: SettingsDestination
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
