import { randomUUID } from 'node:crypto'
import type { HrTime, Link, SpanContext, SpanStatus } from '@opentelemetry/api'
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
/** How many are sent together, and how long one waits for others, in milliseconds. */
const batchSize = 512
const longestWaitMs = 5_000

/** Numbers of OpenTelemetry. */
const kinds: Readonly<Record<SpanKind, number>> = { internal: 0, server: 1, client: 2, consumer: 4 }
const statuses = { unset: 0, error: 2 }

/** Loads OpenTelemetry's exporter. */
export async function openTracing(settings: CollectorSettings, logger: Logger): Promise<Tracing> {
  const [exporting, resources] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-proto'),
    import('@opentelemetry/resources')
  ])
  const exporter = new exporting.OTLPTraceExporter(exporterOptions(settings, 'traces'))
  const resource = resources.resourceFromAttributes({ 'service.name': settings.serviceName })
  return new OtlpTracing(new SpanBatches(exporter, new Reports('traces', logger)), resource, settings.share)
}

class OtlpTracing implements Tracing {
  constructor(
    private readonly batches: SpanBatches,
    private readonly resource: ReadableSpan['resource'],
    private readonly share: number
  ) {}

  /** Whether a trace is recorded is decided first: nothing else is done of one that is not. */
  begin(name: string, kind: SpanKind, from?: TraceOrigin): Span | undefined {
    const remote = from && remoteContext(from.traceparent)
    const goesOn = remote !== undefined && from?.of === 'proxy'
    const isRecorded = goesOn ? remote.traceFlags === 1 : from?.of === 'cause' || Math.random() < this.share
    if (!isRecorded) return undefined
    const links = remote && !goesOn ? [{ context: remote }] : []
    return new OtlpSpan(this.batches, this.resource, name, kind, {}, links, goesOn ? remote : undefined)
  }

  end(): Promise<void> {
    return this.batches.end()
  }
}

/** A span in the form in which OpenTelemetry's exporter reads it. Its own spans cost more: most of what they can do nobody here asks for. */
class OtlpSpan implements Span, ReadableSpan {
  readonly kind: number
  readonly startTime = now()
  readonly events = []
  readonly instrumentationScope = { name: 'product-host' }
  readonly droppedAttributesCount = 0
  readonly droppedEventsCount = 0
  readonly droppedLinksCount = 0
  endTime: HrTime = [0, 0]
  status: SpanStatus = { code: statuses.unset }
  ended = false
  readonly parentSpanContext?: SpanContext
  readonly #context: SpanContext

  constructor(
    private readonly batches: SpanBatches,
    readonly resource: ReadableSpan['resource'],
    public name: string,
    kind: SpanKind,
    readonly attributes: Record<string, string | number>,
    readonly links: Link[],
    parent?: SpanContext
  ) {
    this.kind = kinds[kind]
    if (parent) this.parentSpanContext = parent
    this.#context = { traceId: parent?.traceId ?? newTraceId(), spanId: newSpanId(), traceFlags: 1 }
  }

  get traceId(): string {
    return this.#context.traceId
  }

  get traceparent(): string {
    const { traceId, spanId } = this.#context
    return `00-${traceId}-${spanId}-01`
  }

  get duration(): HrTime {
    const [seconds, nanoseconds] = [this.endTime[0] - this.startTime[0], this.endTime[1] - this.startTime[1]]
    return nanoseconds < 0 ? [seconds - 1, nanoseconds + 1e9] : [seconds, nanoseconds]
  }

  spanContext(): SpanContext {
    return this.#context
  }

  child(name: string, kind: SpanKind, attributes: SpanAttributes = {}): Span {
    return new OtlpSpan(this.batches, this.resource, name, kind, { ...attributes }, [], this.#context)
  }

  describe(name: string, attributes: SpanAttributes): void {
    this.name = name
    this.set(attributes)
  }

  set(attributes: SpanAttributes): void {
    Object.assign(this.attributes, attributes)
  }

  link(traceparent: string): void {
    const context = remoteContext(traceparent)
    if (context) this.links.push({ context })
  }

  end(errorType?: string): void {
    if (this.ended) return
    if (errorType !== undefined) {
      this.attributes['error.type'] = errorType
      this.status = { code: statuses.error }
    }
    this.endTime = now()
    this.ended = true
    this.batches.add(this)
  }
}

/** Sends spans that have ended, several at a time. */
class SpanBatches {
  #waiting: ReadableSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  constructor(
    private readonly exporter: SpanExporter,
    private readonly reports: Reports
  ) {}

  add(span: ReadableSpan): void {
    if (this.#waiting.length >= mostWaiting) return
    this.#waiting.push(span)
    if (this.#waiting.length >= batchSize) this.#send()
    else this.#timer ??= setTimeout(() => this.#send(), longestWaitMs).unref()
  }

  /** Sends what waits, and waits for that. */
  async end(): Promise<void> {
    this.#send()
    await this.#sending
    await this.exporter.shutdown().catch(() => undefined)
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined
    })
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchSize)
      this.#waiting = this.#waiting.slice(batchSize)
      await new Promise<void>(resolve => {
        this.exporter.export(batch, result => {
          this.reports.of(result)
          resolve()
        })
      })
    }
  }
}

function now(): HrTime {
  const ms = performance.timeOrigin + performance.now()
  const seconds = Math.floor(ms / 1_000)
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)]
}

/** 32 hexadecimal digits. */
function newTraceId(): string {
  return randomUUID().replaceAll('-', '')
}

/** 16 hexadecimal digits: the second half of a UUID is random but for two bits. */
function newSpanId(): string {
  return randomUUID().slice(19).replace('-', '')
}

/** As OpenTelemetry has it; undefined for a text that names no span. */
function remoteContext(traceparent: string): SpanContext | undefined {
  const { traceId, spanId, isSampled } = readTraceparent(traceparent) ?? {}
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true }
}
