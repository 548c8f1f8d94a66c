import { injectable } from '@product-host/sdk'
import type { Loaded } from './load.js'

/** How the plugins of this deployment came up. */
@injectable()
export class BootReport {
  #loaded: readonly Loaded[] = []

  record(loaded: readonly Loaded[]): void {
    this.#loaded = loaded
  }

  all(): readonly Loaded[] {
    return this.#loaded
  }

  /** The required plugins that are not served. */
  missing(): readonly string[] {
    return this.#loaded.filter(({ required, phase }) => required && phase !== 'served').map(({ plugin }) => plugin)
  }

  /** Each plugin with what became of it, without the reasons, which are the operator's business. */
  states(): readonly { readonly plugin: string; readonly state: 'ready' | 'failed' }[] {
    return this.#loaded.map(({ plugin, phase }) => ({ plugin, state: phase === 'served' ? 'ready' : 'failed' }))
  }
}
