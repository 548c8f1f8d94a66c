import type { Clock } from '@product-host/sdk'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import type { Metrics } from '../base/metrics.js'
import { isStoreError } from '../base/problems.js'
import type { JobCounts, JobStore } from '../jobs/job-store.js'
import type { Registry } from '../products/registry.js'
import type { CircuitState } from '../resilience/circuit-breaker.js'
import type { StoreSpace } from '../storage/backend.js'
import type { BackupHealth, ScheduledBackups } from '../storage/backups/scheduled-backups.js'
import type { Hold } from '../storage/hold.js'
import type { Store } from '../storage/store.js'
import type { Instrument } from '../tracing/otlp-metrics.js'
import type { History } from '../usage/history.js'

/** Upper bounds in seconds: from what memory answers to the longest waits for a disk or for Redis. */
const buckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

const storeMetric = 'product_host_store_seconds'

/** Measures the store's operations. */
export function measureStore(store: Store, { instruments }: Metrics): void {
  const registers = [instruments]
  const seconds = new Histogram({
    name: storeMetric,
    help: 'What the store takes for an operation.',
    labelNames: ['operation'],
    buckets,
    registers
  })
  const failures = new Counter({
    name: 'product_host_store_failures_total',
    help: 'Operations that the store failed at.',
    labelNames: ['operation'],
    registers
  })
  new Gauge({
    name: 'product_host_store_space_bytes',
    help: 'The embedded store: its file, the free pages in it, its write-ahead log, and what is free on the disk.',
    labelNames: ['part'],
    registers,
    collect() {
      this.reset()
      const space = spaceOf(store)
      if (!space) return
      const { file, free, log, diskFree } = space
      for (const [part, bytes] of Object.entries({ file, free, log, disk_free: diskFree })) this.set({ part }, bytes)
    }
  })
  new Counter({
    name: 'product_host_store_checkpoints_total',
    help: 'How often the write-ahead log of the embedded store was written into its file and begun again.',
    registers,
    collect() {
      this.reset()
      this.inc(spaceOf(store)?.checkpoints ?? 0)
    }
  })
  store.observe(operation => ({ duration: seconds.labels({ operation }), failures: failures.labels({ operation }) }))
}

/** Undefined while the store cannot be read. */
function spaceOf(store: Store): StoreSpace | undefined {
  try {
    return store.space()
  } catch (error) {
    if (isStoreError(error)) return undefined
    throw error
  }
}

/** How often it is looked at how busy the host is, in milliseconds. */
const sampleEveryMs = 10_000

/** Tells the history how busy this host is, until it is ended. */
export function sampleSaturation(history: History, registry: Registry, { instruments }: Metrics): { end(): void } {
  let store = { seconds: 0, operations: 0 }
  let loop = performance.eventLoopUtilization()
  const sample = async () => {
    const current = { store: await storeTotals(instruments), loop: performance.eventLoopUtilization() }
    const operations = current.store.operations - store.operations
    const products = registry.all().map(({ entry, resilience }) => ({
      share: resilience.bulkhead.inside / entry.limits.atOnce,
      waiting: resilience.bulkhead.waiting
    }))
    history.sample({
      slots: Math.max(0, ...products.map(({ share }) => share)),
      waiting: products.reduce((all, { waiting }) => all + waiting, 0),
      loop: performance.eventLoopUtilization(current.loop, loop).utilization,
      storeMs: operations > 0 ? ((current.store.seconds - store.seconds) / operations) * 1_000 : 0
    })
    ;({ store, loop } = current)
  }
  const timer = setInterval(() => void sample(), sampleEveryMs).unref()
  return { end: () => clearInterval(timer) }
}

/** What all operations of the store took, and how many there were. */
async function storeTotals(instruments: Metrics['instruments']): Promise<{ seconds: number; operations: number }> {
  const metric: Pick<Instrument, 'values'> | undefined = await instruments.getSingleMetric(storeMetric)?.get()
  const sum = (end: string) =>
    (metric?.values ?? []).reduce((all, { metricName = '', value }) => all + (metricName.endsWith(end) ? value : 0), 0)
  return { seconds: sum('_sum'), operations: sum('_count') }
}

/** How long a count of jobs is used, in milliseconds. */
const jobsEveryMs = 5_000

