import type { Logger } from 'pino'

/** Where traces and metrics are sent, and which. */
export interface CollectorSettings {
  /** The address of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Sent with every request to it. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of traces that are recorded, from 0 to 1. */
  readonly share: number
}

/** How long the host waits for the collector, in milliseconds, also at its end. */
const timeoutMs = 5_000

/** What OpenTelemetry's exporters need to know to send something, such as `traces`. */
export function exporterOptions({ endpoint, headers }: CollectorSettings, what: 'traces' | 'metrics') {
  return { url: `${endpoint}/v1/${what}`, headers, timeoutMillis: timeoutMs }
}

/** Says when something cannot be sent, once until it can again: what is lost is no reason to answer anybody differently. */
export class Reports {
  #isFailing = false

  constructor(
    private readonly what: 'traces' | 'metrics',
    private readonly logger: Logger
  ) {}

  /** Takes what became of a request; 0 is OpenTelemetry's code of success. */
  of({ code, error }: { readonly code: number; readonly error?: Error }): void {
    const isFailing = error !== undefined || code !== 0
    if (isFailing && !this.#isFailing)
      this.logger.warn({ err: error }, `${this.what} could not be sent to the collector`)
    if (!isFailing && this.#isFailing) this.logger.info(`${this.what} are sent to the collector again`)
    this.#isFailing = isFailing
  }
}
