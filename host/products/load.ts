import { availableParallelism } from 'node:os'
import type { Token } from '@product-host/sdk'
import { MountedProduct, newTurn, type Provide, type Turn } from '@product-host/sdk/runtime'
import type { DependencyContainer } from 'tsyringe'
import type { Deployment, PluginEntry } from '../deployment.js'
import type { Fence } from '../fence/fence.js'
import { IsolatedProduct } from '../isolation/isolated-product.js'
import { Refused } from '../isolation/refused.js'
import { contractDigest } from './digest.js'
import { importFrom } from './import-from.js'
import { locate } from './locate.js'
import type { ServedProduct } from './mounted.js'
import type { Registry } from './registry.js'
import { requireProduct } from './require-product.js'

/** How far a plugin came, and how it ended: one line of the boot report. */
export interface Loaded {
  readonly plugin: string
  readonly slug?: string
  readonly version?: string
  readonly phase: 'locate' | 'import' | 'judge' | 'mount' | 'served'
  readonly ms: number
  readonly required: boolean
  /** Why it is not served. */
  readonly error?: string
}

/** What plugins are mounted on. */
export interface Ground {
  readonly tokens: readonly Token<unknown>[]
  /** The services of a product's whole life, by its slug. */
  readonly provideFor: (slug: string) => Provide
  readonly container: DependencyContainer
  readonly fenceFor: (entry: PluginEntry) => Fence
  /** The host's time in milliseconds. */
  readonly now: () => number
}

/**
 * Loads every plugin of the deployment; one that fails, or whose import takes longer than `importTimeoutMs`, leaves the others
 * as they are. Returns the boot report.
 */
export async function loadPlugins(
  deployment: Deployment,
  registry: Registry,
  ground: Ground,
  importTimeoutMs = 10_000
): Promise<readonly Loaded[]> {
  const lanes = Array.from({ length: availableParallelism() }, newTurn)
  const imports = deployment.plugins.map((entry, index) => {
    const lane = lanes[index % lanes.length] ?? newTurn()
    return new Loading(entry, ground, lane).import(deployment.folder, importTimeoutMs)
  })
  const report: Loaded[] = []
  for (const loading of imports) report.push((await loading).mount(registry))
  return report
}

/** One plugin on its way from its package's name to a served product. */
class Loading {
  readonly #startedAt = performance.now()
  #phase: Loaded['phase'] = 'locate'
  #version: string | undefined
  #exported: unknown
  #isolated: IsolatedProduct | undefined
  #error: unknown
  #ms = 0
  readonly #fence: Fence

  constructor(
    private readonly entry: PluginEntry,
    private readonly ground: Ground,
    /** Threads start one after another in each lane, so that none waits for a processor while its time runs. */
    private readonly lane: Turn
  ) {
    this.#fence = ground.fenceFor(entry)
  }

  async import(folder: string, timeoutMs: number): Promise<this> {
    try {
      const { version, parentUrl } = await locate(this.entry, folder)
      this.#version = version
      this.#phase = 'import'
      if (this.entry.isolation === 'worker') this.#isolated = await this.lane(() => this.#isolate(parentUrl, timeoutMs))
      else {
        const module = this.#fence.trace(() => importFrom(this.entry.package, parentUrl))
        this.#exported = (await withinTime(module, timeoutMs)).default
      }
    } catch (error) {
      if (error instanceof Refused) this.#phase = error.phase
      this.#error = error
    }
    this.#ms = performance.now() - this.#startedAt
    return this
  }

  mount(registry: Registry): Loaded {
    const startedAt = performance.now()
    const slug = this.#error ? undefined : this.#fence.trace(() => this.#tryMount(registry))
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
        fence: this.#fence,
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
    const { tokens, provideFor, container } = this.ground
    this.#phase = 'judge'
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
    const { provideFor, now } = this.ground
    return IsolatedProduct.start({ entry: this.entry, parentUrl, fence: this.#fence, provideFor, now, longestStartMs })
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

function sentence(phase: Loaded['phase'], error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return phase === 'import' && !message.startsWith('It ') ? `It throws when it is imported: ${message}` : message
}
