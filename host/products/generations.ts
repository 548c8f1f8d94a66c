import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { newMutex } from '@product-host/sdk/runtime'
import type { Logger } from 'pino'
import type { PluginEntry, PluginList } from '../deployment.js'
import {
  declaredBy,
  type LoadDependencies,
  type Loaded,
  type LoadedPlugin,
  type Loading,
  type LoadTimes,
  loadPlugins,
  mountAll,
  type Serve,
  startLoading
} from './load.js'
import { unmetNeeds } from './product-needs.js'
import type { Mounted, NewlyMounted, Registry } from './registry.js'

/** What a change of the deployment file has come to. */
export interface Followed {
  /** The plugins that were loaded. */
  readonly report: readonly LoadedPlugin[]
  /** The plugins that are no longer served. */
  readonly gone: readonly string[]
}

/** A changed plugin that takes longer to be imported is not served, in milliseconds. */
const importTimeoutMs = 10_000

/** How long a product that is no longer served stays open after its last call, for what a call still reads of it, in milliseconds. */
const restMs = 1_000

/** How often it is looked whether the hosts have ended for which a plugin waits, in milliseconds. */
const retryMs = 1_000

/** The longest that calls of a product which is no longer served are waited for, in milliseconds: no action has more time. */
const longestDrainMs = 300_000

/** A plugin that waits for other hosts, and how it is served then. */
interface Waiting {
  readonly loading: Loading
  readonly serve: Serve
  /** What is served of the plugin meanwhile. */
  readonly former?: Mounted | undefined
  /** Set for one that was loaded while the host ran. */
  readonly isLater?: true
}

/**
 * The plugins of a running host, by the deployment file as it changes. What is new or changed is loaded beside what is served and takes its
 * place at once; calls that have begun end where they began. A plugin that could not be served leaves the former one in its place.
 */
export class Generations {
  readonly #oneAtATime = newMutex()
  readonly #closing = new Map<Mounted, Promise<void>>()
  readonly #isStopped = new AbortController()
  /** The plugins that are served as before, because they could not be served as the file has them. */
  readonly #refused = new Set<string>()
  /** The plugins that wait for other hosts. */
  readonly #waiting = new Map<string, Waiting>()
  /** The plugins that are loaded again although their entries are as before: what they offer, or may offer, has changed. */
  readonly #outdated = new Set<string>()
  readonly #dependencies: LoadDependencies
  #looking: NodeJS.Timeout | undefined
  /** As the deployment file was followed last. */
  #file: PluginList
  /** The same, as operators want it: what is served goes by it. */
  #current: PluginList
  /** Told of a plugin that has waited, once it is served or has failed. */
  changed: ((line: LoadedPlugin) => void) | undefined

  constructor(
    file: PluginList,
    private readonly registry: Registry,
    dependencies: LoadDependencies,
    private readonly logger: Logger
  ) {
    this.#dependencies = { ...dependencies, sourceChanged: plugin => void this.#outdated.add(plugin) }
    this.#file = file
    this.#current = file
  }

  /** The plugins of the deployment file as it was followed last, as operators want them. */
  get current(): PluginList {
    return this.#current
  }

