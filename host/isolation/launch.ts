import type { Provide } from '@product-host/sdk/runtime'
import type { PlacedEntry } from '../deployment.js'
import type { Resilience } from '../resilience/circuit-breaker.js'
import { launchThread } from './launch-thread.js'
import type { Launched, PluginListener } from './launched.js'
import { launchProcess, type ProcessConfig } from './process/launch-process.js'

/** What the threads or processes of a plugin are started with. */
export interface RunnerConfig {
  readonly entry: PlacedEntry
  /** Where its processes run; left out for a plugin in a thread. */
  readonly processConfig?: ProcessConfig | undefined
  /** The module from which the package is imported. */
  readonly parentUrl: string
  readonly resilience: Resilience
  /** The services of a product's whole life, by its slug. */
  readonly provideFor: (slug: string) => Provide
  /** The host's time in milliseconds. */
  readonly now: () => number
  /** How long importing and mounting may take, in milliseconds. */
  readonly longestStartMs: number
}

/** Starts the thread or the process of a plugin. */
export function launch({ entry, parentUrl, processConfig }: RunnerConfig, listener: PluginListener): Launched {
  const { package: name, options, limits } = entry
  const start = { package: name, parentUrl, options }
  return processConfig
    ? launchProcess(start, limits.memoryMb, processConfig, listener)
    : launchThread(start, limits.memoryMb, listener)
}