/** Measures how many jobs and runs wait or run, and how many jobs have failed for good. */
export function measureJobs(jobs: JobStore, hold: Hold, clock: Clock, { instruments }: Metrics): void {
  const registers = [instruments]
  let last: { readonly at: number; readonly counts: Promise<JobCounts | undefined> } | undefined
  const counted = async () => {
    if (!last || performance.now() - last.at >= jobsEveryMs) last = { at: performance.now(), counts: countJobs(jobs) }
    const counts = await last.counts
    if (!counts) last = undefined
    return counts
  }
  const byState = (name: string, help: string, valuesOf: (counts: JobCounts) => Readonly<Record<string, number>>) =>
    new Gauge({
      name,
      help: `${help}; 1,000 means 1,000 or more. Absent while the store is unavailable.`,
      labelNames: ['state'],
      registers,
      async collect() {
        this.reset()
        const counts = await counted()
        for (const [state, value] of Object.entries(counts ? valuesOf(counts) : {})) this.set({ state }, value)
      }
    })
  byState('product_host_jobs', 'Jobs that are due and wait, and dead letters', ({ due, dead }) => ({ due, dead }))
  byState('product_host_runs', 'Runs of all hosts that wait or run', ({ queuedRuns, runningRuns }) => ({
    queued: queuedRuns,
    running: runningRuns
  }))
  new Gauge({
    name: 'product_host_jobs_held',
    help: '1 while the store is held: no job starts until product-host resume.',
    registers,
    collect() {
      this.set(hold.held ? 1 : 0)
    }
  })
  new Gauge({
    name: 'product_host_oldest_queued_run_seconds',
    help: 'How long the run has waited that was accepted first; 0 if none waits. Absent while the store is unavailable.',
    registers,
    async collect() {
      this.remove()
      const counts = await counted()
      if (!counts) return
      const { oldestQueuedAt } = counts
      this.set(oldestQueuedAt === undefined ? 0 : Math.max(0, clock.now() - oldestQueuedAt) / 1_000)
    }
  })
}

async function countJobs(jobs: JobStore): Promise<JobCounts | undefined> {
  try {
    return await jobs.counts()
  } catch (error) {
    if (isStoreError(error)) return undefined
    throw error
  }
}

/** Measures the back-ups that the host makes by itself. */
export function measureBackups(backups: ScheduledBackups, { instruments }: Metrics): void {
  const registers = [instruments]
  const gauge = (name: string, help: string, measure: (health: BackupHealth) => number) =>
    new Gauge({
      name,
      help: `${help}; 0 before the first. Absent where the deployment file asks for none.`,
      registers,
      collect() {
        this.remove()
        const { health } = backups
        if (health) this.set(measure(health))
      }
    })
  gauge(
    'product_host_backup_last_success_timestamp_seconds',
    'The moment that the last scheduled backup shows',
    ({ lastAt }) => (lastAt === null ? 0 : Date.parse(lastAt) / 1_000)
  )
  gauge(
    'product_host_backup_last_success_bytes',
    'The size of the last scheduled backup',
    ({ lastBytes }) => lastBytes ?? 0
  )
  new Counter({
    name: 'product_host_backup_failures_total',
    help: 'Scheduled backups that this host could not make.',
    registers,
    collect() {
      this.reset()
      this.inc(backups.failures)
    }
  })
}

const circuitStates: readonly CircuitState[] = ['ready', 'failing', 'recovering', 'quarantined']

/** Measures how the products are doing. */
export function measureProducts(registry: Registry, { instruments }: Metrics): void {
  const registers = [instruments]
  new Gauge({
    name: 'product_host_product_calls',
    help: 'Calls that are in a product, or wait for a slot in it.',
    labelNames: ['product', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { slug, resilience } of registry.all()) {
        this.set({ product: slug, state: 'running' }, resilience.bulkhead.inside)
        this.set({ product: slug, state: 'waiting' }, resilience.bulkhead.waiting)
      }
    }
  })
  new Gauge({
    name: 'product_host_product_circuit',
    help: '1 for the state of the circuit of a product: failing and quarantined ones are not called.',
    labelNames: ['product', 'state'],
    registers,
    collect() {
      this.reset()
      for (const { slug, resilience } of registry.all())
        for (const state of circuitStates)
          this.set({ product: slug, state }, Number(resilience.breaker.state === state))
    }
  })
  new Counter({
    name: 'product_host_thread_restarts_total',
    help: 'How often the thread or the process of a product was replaced.',
    labelNames: ['product'],
    registers,
    collect() {
      this.reset()
      for (const { slug, entry, resilience } of registry.all())
        if (entry.isolation === 'thread' || (entry.isolation === 'process' && !entry.source))
          this.inc({ product: slug }, resilience.restarts)
    }
  })
}