  /** Loads the plugins for the first time. */
  async start(times: LoadTimes): Promise<Loaded> {
    this.#current = await this.#wanted(this.#file)
    const loaded = await loadPlugins(this.#current, this.registry, this.#dependencies, times)
    const wait = () => {
      for (const [{ package: plugin }, { loading }] of loaded.started)
        if (loading.isWaiting) this.#wait(plugin, { loading, serve: product => this.#serve(product, undefined) })
    }
    wait()
    void this.#oneAtATime(async () => {
      await Promise.all(loaded.late)
      wait()
    })
    this.#looking = setInterval(() => void this.#oneAtATime(() => this.#serveWaiting()), retryMs).unref()
    return loaded
  }

  /** Serves what a deployment has from now on. */
  async follow(next: PluginList): Promise<Followed> {
    return this.#oneAtATime(() => this.#follow(next))
  }

  /**
   * Serves what has changed since it was last looked at: actions that operators approved, slugs that were given to another source, what was
   * chosen on the page for operators, and what sources offer. Notes what other hosts serve.
   */
  async followChanges(): Promise<Followed> {
    const { approvals, owners, choices, knownVersions } = this.#dependencies
    await knownVersions?.readOthers()
    const approved = (await approvals?.approvedSince()) ?? []
    for (const { source, package: plugin } of this.#current.plugins)
      if (source && approved.includes(source.slug)) this.#outdated.add(plugin)
    const isChanged = (await owners?.isOneGiven()) || (await choices?.haveChanged())
    return this.#outdated.size > 0 || isChanged ? this.follow(this.#file) : { report: [], gone: [] }
  }

  /** Closes all products, those that still have calls too; what is being loaded is not served any more. */
  async stop(): Promise<void> {
    this.#isStopped.abort()
    clearInterval(this.#looking)
    for (const [plugin, { loading }] of this.#waiting) this.#giveUp(plugin, loading)
    await Promise.all([...this.registry.all().map(({ mounted }) => mounted.close()), ...this.#closing.values()])
  }

  async #follow(file: PluginList): Promise<Followed> {
    if (this.#isStopped.signal.aborted) return { report: [], gone: [] }
    const next = await this.#wanted(file)
    const served = new Map(this.registry.all().map(product => [product.entry.package, product]))
    const before = new Map(this.#current.plugins.map(entry => [entry.package, entry]))
    const isAsBefore = (entry: PluginEntry) =>
      served.has(entry.package) &&
      !this.#refused.has(entry.package) &&
      !this.#outdated.has(entry.package) &&
      isDeepStrictEqual(before.get(entry.package), entry)
    const plugins = next.plugins.filter(entry => !isAsBefore(entry))
    this.#outdated.clear()
    const isGone = ({ entry }: Mounted) => !next.plugins.some(other => other.package === entry.package)
    const awaited = plugins.filter(entry => !served.has(entry.package)).length
    this.registry.awaited += awaited
    const started = startLoading({ plugins, folder: next.folder }, this.#dependencies, importTimeoutMs)
    await Promise.all([...started.values()].map(({ imported }) => imported))
    const declared = declaredBy(started.values())
    for (const [plugin, { loading }] of this.#waiting)
      if (plugins.some(entry => entry.package === plugin) || !next.plugins.some(entry => entry.package === plugin))
        this.#giveUp(plugin, loading)
    const isReplaced = ({ slug }: Mounted) => declared.some(product => product.slug === slug)
    const staying = this.registry.all().filter(product => !isGone(product) && !isReplaced(product))
    const unmet = unmetNeeds([...staying.map(({ mounted }) => mounted.product), ...declared])
    await mountAll([...started.values()], unmet)
    this.registry.awaited -= awaited
    const isLater = true as const
    const report = [...started].map(([{ package: plugin }, { loading }]) => {
      const former = served.get(plugin)
      const serve = (product: NewlyMounted) => this.#serve(product, former ?? this.#goneOf(product.slug, isGone))
      const line = loading.serve(serve)
      if (loading.isWaiting) this.#wait(plugin, { loading, serve, former, isLater })
      return { ...(former ? this.#orAsBefore(line, former) : line), isLater }
    })
    for (const product of this.registry.all()) if (isGone(product)) this.#retire(product)
    for (const [product, reason] of unmetNeeds(this.registry.products()))
      this.logger.warn({ product, reason }, 'a product is served without one that it needs')
    const gone = this.#current.plugins.filter(entry => !next.plugins.some(other => other.package === entry.package))
    this.#file = file
    this.#current = next
    return { report, gone: gone.map(entry => entry.package) }
  }

  /** Reads which source each slug belongs to and what operators have chosen, and returns the plugins as they want them. */
  async #wanted(file: PluginList): Promise<PluginList> {
    const { owners, choices } = this.#dependencies
    await Promise.all([owners?.read(), choices?.read()])
    const wanted = choices?.applied(file) ?? file
    this.registry.disabled = new Set(
      wanted.disabled.flatMap(entry => [
        ...(entry.source ? [entry.source.slug] : []),
        ...(owners?.slugsOf(entry) ?? [])
      ])
    )
    return wanted
  }

  /** A product that the deployment no longer has, whose slug another one takes. */
  #goneOf(slug: string, isGone: (product: Mounted) => boolean): Mounted | undefined {
    const other = this.registry.bySlug.get(slug)
    return other && isGone(other) ? other : undefined
  }

  #serve(product: NewlyMounted, former: Mounted | undefined): void {
    if (this.#isStopped.signal.aborted) throw new Error('The host is stopping.')
    this.registry.add(product, former)
    if (former) this.#close(former)
  }

  #wait(plugin: string, waiting: Waiting): void {
    if (this.#waiting.has(plugin)) return
    this.#waiting.set(plugin, waiting)
    if (!waiting.former) this.registry.awaited++
  }

  #endWait(plugin: string): void {
    const waiting = this.#waiting.get(plugin)
    if (waiting && !waiting.former) this.registry.awaited--
    this.#waiting.delete(plugin)
  }

  #giveUp(plugin: string, loading: Loading): void {
    this.#endWait(plugin)
    loading.fail(new Error('It is not awaited any more.'))
  }

  /** Serves what has waited for hosts that have ended. */
  async #serveWaiting(): Promise<void> {
    for (const [plugin, { loading, serve, former, ...later }] of this.#waiting) {
      await loading.enter()
      if (loading.isWaiting || this.#isStopped.signal.aborted) continue
      this.#endWait(plugin)
      const line = loading.serve(serve)
      this.changed?.({ ...(former ? this.#orAsBefore(line, former) : line), ...later })
    }
  }

  #orAsBefore(line: LoadedPlugin, { slug, version }: Mounted): LoadedPlugin {
    const { error, ...loaded } = line
    if (line.waitsFor) return { ...loaded, slug, version, phase: 'served' }
    if (error === undefined) this.#refused.delete(line.plugin)
    else this.#refused.add(line.plugin)
    return error === undefined ? line : { ...loaded, slug, version, phase: 'served', refused: error }
  }

  #retire(product: Mounted): void {
    this.registry.remove(product)
    this.#close(product)
  }

  /** Closes a product when its calls have ended. */
  #close(product: Mounted): void {
    const { signal } = this.#isStopped
    const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
    const closing = Promise.race([product.resilience.calls.none(), pause(longestDrainMs)])
      .then(() => pause(restMs))
      .then(() => product.mounted.close())
      .then(() => this.#dependencies.knownVersions?.leave(product.slug))
      .catch(err =>
        this.logger.error({ product: product.slug, err }, 'a product that is no longer served could not be closed')
      )
      .finally(() => this.#closing.delete(product))
    this.#closing.set(product, closing)
  }
}
