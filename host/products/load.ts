import { availableParallelism } from 'node:os'
import { injectable, type Token } from '@product-host/sdk'
import { MountedProduct, type Mutex, newMutex, type Provide } from '@product-host/sdk/runtime'
import type { DependencyContainer } from 'tsyringe'
import type { Deployment, PluginEntry } from '../deployment.js'
import { importFrom, requireProduct } from '../isolation/import-plugin.js'
import { IsolatedProduct } from '../isolation/isolated-product.js'
import { Refused } from '../isolation/messages.js'
import type { ServedProduct } from '../isolation/served-product.js'
import type { Resilience } from '../resilience/circuit-breaker.js'
import { contractDigest } from './contract-digest.js'
import { locate } from './locate.js'
import type { Registry } from './registry.js'

/** The outcome of loading a plugin: one line of the boot report. */
export interface LoadedPlugin {
  readonly plugin: string
  readonly slug?: string
  readonly version?: string
  readonly phase: 'locate' | 'import' | 'validate' | 'mount' | 'served'
  readonly ms: number
  readonly required: boolean
  /** Why it is not served. */
  readonly error?: string
}

/** The dependencies of loading and mounting a plugin. */
interface LoadDependencies {
  readonly tokens: readonly Token<unknown>[]
  /** The services that live as long as a product, by its slug. */
  readonly provideFor: (slug: string) => Provide
  readonly container: DependencyContainer
  readonly resilienceFor: (entry: PluginEntry) => Resilience
  /** The host's time in milliseconds. */
  readonly now: () => number
}

/**
 * Loads every plugin of the deployment. A plugin that fails, or whose import takes longer than `importTimeoutMs`, does not
 * affect the others. Returns the boot report.
 */
export async function loadPlugins(
  deployment: Deployment,
  registry: Registry,
  dependencies: LoadDependencies,
  importTimeoutMs = 10_000
): Promise<readonly LoadedPlugin[]> {
  const lanes = Array.from({ length: availableParallelism() }, newMutex)
  const imports = deployment.plugins.map((entry, index) => {
    const lane = lanes[index % lanes.length] ?? newMutex()
    return new Loading(entry, dependencies, lane).import(deployment.folder, importTimeoutMs)
  })
  const report: LoadedPlugin[] = []
  for (const loading of imports) report.push((await loading).mount(registry))
  return report
}

/** The loading of one plugin, from its package's name to a served product. */
class Loading {
  readonly #startedAt = performance.now()
  #phase: LoadedPlugin['phase'] = 'locate'
  #version: string | undefined
  #exported: unknown
  #isolated: IsolatedProduct | undefined
  #error: unknown
  #ms = 0
  readonly #resilience: Resilience

  constructor(
    private readonly entry: PluginEntry,
    private readonly dependencies: LoadDependencies,
    /** Threads in a lane start one after another, so that no start timeout includes waiting for a processor. */
    private readonly lane: Mutex
  ) {
    this.#resilience = dependencies.resilienceFor(entry)
  }

  async import(folder: string, timeoutMs: number): Promise<this> {
    try {
      const { version, parentUrl } = await locate(this.entry, folder)
      this.#version = version
      this.#phase = 'import'
      if (this.entry.isolation === 'thread') this.#isolated = await this.lane(() => this.#isolate(parentUrl, timeoutMs))
      else {
        const module = this.#resilience.trace(() => importFrom(this.entry.package, parentUrl))
        this.#exported = (await withinTime(module, timeoutMs)).default
      }
    } catch (error) {
      if (error instanceof Refused) this.#phase = error.phase
      this.#error = error
    }
    this.#ms = performance.now() - this.#startedAt
    return this
  }

  mount(registry: Registry): LoadedPlugin {
    const startedAt = performance.now()
    const slug = this.#error ? undefined : this.#resilience.trace(() => this.#tryMount(registry))
    return {
      plugin: this.entry.package,
      ...(slug !== undefined && { slug }),
      ...(this.#version !== undefined && { version: this.#version }),
      phase: this.#phase,
      ms: Math.round(this.#ms + performance.now() - startedAt),
      required: this.entry.required,
      ...(this.#error !== undefined && { error: sentence(this.#phase, this.#error) })
    }
  }

  #tryMount(registry: Registry): string | undefined {
    try {
      const mounted = this.#isolated ?? this.#mountInline()
      this.#phase = 'mount'
      const { product } = mounted
      const { slug } = product
      registry.add({
        slug,
        mounted,
        entry: this.entry,
        resilience: this.#resilience,
        version: this.#version ?? 'unknown',
        digest: contractDigest(product)
      })
      this.#phase = 'served'
      return slug
    } catch (error) {
      this.#error = error
      void this.#isolated?.close()
      return undefined
    }
  }

  #mountInline(): ServedProduct {
    const { tokens, provideFor, container } = this.dependencies
    this.#phase = 'validate'
    const product = requireProduct(this.#exported)
    this.#phase = 'mount'
    return new MountedProduct(product, {
      tokens,
      provide: provideFor(product.slug),
      container,
      options: this.entry.options
    })
  }

  #isolate(parentUrl: string, longestStartMs: number): Promise<IsolatedProduct> {
    const { provideFor, now } = this.dependencies
    return IsolatedProduct.start({
      entry: this.entry,
      parentUrl,
      resilience: this.#resilience,
      provideFor,
      now,
      longestStartMs
    })
  }
}

async function withinTime<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`It was not imported within ${ms / 1000} s.`)), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function sentence(phase: LoadedPlugin['phase'], error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return phase === 'import' && !message.startsWith('It ') ? `It throws when it is imported: ${message}` : message
}

/** The outcome of loading the plugins of this deployment. */
@injectable()
export class BootReport {
  #loaded: readonly LoadedPlugin[] = []

  record(loaded: readonly LoadedPlugin[]): void {
    this.#loaded = loaded
  }

  all(): readonly LoadedPlugin[] {
    return this.#loaded
  }

  /** The required plugins that are not served. */
  missing(): readonly string[] {
    return this.#loaded.filter(({ required, phase }) => required && phase !== 'served').map(({ plugin }) => plugin)
  }

  /** Each plugin and its state, without the reasons, which are only for the operator. */
  states(): readonly { readonly plugin: string; readonly state: 'ready' | 'failed' }[] {
    return this.#loaded.map(({ plugin, phase }) => ({ plugin, state: phase === 'served' ? 'ready' : 'failed' }))
  }
}
