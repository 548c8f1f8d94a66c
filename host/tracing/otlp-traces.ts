import type { Span as ApiSpan, Context, Link, SpanContext, Tracer } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import { type CollectorSettings, exporterOptions, Reports } from './collector.js'
import {
  readTraceparent,
  type Span,
  type SpanAttributes,
  type SpanKind,
  type TraceOrigin,
  type Tracing
} from './spans.js'

/** Most spans that wait to be sent; later ones are dropped. */
const mostWaiting = 8_192

/** Loads OpenTelemetry. */
export async function openTracing(settings: CollectorSettings, logger: Logger): Promise<Tracing> {
  const [api, exporting, resources, sdk] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace')
  ])
  const options = exporterOptions(settings, 'traces')
  const exporter = new ReportedExporter(new exporting.OTLPTraceExporter(options), new Reports('traces', logger))
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': settings.serviceName }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        maxQueueSize: mostWaiting,
        exportTimeoutMillis: options.timeoutMillis
      })
    ]
  })
  return new OtlpTracing(provider, provider.getTracer('product-host'), api, settings.share)
}

/** Reports what could not be sent; the library would print it. */
class ReportedExporter implements SpanExporter {
  constructor(
    private readonly exporter: SpanExporter,
    private readonly reports: Reports
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.exporter.export(spans, result => {
      this.reports.of(result)
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
    private readonly api: typeof import('@opentelemetry/api'),
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
