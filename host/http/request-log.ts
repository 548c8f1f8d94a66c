import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { inject, injectable } from '@product-host/sdk'
import { type Logger, pino } from 'pino'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import { ActiveList } from '../base/active.js'
import { HOST_LOGGER } from '../base/log.js'
import { Metrics } from '../base/metrics.js'
import { asProblem } from '../base/problems.js'
import { Registry } from '../products/registry.js'
import { HOST_SETTINGS, type Settings } from '../settings.js'
import { noTracing, type Span, TRACING, type Tracing } from '../tracing/spans.js'
import {
  type CommonHeaders,
  ReplyBatch,
  RequestContext,
  type RequestDependencies,
  type RequestNotes
} from './message.js'
import { sendProblem } from './reply.js'
import { apiHeaders, pageHeaders } from './security-headers.js'

/**
 * The active requests: each gets its context at the start and one log line at the end, and is cancelled when the host
 * stops.
 */
@injectable()
export class RequestLog implements RequestDependencies {
  readonly replies: ReplyBatch
  readonly #running = new ActiveList<RequestContext>()
  readonly #detached = new Set<RequestContext>()
  readonly #log: RequestLogWriter
  readonly #metrics: RequestMetrics
  readonly #closed: (this: ServerResponse) => void
  readonly #open: CommonHeaders
  readonly #closing: CommonHeaders
  /** Whether a trace of a caller goes on here: a proxy in front says so, and no caller. */
  readonly #isTraceTrusted: boolean
  #isDraining = false

