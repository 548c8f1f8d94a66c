import { monitorEventLoopDelay } from 'node:perf_hooks'
import { inject, injectable } from '@product-host/sdk'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import Instruments from 'prom-client/lib/registry.js'
import type { Disposable } from 'tsyringe'
import type { Standing } from '../fence/breaker.js'
import { JobBook } from '../jobs/job-book.js'
import { Registry } from '../products/registry.js'
import { StoreUnavailable } from '../storage/errors.js'
import type { Store } from '../storage/store.js'
import { STORE } from '../tokens.js'

/** A request that was answered. */
export interface Answered {
  /** The route's pattern. */
  readonly route: string
  readonly product?: string | undefined
  readonly action?: string | undefined
  readonly status: number
  readonly code?: string | undefined
  readonly ms: number
}

/** Upper bounds in seconds: from what memory answers to the longest deadlines. */
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const storeBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]
const standings: readonly Standing[] = ['ready', 'failing', 'recovering', 'quarantined']
/** How long jobs once counted are good for, in milliseconds. */
const jobsEveryMs = 5_000

/** What is measured of this host, in the form of Prometheus. Every label has few values: none is made by a caller. */
@injectable()
export class Metrics implements Disposable {
  readonly #instruments = new Instruments()
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })
  readonly #requests: Counter<'route' | 'product' | 'action' | 'status' | 'code'>
  readonly #seconds: Histogram<'route' | 'product' | 'action'>
  /** The children of the two instruments above by their labels: finding one by an object of labels costs more than counting. */
  readonly #counted = new Map<string, Counter.Internal>()
  readonly #timed = new Map<string, Histogram.Internal<'route' | 'product' | 'action'>>()
  #inFlight = 0
  #jobs: { readonly at: number; readonly due: number; readonly dead: number } | undefined

  constructor(
    private readonly registry: Registry,
    private readonly jobs: JobBook,
    @inject(STORE) store: Store
  ) {
    const registers = [this.#instruments]
    this.#requests = new Counter({
      name: 'product_host_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['route', 'product', 'action', 'status', 'code'],
      registers
    })
    this.#seconds = new Histogram({
      name: 'product_host_request_seconds',
      help: 'From a request to its answer.',
      labelNames: ['route', 'product', 'action'],
      buckets: requestBuckets,
      registers
    })
    this.#observeStore(store)
    this.#observeProducts()
    this.#observeJobs()
    this.#observeProcess()
    this.#delay.enable()
  }

  /** The type of what `text` gives. */
  get contentType(): string {
    return this.#instruments.contentType
  }

  begun(): void {
    this.#inFlight++
  }

  answered({ route, product: slug = '', action: name = '', status, code = '', ms }: Answered): void {
    this.#inFlight--
    const product = this.registry.find(slug)
    const action = product?.plans.has(name) ? name : ''
    const labels = { route, product: product ? slug : '', action }
    const place = `${route} ${labels.product} ${action}`
    const timed = this.#timed.get(place) ?? this.#seconds.labels(labels)
    this.#timed.set(place, timed)
    timed.observe(ms / 1_000)
    const ending = `${place} ${status} ${code}`
    const counted = this.#counted.get(ending) ?? this.#requests.labels({ ...labels, status, code })
    this.#counted.set(ending, counted)
    counted.inc()
  }

  /** Everything that is measured, as Prometheus reads it. */
  async text(): Promise<string> {
    return this.#instruments.metrics()
  }

  dispose(): void {
    this.#delay.disable()
  }

  #observeStore(store: Store): void {
    const registers = [this.#instruments]
    const seconds = new Histogram({
      name: 'product_host_store_seconds',
      help: 'What the store takes for an operation.',
      labelNames: ['operation'],
      buckets: storeBuckets,
      registers
    })
    const failures = new Counter({
      name: 'product_host_store_failures_total',
      help: 'Operations that the store failed at.',
      labelNames: ['operation'],
      registers
    })
    const timed = new Map<string, Histogram.Internal<'operation'>>()
    store.observe((operation, ms, isFailure) => {
      const known = timed.get(operation) ?? seconds.labels({ operation })
      timed.set(operation, known)
      known.observe(ms / 1_000)
      if (isFailure) failures.inc({ operation })
    })
  }

  #observeProducts(): void {
    const { registry } = this
    const registers = [this.#instruments]
    new Gauge({
      name: 'product_host_product_calls',
      help: 'Calls that are in a product, or wait for a place in it.',
      labelNames: ['product', 'state'],
      registers,
      collect() {
        for (const { slug, fence } of registry.all()) {
          this.set({ product: slug, state: 'running' }, fence.bulkhead.inside)
          this.set({ product: slug, state: 'waiting' }, fence.bulkhead.waiting)
        }
      }
    })
    new Gauge({
      name: 'product_host_product_standing',
      help: '1 for how a product is doing: failing and quarantined ones are not called.',
      labelNames: ['product', 'standing'],
      registers,
      collect() {
        for (const { slug, fence } of registry.all())
          for (const standing of standings)
            this.set({ product: slug, standing }, Number(fence.breaker.standing === standing))
      }
    })
    new Counter({
      name: 'product_host_thread_restarts_total',
      help: 'How often the thread of a product was replaced.',
      labelNames: ['product'],
      registers,
      collect() {
        this.reset()
        for (const { slug, entry, fence } of registry.all())
          if (entry.isolation === 'worker') this.inc({ product: slug }, fence.restarts)
      }
    })
  }

  #observeJobs(): void {
    const count = () => this.#countJobs()
    new Gauge({
      name: 'product_host_jobs',
      help: 'Jobs that are due and wait, and dead letters; 1,000 stands for more. Nothing while the store is away.',
      labelNames: ['state'],
      registers: [this.#instruments],
      async collect() {
        this.reset()
        const jobs = await count()
        if (!jobs) return
        this.set({ state: 'due' }, jobs.due)
        this.set({ state: 'dead' }, jobs.dead)
      }
    })
  }

  async #countJobs(): Promise<{ readonly due: number; readonly dead: number } | undefined> {
    const now = performance.now()
    if (this.#jobs && now - this.#jobs.at < jobsEveryMs) return this.#jobs
    try {
      this.#jobs = { at: now, ...(await this.jobs.counts()) }
      return this.#jobs
    } catch (error) {
      if (error instanceof StoreUnavailable) return undefined
      throw error
    }
  }

  #observeProcess(): void {
    const registers = [this.#instruments]
    const inFlight = () => this.#inFlight
    const delay = this.#delay
    new Gauge({
      name: 'product_host_requests_in_flight',
      help: 'Requests without an answer as yet.',
      registers,
      collect() {
        this.set(inFlight())
      }
    })
    new Gauge({
      name: 'product_host_event_loop_delay_seconds',
      help: 'How late the event loop came to its timers since the last look.',
      labelNames: ['quantile'],
      registers,
      collect() {
        for (const quantile of [50, 99, 100]) this.set({ quantile: quantile / 100 }, delay.percentile(quantile) / 1e9)
        delay.reset()
      }
    })
    new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Memory that the process has.',
      registers,
      collect() {
        this.set(process.memoryUsage.rss())
      }
    })
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'Processor time that the process has used.',
      registers,
      collect() {
        const { user, system } = process.cpuUsage()
        this.reset()
        this.inc((user + system) / 1e6)
      }
    })
  }
}
