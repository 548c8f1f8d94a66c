import { monitorEventLoopDelay } from 'node:perf_hooks'
import { injectable } from '@product-host/sdk'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Instruments from 'prom-client/lib/registry.js'
import type { Disposable } from 'tsyringe'

/** The statistics of the event loop's delay, with the percentile of each. A label "quantile" is for summaries alone. */
const delays = [
  ['median', 50],
  ['p99', 99],
  ['max', 100]
] as const

/**
 * The instruments of this host, in the text format of Prometheus: those of the process. Other parts add theirs: `start/metrics.ts` those
 * of the store, jobs and products. Every label has few values, and none comes from a caller.
 */
@injectable()
export class Metrics implements Disposable {
  /** Where instruments are registered. */
  readonly instruments = new Instruments()
  readonly #delay = monitorEventLoopDelay({ resolution: 20 })

  constructor() {
    const registers = [this.instruments]
    const delay = this.#delay
    new Gauge({
      name: 'product_host_event_loop_delay_seconds',
      help: 'How late the event loop came to its timers since the last read.',
      labelNames: ['statistic'],
      registers,
      collect() {
        for (const [statistic, percentile] of delays) this.set({ statistic }, delay.percentile(percentile) / 1e9)
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
    delay.enable()
  }

  /** The type of what `text` gives. */
  get contentType(): string {
    return this.instruments.contentType
  }

  /** Everything that is measured, as Prometheus reads it. */
  async text(): Promise<string> {
    return this.instruments.metrics()
  }

  dispose(): void {
    this.#delay.disable()
  }
}
