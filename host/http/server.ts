import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { inject, injectable } from '@product-host/sdk'
import { http } from '../node-http.js'
import { Problem } from '../problems.js'
import { problemText } from '../reply.js'
import type { Settings } from '../settings.js'
import { HOST_SETTINGS } from '../tokens.js'
import { App } from './app.js'
import { Exchanges } from './exchanges.js'
import { messageClasses } from './message.js'

/** How long an open connection without a request is left alone when the server stops, in milliseconds. */
const quietMs = 500

/** The HTTP server: listens, and stops without losing an accepted request. */
@injectable()
export class HttpServer {
  readonly #server: Server

  constructor(
    @inject(HOST_SETTINGS) private readonly settings: Settings,
    private readonly exchanges: Exchanges,
    app: App
  ) {
    const application = app.build()
    this.#server = http.createServer(
      {
        ...messageClasses(application),
        headersTimeout: 20_000,
        requestTimeout: 60_000,
        keepAliveTimeout: 65_000,
        maxHeaderSize: 16_384
      },
      app.listener(application)
    )
    this.#server.on('clientError', refuseBrokenRequest)
  }

  /** Listens, and says on which port. */
  async listen(): Promise<number> {
    const { port, host } = this.settings
    const listening = Promise.withResolvers<void>()
    this.#server.once('error', listening.reject)
    this.#server.listen(port, host, listening.resolve)
    await listening.promise
    const address = this.#server.address() as AddressInfo
    return address.port
  }

  /**
   * Answers what was accepted, each answer closing its connection; what still runs after the grace is given up with 503.
   * The listening socket closes at once. Connections that stand open wait a little before they count as idle, since a
   * request may be on its way: Node's own `close` of an HTTP server would cut it off.
   */
  async stop(): Promise<void> {
    const { shutdownGraceMs } = this.settings
    this.exchanges.drain()
    const closed = new Promise<void>(resolve => NetServer.prototype.close.call(this.#server, () => resolve()))
    await Promise.race([closed, delay(Math.min(quietMs, shutdownGraceMs))])
    const idle = setInterval(() => this.#server.closeIdleConnections(), 50)
    const isDone = await Promise.race([closed.then(() => true), delay(shutdownGraceMs, false, { ref: false })])
    if (!isDone) {
      this.exchanges.abort()
      await Promise.race([closed, delay(1_000, undefined, { ref: false })])
      this.#server.closeAllConnections()
    }
    await closed
    this.exchanges.abort()
    clearInterval(idle)
  }
}

/** What is not HTTP gets its refusal on the bare socket. */
function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Problem('headers_too_large', 'The headers are larger than 16,384 bytes.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Problem('request_timeout', 'The request did not arrive in time.')
        : new Problem('malformed_request', 'The request is not well-formed HTTP.')
  const requestId = randomUUID()
  const body = problemText(problem, requestId)
  socket.end(
    `HTTP/1.1 ${problem.status} ${http.STATUS_CODES[problem.status]}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`
  )
}
