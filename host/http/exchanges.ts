import type { IncomingMessage, ServerResponse } from 'node:http'
import { inject, injectable } from '@product-host/sdk'
import type { Logger as Lines } from 'pino'
import { Metrics } from '../metrics/metrics.js'
import { asProblem } from '../problems.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS, LINES } from '../tokens.js'
import { type CommonHeaders, Exchange } from './exchange.js'
import { sendProblem } from './reply.js'
import { securityHeaders } from './security-headers.js'

/** Every exchange that is under way: begun here, logged in one line when it is over, cancelled when the host stops. */
@injectable()
export class Exchanges implements CommonHeaders {
  readonly #running = new Set<Exchange>()
  readonly #outliving = new Set<Exchange>()
  readonly #lines: Lines
  readonly #closed: (this: ServerResponse) => void
  readonly #open: readonly string[]
  readonly #closing: readonly string[]
  #isDraining = false

  constructor(
    @inject(HOST_SETTINGS) settings: Settings,
    @inject(LINES) private readonly lines: Lines,
    private readonly metrics: Metrics
  ) {
    this.#open = securityHeaders(settings.publicUrl.startsWith('https:'))
    this.#closing = [...this.#open, 'Connection', 'close']
    // Every member of a request's line is the host's own or has a checked form, so that nothing in it has to be redacted.
    this.#lines = lines.child({}, { redact: [] })
    const end = (response: ServerResponse) => this.#end(response.req, response)
    this.#closed = function () {
      end(this)
    }
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  get commonHeaders(): readonly string[] {
    return this.#isDraining ? this.#closing : this.#open
  }

  /** How many are under way. */
  get underWay(): number {
    return this.#running.size
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
    for (const { cancellation } of [...this.#running, ...this.#outliving]) cancellation.cancel('stopping')
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
    this.#running.delete(exchange)
    const isGone = !response.writableFinished
    if (isGone && !exchange.outlivesCaller) exchange.cancellation.cancel('gone')
    const { requestId, trace, notes } = exchange
    const route = notes.route ?? routeOf(request)
    const status = isGone ? 499 : response.statusCode
    const ms = exchange.elapsed()
    this.metrics.answered({ ...notes, route, status, ms })
    this.#lines.info(
      { requestId, ...(trace !== undefined && { trace }), method, route, status, ms, ...notes },
      'request'
    )
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
