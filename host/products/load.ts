import { writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { LOGGER, type Product, type Token } from '@product-host/sdk'
import { MountedProduct, type Mutex, newMutex, type Provide } from '@product-host/sdk/runtime'
import type { DependencyContainer } from 'tsyringe'
import { StoreUnavailable } from '../base/problems.js'
import type { Isolation, PlacedEntry, PluginEntry, PluginList, Source } from '../deployment.js'
import { importFrom, requireProduct } from '../isolation/import-plugin.js'
import { IsolatedProduct } from '../isolation/isolated-product.js'
import { Refused } from '../isolation/messages.js'
import { processConfigFor } from '../isolation/process/launch-process.js'
import type { ServedProduct } from '../isolation/served-product.js'
import { currentResilience, type Resilience } from '../resilience/circuit-breaker.js'
import { openSource, type SourceDependencies } from '../sources/open-source.js'
import type { OpenedSource } from '../sources/opened-source.js'
import type { ProductChoices } from './choices.js'
import { contractDigest } from './contract-digest.js'
import type { KnownVersions } from './known-versions.js'
import { locate } from './locate.js'
import { unmetNeeds } from './product-needs.js'
import type { NewlyMounted, Registry } from './registry.js'
import type { SlugOwners } from './slug-owners.js'

/** The outcome of loading a plugin: one line of the boot report. */
export interface LoadedPlugin {
  readonly plugin: string
  readonly slug?: string
  readonly version?: string
  /** Where its package says that it runs, if it runs in a process because its entry does not say. */
  readonly formerly?: Isolation
  readonly phase: 'locate' | 'import' | 'validate' | 'mount' | 'wait' | 'served'
  readonly ms: number
  readonly required: boolean
  /** Why it is not served. */
  readonly error?: string
  /** Why it is not served as the deployment file has it now, but as before. */
  readonly refused?: string
  /** The hosts for which it waits: they serve another version of the product, and one would not read what the other one writes. */
  readonly waitsFor?: readonly string[]
  /** Set for one that was loaded while the host ran, which is ready without it until the next start. */
  readonly isLater?: true
}

/** The dependencies of loading and mounting a plugin. */
export interface LoadDependencies extends SourceDependencies {
  readonly tokens: readonly Token<unknown>[]
  /** The services that live as long as a product, by its slug. */
  readonly provideFor: (slug: string) => Provide
  readonly container: DependencyContainer
  readonly resilienceFor: (entry: PlacedEntry) => Resilience
  /** The host's time in milliseconds. */
  readonly now: () => number
  /** Told of a source that offers something else than it did, by its plugin. */
  readonly sourceChanged?: (plugin: string) => void
  /** What operators have chosen on their page; left out where there is none. */
  readonly choices?: ProductChoices
  /** Which source each slug belongs to; left out where nothing is served. */
  readonly owners?: SlugOwners
  /** What all hosts of the store know of products' records; left out where nothing is served. */
  readonly knownVersions?: Pick<KnownVersions, 'enter' | 'leave' | 'readOthers'>
}

/** How long loading may take, in milliseconds. */
export interface LoadTimes {
  /** After this an import has failed; 10,000 when left out. */
  readonly importTimeoutMs?: number
  /** How long plugins that are not required are waited for; until each is served or has failed when left out. */
  readonly patienceMs?: number
}

/** What became of the plugins so far. */
export interface Loaded {
  /** Every plugin; one that is still being imported, or waits for other hosts, has no reason for a failure. */
  readonly report: readonly LoadedPlugin[]
  /** Those that were still being imported, none of them required, once each is served, waits or has failed. */
  readonly late: readonly Promise<LoadedPlugin>[]
  readonly started: ReadonlyMap<PluginEntry, StartedLoading>
}

/**
 * Loads the plugins of the deployment side by side, the required ones first. A plugin that fails, or whose import takes too long, does
 * not affect the others. Resolves when the required ones are served or have failed; the others are then waited for as long as
 * `patienceMs` says, and are mounted later if they come later.
 */
export async function loadPlugins(
  { plugins, folder }: Pick<PluginList, 'plugins' | 'folder'>,
  registry: Registry,
  dependencies: LoadDependencies,
  { importTimeoutMs = 10_000, patienceMs }: LoadTimes = {}
): Promise<Loaded> {
  registry.order = plugins.map(entry => entry.package)
  const started = startLoading({ plugins, folder }, dependencies, importTimeoutMs)
  const all = [...started.values()].map(({ imported }) => imported)
  const required = [...started].flatMap(([entry, { imported }]) => (entry.required ? [imported] : []))
  const ended = new AbortController()
  const patience =
    patienceMs === undefined ? [] : [delay(patienceMs, undefined, { signal: ended.signal }).catch(() => undefined)]
  await Promise.all(required)
  await Promise.race([Promise.all(all), ...patience])
  ended.abort()
  const add: Serve = product => registry.add(product)
  const imported = [...started.values()].filter(({ loading }) => loading.isImported)
  // A product that is still being imported may be what another one needs.
  const unmet = imported.length === started.size ? unmetNeeds(declaredBy(imported)) : new Map<string, string>()
  await mountAll(imported, unmet)
  const report: LoadedPlugin[] = []
  const late: Promise<LoadedPlugin>[] = []
  for (const entry of plugins) {
    const each = started.get(entry)
    if (!each) continue
    report.push(each.loading.serve(add))
    if (imported.includes(each)) continue
    registry.awaited++
    late.push(
      each.imported
        .then(() => mountAll([each], unmetNeeds([...registry.products(), ...declaredBy([each])])))
        .then(() => {
          registry.awaited--
          return each.loading.serve(add)
        })
    )
  }
  return { report, late, started }
}

/** Puts a mounted product among those that are served. Throws if it cannot be. */
export type Serve = (product: NewlyMounted) => void

/** The loading of a plugin; `imported` resolves when its import has ended, in one way or the other. */
export interface StartedLoading {
  readonly loading: Loading
  readonly imported: Promise<void>
}

/** Begins to load plugins side by side, the required ones first. */
export function startLoading(
  { plugins, folder }: Pick<PluginList, 'plugins' | 'folder'>,
  dependencies: LoadDependencies,
  importTimeoutMs: number
): ReadonlyMap<PluginEntry, StartedLoading> {
  const lanes = Array.from({ length: availableParallelism() }, newMutex)
  const started = new Map<PluginEntry, StartedLoading>()
  for (const entry of [...plugins].sort((left, right) => Number(right.required) - Number(left.required))) {
    const loading = new Loading(entry, dependencies, lanes[started.size % lanes.length] ?? newMutex())
    started.set(entry, { loading, imported: loading.import(folder, importTimeoutMs) })
  }
  return started
}

/** The products that were imported. */
export function declaredBy(started: Iterable<StartedLoading>): readonly Product[] {
  return [...started].flatMap(({ loading }) => loading.declared ?? [])
}

/**
 * Mounts the products that were imported, and says to the other hosts that they are served, of several with one slug only the first;
 * `unmet` says which products lack what they need.
 */
export async function mountAll(started: readonly StartedLoading[], unmet: ReadonlyMap<string, string>): Promise<void> {
  for (const { loading } of started) loading.mount(unmet)
  const bySlug = new Map(started.toReversed().map(({ loading }) => [loading.slug, loading]))
  await Promise.all([...bySlug.values()].map(loading => loading.enter()))
}

/** How long a thread that starts has a processor for itself, in milliseconds: one that hangs must not keep the next from starting. */
const laneMs = 1_000

/** A plugin whose package was found. */
interface Placed {
  readonly entry: PlacedEntry
  readonly resilience: Resilience
}

/** The loading of one plugin, from its package's name to a served product. */
export class Loading {
  readonly #startedAt = performance.now()
  #phase: LoadedPlugin['phase'] = 'locate'
  #version: string | undefined
  #formerly: Isolation | undefined
  #module: Readonly<Record<string, unknown>> = {}
  #isolated: IsolatedProduct | undefined
  #opened: OpenedSource | undefined
  #mounted: ServedProduct | undefined
  /** The hosts for which it waits. */
  #waitsFor: readonly string[] | undefined
  /** Once the package is found. */
  #placed: Placed | undefined
  #error: unknown
  #ms = 0
  /** Whether its import has ended, in one way or the other. */
  isImported = false

  constructor(
    private readonly entry: PluginEntry,
    private readonly dependencies: LoadDependencies,
    /** Threads in a lane start one after another, so that a start timeout does not include waiting for a processor. */
    private readonly lane: Mutex
  ) {}

  async import(folder: string, timeoutMs: number): Promise<void> {
    try {
      if (this.entry.source) return await this.#open(this.entry.source, folder, timeoutMs)
      const { version, parentUrl, isolation, declared } = await locate(this.entry, folder)
      const entry = { ...this.entry, isolation: this.entry.isolation ?? isolation }
      if (this.entry.isolation === undefined && isolation !== declared) this.#formerly = declared
      const placed = { entry, resilience: this.dependencies.resilienceFor(entry) }
      this.#placed = placed
      this.#version = version
      this.#phase = 'import'
      if (entry.isolation !== 'inline') {
        const { provideFor, now } = this.dependencies
        const processConfig = await processConfigFor(entry, parentUrl, folder, provideFor(entry.package)(LOGGER))
        const config = { ...placed, parentUrl, processConfig, provideFor, now, longestStartMs: timeoutMs }
        this.#isolated = await this.#inLane(() => IsolatedProduct.start(config))
      } else {
        nameExits()
        const module = placed.resilience.trace(() => importFrom(entry.package, parentUrl))
        this.#module = await withinTime(module, timeoutMs)
      }
    } catch (error) {
      if (error instanceof Refused) this.#phase = error.phase
      this.#error = error
    } finally {
      this.#ms = performance.now() - this.#startedAt
      this.isImported = true
    }
  }

  async #open(source: Source, folder: string, timeoutMs: number): Promise<void> {
    const entry = { ...this.entry, isolation: source.mcp?.command ? ('process' as const) : ('remote' as const) }
    this.#placed = { entry, resilience: this.dependencies.resilienceFor(entry) }
    this.#phase = 'import'
    const logger = this.dependencies.provideFor(source.slug)(LOGGER)
    this.#opened = await withinTime(openSource(source, folder, logger, this.dependencies), timeoutMs)
    this.#version = this.#opened.product.version
    void this.#opened.changed?.then(() => this.dependencies.sourceChanged?.(entry.package))
  }

  async #inLane(start: () => Promise<IsolatedProduct>): Promise<IsolatedProduct> {
    const { promise, resolve, reject } = Promise.withResolvers<IsolatedProduct>()
    await this.lane(() => {
      const started = start()
      started.then(resolve, reject)
      return Promise.race([promise.catch(() => undefined), delay(laneMs, undefined, { ref: false })])
    })
    return promise
  }

  /** What was imported, if it is a product. */
  get declared(): Product | undefined {
    if (this.#error !== undefined) return undefined
    try {
      return this.#isolated?.product ?? this.#opened?.product ?? requireProduct(this.#module)
    } catch {
      return undefined
    }
  }

  /** Mounts it, unless something has failed; `unmet` says which products lack what they need. */
  mount(unmet: ReadonlyMap<string, string>): void {
    const placed = this.#placed
    if (!placed || this.#error !== undefined) return
    const startedAt = performance.now()
    try {
      const mounted = this.#isolated ?? placed.resilience.trace(() => this.#mountHere())
      this.#phase = 'mount'
      const { slug } = mounted.product
      this.dependencies.owners?.require(slug, this.entry)
      const reason = unmet.get(slug)
      if (reason !== undefined) throw new Error(reason)
      this.#mounted = mounted
    } catch (error) {
      this.fail(error)
    }
    this.#ms += performance.now() - startedAt
  }

  /** The slug of a product that was mounted. */
  get slug(): string | undefined {
    return this.#mounted?.product.slug
  }

  /** Whether it waits for other hosts. */
  get isWaiting(): boolean {
    return this.#waitsFor !== undefined
  }

  /** Says to the other hosts that a mounted product is served, unless it has to wait for some of them. */
  async enter(): Promise<void> {
    if (!this.#mounted) return
    try {
      const { product, records } = this.#mounted
      const obstacle = await this.dependencies.knownVersions?.enter(product.slug, records, this.#version)
      if (obstacle && 'refusal' in obstacle) throw new Error(obstacle.refusal)
      this.#waitsFor = obstacle?.waitsFor
    } catch (error) {
      // While the store is unavailable, nobody can say whether others have to be waited for.
      if (error instanceof StoreUnavailable) this.#waitsFor ??= []
      else this.fail(error)
    }
  }

  /** Has a product served that has entered; what became of the plugin. */
  serve(serve: Serve): LoadedPlugin {
    const [mounted, placed] = [this.#mounted, this.#placed]
    if (!mounted || !placed || this.#waitsFor) return this.#line()
    const { slug } = mounted.product
    try {
      serve({
        slug,
        mounted,
        ...placed,
        version: this.#version ?? 'unknown',
        digest: contractDigest(mounted.product)
      })
      this.#phase = 'served'
      return this.#line(slug)
    } catch (error) {
      this.fail(error)
      return this.#line()
    }
  }

  /** Gives it up, and closes what it has opened. */
  fail(error: unknown): void {
    this.#error = error
    this.#waitsFor = undefined
    void (this.#mounted ?? this.#isolated ?? this.#opened)?.close()
    this.#mounted = undefined
  }

  /** What became of it so far. */
  #line(slug?: string): LoadedPlugin {
    return {
      plugin: this.entry.package,
      ...(slug !== undefined && { slug }),
      ...(this.#version !== undefined && { version: this.#version }),
      ...(this.#formerly && { formerly: this.#formerly }),
      phase: this.#waitsFor ? 'wait' : this.#phase,
      ms: Math.round(this.isImported ? this.#ms : performance.now() - this.#startedAt),
      required: this.entry.required,
      ...(this.#error !== undefined && { error: sentence(this.#phase, this.#error) }),
      ...(this.#waitsFor && { waitsFor: this.#waitsFor })
    }
  }

  /** A product whose code runs in the host's thread: that of an inline plugin, or what the host itself calls a source with. */
  #mountHere(): ServedProduct {
    const { tokens, provideFor, container } = this.dependencies
    this.#phase = 'validate'
    const opened = this.#opened
    const product = opened?.product ?? requireProduct(this.#module)
    this.#phase = 'mount'
    const provide = provideFor(product.slug)
    const mounted = new MountedProduct(product, { tokens, provide, container, options: this.entry.options })
    if (!opened) return mounted
    const { actions, settings, records } = mounted
    const close = async () => void (await Promise.all([opened.close(), mounted.close()]))
    return { ...opened, actions, settings, records, close }
  }
}

let areExitsNamed = false

/**
 * A plugin in the host's thread can end the process, and what waits for the log is lost then: standard error says at once which plugin
 * it was. The exit code is never that of a host that was stopped.
 */
function nameExits(): void {
  if (areExitsNamed) return
  areExitsNamed = true
  process.on('exit', code => {
    const plugin = currentResilience()?.plugin
    if (plugin === undefined) return
    process.exitCode = code === 0 ? 1 : code
    writeSync(
      2,
      `product-host: the plugin ${plugin} ended the process by process.exit(${code}). Let it throw instead, or run it in a thread.\n`
    )
  })
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
  return phase === 'import' && !/^Its? /.test(message) ? `It throws when it is imported: ${message}` : message
}
