import { inject, injectable } from '@product-host/sdk'
import { Metrics } from '../base/metrics.js'
import { DEPLOYMENT, type Deployment, type Isolation, type PluginEntry } from '../deployment.js'
import { schedulesPausedMetric } from '../execution/schedule-runner.js'
import { hooksRefusedMetric } from '../hooks/hook-refusals.js'
import { BootReport } from '../products/boot-report.js'
import { Registry } from '../products/registry.js'
import type { CircuitState } from '../resilience/circuit-breaker.js'
import { type BackupHealth, ScheduledBackups } from '../storage/backups/scheduled-backups.js'
import { type Held, Hold } from '../storage/hold.js'

/** How a plugin of the deployment is. */
interface ProductHealth {
  readonly plugin: string
  /** Null for a plugin that is not served. */
  readonly product: string | null
  readonly title: string | null
  readonly version: string | null
  readonly isRequired: boolean
  readonly isolation: Isolation | null
  /** Of a product in processes of its own: whether they run in a sandbox. */
  readonly isSandboxed: boolean | null
  /** The state of the circuit, `failed` for a plugin that is not served, or `off` for one that is switched off. */
  readonly state: CircuitState | 'failed' | 'off'
  /** Why it is not served, or not as the deployment file has it now. */
  readonly reason: string | null
  /** Milliseconds until an open circuit lets a call through; 0 while it is closed. */
  readonly waitMs: number
  /** Calls that are in the product, calls that wait for a slot, and the slots. */
  readonly running: number
  readonly waiting: number
  readonly slots: number
  /** How often its thread was replaced since the start. */
  readonly restarts: number
}

/** How the process of this host is; other hosts of the deployment have pages of their own. */
interface HostHealth {
  readonly pid: number
  readonly node: string
  /** Seconds since the start. */
  readonly uptimeS: number
  readonly memoryBytes: number
  /** Since when the store is held, and by which command; null unless it is. */
  readonly held: Held | null
  /** Null where the deployment file asks for none. */
  readonly backup: BackupHealth | null
  readonly products: readonly ProductHealth[]
}

/** The state of this host and of its products. */
@injectable()
export class Health {
  constructor(
    private readonly boot: BootReport,
    private readonly registry: Registry,
    private readonly hold: Hold,
    private readonly backups: ScheduledBackups,
    @inject(DEPLOYMENT) private readonly deployment: Deployment
  ) {}

  read(): HostHealth {
    return {
      pid: process.pid,
      node: process.version,
      uptimeS: Math.round(process.uptime()),
      memoryBytes: process.memoryUsage.rss(),
      held: this.hold.held ?? null,
      backup: this.backups.health ?? null,
      products: [...this.#loaded(), ...this.deployment.disabled.map(switchedOff)]
    }
  }

  #loaded(): readonly ProductHealth[] {
    return this.boot.all().map(({ plugin, slug, version = null, required, error, refused, waitsFor }) => {
      const waits = waitsFor && `It waits for other hosts to end: ${waitsFor.join(' and ')}.`
      const about = { plugin, version, isRequired: required, reason: error ?? refused ?? waits ?? null }
      const served = slug === undefined ? undefined : this.registry.bySlug.get(slug)
      if (!served) return { ...about, ...notServed }
      const { entry, mounted, resilience } = served
      return {
        ...about,
        product: served.slug,
        title: mounted.product.title,
        isolation: entry.isolation,
        isSandboxed: mounted.isSandboxed ?? null,
        state: resilience.breaker.state,
        waitMs: resilience.breaker.waitMs(),
        running: resilience.bulkhead.inside,
        waiting: resilience.bulkhead.waiting,
        slots: entry.limits.atOnce,
        restarts: resilience.restarts
      }
    })
  }
}

function switchedOff({ package: plugin, version, required }: PluginEntry): ProductHealth {
  return { plugin, version: version ?? null, isRequired: required, reason: null, ...notServed, state: 'off' }
}

const notServed = {
  product: null,
  title: null,
  isolation: null,
  isSandboxed: null,
  state: 'failed',
  waitMs: 0,
  running: 0,
  waiting: 0,
  slots: 0,
  restarts: 0
} as const

/** The answers of one product since the start of this host, or of all routes together. */
interface ErrorRate {
  /** The slug; null for all routes. */
  readonly product: string | null
  readonly requests: number
  /** Answers of 4xx: the caller's. */
  readonly refused: number
  /** Answers of 5xx: the product's or the host's. */
  readonly failed: number
  /** The codes of the failures and refusals, the most frequent first, at most five. */
  readonly codes: readonly { readonly code: string; readonly count: number }[]
}

const requestsMetric = 'product_host_requests_total'
const mostCodes = 5

/** The rates of errors, from the metrics of this host. */
@injectable()
export class ErrorRates {
  constructor(private readonly metrics: Metrics) {}

  /** All routes first, then each product that was called. */
  async read(): Promise<readonly ErrorRate[]> {
    const metric = await this.metrics.instruments.getSingleMetric(requestsMetric)?.get()
    if (!metric) throw new Error(`There is no metric ${requestsMetric}.`)
    const counts = metric.values.map(({ value, labels }) => ({
      product: String(labels.product ?? ''),
      status: Number(labels.status),
      code: String(labels.code ?? ''),
      count: value
    }))
    const products = [...new Set(counts.map(({ product }) => product))].filter(Boolean).sort()
    return [
      rateOf(null, counts),
      ...products.map(product =>
        rateOf(
          product,
          counts.filter(each => each.product === product)
        )
      )
    ]
  }
}

/** What happened since the start of this host, by reason, the most frequent first. */
type Reasons = readonly { readonly reason: string; readonly count: number }[]

/** The calls of hooks that were refused, and the schedules that were paused, from the metrics of this host. */
@injectable()
export class StoppedCalls {
  constructor(private readonly metrics: Metrics) {}

  async read(): Promise<{ readonly hooksRefused: Reasons; readonly schedulesPaused: Reasons }> {
    return {
      hooksRefused: await this.#reasons(hooksRefusedMetric, 'reason'),
      schedulesPaused: await this.#reasons(schedulesPausedMetric, 'code')
    }
  }

  async #reasons(name: string, label: string): Promise<Reasons> {
    const metric = await this.metrics.instruments.getSingleMetric(name)?.get()
    if (!metric) throw new Error(`There is no metric ${name}.`)
    return metric.values
      .map(({ value, labels }) => ({ reason: String(labels[label] ?? ''), count: value }))
      .filter(({ count }) => count > 0)
      .sort((left, right) => right.count - left.count)
  }
}

interface Count {
  readonly status: number
  readonly code: string
  readonly count: number
}

function rateOf(product: string | null, counts: readonly Count[]): ErrorRate {
  const sum = (isCounted: (status: number) => boolean) =>
    counts.reduce((total, { status, count }) => (isCounted(status) ? total + count : total), 0)
  const byCode = new Map<string, number>()
  for (const { code, status, count } of counts)
    if (status >= 400 && code !== '') byCode.set(code, (byCode.get(code) ?? 0) + count)
  const codes = [...byCode].sort(([, left], [, right]) => right - left).slice(0, mostCodes)
  return {
    product,
    requests: sum(() => true),
    refused: sum(status => status >= 400 && status < 500),
    failed: sum(status => status >= 500),
    codes: codes.map(([code, count]) => ({ code, count }))
  }
}
