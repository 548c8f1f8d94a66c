import type { Span as ApiSpan, Context, Link, SpanContext, Tracer } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { SettingsError } from '../base/environment.js'
import { memberOf } from '../base/json.js'
import {
  readTraceparent,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type TraceOrigin,
  type Tracing
} from './spans.js'

/** Where traces are sent, and which. */
export interface TracingSettings {
  /** The address of a collector that takes OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string
  /** Sent with every request to it. */
  readonly headers: Readonly<Record<string, string>>
  readonly serviceName: string
  /** The share of traces that are recorded, from 0 to 1. */
  readonly share: number
}

/** What a start without these packages says, in the words of its settings. */
const packages = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace'
]

/** Most spans that wait to be sent; later ones are dropped. */
const mostWaiting = 8_192
/** How long the host waits for the collector, in milliseconds, also at its end. */
const timeoutMs = 5_000

/** Loads OpenTelemetry. Rejects with a `SettingsError` where it is not installed. */
export async function openTracing(settings: TracingSettings, logger: Logger): Promise<Tracing> {
  const { api, exporter, resources, sdk } = await load()
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': settings.serviceName }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new ReportedExporter(
          new exporter.OTLPTraceExporter({
            url: `${settings.endpoint}/v1/traces`,
            headers: settings.headers,
            timeoutMillis: timeoutMs
          }),
          logger
        ),
        maxQueueSize: mostWaiting,
        exportTimeoutMillis: timeoutMs
      })
    ]
  })
  return new OtlpTracing(provider, provider.getTracer('product-host'), api, settings.share)
}

type Api = typeof import('@opentelemetry/api')

async function load() {
  try {
    const [api, exporter, resources, sdk] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace')
    ])
    return { api, exporter, resources, sdk }
  } catch (error) {
    if (memberOf(error, 'code') !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new SettingsError(
      `OTEL_EXPORTER_OTLP_ENDPOINT is set, which needs packages that are not installed: npm install ${packages.join(' ')}`
    )
  }
}

/** Says when traces do not arrive, once until they do again; what is lost is no reason to answer anybody differently. */
class ReportedExporter implements SpanExporter {
  #isFailing = false

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, result => {
      const isFailing = result.error !== undefined || result.code !== 0
      if (isFailing && !this.#isFailing)
        this.logger.warn({ err: result.error, spans: spans.length }, 'traces could not be sent to the collector')
      if (!isFailing && this.#isFailing) this.logger.info('traces are sent to the collector again')
      this.#isFailing = isFailing
      // It is reported here; the library would print it.
      done({ code: 0 })
    })
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve()
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown()
  }
}

class OtlpTracing implements Tracing {
  readonly #kinds: Readonly<Record<SpanKind, number>>

  constructor(
    private readonly provider: { forceFlush(): Promise<void>; shutdown(): Promise<void> },
    private readonly tracer: Tracer,
    private readonly api: Api,
    private readonly share: number
  ) {
    const { INTERNAL, SERVER, CLIENT, CONSUMER } = api.SpanKind
    this.#kinds = { internal: INTERNAL, server: SERVER, client: CLIENT, consumer: CONSUMER }
  }

  /** Whether a trace is recorded is decided before the library is asked: to a call that is not, it would cost as much as a span. */
  begin(name: string, kind: SpanKind, from?: TraceOrigin): Span | undefined {
    const { api } = this
    const remote = from && remoteContext(from.traceparent)
    const goesOn = remote !== undefined && from?.of === 'proxy'
    const isRecorded = goesOn ? remote.traceFlags === 1 : from?.of === 'cause' || Math.random() < this.share
    if (!isRecorded) return undefined
    const parent = goesOn ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote) : api.ROOT_CONTEXT
    const links: Link[] = remote && !goesOn ? [{ context: remote }] : []
    return new OtlpSpan(this.tracer.startSpan(name, { kind: this.#kinds[kind], links }, parent), this)
  }

  /** Begins a part of a span. */
  childOf(span: ApiSpan, name: string, kind: SpanKind, attributes: SpanAttributes): Span {
    const { api } = this
    const parent: Context = api.trace.setSpan(api.ROOT_CONTEXT, span)
    return new OtlpSpan(this.tracer.startSpan(name, { kind: this.#kinds[kind], attributes }, parent), this)
  }

  async end(): Promise<void> {
    await this.provider.forceFlush().catch(() => undefined)
    await this.provider.shutdown().catch(() => undefined)
  }
}

class OtlpSpan implements Span {
  constructor(
    private readonly span: ApiSpan,
    private readonly tracing: OtlpTracing
  ) {}

  get traceId(): string {
    return this.span.spanContext().traceId
  }

  get traceparent(): string {
    const { traceId, spanId } = this.span.spanContext()
    return `00-${traceId}-${spanId}-01`
  }

  child(name: string, kind: SpanKind, attributes: SpanAttributes = {}): Span {
    return this.tracing.childOf(this.span, name, kind, attributes)
  }

  describe(name: string, attributes: SpanAttributes): void {
    this.span.updateName(name)
    this.span.setAttributes(attributes)
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes)
  }

  link(traceparent: string): void {
    const context = remoteContext(traceparent)
    if (context) this.span.addLink({ context })
  }

  end(errorType?: string): void {
    if (errorType !== undefined) {
      this.span.setAttribute('error.type', errorType)
      this.span.setStatus({ code: 2 })
    }
    this.span.end()
  }
}

/** As OpenTelemetry has it; undefined for a text that names no span. */
function remoteContext(traceparent: string): SpanContext | undefined {
  const { traceId, spanId, isSampled } = readTraceparent(traceparent) ?? {}
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true }
}