  constructor(
    @inject(HOST_SETTINGS) settings: Settings,
    @inject(HOST_LOGGER) private readonly logger: Logger,
    @inject(TRACING) private readonly tracing: Tracing,
    registry: Registry,
    instruments: Metrics
  ) {
    this.#isTraceTrusted = settings.trustProxy !== undefined
    this.#metrics = new RequestMetrics(registry, instruments)
    this.replies = new ReplyBatch((err, { req }) =>
      logger.error({ requestId: req.context.requestId, err }, 'a reply could not be sent')
    )
    const isSecure = settings.publicUrl.startsWith('https:')
    // A cache must not serve the answer for one origin to another, or to a request without an origin.
    const vary = settings.corsOrigins.length > 0 ? ['Vary', 'Origin'] : []
    const close = ['Connection', 'close']
    this.#open = {
      apiHeaders: [...apiHeaders(isSecure), ...vary],
      pageHeaders: [...pageHeaders(isSecure), ...vary],
      unchangedHeaders: vary
    }
    this.#closing = {
      apiHeaders: [...this.#open.apiHeaders, ...close],
      pageHeaders: [...this.#open.pageHeaders, ...close],
      unchangedHeaders: [...vary, ...close]
    }
    this.#log = new RequestLogWriter(logger)
    const end = (response: ServerResponse) => this.#end(response.req, response)
    this.#closed = function () {
      end(this)
    }
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  get apiHeaders(): readonly string[] {
    return (this.#isDraining ? this.#closing : this.#open).apiHeaders
  }

  get pageHeaders(): readonly string[] {
    return (this.#isDraining ? this.#closing : this.#open).pageHeaders
  }

  get unchangedHeaders(): readonly string[] {
    return (this.#isDraining ? this.#closing : this.#open).unchangedHeaders
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    const context = new RequestContext(request, response, this)
    request.context = context
    if (this.tracing !== noTracing) this.#trace(request, context)
    this.#running.add(context)
    this.#metrics.begun()
    response.on('close', this.#closed)
  }

  /** The connections that have an active request. */
  sockets(): ReadonlySet<Socket> {
    return new Set(this.#running.all().map(({ socket }) => socket))
  }

  /** From now on every answer closes its connection. */
  drain(): void {
    this.#isDraining = true
  }

  /** Cancels what still runs. */
  abort(): void {
    for (const { cancellation } of [...this.#running.all(), ...this.#detached]) cancellation.cancel('stopping')
  }

  /** From now on the request continues if its caller disconnects; until `finish`, only `abort` cancels it. */
  continueAfterDisconnect(context: RequestContext): void {
    context.continuesAfterDisconnect = true
    this.#detached.add(context)
  }

  finish(context: RequestContext): void {
    if (context.continuesAfterDisconnect) this.#detached.delete(context)
  }

  /** Answers with the problem of an error. */
  fail(context: RequestContext, error: unknown): void {
    this.report(context, error)
    sendProblem(context, error)
  }

  /** Notes the code of an error for the request's line; an internal error is logged with the request's id. */
  report(context: RequestContext, error: unknown): void {
    const { code, options } = asProblem(error)
    context.notes.code = code
    if (code === 'internal_error' || code === 'store_unavailable' || code === 'billing_unavailable')
      this.logger.error({ requestId: context.requestId, code, err: options.cause ?? error }, 'internal error')
  }

  #trace({ method = '', url = '', headers: { traceparent } }: IncomingMessage, context: RequestContext): void {
    if (probes.includes(url)) return
    const of = this.#isTraceTrusted ? 'proxy' : 'caller'
    context.span = this.tracing.begin(
      method,
      'server',
      typeof traceparent === 'string' ? { traceparent, of } : undefined
    )
    context.trace = context.span?.traceId ?? context.trace
  }

  #end(request: IncomingMessage, response: ServerResponse): void {
    const { context, method } = request
    this.#running.remove(context)
    const isGone = !response.writableFinished
    if (isGone && !context.continuesAfterDisconnect) context.cancellation.cancel('gone')
    const { requestId, trace, notes } = context
    const route = notes.route ?? routeOf(request)
    const status = isGone ? 499 : response.statusCode
    const ms = context.elapsed()
    this.#metrics.answered(route, status, ms, notes)
    if (context.span) endSpan(context.span, { requestId, method: method ?? '', route, status, notes })
    this.#log.write({ requestId, trace, method: method ?? '', route, status, ms, notes })
  }
}

/** What is asked several times a minute for no caller is not traced. */
const probes: readonly string[] = ['/livez', '/readyz', '/metrics']

/** Ends the span of a request. The address is not said beyond its route: it can hold the token of a hook or a link. */
function endSpan(span: Span, { requestId, method, route, status, notes }: Omit<RequestLogEntry, 'trace' | 'ms'>): void {
  const { product, action, code } = notes
  span.describe(route === 'none' ? method : `${method} ${route}`, {
    'http.request.method': method,
    'http.response.status_code': status,
    'product_host.request_id': requestId,
    ...(route !== 'none' && { 'http.route': route }),
    ...(product !== undefined && { 'product_host.product': product }),
    ...(action !== undefined && { 'product_host.action': action }),
    ...(code !== undefined && { 'product_host.code': code })
  })
  span.end(status >= 500 ? (code ?? String(status)) : undefined)
}

/** The pattern of the route on which Express found a request's handler. */
function routeOf(request: IncomingMessage): string {
  const { path } = 'route' in request && isObject(request.route) ? request.route : {}
  return typeof path === 'string' ? path : 'none'
}

function isObject(value: unknown): value is { readonly path?: unknown } {
  return typeof value === 'object' && value !== null
}

/** What is logged of a request. */
interface RequestLogEntry {
  /** Has the format of a request id. */
  readonly requestId: string
  /** A W3C trace id. */
  readonly trace: string | undefined
  /** One of the methods that Node's parser knows. */
  readonly method: string
  /** The pattern of the route. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly notes: RequestNotes
}

/** Pino's number of the level `info`. */
const info = 30

/**
 * Writes one log line per request, in pino's format and to pino's destination. Its members are fixed, and each is the
 * host's own or has been checked, so that it needs neither redaction nor a serialiser, which cost ten times as much.
 */
export class RequestLogWriter {
  readonly #destination: { write(line: string): void }
  #at = 0
  #time = ''

  constructor(private readonly logger: Logger) {
    this.#destination = Reflect.get(logger, pino.symbols.streamSym)
  }

  write({ requestId, trace, method, route, status, ms, notes }: RequestLogEntry): void {
    if (!this.logger.isLevelEnabled('info')) return
    const { product, action, account, keyId, code, replayed } = notes
    let line = `{"level":${info},"time":"${this.#now()}","pid":${process.pid},"requestId":"${requestId}"`
    if (trace !== undefined) line += `,"trace":"${trace}"`
    line += `,"method":"${method}","route":"${route}","status":${status},"ms":${ms}`
    if (product !== undefined) line += `,"product":"${product}"`
    if (action !== undefined) line += `,"action":"${action}"`
    if (account !== undefined) line += `,"account":${JSON.stringify(account)},"keyId":"${keyId ?? ''}"`
    if (code !== undefined) line += `,"code":"${code}"`
    if (replayed) line += ',"replayed":true'
    this.#destination.write(`${line},"msg":"request"}\n`)
  }

  /** The time in ISO 8601, worked out once a millisecond. */
  #now(): string {
    const now = Date.now()
    if (now !== this.#at) {
      this.#at = now
      this.#time = new Date(now).toISOString()
    }
    return this.#time
  }
}

/** Upper bounds in seconds: from what memory answers to the longest deadlines. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts and times requests. */
class RequestMetrics {
  readonly #seconds: Histogram<'route' | 'product' | 'action'>
  /** What was counted, by its labels as one text: finding a counter by an object of labels costs more than counting. */
  readonly #counted = new Map<string, CountedRequests>()
  #inFlight = 0

  constructor(
    private readonly registry: Registry,
    { instruments }: Metrics
  ) {
    const registers = [instruments]
    const counted = () => this.#counted.values()
    new Counter({
      name: 'product_host_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['route', 'product', 'action', 'status', 'code'],
      registers,
      collect() {
        this.reset()
        for (const { labels, count } of counted()) this.inc(labels, count)
      }
    })
    this.#seconds = new Histogram({
      name: 'product_host_request_seconds',
      help: 'From a request to its answer.',
      labelNames: ['route', 'product', 'action'],
      buckets,
      registers
    })
    const inFlight = () => this.#inFlight
    new Gauge({
      name: 'product_host_requests_in_flight',
      help: 'Requests without an answer as yet.',
      registers,
      collect() {
        this.set(inFlight())
      }
    })
  }

  begun(): void {
    this.#inFlight++
  }

  /** Counts a request: the route's pattern, its status, and how long it took in milliseconds. */
  answered(
    route: string,
    status: number,
    ms: number,
    { product: slug = '', action: sent = '', code = '' }: RequestNotes
  ): void {
    this.#inFlight--
    const product = this.registry.bySlug.get(slug)
    const action = product?.plans.has(sent) ? sent : ''
    const known = product ? slug : ''
    const name = `${route} ${known} ${action} ${status} ${code}`
    let counted = this.#counted.get(name)
    if (!counted) {
      const labels = { route, product: known, action }
      counted = { labels: { ...labels, status, code }, seconds: this.#seconds.labels(labels), count: 0 }
      this.#counted.set(name, counted)
    }
    counted.count++
    counted.seconds.observe(ms / 1_000)
  }
}

/** The requests of one route, product, action, status and code. */
interface CountedRequests {
  readonly labels: Readonly<Record<'route' | 'product' | 'action' | 'code', string> & { status: number }>
  readonly seconds: Histogram.Internal<'route' | 'product' | 'action'>
  count: number
}
