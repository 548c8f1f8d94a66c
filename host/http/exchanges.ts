import { inject, injectable } from '@product-host/sdk'
import type { NextFunction, Request, Response } from 'express'
import type { Logger as Lines } from 'pino'
import { stopping } from '../execution/deadline.js'
import { Metrics } from '../metrics/metrics.js'
import { asProblem } from '../problems.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS, LINES } from '../tokens.js'
import { Exchange } from './exchange.js'
import { securityHeaders } from './security-headers.js'

/** Every exchange that is under way: begun here, logged in one line when it is over, given up when the host stops. */
@injectable()
export class Exchanges {
  readonly #running = new Set<Exchange>()
  readonly #outliving = new Set<Exchange>()
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
  }

  get isDraining(): boolean {
    return this.#isDraining
  }

  begin(request: Request, response: Response, next: NextFunction): void {
    const exchange = new Exchange(request, response, () => (this.#isDraining ? this.#closing : this.#open))
    request.exchange = exchange
    this.#running.add(exchange)
    this.metrics.begun()
    response.once('close', () => this.#end(request, response))
    next()
  }

  /** From now on every answer closes its connection. */
  drain(): void {
    this.#isDraining = true
  }

  /** Gives up what still runs. */
  abort(): void {
    for (const exchange of [...this.#running, ...this.#outliving]) exchange.abort(stopping)
  }

  /** Does some work of an exchange that goes on though its caller may go; only `abort` gives it up. */
  async outliving<Result>(exchange: Exchange, work: () => Promise<Result>): Promise<Result> {
    this.#outliving.add(exchange)
    try {
      return await work()
    } finally {
      this.#outliving.delete(exchange)
    }
  }

  /** Logs a fault of the host itself under its request id. */
  noteFault(exchange: Exchange, error: unknown): void {
    const { code, options } = asProblem(error)
    if (code === 'internal_error' || code === 'store_unavailable' || code === 'billing_unavailable')
      this.lines.error({ requestId: exchange.requestId, code, err: options.cause ?? error }, 'the host failed')
  }

  #end(request: Request, response: Response): void {
    const { exchange, method } = request
    this.#running.delete(exchange)
    const isGone = !response.writableFinished
    if (isGone && !this.#outliving.has(exchange)) exchange.abort('gone')
    const path: unknown = request.route?.path
    const route = typeof path === 'string' ? path : 'none'
    const status = isGone ? 499 : response.statusCode
    const ms = exchange.elapsed()
    this.metrics.answered({ ...exchange.notes, route, status, ms })
    this.lines.info(
      {
        requestId: exchange.requestId,
        ...(exchange.trace !== undefined && { trace: exchange.trace }),
        method,
        route,
        status,
        ms,
        ...exchange.notes
      },
      'request'
    )
  }
}
