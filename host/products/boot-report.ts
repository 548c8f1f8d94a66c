import { injectable } from '@product-host/sdk'
import type { LoadedPlugin } from './load.js'

/** The outcome of loading the plugins of this deployment. */
@injectable()
export class BootReport {
  readonly #loaded = new Map<string, LoadedPlugin>()

  /** Records how far plugins have come, in the place of what was recorded of them before; those that are gone are left out. */
  record(loaded: readonly LoadedPlugin[], gone: readonly string[] = []): void {
    for (const plugin of gone) this.#loaded.delete(plugin)
    for (const each of loaded) this.#loaded.set(each.plugin, each)
  }

  all(): readonly LoadedPlugin[] {
    return [...this.#loaded.values()]
  }

  /** The required plugins that are not served. */
  missing(): readonly string[] {
    return this.all()
      .filter(({ required, phase, isLater }) => required && phase !== 'served' && !isLater)
      .map(({ plugin }) => plugin)
  }

  /** Each plugin and its state, without the reasons, which are only for the operator. */
  states(): readonly { readonly plugin: string; readonly state: 'ready' | 'loading' | 'failed' }[] {
    return this.all().map(({ plugin, phase, error }) => ({
      plugin,
      state: phase === 'served' ? 'ready' : error === undefined ? 'loading' : 'failed'
    }))
  }
}
