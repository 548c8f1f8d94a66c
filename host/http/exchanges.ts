import type { IncomingMessage, ServerResponse } from 'node:http'
import { inject, injectable } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { ActiveList } from '../active-list.js'
import { Metrics } from '../metrics/metrics.js'
import { asProblem } from '../problems.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS, LINES } from '../tokens.js'
import { type CommonHeaders, Exchange, type ExchangeGround } from './exchange.js'
import { sendProblem } from './reply.js'
import { ReplyBatch } from './reply-batch.js'
import { RequestLog } from './request-log.js'
import { apiHeaders, pageHeaders } from './security-headers.js'

/** Every exchange that is under way: begun here, logged in one line when it is over, cancelled when the host stops. */
@injectable()
export class Exchanges implements ExchangeGround {
  readonly replies: ReplyBatch
  readonly #running = new ActiveList<Exchange>()
  readonly #outliving = new Set<Exchange>()
  readonly #log: RequestLog
  readonly #closed: (this: ServerResponse) => void
  readonly #open: CommonHeaders
  readonly #closing: CommonHeaders
  #isDraining = false

  constructor(
    @inject(HOST_SETTINGS) settings: Settings,
    @inject(LINES) private readonly lines: Lines,
    private readonly metrics: Metrics
  ) {
    this.replies = new ReplyBatch((err, { req }) =>
      lines.error({ requestId: req.exchange.requestId, err }, 'a reply could not be sent')
    )
    const isSecure = settings.publicUrl.startsWith('https:')
    // A cache between must not give the answer for one origin to another, nor the answer for a request without one.
    const vary = settings.corsOrigins.length > 0 ? ['Vary', 'Origin'] : []
    const close = ['Connection', 'close']
    this.#open = {
      apiHeaders: [...apiHeaders(isSecure), ...vary],
      pageHeaders: [...pageHeaders(isSecure), ...vary]
    }
    this.#closing = {
      apiHeaders: [...this.#open.apiHeaders, ...close],
      pageHeaders: [...this.#open.pageHeaders, ...close]
    }
    this.#log = new RequestLog(lines)
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

  begin(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new Exchange(request, response, this)
    request.exchange = exchange
    this.#running.add(exchange)
    this.metrics.begun()
    response.on('close', this.#closed)
  }

  /** From now on every answer closes its connection. */
  drain(): void {
    this.#isDraining = true
  }

  /** Cancels what still runs. */
  abort(): void {
    for (const { cancellation } of [...this.#running.all(), ...this.#outliving]) cancellation.cancel('stopping')
  }

  /** From now on the exchange goes on though its caller may go; only `abort` cancels it, until `settled`. */
  outlive(exchange: Exchange): void {
    exchange.outlivesCaller = true
    this.#outliving.add(exchange)
  }

  settled(exchange: Exchange): void {
    if (exchange.outlivesCaller) this.#outliving.delete(exchange)
  }

  /** Answers with what an error comes to; a fault of the host itself is logged under the request's id. */
  fail(exchange: Exchange, error: unknown): void {
    const { code, options } = asProblem(error)
    if (code === 'internal_error' || code === 'store_unavailable' || code === 'billing_unavailable')
      this.lines.error({ requestId: exchange.requestId, code, err: options.cause ?? error }, 'the host failed')
    sendProblem(exchange, error)
  }

  #end(request: IncomingMessage, response: ServerResponse): void {
    const { exchange, method } = request
    this.#running.remove(exchange)
    const isGone = !response.writableFinished
    if (isGone && !exchange.outlivesCaller) exchange.cancellation.cancel('gone')
    const { requestId, trace, notes } = exchange
    const route = notes.route ?? routeOf(request)
    const status = isGone ? 499 : response.statusCode
    const ms = exchange.elapsed()
    this.metrics.answered({ ...notes, route, status, ms })
    this.#log.write({ requestId, trace, method: method ?? '', route, status, ms, notes })
  }
}

/** The pattern of the route on which Express found a request's handler. */
function routeOf(request: IncomingMessage): string {
  const { path } = 'route' in request && isObject(request.route) ? request.route : {}
  return typeof path === 'string' ? path : 'none'
}

function isObject(value: unknown): value is { readonly path?: unknown } {
  return typeof value === 'object' && value !== null
}
